internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// The note on pictures of a matrix that keep their size and are less than half as wide as their
  /// columns.
  ///
  /// Nil if fewer than half of all pictures are so small.
  ///
  /// Columns are much wider than pictures only if the width of the sheet is given; otherwise their
  /// widths follow from the pictures and the headings. Anyone who chooses a scaling, or the size of
  /// cells, has thought about sizes.
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
    return Note(
      onSmall: narrow, of: total,
      one: "less than half of the width of its column, because it is not enlarged",
      several: "less than half of the width of their columns, because they are not enlarged")
  }

  /// The note on pictures that keep their size and are less than a third as wide as their cells, on
  /// a sheet whose width is given in a unit of length.
  ///
  /// Nil if fewer than half of all pictures are so small.
  ///
  /// If only a width is given, pictures are not enlarged a little as they would be on paper. At 300
  /// pixels per inch, the sheet is so many pixels wide that small pictures look lost.
  func noteOnPicturesInGivenWidth(on pages: [SheetPage], of sheet: LaidOutSheet) -> Note? {
    guard job.hasGivenSize, job.pagePixelsPerInch == nil, traits.axes == nil,
      job.lengthUnit != .pixels, !traits.statesCells, job.keepsSmallByDefault,
      job.exactScale == nil
    else { return nil }
    var (small, total) = (0, 0)
    for (draft, page) in zip(sheet.pages, pages) {
      // In columns, cells are as large as their pictures.
      let column = draft.layout.columns.reduce(Double.infinity) { min($0, $1.width) }
      for tile in page.tiles {
        guard let image = tile.placement?.image else { continue }
        total += 1
        if tile.isReduced { continue }
        let room = decoratedArea(of: tile).size
        if column < .infinity {
          if 3 * Double(image.width) < column { small += 1 }
        } else if 3 * image.width < room.width, 3 * image.height < room.height {
          // Both sides count, because a tall picture in the cell of a wide one could not grow to
          // three times its size.
          small += 1
        }
      }
    }
    return Note(
      onSmall: small, of: total,
      one: "less than a third of the width of its cell, because it is not enlarged",
      several: "less than a third of the width of their cells, because they are not enlarged")
  }
}

extension Note {
  /// The note on small pictures, which could be enlarged; nil if fewer than half of all pictures are
  /// small.
  ///
  /// - Parameters:
  ///   - count: The number of small pictures.
  ///   - total: The number of pictures.
  ///   - one: How much a single small picture fills, and why it fills no more, in words.
  ///   - several: The same for several small pictures.
  init?(onSmall count: Int, of total: Int, one: String, several: String) {
    guard count > 0, count * 2 >= total else { return nil }
    self.init(
      .smallPictures, count == 1 ? "1 image fills \(one)" : "\(count) images fill \(several)",
      remedy: "\(.upscale) enlarges \(count == 1 ? "it" : "them")", [.count: count])
  }
}
