internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// Draws rings around the small changes on the difference pictures of all pages.
  func addRings(to pages: inout [SheetPage], _ pictures: [PictureFacts]) {
    guard pictures.contains(where: { $0.picture.difference != nil }) else { return }
    let rings = ChangeRings(em: scale.label)
    for page in pages.indices {
      for tile in pages[page].tiles.indices {
        let picture = pictures[pages[page].tiles[tile].index].picture
        guard let difference = picture.difference, picture.turn == .auto,
          let header = picture.readableHeader,
          let placement = pages[page].tiles[tile].placement
        else { continue }
        let size = header.shownSize
        let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        pages[page].tiles[tile].rings = rings.around(
          difference.changedAreas, in: header.orientation.upright(header.size),
          shownAs: (placement.onSheet(whole), placement.image))
      }
    }
  }
}

/// Rings around changes that are hard to see at the size of the sheet.
///
/// A single changed pixel of a large screenshot is a dot on its tile, which is easily overlooked.
struct ChangeRings {
  /// The diameter of a ring, in pixels of the sheet.
  let diameter: Int
  /// The minimum length at which a change is seen without a ring, in pixels of the sheet.
  let seenLength: Double

  /// Creates rings for a sheet whose labels have a size of `em` pixels.
  init(em: Double) {
    diameter = min(PlannedTile.largestRing, max(12, Int((1.5 * em).rounded())))
    seenLength = Double(diameter) / 3
  }

  /// The squares around the rings on a picture, at most ``PlannedTile/mostRings``.
  ///
  /// A change has no ring if it is near one that is seen without a ring, or that already has one.
  /// Pictures that are hardly larger than a ring, or that are enlarged to show details, have no
  /// rings.
  ///
  /// - Parameters:
  ///   - changes: The areas that changed, in pixels of the picture, the most important one first.
  ///   - size: The size of the picture.
  ///   - placement: The area of the sheet that the whole picture would cover, and the part of it
  ///     that is shown.
  /// - Returns: The squares, in pixels of the sheet.
  func around(
    _ changes: [PixelRect], in size: PixelSize, shownAs placement: (whole: Rect, image: PixelRect)
  ) -> [PixelRect] {
    let (whole, image) = placement
    let scaleX = whole.width / Double(size.width)
    let scaleY = whole.height / Double(size.height)
    let isEnlarged = max(scaleX, scaleY) > 1 + 1e-9
    guard !isEnlarged, min(image.width, image.height) >= 2 * diameter else { return [] }
    var (seen, rings): ([PixelRect], [PixelRect]) = ([], [])
    var hidden: [Rect] = []
    for change in changes {
      let area = Rect(
        x: whole.minX + Double(change.x) * scaleX, y: whole.minY + Double(change.y) * scaleY,
        width: Double(change.width) * scaleX, height: Double(change.height) * scaleY)
      if max(area.width, area.height) < seenLength {
        hidden.append(area)
      } else {
        let (left, top) = (area.minX.rounded(.down), area.minY.rounded(.down))
        seen.append(
          PixelRect(
            x: Int(left), y: Int(top), width: Int((area.maxX - left).rounded(.up)),
            height: Int((area.maxY - top).rounded(.up))))
      }
    }
    for area in hidden where rings.count < PlannedTile.mostRings {
      let radius = Double(diameter) / 2
      let ring = PixelRect(
        x: Int(((area.minX + area.maxX) / 2 - radius).rounded()),
        y: Int(((area.minY + area.maxY) / 2 - radius).rounded()), width: diameter,
        height: diameter)
      guard ring.overlaps(image), !seen.contains(where: ring.overlaps),
        !rings.contains(where: ring.overlaps)
      else { continue }
      rings.append(ring)
    }
    return rings
  }
}
