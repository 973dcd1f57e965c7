internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// The sizes of a sheet and its cells, as far as they are given.
struct RequestedSize: Sendable {
  /// A page of paper.
  struct Page: Sendable {
    let size: PixelSize
    let pixelsPerInch: Int

    init(_ size: PixelSize, perInch pixelsPerInch: Int) {
      (self.size, self.pixelsPerInch) = (size, pixelsPerInch)
    }

    /// Converts millimetres to pixels; the result is at least 1.
    func pixels(_ millimetres: Int) -> Int {
      let length = Sheet.Length.millimetres(Double(millimetres))
      return max(1, Int(length.fractionalPixels(perInch: pixelsPerInch) + 0.5))
    }

    /// The margin of the page in pixels if no margin is given.
    var defaultMargin: Int {
      pixels(Sheet.Paper.margin(of: size, perInch: pixelsPerInch))
    }
  }

  /// The size of the sheet; nil if none is given.
  var sheet: PixelExtent?
  /// The page of paper; nil if the sheet is not on paper.
  var page: Page?
  /// The size of cells, which are square if there is no height; nil if no size is given.
  var cell: PixelExtent?
  /// Whether the number of pictures or pages is given, so that pages have their full size.
  var fillsPages = false
  var hasPageCount = false

  init() {}
}

extension RequestedSize {
  /// The size of a sheet, for layouts whose height may follow from the pictures.
  ///
  /// If pages break when they are full, a page of paper determines only the width.
  var extent: PixelExtent {
    guard let page = page?.size else { return sheet ?? .standard }
    return PixelExtent(width: page.width, height: fillsPages ? page.height : nil) ?? .standard
  }

  var hasWidth: Bool { sheet != nil || page != nil }

  /// The size of a collage, which fills its page.
  var extentOfCollage: PixelExtent {
    page.flatMap { PixelExtent(width: $0.size.width, height: $0.size.height) } ?? sheet ?? .standard
  }

  var sizingOfMatrix: MatrixLayout.Sizing {
    if let cell { return .cell(cell.square) }
    return sheet != nil || page != nil ? .sheet(extent) : .automatic
  }

  func sizing(ofGrid shape: GridShape?, cellRatio: Sheet.CellRatio) -> GridSizing {
    if let page = page?.size {
      if let cell { return .cellOnPage(cell.square, page: page) }
      // If only columns are given, cells keep their ratio, and pages have as many rows as fit,
      // unless the number of pages determines the rows.
      if case .columns = shape, !hasPageCount { return .width(page.width, cellRatio: cellRatio) }
      return .sheet(page, cellRatio: cellRatio)
    }
    if let cell { return .cell(cell.square) }
    guard let sheet else { return .automatic(cellRatio: cellRatio) }
    guard let height = sheet.height else { return .width(sheet.width, cellRatio: cellRatio) }
    return .sheet(PixelSize(width: sheet.width, height: height), cellRatio: cellRatio)
  }
}

extension RequestedSize {
  /// The widest binding that leaves at least one pixel of the page's width.
  var mostBinding: Int {
    (page?.size.width ?? sheet?.width).map { max(0, $0 - 1) } ?? Sheet.Length.maximumPixels
  }

  /// The sizes without a binding of this width.
  func narrowed(by binding: Int) -> RequestedSize {
    if binding == 0 { return self }
    var narrowed = self
    narrowed.sheet = sheet.flatMap { PixelExtent(width: $0.width - binding, height: $0.height) }
    narrowed.page = page.map {
      Page(
        PixelSize(width: $0.size.width - binding, height: $0.size.height),
        perInch: $0.pixelsPerInch)
    }
    return narrowed
  }
}

extension RequestedSize {
  var defaultGap: PixelSpacing {
    page.map { PixelSpacing($0.pixels(Sheet.Paper.gap)) } ?? .standard
  }

  var defaultMargin: Int { page?.defaultMargin ?? PixelSpacing.standard.horizontal }

  /// Gives pages the height of the paper, and pictures their minimum size on paper.
  func fitPages(of job: inout SheetJob, areCollages: Bool) {
    guard let page else { return }
    job.pagePixelsPerInch = page.pixelsPerInch
    (job.paging.minimumHeight, job.paging.maximumHeight) = (page.size.height, page.size.height)
    job.paging.minimumPictureSide = page.pixels(
      Sheet.Paper.minimumPictureSide(inCollage: areCollages))
    let (isSmall, isLarge) = (
      Sheet.Paper.isSmall(page.size, perInch: page.pixelsPerInch),
      Sheet.Paper.isLarge(page.size, perInch: page.pixelsPerInch)
    )
    job.texts.medium = isSmall ? .smallPaper : isLarge ? .largePaper : .paper
  }
}

extension PixelExtent {
  fileprivate var square: PixelSize { PixelSize(width: width, height: height ?? width) }
}
