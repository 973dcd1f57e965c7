package import SheetLayout
package import SheetPictures

/// A rule that places the part of a picture inside its borders.
package struct BorderTrimming: Equatable, Sendable {
  /// The maximum distance of a border's samples from its colour, from 0 to 255 as for samples of 8
  /// bits.
  package internal(set) var tolerance: Int
  /// The scaling of the trimmed picture to its cell.
  package internal(set) var scaling: Scaling
  /// The alignment of the trimmed picture in its cell, and the part kept by cropping.
  package internal(set) var alignment: Alignment
  /// Whether it may have more pixels on the sheet than in the picture, with any scaling.
  package internal(set) var enlargement: Enlargement
  /// The point that its crop is centred on, in the whole picture; nil if the alignment decides.
  package internal(set) var focus: Focus?

  /// The enlargement of a pixel along a side; not in plans, whose pictures are placed.
  package var factor = 1

  /// The focus as a point; nil if there is none, or it lies outside of all pictures.
  var focusPoint: Point? {
    get { focus.map { Point(x: $0.x, y: $0.y) } }
    set { focus = newValue.flatMap { Focus(x: $0.x, y: $0.y) } }
  }

  /// The largest tolerance, to which all colours are equal.
  package static let largestTolerance = 255

  /// Creates a rule.
  package init(
    tolerance: Int, scaling: Scaling, alignment: Alignment, enlargement: Enlargement, focus: Focus?
  ) {
    (self.tolerance, self.scaling, self.alignment) = (tolerance, scaling, alignment)
    (self.enlargement, self.focus) = (enlargement, focus)
  }

  /// Shows the part of a picture inside its borders, which is placed as a picture of its own.
  ///
  /// - Parameters:
  ///   - tile: The tile of the whole picture.
  ///   - picture: The picture, whose borders have been searched.
  ///   - room: The furniture around pictures.
  /// - Returns: The tile; with the whole picture if that has no borders, or could not be read.
  /// - Throws: ``LayoutError`` if a side of the part or its area has no length.
  package func trimmed(
    _ tile: PlannedTile, of picture: SheetPicture, _ room: CellFurniture
  ) throws(LayoutError) -> PlannedTile {
    var trimmed = tile
    trimmed.trimming = nil
    guard let kept = picture.kept, let whole = picture.readableHeader,
      let part = TrimmedPicture(of: picture.source, as: whole, kept: kept)
    else { return trimmed }
    let (size, wholeSize) = (part.header().shownSize, whole.shownSize)
    let area = FurnishedCell(tile.cell, room).pictureArea(besideLabel: tile.label?.area)
    let isLimited = scaling.covers && enlargement == .never
    func moved(_ share: Double, of side: Int, from start: Double, _ length: Double) -> Double {
      min(max(0, (share * Double(side) - start) / length), 1)
    }
    let focus = focus.flatMap {
      Focus(
        x: moved($0.x, of: wholeSize.width, from: kept.minX, kept.width),
        y: moved($0.y, of: wholeSize.height, from: kept.minY, kept.height))
    }
    let placement = try PicturePlacement(
      of: size,
      in: isLimited ? area.covered(by: size.enlarged(by: factor), scaling, alignment) : area,
      nominal: area.size, scaling: scaling, alignment: alignment, focus: focus,
      enlargement: enlargement, factor: factor)
    (trimmed.placement, trimmed.scale) = (part.wholePlacement(placement), .whole)
    trimmed.followsSubject = SlidingCrop.isWanted(
      for: placement, of: size, scaling, alignment, focus)
    return trimmed
  }
}
