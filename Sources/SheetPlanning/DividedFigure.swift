internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// A matrix whose height is limited, such as a figure, may take up several pages. A note then
// suggests a width at which it fits on one page.

extension PageMetrics {
  /// Whether a matrix that is meant to fit on one page takes up several.
  ///
  /// Each group has a matrix of its own, but if groups are sections, their matrices form one
  /// figure. A comparison may have any number of rows, so it is meant to fit only if its preset is
  /// for figures.
  func isDividedFigure(_ sheet: LaidOutSheet) -> Bool {
    traits.axes != nil && job.paging.maximumHeight != nil && job.pagePixelsPerInch == nil
      && (job.comparison == nil || job.widthMayShrink) && sheet.pages.count > 1
      && (job.paging.hasSections || Set(sheet.pages.map { $0.group().name }).count == 1)
  }
}

/// A width at which a matrix fits on one page.
struct OnePageWidth {
  let layout: MatrixLayout
  /// The width including the binding, in the unit of the sheet, such as `158mm`.
  let text: String
  /// The width including the binding, in pixels.
  let width: Double
  /// The width of the matrix on several pages, including the binding, in pixels.
  let fullWidth: Double

  /// The smallest share of its width to which a figure may shrink to fit on one page.
  private static let leastShare = 1.0 / 3

  /// Whether a figure may shrink to this width.
  var isWideEnough: Bool { width >= Self.leastShare * fullWidth }
}

extension SheetPlanner {
  /// The note about a figure that is narrower than its given width.
  ///
  /// - Parameters:
  ///   - found: The width of the figure.
  ///   - count: The number of pages that the figure would otherwise take up.
  /// - Returns: The note.
  func noteOnNarrowedFigure(_ found: OnePageWidth, insteadOf count: Int) -> Note {
    let full = lengthText(found.fullWidth)
    return Note(
      .narrowedSheet,
      "the matrix is \(found.text) wide instead of \(full), because it would otherwise take up \(count) pages",
      remedy: "\(.size, full) keeps the full width", [.count: count])
  }

  /// The note about a matrix that takes up several pages.
  ///
  /// - Parameters:
  ///   - sheet: The pages.
  ///   - narrower: A width at which one page would be enough; nil if there is none.
  /// - Returns: The note.
  func noteOnDividedFigure(_ sheet: LaidOutSheet, _ narrower: OnePageWidth?) -> Note {
    let count = sheet.pages.count
    let others = remedyForDividedFigure(sheet)
    let narrower = narrower.flatMap { $0.isWideEnough ? $0 : nil }
    return Note(
      .dividedSheet,
      "the matrix takes \(count) pages, because one page has no room for all rows and columns",
      remedy: narrower.map { "\(.size, $0.text) fits it on one page; otherwise, \(others)" }
        ?? others,
      [.count: count])
  }

  /// What helps a matrix that takes up several pages, apart from making it narrower.
  ///
  /// The rows of a comparison cannot be chosen.
  private func remedyForDividedFigure(_ sheet: LaidOutSheet) -> Remedy {
    guard job.comparison == nil, let sorting = (job.layout as? MatrixLayout)?.sorting else {
      return "make \(.maxHeight) larger"
    }
    let matrices = sheet.pages.flatMap { $0.matrices.map(\.1) }
    let isColumn = matrices.allSatisfy { $0.columns.count == 1 }
    // All files are in one folder, which gives them one column or one row that nobody asked for.
    if sorting.rows.template == nil, sorting.columns.template == nil,
      isColumn || matrices.allSatisfy({ $0.rows.count == 1 })
    {
      return
        "\(.layout, GridLayout.name) shows the images side by side, and \(isColumn ? .matrixColumns : .matrixRows) divides them among several \(isColumn ? "columns" : "rows")"
    }
    return "make \(.maxHeight) larger, or choose rows with \(.rowValues)"
  }

  /// The number of pictures above which no narrower width is looked for.
  private static let mostPicturesLaidOutAgain = 500

  private func lengthText(_ length: Double) -> String {
    job.lengthUnit.number(length) + (job.lengthUnit == .pixels ? "" : job.lengthUnit.name)
  }

  /// The largest width at which a matrix fits on one page: narrower columns make its rows shorter.
  ///
  /// - Parameters:
  ///   - grouped: The pictures.
  ///   - sheet: The sheet with the given width.
  ///   - comparison: The pairs and their rule; nil if nothing is compared.
  /// - Returns: The width; nil if there is none.
  func onePageWidth(
    of grouped: GroupedPictures, _ sheet: LaidOutSheet, comparing comparison: PlannedComparison?
  ) -> OnePageWidth? {
    guard let layout = job.layout as? MatrixLayout, !sheet.pages[0].layout.isOverSeveralPages,
      // The sheet is laid out again for each width that is tried.
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
    // Widths are tried in steps of ten pixels, a millimetre, a point, or a tenth of a centimetre or
    // inch.
    let step = isInPixels ? 10 : unit.pixels / (["cm", "in"].contains(unit.name) ? 10 : 1)
    // The layout leaves the binding out, but the size that a note suggests includes it.
    let current = Double(
      (given ?? Int(sheet.pages[0].arrangement.size.width.rounded())) + job.binding)
    var low = Int(Double(job.binding) / step) + 1
    var high = Int((current / step).rounded(.up)) - 1
    var found: OnePageWidth?
    while low <= high {
      let middle = (low + high) / 2
      let width = Double(middle) * step
      var narrower = layout
      guard let extent = PixelExtent(width: Int(width.rounded()) - job.binding) else { return nil }
      narrower.sizing = .sheet(extent)
      switch try? laidOut(grouped, as: narrower, comparing: comparison).sheet.pages {
      case let pages? where pages.count == 1:
        found = OnePageWidth(
          layout: narrower, text: lengthText(width), width: width, fullWidth: current)
        low = middle + 1
      case let pages? where !pages[0].layout.isOverSeveralPages: high = middle - 1
      // Columns would continue on another page, or have no room.
      case _: low = middle + 1
      }
    }
    return found
  }
}
