import LayoutFixtures
import SheetLayout
import TestSupport
import Testing

@Suite struct SectionTests {
  static let spacing = HeadingSpacing(heading: 27, below: 11, above: 30)
  static let gap = Size(width: 8, height: 8)

  /// Consecutive sections with these numbers of items.
  static func parts(_ counts: [Int]) -> [SectionPart] {
    var start = 0
    return counts.enumerated().map { section, count in
      defer { start += count }
      return SectionPart(items: start..<start + count, section: section)
    }
  }

  static func counts(_ generator: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 1...9, using: &generator)).map { _ in
      Int.random(in: 1...25, using: &generator)
    }
  }

  /// Rows of items in sections, one below the other.
  static func rows(_ counts: [Int], _ generator: inout SeededGenerator) throws -> Arrangement {
    let rows = try JustifiedRows(width: 900, rowHeight: 120, gap: gap)
    return Arrangement(
      stacking: try parts(counts).map { part in
        let items = [LayoutItem].mixed(part.items.count, &generator)
        return (parts: [part], arrangement: try rows.arrangement(of: items))
      }, spacing: spacing)
  }

  @Test("Sections are stacked, each under its heading, and their heights add up")
  func stacking() throws {
    var generator = SeededGenerator(seed: 90)
    for _ in 0..<40 {
      let counts = Self.counts(&generator)
      let page = try Self.rows(counts, &generator)
      expectValid(page, itemCount: counts.reduce(0, +))
      expectSections(page, of: Self.parts(counts))
      let strips = page.strips.reduce(0) { $0 + $1.height }
      let gaps = Double(page.strips.count - counts.count) * Self.gap.height
      let headings = Self.spacing.height(of: counts.count)
      #expect(isClose(page.size.height, strips + gaps + headings))
      #expect(page.rows == page.strips.count)
    }
  }

  /// The number of rows if sections share a row whenever they fit in it, counted one by one.
  static func sharedRows(_ counts: [Int], _ columns: Int) -> Int {
    var (rows, free) = (0, 0)
    for count in counts {
      if count <= free {
        free -= count
      } else {
        rows += (count + columns - 1) / columns
        free = count <= columns ? columns - count : 0
      }
    }
    return rows
  }

  @Test(
    "Sections that fit into one row share it: a journey of 21 days takes 14 rows of 15 columns",
    arguments: [
      ([7, 7, 2, 2, 2, 8, 7, 5, 22, 7, 22, 7, 8, 8, 3, 5, 3, 2, 3, 22, 5], 15, 14),
      ([3, 40, 12, 80, 9, 1], 14, 12), ([120, 45, 300, 20, 9, 60], 25, 24), ([18, 40, 26], 10, 9),
      (Array(repeating: 15, count: 30), 30, 15), (Array(repeating: 1, count: 1000), 40, 25),
    ])
  func shared(counts: [Int], columns: Int, rows: Int) {
    #expect(GridShape.rows(ofSections: [counts], inColumns: columns) == rows)
    #expect(Self.sharedRows(counts, columns) == rows)
  }

  @Test(
    "Sections share a row only if the gaps between them fit as well",
    arguments: [
      ([40, 50], 98, [0..<2]), ([40, 50], 97, [0..<1, 1..<2]), ([30, 30, 30], 106, [0..<3]),
      ([30, 30, 30], 105, [0..<2, 2..<3]), ([98], 98, [0..<1]), ([98, 0], 98, [0..<1, 1..<2]),
    ] as [([Double], Double, [Range<Int>])])
  func gaps(lengths: [Double], limit: Double, bands: [Range<Int>]) {
    #expect(SectionPart.bands(of: lengths, limit: limit, gap: 8) == bands)
  }

  @Test("Each section in a shared row has its heading over its own items, on every page")
  func sharedHeadings() throws {
    let parts = Self.parts([2, 1, 5, 1, 1])
    let bands = SectionPart.bands(of: [2, 1, 5, 1, 1], limit: 4)
    #expect(bands == [0..<2, 2..<3, 3..<5])
    let whole = Arrangement(
      stacking: bands.map { band in
        let own = Array(parts[band])
        let count = own.reduce(0) { $0 + $1.items.count }
        return (
          own,
          DenseGrid(Array(repeating: .one, count: count), columns: 4)
            .arrangement(cell: Size(width: 50, height: 40), gap: Self.gap)
        )
      },
      spacing: HeadingSpacing(
        heading: 27, below: 11, above: 30, beside: 24,
        widths: [0, 0, 0, 70, 0].map { HeadingWidths(wrapped: $0) }))
    #expect(whole.frames.map(\.minX) == [0, 58, 132, 0, 58, 116, 174, 0, 0, 94])
    let cut = try whole.pages(maximumHeight: 27 + 11 + 40 + 30 + 27 + 11 + 40)
    #expect(cut.map(\.items) == [0..<7, 7..<10])
    for page in [whole] + cut.map(\.arrangement) {
      for heading in page.headings {
        let frames = page.frames[heading.part.items]
        let area = try #require(heading.heading)
        #expect(frames.allSatisfy { $0.minY >= area.maxY })
        #expect(frames.first?.minX == area.minX)
        #expect(heading.isBeside == (area.maxX < page.size.width))
        #expect(frames.map(\.minY).min() == heading.cells.minY)
        #expect(frames.map(\.maxX).max() == heading.cells.maxX)
      }
      for (index, heading) in page.headings.enumerated() {
        #expect(
          page.headings[..<index].allSatisfy {
            guard let one = $0.heading, let other = heading.heading else { return false }
            return one.maxY <= other.minY || one.maxX <= other.minX
          })
      }
      #expect(page.headings.flatMap { Array($0.part.items) } == Array(0..<page.frames.count))
    }
    #expect(cut[1].arrangement.headings.map(\.part.isContinued) == [true, false, false])
    let moved = whole.moved(by: Point(x: 10, y: 5), onto: Size(width: 400, height: 500))
    #expect(moved.headings[0].heading?.width == whole.headings[0].heading?.width)
    #expect(moved.headings[1].heading?.maxX == 192 && moved.headings[2].heading?.maxX == 400)
  }

  @Test("A single section has the same frames as without sections, below its heading")
  func oneSection() throws {
    let items = [LayoutItem](ratios: [1, 2, 0.5, 3, 1])
    let plain = try JustifiedRows(width: 300, rowHeight: 90, gap: Self.gap).arrangement(of: items)
    let page = Arrangement(
      stacking: [(parts: [SectionPart(items: 0..<5)], arrangement: plain)], spacing: Self.spacing)
    #expect(page.frames == plain.frames.map { $0.moved(by: Point(x: 0, y: 38)) })
    #expect(page.headings.map(\.heading) == [Rect(x: 0, y: 0, width: 300, height: 27)])
    #expect(page.size == Size(width: 300, height: plain.size.height + 38))
  }

  @Test(
    "Pages repeat the heading of a continued section, and no heading is alone at the bottom of a page"
  )
  func pages() throws {
    var generator = SeededGenerator(seed: 91)
    for limit in [190.0, 300, 750, 2000, 50_000] {
      for _ in 0..<20 {
        let counts = Self.counts(&generator)
        let whole = try Self.rows(counts, &generator)
        // Rows may be taller than requested.
        guard let pages = try? whole.pages(maximumHeight: limit) else { continue }
        expectPages(pages, of: Self.parts(counts), limit: limit)
        // The first strip of the next page did not fit on the page before.
        for (page, next) in zip(pages, pages.dropFirst()) {
          guard let strip = next.arrangement.strips.first else { continue }
          let heading = next.arrangement.headings[0]
          let needed =
            strip.height + (heading.part.isContinued ? Self.gap.height : 30 + 27 + 11)
          #expect(page.arrangement.size.height + needed > limit)
        }
      }
    }
    let tall = try Self.rows([3], &generator)
    #expect(throws: LayoutError.self) { try tall.pages(maximumHeight: 60) }
  }

  @Test("The number of items per page is counted across sections")
  func itemsPerPage() throws {
    let pages = try SectionPart.pages(of: [0..<3, 3..<4, 4..<10], itemsPerPage: 4)
    #expect(
      pages == [
        [SectionPart(items: 0..<3), SectionPart(items: 3..<4, section: 1)],
        [SectionPart(items: 4..<8, section: 2)],
        [SectionPart(items: 8..<10, section: 2, isContinued: true)],
      ])
    #expect(throws: LayoutError.notPositive(.itemsPerPage, 0)) {
      try SectionPart.pages(of: [0..<3], itemsPerPage: 0)
    }
  }

  @Test("Pages hold as many rows as allowed, and each section starts a new row")
  func rowsPerPage() throws {
    let pages = try SectionPart.pages(
      of: [0..<4, 4..<5, 5..<17], itemsPerPage: 100, columns: 3, rows: 4)
    #expect(
      pages == [
        [
          SectionPart(items: 0..<4), SectionPart(items: 4..<5, section: 1),
          SectionPart(items: 5..<8, section: 2),
        ], [SectionPart(items: 8..<17, section: 2, isContinued: true)],
      ])
    let few = try SectionPart.pages(of: [0..<9], itemsPerPage: 4, columns: 3, rows: 2)
    #expect(few.joined().map(\.items) == [0..<4, 4..<8, 8..<9])
  }

  @Test(
    "A grid uses the column count closest to the target ratio, among those that save a row",
    arguments: [1.5, 0.3])
  func gridColumns(target: Double) throws {
    var generator = SeededGenerator(seed: 92)
    for _ in 0..<100 {
      let pages = [Self.counts(&generator)]
      func rows(_ columns: Int) -> Int { Self.sharedRows(pages[0], columns) }
      func ratio(_ columns: Int) -> Double { Double(columns) * 1.2 / Double(rows(columns)) }
      let most = pages[0].reduce(0, +)
      let candidates = (1...most).filter { $0 == 1 || rows($0) < rows($0 - 1) }
      let distances = candidates.map { max(ratio($0) / target, target / ratio($0)) }
      let found = try GridColumns(for: pages).nearest(to: target, .cellRatio) {
        trial -> Double? in
        #expect(trial.lines.map(\.rows) == [rows(trial.columns)])
        return ratio(trial.columns)
      }
      let best = try #require(distances.min())
      #expect(
        found?.columns
          == candidates[try #require(distances.firstIndex { $0 < best * 1.000_001 })])
      let given = Int.random(in: 1...40, using: &generator)
      let columns = try GridShape.rows(given).columns(forSections: pages)
      #expect(rows(columns) <= given || columns == most)
      #expect(columns == 1 || rows(columns - 1) > given)
    }
  }

  @Test(
    "Masonry starts each section below the longest column, even after a page break",
    arguments: [false, true])
  func masonry(isFlush: Bool) throws {
    var generator = SeededGenerator(seed: 93)
    let columns = try MasonryColumns(width: 800, count: 4, gap: Self.gap)
    for limit in [500.0, 900, 5000] {
      for _ in 0..<20 {
        let counts = Self.counts(&generator)
        let parts = Self.parts(counts)
        let items = [LayoutItem].mixed(counts.reduce(0, +), &generator)
        let pages = try columns.pages(
          of: items, in: parts, Self.spacing, maximumHeight: limit,
          bottom: isFlush ? .flush : .ragged)
        expectPages(pages, of: parts, limit: limit)
        // Below the heading, the arrangement is the same as without sections.
        let all = [SectionPart(items: 0..<items.count)]
        let one = try columns.pages(of: items, in: all, Self.spacing, maximumHeight: limit)
        let plain = try columns.pages(
          of: items, in: all, nil, maximumHeight: limit - Self.spacing.room)
        #expect(one.map(\.items) == plain.map(\.items))
        #expect(
          one.map(\.arrangement.frames)
            == plain.map { $0.arrangement.frames.map { $0.moved(by: Point(x: 0, y: 38)) } })
      }
    }
  }

  @Test(
    "Sections of cropped pictures have rows of similar height, even with a single picture",
    arguments: [LastRow.left, .center])
  func coveredEvenly(lastRow: LastRow) throws {
    var generator = SeededGenerator(seed: 95)
    let size = Size(width: 1900, height: 900)
    for _ in 0..<60 {
      // Sections of a single picture alternate with larger ones.
      let counts = [1, 6, 1, 9, 1, 14] + [Int.random(in: 1...20, using: &generator)]
      let sections = counts.map { count in
        [LayoutItem](
          ratios: (0..<count).map { _ in Bool.random(using: &generator) ? 1.5 : 2 / 3 })
      }
      let covered = try JustifiedRows.covering(
        size, withSections: sections, gap: Self.gap, lastRow: lastRow)
      let heights = covered.sections.flatMap { $0.strips.map(\.height) }
      #expect((heights.max() ?? 1) / (heights.min() ?? 1) < 4, "\(heights)")
      #expect(isClose(covered.sections.reduce(0) { $0 + $1.size.height }, size.height))
      // All items are cropped equally.
      let stretches = zip(covered.sections, sections).flatMap { arrangement, items in
        zip(arrangement.frames, items).map { $1.ratio * $0.height / $0.width }
      }
      #expect((stretches.max() ?? 1) / (stretches.min() ?? 1) < 1 + 1e-6)
    }
  }

  @Test("Sections of rows, columns or tiers together fill the given height")
  func filling() throws {
    var generator = SeededGenerator(seed: 94)
    let size = Size(width: 1000, height: 700)
    for _ in 0..<30 {
      let counts = Self.counts(&generator)
      let sections = counts.map { count in
        [LayoutItem](
          ratios: (0..<count).map { _ in .random(in: 0.5...2, using: &generator) })
      }
      let rows = try JustifiedRows.filling(size, withSections: sections, gap: Self.gap)
      let heights = try sections.map { try rows.arrangement(of: $0).size.height }
      #expect(heights.reduce(0, +) <= size.height + 1e-5)
      let covered = try JustifiedRows.covering(size, withSections: sections, gap: Self.gap)
      #expect(isClose(covered.sections.reduce(0) { $0 + $1.size.height }, size.height))
      for (arrangement, items) in zip(covered.sections, sections) {
        expectValid(arrangement, itemCount: items.count)
      }
      let columns = try MasonryColumns.filling(size, withSections: sections, gap: Self.gap)
        .narrowed(toFitSections: sections, height: size.height)
      let masonry = try sections.map { try columns.arrangement(of: $0).size.height }
      #expect(masonry.reduce(0, +) <= size.height + 1e-5)
      let width = try TieredGrid.width(
        of: TierLayer.standard, sections: counts, gap: 8, fitting: size.height)
      guard width > 30 else { continue }
      let tiers = try counts.map {
        try TieredGrid(itemCount: $0, width: width, gap: 8).size.height
      }
      #expect(isClose(tiers.reduce(0, +), size.height))
    }
  }
}

/// Checks that headings are above their own items, in order and apart from all items.
func expectSections(
  _ arrangement: Arrangement, of parts: [SectionPart],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let slack = 1e-6
  #expect(arrangement.headings.map(\.part) == parts, sourceLocation: sourceLocation)
  var bottom = -slack
  for heading in arrangement.headings {
    let frames = arrangement.frames[heading.part.items]
    let top = frames.map(\.minY).min() ?? 0
    let area = heading.heading ?? .zero
    #expect(area.minY >= bottom - slack, "it overlaps", sourceLocation: sourceLocation)
    #expect(area.maxY <= top + slack, "it is not above", sourceLocation: sourceLocation)
    #expect(area.minX >= 0 && isClose(area.maxX, arrangement.size.width))
    bottom = frames.map(\.maxY).max() ?? 0
  }
  #expect(bottom <= arrangement.size.height + slack, sourceLocation: sourceLocation)
}

/// Checks pages of sections: every item once, headings repeated, and no heading without items.
func expectPages(
  _ pages: [Page], of sections: [SectionPart], limit: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var next = 0
  for page in pages {
    #expect(page.items.lowerBound == next, sourceLocation: sourceLocation)
    next = page.items.upperBound
    // An item taller than a page still gets a page.
    let tallest = page.arrangement.frames.map(\.height).max() ?? 0
    #expect(
      page.arrangement.size.height <= limit + 1e-5
        || SectionTests.spacing.room + tallest > limit, sourceLocation: sourceLocation)
    let parts = sections.filter { $0.items.overlaps(page.items) }.map {
      $0.part($0.items.clamped(to: page.items)).moved(by: -page.items.lowerBound)
    }
    expectSections(page.arrangement, of: parts, sourceLocation: sourceLocation)
    expectValid(
      page.arrangement, itemCount: page.items.count, sourceLocation: sourceLocation)
  }
  #expect(next == sections.last?.items.upperBound, sourceLocation: sourceLocation)
}
