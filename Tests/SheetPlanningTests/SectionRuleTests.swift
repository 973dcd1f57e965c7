import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning
@testable import SheetPlans

/// Sections that share a row are told apart by their distance, or by rules.
@Suite struct SectionRuleTests {
  private static func job(_ layout: any Layout, gap: Int = 8) throws -> SheetJob {
    var job = SheetJob()
    job.layout = layout
    job.texts.font = .builtin
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    job.gap = try #require(PixelSpacing(horizontal: gap, vertical: gap))
    return job
  }

  private static func groups(
    _ counts: [Int], _ picture: (Int) -> SheetPicture
  ) -> [PictureGroup] {
    counts.enumerated().map { index, count in
      PictureGroup(name: "Day \(index + 1)", pictures: (0..<count).map(picture))
    }
  }

  private typealias Part = (section: PlannedSection, tiles: ArraySlice<PlannedTile>)

  /// The sections of a page by row.
  private static func rows(of page: SheetPage) -> [[Part]] {
    var start = 0
    var rows: [Int: [Part]] = [:]
    for section in page.sections {
      let tiles = page.tiles[start..<start + section.tileCount]
      rows[section.headingArea.maxY, default: []].append((section, tiles))
      start += section.tileCount
    }
    return Array(rows.values)
  }

  /// The widest distance between neighbouring pictures of one section in a row of tiles.
  private static func widestInside(_ part: Part) -> Int {
    zip(part.tiles, part.tiles.dropFirst()).reduce(0) { widest, pair in
      guard pair.0.cell.maxX <= pair.1.cell.x, let one = pair.0.placement,
        let two = pair.1.placement
      else { return widest }
      return max(widest, two.image.x - one.image.maxX)
    }
  }

  @Test("The parts of a section's heading lie between the edges of the columns")
  func headingParts() throws {
    var job = try Self.job(
      GridLayout(.sheet(PixelSize(width: 1000, height: 1400), cellRatio: .fixed(0.4))))
    job.texts.heading = try HeadingTemplate("{group}\t{count} photos")
    let groups = Self.groups([8, 8]) { _ in .stub(400, 1000) }
    let pages = try SheetPlanner(job).plan(groups).plan.pages
    for page in pages {
      let cells = page.tiles.map(\.cell)
      let (left, right) = (
        try #require(cells.map(\.x).min()), try #require(cells.map(\.maxX).max())
      )
      let texts = page.texts.filter { $0.role == .heading }
      #expect(texts.contains { $0.alignment == .right })
      // The columns are narrower than the page.
      #expect(right < page.size.width - 60)
      for text in texts { #expect(text.area.x >= left && text.area.maxX <= right, "\(text.text)") }
    }
  }

  @Test(
    "In every grid without a given number of columns, some section reaches into the last column")
  func lastColumn() throws {
    var random = SeededGenerator(seed: 61)
    for round in 0..<120 {
      let most = 1 + random.number(below: 14)
      let counts = (0..<2 + random.number(below: 12)).map { _ in
        round % 2 == 0 ? most : 1 + random.number(below: most)
      }
      let layout =
        round % 3 == 0
        ? GridLayout(.width(700 + random.number(below: 900), cellRatio: .automatic)) : GridLayout()
      let groups = Self.groups(counts) { _ in .stub(64, 64) }
      let page = try SheetPlanner(try Self.job(layout)).plan(groups).plan.pages[0]
      let cells = page.tiles.map(\.cell)
      let right = try #require(cells.map(\.maxX).max())
      let step = try #require(cells.map(\.width).max()) + 8
      // Sections side by side are not placed in columns.
      #expect(page.size.width - 8 - right < step, "\(counts): \(page.size) \(right)")
      if counts.allSatisfy({ $0 == counts[0] }), Self.rows(of: page).allSatisfy({ $0.count == 1 }) {
        #expect(page.size.width - 8 - right <= 1, "\(counts): \(page.size) \(right)")
      }
    }
  }

  @Test("Eight sections, each of ten pictures, have ten columns, even with an enlargement factor")
  func columnsOfSections() throws {
    for factor in [nil, 2] {
      var job = try Self.job(GridLayout())
      job.exactScale = factor.map { .enlarged($0) }
      let groups = Self.groups(Array(repeating: 10, count: 8)) { _ in .stub(128, 128) }
      let page = try SheetPlanner(job).plan(groups).plan.pages[0]
      let right = try #require(page.tiles.map(\.cell.maxX).max())
      #expect(page.size.width - right == 8, "\(page.size)")
    }
  }

  @Test(
    "Lines separate sections that share rows, unless sections are further apart than pictures")
  func toldApart() throws {
    var random = SeededGenerator(seed: 11)
    var (ruled, spaced) = (0, 0)
    for round in 0..<80 {
      let layouts: [any Layout] = [
        GridLayout(), GridLayout(.width(900, cellRatio: .automatic)), RowLayout(),
        RowLayout(extent: .pixels(900)), GridLayout(.cell(PixelSize(width: 90, height: 60))),
      ]
      var job = try Self.job(layouts[round % 5], gap: random.number(below: 14))
      if round % 3 == 1 { job.texts.label = try PictureTemplate("{name}") }
      if round % 7 == 1 { job.style.cellBackground = .color(.black) }
      if round % 11 == 1 { job.style.decoration.border = Border("2") }
      let isMixed = round % 2 == 0
      let counts = (0..<3 + random.number(below: 9)).map { _ in 1 + random.number(below: 5) }
      let plan = try SheetPlanner(job).plan(
        Self.groups(counts) { isMixed && $0 % 2 == 1 ? .stub(200, 600) : .stub(600, 400) }
      ).plan
      let pairs = plan.pages.flatMap { page in
        Self.rows(of: page).flatMap { zip($0, $0.dropFirst()) }
      }
      let rules = plan.pages.flatMap(\.rules)
      #expect(rules.isEmpty || rules.count == pairs.count, "\(round)")
      if pairs.isEmpty { continue }
      if rules.isEmpty { spaced += 1 } else { ruled += 1 }
      for page in plan.pages {
        let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
        for rule in page.rules {
          #expect(rule.isInside(sheet) && rule.width < rule.height)
          #expect(page.tiles.allSatisfy { !$0.cell.overlaps(rule) })
          #expect(page.texts.allSatisfy { !$0.area.overlaps(rule) })
        }
        for row in Self.rows(of: page) {
          for (left, right) in zip(row, row.dropFirst()) {
            let (end, start) = (left.section.area.maxX, right.section.area.x)
            // Edges are rounded.
            #expect(start - end >= 4 * job.gap.horizontal - 1, "\(round)")
            if rules.isEmpty {
              let widest = row.map(Self.widestInside).max() ?? 0
              #expect(job.style.cellBackground != nil || start - end + 1 >= widest, "\(round)")
            } else {
              let own = page.rules.filter { end < $0.x && $0.maxX < start }
                .filter { $0.y <= left.section.headingArea.y && $0.maxY >= left.section.area.maxY }
              #expect(own.count == 1, "\(round)")
              if let rule = own.first { #expect(abs(rule.x - end - (start - rule.maxX)) <= 1) }
            }
          }
        }
      }
    }
    #expect(ruled > 9 && spaced > 9, "\(ruled) and \(spaced)")
  }

  @Test("Pictures that fill their cells need no lines between sections, nor do visible cells")
  func needless() throws {
    let mixed = Self.groups([2, 2, 2, 6]) { $0 == 0 ? .stub(300, 900) : .stub(900, 600) }
    let grid = GridLayout(.cell(PixelSize(width: 90, height: 60)), shape: .columns(7))
    #expect(try !SheetPlanner(Self.job(grid)).plan(mixed).plan.pages[0].rules.isEmpty)
    #expect(try SheetPlanner(Self.job(RowLayout())).plan(mixed).plan.pages[0].rules.isEmpty)
    for change in [
      { $0.style.scaling = .fill }, { $0.style.cellBackground = .color(.black) },
      { $0.style.decoration.frame = Border("1") },
    ] as [(inout SheetJob) -> Void] {
      var job = try Self.job(grid)
      change(&job)
      #expect(try SheetPlanner(job).plan(mixed).plan.pages[0].rules.isEmpty)
    }
  }

  @Test("Only grids in which sections share rows have lines between sections")
  func others() throws {
    let groups = Self.groups([3, 2, 4]) { $0 == 0 ? .stub(300, 900) : .stub(900, 600) }
    for layout in [
      TieredLayout(), ColumnLayout(), MasonryLayout(), CollageLayout(),
      GridLayout(.cell(PixelSize(width: 90, height: 60)), shape: .columns(4)),
    ] as [any Layout] {
      let plan = try SheetPlanner(Self.job(layout)).plan(groups).plan
      #expect(plan.pages.allSatisfy { $0.rules.isEmpty }, "\(layout.name)")
    }
  }

  @Test(
    "A plan with lines between sections can be decoded, and lines outside their page are refused")
  func coding() throws {
    let groups = Self.groups([2, 2, 2, 6]) { $0 == 0 ? .stub(300, 900) : .stub(900, 600) }
    let grid = GridLayout(.cell(PixelSize(width: 90, height: 60)), shape: .columns(7))
    let plan = try SheetPlanner(Self.job(grid)).plan(groups).plan
    let json = SheetManifest(plan, files: ["1.png"]).json()
    #expect(try SheetManifest(json: json).plan.pages[0].rules == plan.pages[0].rules)
    #expect(!plan.pages[0].rules.isEmpty)
    let text = String(decoding: json, as: UTF8.self)
    let wrong = text.replacing(/"rules" : \[\s*\{[^}]*\}/) {
      $0.output.replacing(/"x" : [0-9]+/, with: "\"x\" : 9999")
    }
    #expect(wrong != text)
    #expect(throws: ManifestError.self) { try SheetManifest(json: Array(wrong.utf8)) }
  }
}
