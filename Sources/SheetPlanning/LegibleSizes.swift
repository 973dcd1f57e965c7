internal import SheetLayout
internal import SheetModel
internal import SheetPlans
internal import SheetText

// Sizes at which pictures or labels would be legible, for remedies in notes. A sheet made with such
// a size does not get the same note again.

extension PageMetrics {
  /// The longer side, in pixels, below which nothing can be made out in a picture.
  private static let minimumSide = 16.0
  /// The longer sides that a remedy suggests for pictures; the first with which the sheet stays
  /// within its pixel limit is used.
  private static let legibleSides = [64.0, 20]

  /// The note about pictures too small to make anything out; nil if there are none, or if small
  /// cells were requested.
  func noteOnTinyPictures(on pages: [SheetPage], of sheet: LaidOutSheet) -> Note? {
    if traits.statesCells { return nil }
    var (largest, isReduced) = (PixelSize(width: 0, height: 0), false)
    for page in pages {
      for tile in page.tiles {
        guard let image = tile.placement?.image.size else { continue }
        if Double(image.longerSide) >= Self.minimumSide { return nil }
        if image.longerSide > largest.longerSide { largest = image }
        isReduced = isReduced || tile.isReduced
      }
    }
    if !isReduced { return nil }
    let side = Double(largest.longerSide)
    let sizes = Self.legibleSides.lazy.compactMap {
      size(of: pages, on: sheet, withCellsEnlargedBy: $0 / side)
    }
    return Note(
      .tinyPictures,
      "images are at most \(largest.width) x \(largest.height) pixels, too small to make anything "
        + "out",
      remedy: sizes.first.map { "\(.size, $0) makes them larger" }
        ?? settingOfPages.map { "leave out \($0) to make them larger" }
        ?? "make \(.size) or \(.paper) larger, or \(Remedy.fewerOnPages)")
  }

  /// The setting that determines how many pictures a page has; nil if none does.
  private var settingOfPages: Setting? {
    if job.paging.pageCount != nil { return .pageCount }
    if job.paging.picturesPerPage != nil { return .perPage }
    return (job.layout as? GridLayout)?.shape.map { $0.rows == nil ? .columns : .rows }
  }

  /// The largest number of lines per label that a remedy suggests.
  private static let mostSuggestedLines = 20
  /// The largest number of lines that a remedy suggests for labels that contain line breaks and do
  /// not fit in wider cells either.
  ///
  /// This is the largest number of lines that the setting accepts.
  private static let mostSuggestedOwnLines = 100

  /// The note about shortened labels.
  func note(on labels: FittedTexts.Shortened, of sheet: LaidOutSheet, on pages: [SheetPage]) -> Note
  {
    let remedies = remedies(for: labels, of: sheet, on: pages)
    let them = labels.count == 1 ? "it" : "them"
    let mostLines = labels.widening == nil ? Self.mostSuggestedOwnLines : Self.mostSuggestedLines
    let smallerType: Remedy = job.texts.font.size == nil ? "" : "make \(.font) smaller, or "
    let remedy: Remedy =
      if let sizes = remedies.joined("or") {
        "\(sizes) shows \(them) whole"
      } else if traits.pageHeight == nil, labels.lines <= mostLines,
        haveRoom(for: labels.lines, on: sheet)
      {
        "\(.labelLines, labels.lines) shows \(them) whole"
      } else if job.texts.areOnPaper {
        "to show \(them) whole, \(smallerType)\(Remedy.fewerOnPages)"
      } else {
        "larger cells show \(them) whole"
      }
    return Note(
      .shortenedLabels,
      "\(labels.count.counted(of: labels.total, "label")) \(labels.count == 1 ? "is" : "are") "
        + "shortened", remedy: remedy,
      [.count: labels.count, .total: labels.total])
  }

  /// Whether labels with this many lines fit beside or over pictures; labels above or below pictures
  /// always do.
  private func haveRoom(for lines: Int, on sheet: LaidOutSheet) -> Bool {
    labels.room?.position.takesHeight != false
      || lines * TypeScale.lineHeight(labels.type.size) <= Int(sheet.lowestFrame)
  }

  /// The remedies with which no label is shortened: more lines, fewer columns, or a larger sheet or
  /// cell.
  private func remedies(
    for labels: FittedTexts.Shortened, of sheet: LaidOutSheet, on pages: [SheetPage]
  ) -> [Remedy] {
    var remedies: [Remedy] = []
    // More than two extra lines would be taller than most pictures. On a page with a given height,
    // extra lines make cells narrower.
    if traits.pageHeight == nil, labels.lines <= self.labels.maximumLines + 2,
      haveRoom(for: labels.lines, on: sheet)
    {
      remedies.append("\(.labelLines, labels.lines)")
    }
    let page = sheet.pages[0]
    guard let widening = labels.widening, self.labels.room?.position.takesHeight != false,
      page.layout.cell == nil, let cell = page.cell?.size, let columns = page.grid?.columns
    else { return remedies }
    let width = cell.width.rounded(.up) + Double(widening)
    if traits.pageHeight != nil {
      // Headings may need a different number of lines on a larger sheet, and cells might not grow
      // further.
      let mayGrow =
        spacing.sections == nil
        && (!traits.widthFollowsFromPictures || width <= sheet.widestCell(of: cell, job.style))
      guard mayGrow,
        var larger = size(of: pages, on: sheet, withCellsEnlargedBy: 1.02 * width / cell.width)
      else { return remedies }
      // Larger labels take room from pictures, which must not become narrower.
      let highest = self.labels.maximumLines * TypeScale.lineHeight(scale.label)
      let rows = sheet.pages.reduce(0) { max($0, $1.grid?.rows ?? 0) }
      larger.height? += rows * max(0, highest - (self.labels.room?.height ?? 0))
      remedies.append("\(.size, larger)")
      return remedies
    }
    if traits.widthFollowsFromPictures {
      let label = decoration.labelInsets
      let height = traits.statesCells ? cell.height * width / cell.width : cell.height
      let larger = LargerSize(
        width: Int(width) + max(0, spacing.outset.horizontal - label.horizontal),
        height: Int(height.rounded(.up)) + max(0, spacing.outset.vertical - label.vertical))
      remedies.append("\(.cell, larger)")
    } else if job.texts.areOnPaper {
      return remedies
    } else if traits.statesColumns {
      let more = Double(columns) * (width - cell.width)
      remedies.append("\(.size, "\(pages[0].size.width + Int(more.rounded(.up)))")")
    } else {
      let room = Double(contentWidth(of: pages[0]))
      let most = Int(SheetLayout.count(ofLength: width, in: room, gap: spacing.gap.width))
      if most > 0 { remedies.append("\(.columns, most)") }
    }
    return remedies
  }

  /// The size of a sheet whose cells are larger by a factor, with the same edges and gaps.
  ///
  /// - Returns: The size; nil if the size of the sheet is not set in pixels, or if the sheet would
  ///   have more pixels than allowed.
  func size(
    of pages: [SheetPage], on sheet: LaidOutSheet, withCellsEnlargedBy factor: Double
  ) -> LargerSize? {
    if job.texts.areOnPaper || traits.widthFollowsFromPictures && traits.pageHeight == nil {
      return nil
    }
    var size = Size.zero
    for (draft, page) in zip(sheet.pages, pages) {
      var grown = contentSize(of: page)
      if let cell = draft.cell?.size, let grid = draft.grid {
        grown = Size(
          width: cell.width * Double(grid.columns), height: cell.height * Double(grid.rows))
      }
      size.width = max(
        size.width, Double(page.size.width) + (grown.width * (factor - 1)).rounded(.up))
      size.height = max(
        size.height, Double(page.size.height) + (grown.height * (factor - 1)).rounded(.up))
    }
    guard size.width * size.height <= Double(job.maximumPixels.value) else { return nil }
    return LargerSize(
      width: Int(size.width), height: traits.pageHeight.map { _ in Int(size.height) })
  }
}

/// A size in a remedy, written as in a setting: `400x300`, or `400` if the height follows from the
/// pictures.
struct LargerSize: CustomStringConvertible {
  let width: Int
  var height: Int?

  var description: String { "\(width)" + (height.map { "x\($0)" } ?? "") }
}

extension LaidOutSheet {
  /// The width beyond which cells with this ratio do not grow, because pictures keep their size.
  fileprivate func widestCell(of cell: Size, _ style: TileStyle) -> Double {
    if !style.keepsSmall { return .infinity }
    return pictures.reduce(0) { widest, picture in
      guard let size = picture.shownSize else { return widest }
      return max(widest, Double(size.width), Double(size.height) * cell.width / cell.height)
    }
  }
}
