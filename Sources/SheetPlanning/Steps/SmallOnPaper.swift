internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// Pictures that look small on paper, because they have few pixels and are not enlarged.

extension PageMetrics {
  /// A picture counts as small if enlarging it would multiply its area by more than this.
  private static let leastGrowth = 1.5

  /// The note on pictures on paper that would be much larger if they were enlarged; nil if fewer
  /// than half of all pictures would be.
  ///
  /// Icons and samples are not meant to be enlarged. Anyone who chooses a scaling, or a resolution
  /// that makes pictures larger than the default does, has thought about sizes.
  func noteOnSmallPictures(on pages: [SheetPage], of sheet: LaidOutSheet) -> Note? {
    guard let perInch = job.pagePixelsPerInch, job.comparison == nil,
      !job.hasGivenDensity || perInch >= Sheet.Paper.pixelsPerInch,
      job.style.scaling == .fit, job.style.enlargement == .never, job.enlargementFactor == nil
    else { return nil }
    let rows = sheet.pages.reduce(0) { max($0, $1.grid?.rows ?? 0) }
    var (small, total) = (0, 0)
    for (draft, page) in zip(sheet.pages, pages) {
      // A grid whose cells are no larger than its pictures may leave most of the page empty.
      let grown =
        traits.statesCells
        ? nil : draft.grid.map { cell(on: page, columns: $0.columns, rows: rows) }
      for tile in page.tiles {
        guard let image = tile.placement?.image.size else { continue }
        total += 1
        guard image.isOfPhotograph, !tile.isReduced else { continue }
        let room = decoratedArea(of: tile).size
        var (width, height) = (Double(room.width), Double(room.height))
        if let grown {
          width = max(width, grown.width - Double(tile.cell.width - room.width))
          height = max(height, grown.height - Double(tile.cell.height - room.height))
        }
        let growth = min(width / Double(image.width), height / Double(image.height))
        if growth * growth > Self.leastGrowth { small += 1 }
      }
    }
    guard small > 0, small * 2 >= total else { return nil }
    return Note(
      .smallPictures,
      small == 1
        ? "1 image fills less than two thirds of the space it could, because it is not enlarged"
        : "\(small) images fill less than two thirds of the space they could, because they are not "
          + "enlarged",
      remedy: "\(.upscale) enlarges \(small == 1 ? "it" : "them")", [.count: small])
  }

  /// The cell of a grid that fills a page.
  private func cell(on page: SheetPage, columns: Int, rows: Int) -> Size {
    func side(_ length: Int, _ edges: Int, _ gap: Double, _ count: Int) -> Double {
      (Double(length - edges) - gap * Double(count - 1)) / Double(max(count, 1))
    }
    return Size(
      width: side(page.size.width, spacing.edges.horizontal, spacing.gap.width, columns),
      height: side(page.size.height, spacing.edges.vertical, spacing.gap.height, rows))
  }
}
