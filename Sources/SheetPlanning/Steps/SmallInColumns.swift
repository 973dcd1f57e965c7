internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// The note on pictures of a matrix that keep their size and are less than half as wide as their
  /// columns; nil if fewer than half of all pictures are.
  ///
  /// Columns are that wide only if the width of the sheet is given; otherwise they follow from the
  /// pictures and the headings. Anyone who chooses a scaling, or the size of cells, has thought
  /// about sizes.
  func noteOnNarrowPictures(on pages: [SheetPage]) -> Note? {
    guard traits.axes != nil, !traits.isUnsized, !traits.statesCells, job.keepsSmallByDefault,
      job.exactScale == nil
    else { return nil }
    var (narrow, total) = (0, 0)
    for tile in pages.lazy.flatMap(\.tiles) {
      guard let image = tile.placement?.image else { continue }
      total += 1
      if !tile.isReduced, 2 * image.width < decoratedArea(of: tile).width { narrow += 1 }
    }
    guard narrow > 0, narrow * 2 >= total else { return nil }
    return Note(
      .smallPictures,
      narrow == 1
        ? "1 image fills less than half of the width of its column, because it is not enlarged"
        : "\(narrow) images fill less than half of the width of their columns, because they are not "
          + "enlarged",
      remedy: "\(.upscale) enlarges \(narrow == 1 ? "it" : "them")", [.count: narrow])
  }
}
