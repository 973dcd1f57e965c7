internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

/// The regions of pictures that are shown enlarged, and the pictures for which a region lies
/// outside the picture.
struct FoundRegions {
  private var count = 0
  private var outside = Occurrences<(name: FileName, size: PixelSize)>()

  /// The regions of a picture, in pixels of the upright picture, without those that lie outside.
  ///
  /// - Throws: ``ContactSheetError/tooManyInsets(_:on:)``.
  mutating func regions(
    _ areas: [PictureArea], of picture: PictureFacts
  ) throws(ContactSheetError) -> [PixelRect] {
    if areas.isEmpty { return [] }
    guard let size = picture.picture.size else { return [] }
    var regions: [PixelRect] = []
    for area in areas {
      guard let region = area.pixels(of: size) else { continue }
      if !regions.contains(region) { regions.append(region) }
    }
    if areas.contains(where: { $0.pixels(of: size) == nil }) {
      outside.add((picture.picture.name, size))
    }
    guard regions.count <= PlannedInset.most else {
      throw .tooManyInsets(regions.count, on: picture.picture.name)
    }
    count += regions.count
    return regions
  }

  /// The note about pictures with a region that lies outside them.
  ///
  /// - Throws: ``ContactSheetError/noRegions(first:_:)`` if no picture has a region.
  var notes: [Note] {
    get throws(ContactSheetError) {
      guard let (name, size) = outside.first else { return [] }
      if count == 0 { throw .noRegions(first: name, size) }
      return [
        Note(
          .staleArea, about: name,
          "\(outside.count.counted("image")) \(outside.count == 1 ? "lacks" : "lack") an inset, "
            + "because the region lies outside the image"
            + "\(name.path.asFirst(ofCount: outside.count)), which is \(size.width) x "
            + "\(size.height)",
          [.count: outside.count])
      ]
    }
  }
}

extension PictureFacts {
  /// The middle of the regions that are shown enlarged, which a crop keeps; nil if there are none.
  var insetFocus: Focus? {
    guard let first = overrides.insets.first, let size = picture.uprightSize else { return nil }
    let all = overrides.insets.dropFirst().reduce(first) { $0.union($1) }
    return Focus(
      x: (Double(all.x) + Double(all.width) / 2) / Double(size.width),
      y: (Double(all.y) + Double(all.height) / 2) / Double(size.height))
  }

  /// The regions that are shown enlarged, rotated with the picture.
  var shownRegions: [PixelRect] {
    guard let size = picture.uprightSize else { return overrides.insets }
    return overrides.insets.map { $0.turned(picture.turn, in: size) }
  }
}
