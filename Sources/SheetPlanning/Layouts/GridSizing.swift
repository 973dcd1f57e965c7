package import SheetLayout
package import SheetModel

/// The given sizes of a grid; the rest follows from the number of pictures.
package enum GridSizing: Equatable, Sendable {
  /// Cells as the pictures need them.
  ///
  /// The nominal cell has the ratio, and the area of 256 by 256 pixels. Pictures are scaled to it.
  /// The cell is as wide and as high as four of five of the scaled pictures need. It has at least
  /// 64 pixels if any picture has; larger pictures are made to fit. A single picture has a cell of
  /// its own size, up to 1,024 pixels on its longer side. If the sheet would be larger than
  /// allowed, the area shrinks, down to 16 by 16 pixels. A fixed ratio is kept.
  case automatic(cellRatio: Sheet.CellRatio)
  /// The cell's size in pixels.
  case cell(PixelSize)
  /// The cell's size in pixels on pages of a size, which have as many as fit.
  ///
  /// Marks in the margins show the places to cut.
  case cellOnPage(PixelSize, page: PixelSize)
  /// Cells as large as the widest and the tallest picture.
  case largestPicture
  /// The sheet's width and height, and the cells' ratio.
  ///
  /// A fixed ratio is kept. Otherwise cells that are visible or covered fill the sheet, and only
  /// come near to the pictures' ratio.
  case sheet(PixelSize, cellRatio: Sheet.CellRatio)
  /// The sheet's width and the cells' ratio, which is kept.
  case width(Int, cellRatio: Sheet.CellRatio)

  /// Width divided by height of sheets without a given size, approximately.
  static let sheetRatio = 3.0 / 2

  /// The rule of cells, before any of them keeps its ratio on a page.
  ///
  /// - Parameters:
  ///   - request: The pictures and the space of the grid.
  ///   - page: The size of a full page; called if the cell may shrink.
  /// - Returns: The rule with the largest cell within the limit, and that cell if it is smaller than
  ///   pictures need.
  /// - Throws: `LayoutError` if edges leave nothing of the sheet.
  func cellRule(
    in request: LayoutRequest, page: (CellRule) throws(LayoutError) -> Size
  ) throws(LayoutError) -> (rule: CellRule, reducedCell: PixelSize?) {
    switch self {
    case .automatic(let cellRatio):
      let (cell, isReduced) = try CellSizeEstimate(ratio: cellRatio, in: request).largest {
        (cell) throws(LayoutError) in try page(.size(Size(cell)))
      }
      return (.size(Size(cell)), isReduced ? cell : nil)
    case .cell(let cell), .cellOnPage(let cell, _):
      return (.size(Size(cell)), nil)
    case .largestPicture:
      let sizes = request.pictures.compactMap(\.self)
      let cell = PixelSize(
        width: sizes.map(\.width).max() ?? 1, height: sizes.map(\.height).max() ?? 1)
      return (.size(Size(cell)), nil)
    case .sheet(let sheet, let cellRatio):
      let page = try request.content(ofPage: sheet)
      return (.filling(page, cellRatio: cellRatio.value(for: request.pictures)), nil)
    case .width(let width, let cellRatio):
      let ratio = cellRatio.value(for: request.pictures)
      return (.width(try request.width(of: width), cellRatio: ratio), nil)
    }
  }
}

extension LayoutRequest {
  /// The room of cells on a page of a size, below the heading at its top.
  ///
  /// - Throws: `LayoutError.edgesTooWide(_:side:)` if nothing is left.
  func content(ofPage page: PixelSize) throws(LayoutError) -> Size {
    Size(
      width: try width(of: page.width), height: try height(of: page.height) - headingRoom)
  }
}

extension Sheet.CellRatio {
  /// The ratio for `pictures`; unreadable pictures are nil and have no influence.
  ///
  /// 1 if no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio): ratio
    case .automatic: FairRatio(of: pictures.filter { $0 != nil }.map(\.ratio))?.value ?? 1
    }
  }
}
