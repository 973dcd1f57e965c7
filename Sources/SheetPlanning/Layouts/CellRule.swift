internal import SheetLayout

/// How the size of a grid's cells follows from its columns and rows, in pixels.
///
/// Lengths exclude edges, and heights also exclude the heading at the top of a page.
enum CellRule {
  /// Cells have a given size, and the sheet grows with them.
  case size(Size)
  /// Columns share the width of a sheet, and cells have a given ratio; the height follows.
  case width(Double, cellRatio: Double)
  /// Columns and rows fill a page; cells only come close to a given ratio.
  case filling(Size, cellRatio: Double)
  /// Cells have a given ratio, and are as large as a page allows.
  case keepingRatio(LargestGrid)

  /// The ratio of width to height that a cell should have.
  var cellRatio: Double {
    switch self {
    case .size(let cell): cell.width / cell.height
    case .width(_, let cellRatio), .filling(_, let cellRatio): cellRatio
    case .keepingRatio(let page): page.ratio
    }
  }

  /// The width of cells in this many columns, whatever the number of rows.
  func width(inColumns columns: Int, _ gap: Size) -> Double {
    switch self {
    case .size(let cell): cell.width
    case .width(let width, _):
      Size(width: width, height: 0).cell(columns: columns, rows: 1, gap: gap).width
    case .filling(let page, _): page.cell(columns: columns, rows: 1, gap: gap).width
    case .keepingRatio(let page): page.width(columns: columns, rows: 1)
    }
  }

  /// The size of cells in this many columns.
  ///
  /// On pages of a given size, cells are as tall as on the page where they must be shortest.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - lines: The bands and the rows of each page.
  ///   - leastRows: The minimum number of rows on a page.
  ///   - request: The request, with headings and gaps.
  /// - Returns: The size of a cell.
  /// - Throws: `LayoutError` if there is no room for cells.
  func cell(
    inColumns columns: Int, _ lines: [SectionPart.Lines], leastRows: Int, in request: LayoutRequest
  ) throws(LayoutError) -> Size {
    let (cell, sheet): (Size, Shortage)
    let (gap, width) = (request.gap, width(inColumns: columns, request.gap))
    switch self {
    case .size(let given): return given
    case .width(let sheetWidth, let cellRatio):
      cell = Size(width: width, height: width / cellRatio)
      sheet = Shortage(width: sheetWidth, gap: gap)
    case .filling(let page, _):
      // The room for the first heading was already subtracted.
      let whole = Size(width: page.width, height: page.height + request.headingRoom)
      sheet = Shortage(whole, gap: gap)
      var height = Double.infinity
      for (bands, needed) in lines {
        let rows = max(needed, leastRows)
        let content = try request.content(of: whole, underHeadings: bands).height
        height = min(height, (content - Double(rows - bands) * gap.height) / Double(rows))
      }
      cell = Size(width: width, height: height)
    case .keepingRatio(let page):
      return try page.pixelCell(
        inColumns: columns, rows: lines.reduce(max(1, leastRows)) { max($0, $1.rows) })
    }
    guard cell.width > 0, cell.height > 0 else { throw .noRoom(sheet) }
    return cell
  }
}

extension LargestGrid {
  /// The size of cells in this many columns and rows, in whole pixels, so that all cells and all
  /// gaps are equal.
  ///
  /// - Throws: `LayoutError` if there is no room, or less than one pixel for a cell.
  fileprivate func pixelCell(inColumns columns: Int, rows: Int) throws(LayoutError) -> Size {
    let width = width(columns: columns, rows: rows)
    guard width > 0 else { throw .noRoom(Shortage(page, gap: gap)) }
    let highest = page.cell(columns: columns, rows: rows, gap: gap).height.rounded(.down)
    let height = min((width.rounded(.down) / ratio).rounded(), highest)
    guard width >= 1, height >= 1 else {
      throw .cellsTooSmall(Size(width: width, height: width / ratio))
    }
    return Size(width: width.rounded(.down), height: height)
  }
}
