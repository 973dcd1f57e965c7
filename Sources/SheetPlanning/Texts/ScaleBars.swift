internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension PageMetrics {
  /// Draws scale bars on the pictures of all pages, with text of one size.
  func addScaleBars(to pages: inout [SheetPage], _ pictures: [PictureFacts]) {
    if job.scaleBars.isEmpty { return }
    var lengths: Set<String> = []
    for picture in pictures {
      if let scaleBar = picture.overrides.scaleBar { lengths.insert(scaleBar.bar.text) }
    }
    let labels = pages.flatMap { page in page.tiles.compactMap { $0.label?.text } }
    let font = job.texts.font.withoutSize.settled(for: lengths + labels + otherTexts)
    let types = scale.labelSizes.map { ScaleBarType(lengths, in: font, size: $0) }
    // The largest size at which all text fits, apart from text that fits at no size.
    var index = 0
    let places = pages.map { page in page.tiles.map { scaleBarPlace(on: $0, pictures) } }
    for place in places.joined() {
      guard let place else { continue }
      if let own = types.firstIndex(where: { $0.scaleBar(at: place) != nil }) {
        index = max(index, own)
      }
    }
    for (page, places) in places.enumerated() {
      for (tile, place) in places.enumerated() {
        pages[page].tiles[tile].scaleBar = place.flatMap { types[index].scaleBar(at: $0) }
      }
    }
  }

  /// The scale bar of a tile's picture, and its length on the sheet in pixels; nil if there is
  /// none.
  private func scaleBar(
    of tile: PlannedTile, _ pictures: [PictureFacts]
  ) -> (scaleBar: PictureScaleBar, length: Double)? {
    guard let scaleBar = pictures[tile.index].overrides.scaleBar, let placement = tile.placement,
      let header = pictures[tile.index].picture.readableHeader
    else { return nil }
    // The pixels of a picture as shown are square, so a length along a row of the file can be drawn
    // across the sheet, even if the picture is rotated.
    let squared = header.pixelRatio.squared(header.size)
    let pixelWidth =
      Double(squared.width) / Double(header.size.width)
      * (Double(placement.image.width) / placement.crop.width)
    return (scaleBar, scaleBar.pixels * pixelWidth)
  }

  /// The place of the scale bar on a tile; nil if the bar would be too long or too short.
  private func scaleBarPlace(
    on tile: PlannedTile, _ pictures: [PictureFacts]
  ) -> ScaleBarPlace? {
    guard let image = tile.placement?.image,
      let (scaleBar, length) = scaleBar(of: tile, pictures)
    else { return nil }
    return ScaleBarPlace(
      scaleBar, length: length, on: image, label: tile.label?.area,
      radius: job.style.decoration.radius)
  }

  /// The note about pictures whose scale bars are left out; nil if there are none.
  func noteOnScaleBars(on pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    if job.scaleBars.isEmpty { return nil }
    var left = Occurrences<PlannedTile>()
    for tile in pages.lazy.flatMap(\.tiles)
    where tile.placement != nil && tile.scaleBar == nil
      && pictures[tile.index].overrides.scaleBar != nil
    {
      left.add(tile)
    }
    guard let first = left.first, let image = first.placement?.image,
      let (scaleBar, length) = scaleBar(of: first, pictures)
    else { return nil }
    let width = Double(image.width)
    var reason = "the image has no room for its text"
    var remedy: Remedy = "make cells larger, as with \(.cell, "256")"
    if length > ScaleBarPlace.largestShare * width || length < ScaleBarPlace.least {
      let isLong = length > ScaleBarPlace.least
      reason = "the bar would be too \(isLong ? "long" : "short")"
      let fifth = width / ScaleBarPlace.suggestedPart
      if fifth >= ScaleBarPlace.least,
        let round = scaleBar.bar.length.nearestRoundLength(times: fifth / length)
      {
        remedy = "\(.scaleBar, "\(round)\(scaleBar.bar.ending)") would fit"
      }
    }
    let name = pictures[first.index].picture.name
    return Note(
      .omittedScaleBars, about: name,
      "\(left.count.counted("image")) \(left.count == 1 ? "has" : "have") no scale bar; on "
        + "\(name.path.quoted), \(reason)", remedy: remedy, [.count: left.count])
  }
}

/// Where a scale bar can be on a picture, and how long it is there.
private struct ScaleBarPlace {
  /// The largest share of a picture's width that a bar may take up.
  static let largestShare = 0.8
  /// The length of the shortest bar in pixels.
  static let least = 8.0
  /// A suggested bar is as long as the width of the picture divided by this.
  static let suggestedPart = 5.0

  /// The length that the bar stands for; empty if it is not written.
  let text: String
  /// The colour of the bar and its text.
  let ink: Sheet.ScaleBar.Ink
  /// The length of the bar in pixels.
  let length: Int
  /// The area in whose lower right corner the bar stands.
  let room: PixelRect
  /// The minimum distance of the bar from the edges of ``room``.
  let inset: Int

  /// The place of a bar; nil if the bar would be too long or too short.
  ///
  /// It is above or below the label if the label is on the picture, and away from rounded corners.
  init?(
    _ scaleBar: PictureScaleBar, length: Double, on image: PixelRect, label: PixelRect?, radius: Int
  ) {
    guard Self.least...max(Self.least, Self.largestShare * Double(image.width)) ~= length else {
      return nil
    }
    (text, ink, self.length) = (scaleBar.bar.text, scaleBar.bar.ink, Int(length.rounded()))
    let shorter = Double(min(image.width, image.height))
    inset = max(1, Int((0.03 * shorter).rounded()), Int((0.3 * Double(radius)).rounded(.up)))
    room = image.besideLabel(label)
  }
}

/// The type of scale bars at one size.
private struct ScaleBarType {
  private let size: Double
  private let lineHeight: Int
  /// The widths of the texts in pixels.
  private let widths: [String: Int]

  /// Measures the texts of scale bars.
  init(_ texts: Set<String>, in font: FontChoice, size: Double) {
    let setter = TypeSetter(font, size: size)
    (self.size, lineHeight) = (size, setter.lineHeight)
    widths = Dictionary(uniqueKeysWithValues: texts.map { ($0, setter.drawnWidth(of: $0)) })
  }

  /// The scale bar in this type; nil if there is no room for it.
  func scaleBar(at place: ScaleBarPlace) -> PlannedScaleBar? {
    let (outline, height) = (
      PlannedScaleBar.outlineWidth(at: size), PlannedScaleBar.height(at: size)
    )
    // Letters may reach a little beyond their advances.
    let hasText = !place.text.isEmpty
    let textWidth = hasText ? (widths[place.text] ?? 0) + 2 * outline : place.length
    let textHeight = hasText ? lineHeight : 0
    let width = max(place.length, textWidth)
    let inset = max(place.inset, outline)
    guard width + 2 * inset <= place.room.width,
      textHeight + height + 2 * inset <= place.room.height
    else { return nil }
    let (x, y) = (place.room.maxX - inset - width, place.room.maxY - inset - height)
    let bar = PixelRect(
      x: x + (width - place.length) / 2, y: y, width: place.length, height: height)
    let textArea = PixelRect(
      x: x + (width - textWidth) / 2, y: y - lineHeight, width: textWidth, height: lineHeight)
    let scaleBar = PlannedScaleBar(
      bar: bar,
      text: PlannedText(
        .note, text: place.text, area: hasText ? textArea : bar, size: size, alignment: .center,
        overflow: .end), ink: place.ink)
    let outlined = scaleBar.outlined.size
    return outlined.width * outlined.height <= PlannedScaleBar.mostPixels ? scaleBar : nil
  }
}

extension PixelRect {
  /// The part of a picture's area above or below the label on it, whichever is taller; the whole
  /// area if there is no label on it.
  func besideLabel(_ label: PixelRect?) -> PixelRect {
    var room = self
    if let label, label.overlaps(self) {
      if maxY - label.maxY < label.y - y {
        room.height = label.y - y
      } else {
        (room.y, room.height) = (label.maxY, maxY - label.maxY)
      }
    }
    return room
  }
}
