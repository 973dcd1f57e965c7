internal import SheetLayout

// Pictures that take several cells of a grid. What is searched goes by the number of cells; the rows
// that they need, with what no picture fills, are known for a number of columns.

extension LayoutSpace {
  /// Whether any picture takes several cells, or a row of its own.
  var hasSpans: Bool { !rooms.isEmpty }

  /// The least columns that spans ask for.
  var leastColumns: Int {
    rooms.reduce(1) { if case .cells(let span) = $1 { max($0, span.columns) } else { $0 } }
  }

  /// The least rows that spans ask for.
  fileprivate var leastRows: Int { rooms.reduce(1) { max($0, $1?.cells.rows ?? 1) } }

  /// The columns and rows of each of some pictures.
  fileprivate func spans(_ items: Range<Int>) -> [CellSpan] {
    rooms[items].map { $0?.cells ?? .one }
  }

  /// The numbers of cells of the sections of each page, without what no picture fills.
  var sectionCounts: [[Int]] {
    // A row of its own counts as a wide one of the others.
    let widest = max(4, leastColumns)
    return pages.map { parts in
      parts.map { part in
        rooms.isEmpty
          ? part.items.count
          : spans(part.items).reduce(0) { $0 + $1.fitted(columns: widest).cells }
      }
    }
  }

  /// The same in a number of columns, with what no picture fills.
  func cellCounts(inColumns columns: Int, rows: Int? = nil) -> [[Int]] {
    rooms.isEmpty ? sectionCounts : pages.map { cellCounts(of: $0, inColumns: columns, rows: rows) }
  }

  fileprivate func cellCounts(
    of parts: [SectionPart], inColumns columns: Int, rows: Int?
  ) -> [Int] {
    parts.map { part in
      if rooms.isEmpty { return part.items.count }
      let spans = spans(part.items).lazy.map { $0.fitted(columns: columns, rows: rows ?? .max) }
      return DenseGrid(spans, columns: columns).cells
    }
  }
}

extension LayoutSpace {
  /// The number of rows of the page that has most, in a number of columns, where it may have some.
  func rows(inColumns columns: Int, of rows: Int? = nil) -> Int {
    GridShape.rows(
      ofSections: cellCounts(inColumns: columns, rows: rows), inColumns: columns)
  }
}

/// What became of pictures in cells.
struct PlacedPictures {
  /// Their order on pages, by their places in the list.
  var order: [Int] = []
  /// How many have fewer cells than is asked for.
  var reduced = 0
}

extension FittedLayout {
  /// Takes the order of pictures of which some take several cells of a size.
  mutating func take(_ placed: PlacedPictures, cell: Size) {
    if placed.order.isEmpty { return }
    (order, reducedSpans, self.cell) = (placed.order, placed.reduced, cell)
  }
}

extension SectionedGrid {
  /// The number of pages where cells are too tall for any: more than any other grid has.
  static let tooManyPages = 1 << 40

  /// The number of pages of a height; ``tooManyPages`` where spans are taller than a page.
  func pageCount(of space: LayoutSpace, height: Double) -> Int {
    guard pageRows(in: height - space.headingRoom) >= min(space.leastRows, rows ?? .max) else {
      return Self.tooManyPages
    }
    return space.pages.reduce(0) { count, parts in
      var placed = PlacedPictures()
      let pages = try? page(parts, in: space, height: height, &placed).pages(maximumHeight: height)
      return count + (pages?.count ?? Self.tooManyPages)
    }
  }

  /// The sections of a page under their headings; those that fit one row stand beside each other.
  ///
  /// The last row of a section is packed to the left. No picture of several cells crosses from one page
  /// of a height to the next.
  func page(
    _ parts: [SectionPart], in space: LayoutSpace, height: Double?, _ placed: inout PlacedPictures
  ) throws(LayoutError) -> Arrangement {
    let counts = space.cellCounts(of: parts, inColumns: columns, rows: rows)
    let bands = SectionPart.bands(of: counts.map(Double.init), limit: Double(columns))
    guard space.hasSpans else {
      return try space.stacked(parts, inBands: bands) { items throws(LayoutError) in
        try AspectGrid(itemCount: items.count, cell: cell, shape: .columns(columns), gap: gap)
          .arrangement
      }
    }
    var foot: Double?
    return try space.stacked(parts, inBands: bands) { items throws(LayoutError) in
      let block = block(space.spans(items), space, height: height, below: &foot)
      for place in block.places {
        let item = items.lowerBound + place.item
        placed.order.append(item)
        if case .cells(let span) = space.rooms[item], place.span != span { placed.reduced += 1 }
      }
      return block.arrangement(cell: cell, gap: gap)
    }
  }

  /// The cells of sections that stand beside each other, below what ends at a foot; nil for nothing.
  private func block(
    _ spans: [CellSpan], _ space: LayoutSpace, height: Double?, below foot: inout Double?
  ) -> DenseGrid {
    guard let height else {
      return DenseGrid(
        spans.map { $0.fitted(columns: columns, rows: rows ?? .max) }, columns: columns)
    }
    let pageRows = max(1, pageRows(in: height - space.headingRoom))
    var start = space.headingRoom + (foot.map { $0 + (space.sections?.above ?? 0) } ?? 0)
    var firstRows = min(pageRows, self.pageRows(in: height - start))
    var grid = DenseGrid(spans, columns: columns, pageRows: pageRows, firstRows: firstRows)
    if firstRows < pageRows, grid.places.first.map({ $0.row >= firstRows }) ?? true {
      // A heading has a row under it.
      (start, firstRows) = (space.headingRoom, pageRows)
      grid = DenseGrid(spans, columns: columns, pageRows: pageRows)
    }
    let isOnFirst = grid.rows <= firstRows
    let last = isOnFirst ? grid.rows : (grid.rows - firstRows - 1) % pageRows + 1
    foot =
      (isOnFirst ? start : space.headingRoom) + Double(last) * (cell.height + gap.height)
      - gap.height
    return grid
  }

  /// The number of rows in a height, at most those that pages have.
  private func pageRows(in height: Double) -> Int {
    let count = ((height + gap.height + 1e-6) / (cell.height + gap.height)).rounded(.down)
    return min(rows ?? .max, Int(min(max(0, count), 1e9)))
  }
}
