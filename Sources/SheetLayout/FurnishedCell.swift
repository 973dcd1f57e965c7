/// Where a cell's furniture stands, and what it leaves for the picture.
public struct FurnishedCell: Hashable, Sendable {
  /// The whole cell.
  public let cell: PixelRect
  /// The part of the furniture that there is room for.
  public let furniture: CellFurniture

  /// Furnishes a cell.
  ///
  /// Where there is not room for all, the label goes first, then the padding gets narrower,
  /// then the shadow goes, then the border gets narrower, and the frame last. A label whose
  /// absence would make no room, since the cell is not too low but too narrow, stays. The
  /// picture keeps at least one pixel.
  ///
  /// - Precondition: the cell has at least one pixel each way, and no number of the furniture
  ///   is negative.
  public init(_ cell: PixelRect, _ furniture: CellFurniture) {
    self.cell = cell
    self.furniture = furniture.fitted(in: cell.size)
  }

  /// The outer edge of the frame: that of the cell, but for the shadow of the frame.
  public var frame: PixelRect {
    cell.inset(by: furniture.reach(under: .frame))
  }

  /// Where the picture may stand, without its border; at least one pixel.
  public var pictureArea: PixelRect {
    cell.inset(by: furniture.insets)
  }

  /// Where the label stands; nil where there is none, or no room for it.
  ///
  /// As wide as there is room inside the padding. Over a picture it lies within the area of the
  /// picture, at the lower edge, and is no higher than that.
  public var label: PixelRect? {
    guard let label = furniture.label, label.height > 0 else { return nil }
    let inside = frame.inset(by: PixelInsets(furniture.frameWidth + furniture.padding))
    switch label.position {
    case .above:
      return PixelRect(x: inside.x, y: inside.y, width: inside.width, height: label.height)
    case .below:
      return PixelRect(
        x: inside.x, y: inside.maxY - label.height, width: inside.width, height: label.height)
    case .over:
      let area = pictureArea
      let height = min(label.height, area.height)
      return PixelRect(x: area.x, y: area.maxY - height, width: area.width, height: height)
    }
  }

  /// The outer edge of the border around a picture that stands at `image`.
  public func borderBox(around image: PixelRect) -> PixelRect {
    image.outset(by: furniture.borderWidth)
  }
}
