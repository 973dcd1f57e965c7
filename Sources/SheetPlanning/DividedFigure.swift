internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// A matrix whose height is limited, such as a figure, may take several pages. A note then suggests
// a width with which it takes one.

extension PageMetrics {
  /// Whether a matrix that is meant to be one page takes several.
  func isDividedFigure(_ sheet: LaidOutSheet) -> Bool {
    traits.axes != nil && job.paging.maximumHeight != nil && job.pagePixelsPerInch == nil
      && job.comparison == nil && sheet.pages.count > 1
      && Set(sheet.pages.map { $0.group().name }).count == 1
  }
}

extension SheetPlanner {
  /// The note about a matrix that takes several pages.
  func noteOnDividedFigure(of grouped: GroupedPictures, _ sheet: LaidOutSheet) -> Note {
    let count = sheet.pages.count
    let width = widthOnOnePage(of: grouped, sheet)
    return Note(
      .dividedSheet,
      "the matrix takes \(count) pages, because one page has no room for all rows and columns",
      remedy: width.map {
        "\(.size, $0) makes it one page; otherwise, make \(.maxHeight) larger, or choose rows with \(.rowValues)"
      } ?? "make \(.maxHeight) larger, or choose rows with \(.rowValues)",
      [.count: count])
  }

  /// The number of pictures above which no narrower width is looked for.
  private static let mostPicturesLaidOutAgain = 500

  /// The largest width with which a matrix takes one page, because its rows are less tall; nil if
  /// there is none.
  private func widthOnOnePage(of grouped: GroupedPictures, _ sheet: LaidOutSheet) -> String? {
    guard let layout = job.layout as? MatrixLayout, !sheet.pages[0].layout.isOverSeveralPages,
      // Each try lays the sheet out once more.
      sheet.pictures.count <= Self.mostPicturesLaidOutAgain
    else { return nil }
    let given: Int?
    switch layout.sizing {
    case .automatic: given = nil
    case .sheet(let extent) where extent.height == nil: given = extent.width
    case .cell, .sheet: return nil
    }
    let unit = job.lengthUnit
    let isInPixels = unit == .pixels
    // Tens of pixels, whole millimetres or points, tenths of centimetres or inches.
    let step = isInPixels ? 10 : unit.pixels / (["cm", "in"].contains(unit.name) ? 10 : 1)
    let current = Double(given ?? Int(sheet.pages[0].arrangement.size.width.rounded()))
    var (low, high) = (1, Int((current / step).rounded(.up)) - 1)
    var found: Double?
    while low <= high {
      let middle = (low + high) / 2
      let width = Double(middle) * step
      var narrower = layout
      guard let extent = PixelExtent(width: Int(width.rounded())) else { return nil }
      narrower.sizing = .sheet(extent)
      switch try? pages(of: grouped, as: narrower) {
      case let pages? where pages.count == 1:
        (found, low) = (width, middle + 1)
      case let pages? where !pages[0].layout.isOverSeveralPages: high = middle - 1
      // Columns would continue on another page, or have no room.
      case _: low = middle + 1
      }
    }
    return found.map { unit.number($0) + (isInPixels ? "" : unit.name) }
  }
}
