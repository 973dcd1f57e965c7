internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// Places what lies inside the borders of a picture in the cell that was planned for the whole
/// picture.
struct BorderTrimming {
  let scaling: Scaling
  let alignment: Alignment
  /// Whether the part inside the borders may be enlarged; `never` applies even to a scaling that
  /// fills cells.
  let enlargement: Enlargement
  /// The point on which the crop is centred, in the whole picture; nil if the alignment decides.
  let focus: Focus?
  /// How many pixels of the sheet each pixel of the picture becomes along a side.
  var factor = 1.0

  /// The tile, showing the part of its picture that lies inside the borders.
  ///
  /// - Parameters:
  ///   - tile: The tile of the whole picture, without a label: labels are next to the part.
  ///   - picture: The picture, after the search for its borders.
  ///   - room: The decoration around pictures.
  /// - Returns: The tile; unchanged if the picture has no borders, or could not be read.
  /// - Throws: ``LayoutError`` if the width or height of the part, or of the area for it, is 0.
  func trimmed(
    _ tile: PlannedTile, of picture: SheetPicture, _ room: CellDecoration
  ) throws(LayoutError) -> PlannedTile {
    guard let kept = picture.kept, let whole = picture.readableHeader,
      let part = TrimmedPicture(of: picture.source, as: whole, kept: kept)
    else { return tile }
    let (size, wholeSize) = (part.header().shownSize, whole.shownSize)
    let cell = DecoratedCell(tile.cell, room)
    let (area, strip) = (cell.pictureArea, cell.decoration.strip)
    let isLimited = scaling.covers && enlargement == .never
    func moved(_ share: Double, of side: Int, from start: Double, _ length: Double) -> Double {
      min(max(0, (share * Double(side) - start) / length), 1)
    }
    let focus = focus.flatMap {
      Focus(
        x: moved($0.x, of: wholeSize.width, from: kept.minX, kept.width),
        y: moved($0.y, of: wholeSize.height, from: kept.minY, kept.height))
    }
    let shown = strip?.size(with: size) ?? size
    let placement = try PicturePlacement(
      of: size, with: strip,
      in: isLimited ? area.covered(by: shown.scaled(by: factor), scaling, alignment) : area,
      nominal: area.size, scaling: scaling, alignment: alignment, focus: focus,
      enlargement: enlargement, factor: factor)
    var trimmed = tile
    (trimmed.placement, trimmed.scale) = (part.wholePlacement(placement), .whole)
    trimmed.followsSubject = SlidingCrop.isWanted(
      for: placement, of: size, scaling, alignment, focus)
    if trimmed.followsSubject { trimmed.placement?.centerCrop(in: wholeSize) }
    return trimmed
  }
}
