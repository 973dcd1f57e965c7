internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Part of step 4 of planning: pictures are rotated by 90° if they then fill more of equal cells.

extension PageMetrics {
  /// How much more must be covered for all pictures to take the less common shape, as a factor.
  private static let leastGain = 1.01

  /// Lays pictures out, and rotates those that then fill more of their cells, if the job asks for
  /// it.
  ///
  /// Cells may follow from the shapes of pictures, so both shapes are tried.
  func laidOutToFit(_ grouped: GroupedPictures) throws(ContactSheetError) -> LaidOutSheet {
    guard job.metadata.orientation == .fit, traits.hasEqualCells else {
      return try laidOut(grouped)
    }
    let sizes = grouped.pictures.lazy.compactMap { $0.picture.uprightSize }
    let wide = sizes.count { $0.width > $0.height }
    let areWide = wide >= sizes.count { $0.width < $0.height }
    let usual = try laidOut(grouped, areWide: areWide)
    guard let other = try? laidOut(grouped, areWide: !areWide),
      coveredPixels(of: other) > Self.leastGain * coveredPixels(of: usual)
    else { return usual }
    return other
  }

  /// Lays out pictures in one shape, and again if cells have another.
  private func laidOut(
    _ grouped: GroupedPictures, areWide: Bool
  ) throws(ContactSheetError) -> LaidOutSheet {
    var grouped = grouped
    for index in grouped.pictures.indices {
      let size = grouped.pictures[index].picture.uprightSize
      grouped.pictures[index].turn(
        size.map { $0.width != $0.height && ($0.width > $0.height) != areWide } ?? false)
    }
    let sheet = try laidOut(grouped)
    var isTurned = false
    for page in sheet.pages {
      for position in page.items.indices {
        let place = page.picture(at: position)
        let index = sheet.order[place]
        guard let size = sheet.pictures[place].picture.uprightSize else { continue }
        let wanted = try gainsByTurning(size, in: box(at: position, on: page))
        isTurned = isTurned || grouped.pictures[index].picture.isTurned != wanted
        grouped.pictures[index].turn(wanted)
      }
    }
    return isTurned ? try laidOut(grouped) : sheet
  }

  /// The size of the picture's area in a cell of a page.
  private func box(
    at position: Int, on page: LaidOutPage
  ) throws(ContactSheetError) -> PixelSize {
    try decoratedCell(of: page.arrangement.frames[position]).cell.pictureArea.size
  }

  /// Whether rotating a picture fills more of a box, or crops less of it.
  private func gainsByTurning(_ picture: PixelSize, in box: PixelSize) -> Bool {
    let isWhole = picture.width <= box.width && picture.height <= box.height
    return (picture.width - picture.height).signum() * (box.width - box.height).signum() < 0
      && !(isWhole && job.style.scaling.keepsSmall(job.style.enlargement))
  }

  /// The number of pixels that whole pictures cover in their cells.
  private func coveredPixels(of sheet: LaidOutSheet) -> Double {
    var pixels = 0.0
    for page in sheet.pages {
      for position in page.items.indices {
        guard let size = sheet.pictures[page.picture(at: position)].shownSize,
          let box = try? box(at: position, on: page)
        else { continue }
        let (width, height) = (Double(size.width), Double(size.height))
        let most = job.style.scaling.keepsSmall(job.style.enlargement) ? 1 : Double.infinity
        let factor = min(Double(box.width) / width, Double(box.height) / height, most)
        pixels += width * height * factor * factor
      }
    }
    return pixels
  }
}

extension PictureFacts {
  /// Rotates the picture left by 90°, or back.
  fileprivate mutating func turn(_ isTurned: Bool) {
    if picture.isTurned != isTurned { self = with(picture.turned(isTurned)) }
  }
}
