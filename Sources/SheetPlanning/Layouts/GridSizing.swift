package import SheetLayout
package import SheetModel
internal import SheetPlans

/// The given sizes of a grid; the rest follows from the number of pictures.
package enum GridSizing: Equatable, Sendable {
  /// Cells sized for the pictures.
  ///
  /// The nominal cell has the ratio of cells, and an area of 256 by 256 pixels. Pictures are scaled
  /// to it. The cell is as wide and as tall as four out of five of the scaled pictures need. Each
  /// side is at least 64 pixels if that side of any picture is; pictures larger than the cell are
  /// scaled down to fit. A single picture has a cell of its own size, up to 1,024 pixels on its
  /// longer side. If the sheet would be larger than allowed, the area shrinks, down to 16 by 16
  /// pixels. A fixed ratio is kept.
  case automatic(cellRatio: Sheet.CellRatio)
  /// The cell's size in pixels.
  case cell(PixelSize)
  /// The size of cells in pixels, on pages of a given size, each of which has as many cells as fit.
  ///
  /// Marks in the margins show where to cut.
  case cellOnPage(PixelSize, page: PixelSize)
  /// Cells as wide as the widest and as tall as the tallest picture.
  case largestPicture
  /// The width and height of the sheet, and the ratio of cells.
  ///
  /// A fixed ratio is kept. Otherwise visible or covered cells fill the sheet, and only come close
  /// to the pictures' ratio.
  case sheet(PixelSize, cellRatio: Sheet.CellRatio)
  /// The width of the sheet and the ratio of cells, which is kept.
  ///
  /// Without a fixed ratio, cells have the pictures' ratio, but are no wider and no taller than four
  /// out of five pictures need.
  case width(Int, cellRatio: Sheet.CellRatio)

  /// The given ratio of cells; nil if it follows from pictures, or from the size of the sheet.
  var givenRatio: Double? {
    switch self {
    case .automatic(let ratio), .sheet(_, let ratio), .width(_, let ratio):
      if case .fixed(let value) = ratio { value } else { nil }
    case .cell(let cell), .cellOnPage(let cell, _): Double(cell.width) / Double(cell.height)
    case .largestPicture: nil
    }
  }

  /// The approximate ratio of width to height of sheets without a given size.
  static let sheetRatio = 3.0 / 2

  /// The rule about cells, unless they keep their ratio on a page.
  ///
  /// - Parameters:
  ///   - request: The pictures, and the room for the grid.
  ///   - page: Returns the size of a full page; called if the cell may shrink.
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
      let ratio = request.ratioNeeded(inCellsOf: cellRatio)
      return (.width(try request.width(of: width), cellRatio: ratio), nil)
    }
  }
}

extension LayoutRequest {
  /// The ratio of cells on a sheet of which only the width is given.
  ///
  /// Unless pictures cover cells or keep their size, cells that take the pictures' ratio are no
  /// wider and no taller than four out of five pictures need, as on a sheet without a given size.
  fileprivate func ratioNeeded(inCellsOf ratio: Sheet.CellRatio) -> Double {
    let value = ratio.value(for: pictures)
    let sorted = pictures.filter { $0 != nil }.map(\.ratio).sorted()
    guard ratio == .automatic, style.scaling == .fit, !takesFactor, !sorted.isEmpty else {
      return value
    }
    let needed = CellSizeEstimate.needing(of: sorted.count)
    return min(max(value, sorted[sorted.count - needed]), sorted[needed - 1])
  }

  /// The room for cells on a page with this size, below the heading at its top.
  ///
  /// - Throws: `LayoutError.edgesTooWide(_:side:)` if nothing is left.
  func content(ofPage page: PixelSize) throws(LayoutError) -> Size {
    Size(
      width: try width(of: page.width), height: try height(of: page.height) - headingRoom)
  }
}

extension Sheet.CellRatio {
  /// The ratio of cells that are larger by these factors.
  func enlarged(by growth: Size) -> Sheet.CellRatio {
    if case .fixed(let ratio) = self { .fixed(ratio * growth.width / growth.height) } else { self }
  }

  /// The ratio for `pictures`; unreadable pictures are nil and do not count.
  ///
  /// 1 if no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio): ratio
    case .automatic: FairRatio(of: pictures.filter { $0 != nil }.map(\.ratio))?.value ?? 1
    }
  }
}

extension PixelSize {
  /// The size with each side multiplied by its factor, to the nearest pixel.
  func enlarged(by growth: Size) -> PixelSize {
    Size(width: Double(width) * growth.width, height: Double(height) * growth.height).snapped
  }
}
