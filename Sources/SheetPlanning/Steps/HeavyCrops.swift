internal import SheetLayout
internal import SheetModel
internal import SheetPlans

extension PageMetrics {
  /// The fraction of its area that a picture may lose without a note.
  ///
  /// A little more than a third, which a photograph of 3:2 loses in a square cell, so that rounding
  /// to whole pixels does not count.
  private static let largestUsualCrop = 0.35

  /// The note on pictures that lose more than a third of their area because they fill their cells;
  /// nil if there are none, or if the cells are meant to be square.
  ///
  /// Anyone who chooses the focus or the crop of a picture has seen what is cropped.
  func noteOnHeavyCrops(on pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    guard job.style.scaling.covers, job.comparison == nil, !traits.hasSquareCells else {
      return nil
    }
    var (count, total) = (0, 0)
    for page in pages {
      for tile in page.tiles {
        let picture = pictures[tile.index]
        guard let size = picture.sizeInCell, let share = tile.croppedShare(of: size) else {
          continue
        }
        total += 1
        if share <= Self.largestUsualCrop { continue }
        let overrides = picture.overrides
        if overrides.focus == nil, overrides.crop == nil { count += 1 }
      }
    }
    guard count > 0 else { return nil }
    let which =
      count < total
      ? "\(count) of \(total.counted("image"))" : total == 1 ? "1 image" : "all \(total) images"
    let whole: Remedy =
      "\(.scale, Scaling.fit.rawValue) shows \(count == 1 ? "it" : "them") whole"
    let shape: Remedy? =
      job.layout is GridLayout
      ? (traits.statesCells ? "a \(.cell) of another shape" : "another \(.ratio)") : nil
    return Note(
      .heavyCrops,
      "\(which) \(count == 1 ? "loses" : "lose") more than a third of "
        + "\(count == 1 ? "its" : "their") area, because images are cropped to fill their cells",
      remedy: shape.map { "\(whole), and \($0) crops less" } ?? whole,
      [.count: count])
  }
}
