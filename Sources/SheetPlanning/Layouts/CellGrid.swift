internal import SheetLayout

/// Equal cells in the same columns on all pages and for all sections.
struct CellGrid {
  let columns: Int
  let cell: Size
  let gap: Size
  /// The given number of rows, which is the minimum on a page, and the maximum that a picture takes
  /// up; nil if none is given.
  var rows: Int?
  /// The width of cells that determines whether sections share rows, which is the largest possible
  /// width in this many columns.
  ///
  /// Nil for the width of ``cell``.
  var largestWidth: Double?
  /// Whether a short last row of a section is centred if the section shares no row with others.
  var centersLastRow = false

  var width: Double { Double(columns) * (cell.width + gap.width) - gap.width }

  func largestPage(of space: LayoutRequest) -> (size: Size, rows: Int) {
    largestPage(
      space.lines(inColumns: columns, of: rows, ofWidth: bandWidth), space.sections,
      leastRows: space.hasSections ? 0 : rows ?? 0)
  }

  private var bandWidth: Double { largestWidth ?? cell.width }

  /// The size of the largest page, and the number of rows of the fullest page, given the bands and
  /// rows of each page.
  func largestPage(
    _ pages: [SectionPart.Lines], _ spacing: HeadingSpacing?, leastRows: Int = 0
  ) -> (size: Size, rows: Int) {
    var (height, allRows) = (0.0, 0)
    for (bands, needed) in pages {
      let rows = max(needed, leastRows)
      height = max(height, self.height(ofRows: rows, bands: bands, spacing))
      allRows = max(allRows, rows)
    }
    return (Size(width: width, height: height), allRows)
  }

  /// The height of rows that are divided among bands, including the headings above each band.
  func height(ofRows rows: Int, bands: Int = 1, _ spacing: HeadingSpacing?) -> Double {
    (spacing?.height(of: bands) ?? 0) + Double(rows) * cell.height
      + Double(rows - bands) * gap.height
  }

  private func rows(in height: Double) -> Int {
    let count = ((height + gap.height) / (cell.height + gap.height)).rounded(.down)
    return Int(min(max(0, count), 1e9))
  }

  /// The number of rows that fit into a height, at most `rows`.
  private func pageRows(in height: Double) -> Int { min(rows ?? .max, rows(in: height + 1e-6)) }
}

extension CellGrid {
  /// The number of pages returned if cells are too tall for a page.
  ///
  /// No real grid has that many.
  private static let tooManyPages = 1 << 40

  /// How many pages of a given height the pictures take up; pages break between rows.
  ///
  /// - Parameters:
  ///   - space: The pictures.
  ///   - bands: The rows of the bands of each page to be divided, if no picture takes up several
  ///     cells.
  ///   - height: The height of a page.
  /// - Returns: The number of pages.
  func pageCount(of space: LayoutRequest, rows bands: [[SectionPart]], height: Double) -> Int {
    guard pageRows(in: height - space.headingRoom) >= min(space.leastRows, rows ?? .max) else {
      return Self.tooManyPages
    }
    var count = 0
    if space.hasSpans {
      for parts in space.pages {
        var placed = PlacedPictures()
        let pages = try? page(parts, in: space, height: height, &placed)
          .pages(maximumHeight: height, leastRows: space.leastRowsAtCuts)
        count += pages?.count ?? Self.tooManyPages
      }
      return count
    }
    let step = cell.height + gap.height
    for bands in bands {
      PageCutter(height: height, space.sections, leastBands: space.leastRowsAtCuts).cut(bands) {
        rest, room, isFirst in
        // Rounding may make the room on an empty page a little smaller than a row.
        let taken = min(rest.items.count, max(isFirst ? 1 : 0, rows(in: room)))
        return (taken, Double(taken) * step - gap.height)
      } each: {
        if $0.isFirst { count += 1 }
      }
    }
    return count
  }

  /// The sections of a page below their headings, side by side if they fit into one row.
  ///
  /// The last row of a section is left-aligned, or centred. No picture that takes up several cells
  /// is split between pages.
  func page(
    _ parts: [SectionPart], in space: LayoutRequest, height: Double?, _ placed: inout PlacedPictures
  ) throws(LayoutError) -> Arrangement {
    let counts = space.cellCounts(of: parts, inColumns: columns, rows: rows)
    let bands = space.bands(of: parts, counts, inColumns: columns, ofWidth: bandWidth)
    var bottom: Double?
    return try space.stacked(parts, inBands: bands) { band throws(LayoutError) in
      let items = band.items
      let isCentered = centersLastRow && band.count == 1
      guard space.hasSpans else {
        let cells = Arrangement(gridOf: items.count, columns: columns, cell: cell, gap: gap)
        return isCentered ? cells.withLastRowCentered : cells
      }
      let block = block(space.spans(items), space, height: height, below: &bottom)
      for place in block.places {
        let item = items.lowerBound + place.item
        placed.order.append(item)
        if case .cells(let span) = space.rooms[item], place.span != span { placed.reduced += 1 }
      }
      let cells = block.arrangement(cell: cell, gap: gap)
      return isCentered ? cells.withLastRowCentered : cells
    }
  }

  /// The cells of sections side by side, below `bottom`, which is moved to the bottom of the cells.
  private func block(
    _ spans: [CellSpan], _ space: LayoutRequest, height: Double?, below bottom: inout Double?
  ) -> DenseGrid {
    guard let height else {
      return DenseGrid(
        spans.map { $0.scaledDown(toColumns: columns, rows: rows ?? .max) }, columns: columns)
    }
    let pageRows = max(1, pageRows(in: height - space.headingRoom))
    var start = space.headingRoom + (bottom.map { $0 + (space.sections?.above ?? 0) } ?? 0)
    var firstRows = min(pageRows, self.pageRows(in: height - start))
    var grid = DenseGrid(spans, columns: columns, pageRows: pageRows, firstRows: firstRows)
    if firstRows < pageRows, grid.places.first.map({ $0.row >= firstRows }) ?? true {
      // A heading must have a row below it.
      (start, firstRows) = (space.headingRoom, pageRows)
      grid = DenseGrid(spans, columns: columns, pageRows: pageRows)
    }
    let isOnFirst = grid.rows <= firstRows
    let last = isOnFirst ? grid.rows : (grid.rows - firstRows - 1) % pageRows + 1
    bottom =
      (isOnFirst ? start : space.headingRoom) + Double(last) * (cell.height + gap.height)
      - gap.height
    return grid
  }
}

/// The result of placing pictures in cells.
struct PlacedPictures {
  /// The permutation of the pictures on pages.
  var order: [Int] = []
  /// The number of pictures with fewer cells than requested.
  var reduced = 0
}

// Pictures that take up several cells of a grid. The search tries several numbers of columns, and
// counts the rows that pictures need with each, including empty cells.

extension LayoutRequest {
  /// Whether any picture takes up several cells, or a row to itself.
  var hasSpans: Bool { !rooms.isEmpty }

  /// Whether pages have several sections, or pictures that take up several cells.
  ///
  /// Otherwise every page has as many rows as the fullest page, in the same positions.
  var hasSections: Bool { hasSpans || pages.contains { $0.count > 1 } }

  /// The minimum number of columns that spans need.
  var leastColumns: Int {
    rooms.reduce(1) { if case .cells(let span) = $1 { max($0, span.columns) } else { $0 } }
  }

  /// The minimum number of rows that spans need.
  fileprivate var leastRows: Int { rooms.reduce(1) { max($0, $1?.cells.rows ?? 1) } }

  /// The number of columns and rows of each picture in a range.
  fileprivate func spans(_ items: Range<Int>) -> [CellSpan] {
    rooms[items].map { $0?.cells ?? .one }
  }

  /// How many pictures have each span.
  var spanCounts: [CellSpan: Int] {
    if rooms.isEmpty { return [.one: pages.joined().reduce(0) { $0 + $1.items.count }] }
    return Dictionary(rooms.lazy.map { ($0?.cells ?? .one, 1) }, uniquingKeysWith: +)
  }

  /// The number of cells taken in each section of each page.
  var sectionCounts: [[Int]] {
    // A picture with a row to itself counts as being as wide as the widest span, and at least four
    // cells wide.
    let widest = max(4, leastColumns)
    return pages.map { parts in
      parts.map { part in
        rooms.isEmpty
          ? part.items.count
          : spans(part.items).reduce(0) { $0 + $1.scaledDown(toColumns: widest).cells }
      }
    }
  }

  /// The numbers of bands and rows of each page in columns of the given width, including empty
  /// cells; `rows` limits the rows that a picture takes up.
  func lines(
    inColumns columns: Int, of rows: Int? = nil, ofWidth width: Double? = nil
  ) -> [SectionPart.Lines] {
    lines(
      of: pages.map { cellCounts(of: $0, inColumns: columns, rows: rows) }, inColumns: columns,
      ofWidth: width)
  }

  /// The numbers of bands and rows of pages, given the numbers of cells of their sections.
  ///
  /// Without a width, sections have no gaps and headings have no width.
  func lines(
    of counts: [[Int]], inColumns columns: Int, ofWidth width: Double?
  ) -> [SectionPart.Lines] {
    zip(pages, counts).map { parts, counts in
      guard let width else { return SectionPart.lines(ofSections: counts, columns: columns) }
      let bands = bands(of: parts, counts, inColumns: columns, ofWidth: width)
      return SectionPart.lines(of: bands, counts, columns: columns)
    }
  }

  /// The bands of the sections of a page, given the numbers and the width of their cells.
  fileprivate func bands(
    of parts: [SectionPart], _ counts: [Int], inColumns columns: Int, ofWidth width: Double
  ) -> [Range<Int>] {
    guard let sections, parts.count > 1 else { return parts.indices.map { $0..<$0 + 1 } }
    func length(_ count: Int) -> Double { Double(count) * (width + gap.width) - gap.width }
    return SectionPart.bands(
      of: zip(parts, counts).map { part, count in
        sections.sharedWidth(ofSection: part.section, items: length(count))
      }, limit: length(columns), gap: sections.beside)
  }

  /// Whether sections that are side by side on a page reach into the last of this many columns.
  ///
  /// If none do, a narrower grid shows the same pictures in the same rows.
  func fills(_ columns: Int, with counts: [[Int]], ofWidth width: Double) -> Bool {
    if hasSpans { return true }
    guard let sections, width > 0 else { return false }
    let rest = Double(columns - 1) * (width + gap.width) - gap.width
    for (parts, counts) in zip(pages, counts) {
      for band in bands(of: parts, counts, inColumns: columns, ofWidth: width) {
        var used = Double(band.count - 1) * sections.beside
        for index in band {
          let items = Double(counts[index]) * (width + gap.width) - gap.width
          used += sections.sharedWidth(ofSection: parts[index].section, items: items)
        }
        if band.count > 1, used > rest + 1e-6 { return true }
      }
    }
    return false
  }

  fileprivate func cellCounts(
    of parts: [SectionPart], inColumns columns: Int, rows: Int?
  ) -> [Int] {
    parts.map { part in
      if rooms.isEmpty { return part.items.count }
      let spans = spans(part.items).map { $0.scaledDown(toColumns: columns, rows: rows ?? .max) }
      return DenseGrid(spans, columns: columns).cells
    }
  }

  /// The rows of the bands of each page, in columns of the given width.
  func rowsOfBands(inColumns columns: Int, ofWidth width: Double) -> [[SectionPart]] {
    pages.map { parts in
      let counts = parts.map(\.items.count)
      return bands(of: parts, counts, inColumns: columns, ofWidth: width)
        .map { SectionPart(items: 0..<(counts[$0.lowerBound] - 1) / columns + 1) }
    }
  }

  /// The maximum number of rows on any page, in columns of the given width.
  func rows(inColumns columns: Int, of rows: Int? = nil, ofWidth width: Double? = nil) -> Int {
    lines(inColumns: columns, of: rows, ofWidth: width).reduce(0) { max($0, $1.rows) }
  }
}

extension [CellSpan: Int] {
  /// The number of cells taken by pictures in this many columns.
  func cells(inColumns columns: Int, rows: Int?) -> Int {
    reduce(0) { $0 + $1.value * $1.key.scaledDown(toColumns: columns, rows: rows ?? .max).cells }
  }
}
