package import SheetLayout
package import SheetPlans

/// The given sizes of a grid; the rest follows from the number of pictures.
package enum GridSizing: Equatable, Sendable {
  /// Cells as the pictures need them.
  ///
  /// The nominal cell has the ratio, and the area of 256 by 256 pixels. Pictures are scaled to it.
  /// The cell is as wide and as high as four of five of the scaled pictures need. It has at least
  /// 64 pixels if any picture has; larger pictures are made to fit. A single picture has a cell of
  /// its own size, up to 1,024 pixels on its longer side. If the sheet would be larger than
  /// allowed, the area shrinks, down to 16 by 16 pixels. A fixed ratio is kept.
  case automatic(cellRatio: CellRatio)
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
  case sheet(PixelSize, cellRatio: CellRatio)
  /// The sheet's width and the cells' ratio, which is kept.
  case width(Int, cellRatio: CellRatio)

  /// Width divided by height of sheets without a given size, approximately.
  static let sheetRatio = AspectRatio.standard.value

  /// A sizing in numbers, without edges and without the heading at the top of a page.
  enum Measure {
    case cell(Size)
    case sheet(Size, cellRatio: Double)
    case width(Double, cellRatio: Double)

    /// Width divided by height that a cell should have.
    var cellRatio: Double {
      if case .cell(let cell) = self { cell.width / cell.height } else { target }
    }

    /// The width of cells in a number of columns.
    func width(inColumns columns: Int, _ gap: Size) -> Double {
      switch self {
      case .cell(let cell): cell.width
      case .sheet(let sheet, _): sheet.cell(columns: columns, rows: 1, gap: gap).width
      case .width(let width, _):
        Size(width: width, height: 0).cell(columns: columns, rows: 1, gap: gap).width
      }
    }

    /// The ratio that a search brings the sheet, or the cells, near to.
    var target: Double {
      switch self {
      case .cell: sheetRatio
      case .sheet(_, let cellRatio), .width(_, let cellRatio): cellRatio
      }
    }
  }

  /// The sizing in numbers.
  ///
  /// - Parameters:
  ///   - space: The pictures and the space of the grid.
  ///   - page: The size of a full page; called if the cell may shrink.
  /// - Returns: The sizing with the largest cell within the limit, and that cell if it is smaller
  ///   than pictures need.
  /// - Throws: `LayoutError` if edges leave nothing of the sheet.
  func measure(
    in space: LayoutRequest, page: (Measure) throws(LayoutError) -> Size = { _ in .zero }
  ) throws(LayoutError) -> (measure: Measure, reducedCell: PixelSize?) {
    switch self {
    case .automatic(let cellRatio):
      let (cell, isReduced) = try CellSizeEstimate(ratio: cellRatio, in: space).largest {
        (cell) throws(LayoutError) in try page(.cell(Size(cell)))
      }
      return (.cell(Size(cell)), isReduced ? cell : nil)
    case .cell(let cell), .cellOnPage(let cell, _):
      return (.cell(Size(cell)), nil)
    case .largestPicture:
      let sizes = space.pictures.compactMap(\.self)
      let cell = PixelSize(
        width: sizes.map(\.width).max() ?? 1, height: sizes.map(\.height).max() ?? 1)
      return (.cell(Size(cell)), nil)
    case .sheet(let sheet, let cellRatio):
      let content = Size(
        width: try space.width(of: sheet.width),
        height: try space.height(of: sheet.height) - space.headingRoom)
      return (.sheet(content, cellRatio: cellRatio.value(for: space.pictures)), nil)
    case .width(let width, let cellRatio):
      let ratio = cellRatio.value(for: space.pictures)
      return (.width(try space.width(of: width), cellRatio: ratio), nil)
    }
  }
}

/// Width divided by height of equal cells.
package enum CellRatio: Equatable, Sendable {
  /// The fair ratio of the pictures, near to their median.
  case automatic
  /// A given ratio.
  case fixed(AspectRatio)

  /// The ratio for `pictures`; unreadable pictures are nil and have no influence.
  ///
  /// 1 if no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio): ratio.value
    case .automatic: FairRatio(of: pictures.filter { $0 != nil }.map(\.ratio))?.value ?? 1
    }
  }
}

extension CellRatio: LosslessStringConvertible {
  /// Parses `auto` or an `AspectRatio`.
  package init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let ratio = AspectRatio(text) {
      self = .fixed(ratio)
    } else {
      return nil
    }
  }

  /// `auto`, or the ratio as it was written.
  package var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }
}
