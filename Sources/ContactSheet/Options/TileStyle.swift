public import SheetImaging
public import SheetLayout

/// How pictures are placed and drawn in their cells.
public struct TileStyle: Equatable, Sendable {
  /// How a picture is scaled to its cell.
  public var scaling: Scaling
  /// Where a picture is placed in its cell, and which part of it is kept when it is cropped.
  public var alignment: Alignment
  /// Whether pictures smaller than their cells are enlarged.
  public var enlargement: Enlargement
  /// The resampling filter.
  public var filter: ResampleFilter
  /// Sharpening after resampling; nil for none.
  public var sharpening: UnsharpMask?
  /// The background of the sheet; unless it is opaque, the sheet has an alpha channel.
  public var background: Backdrop
  /// The background of the cells, blended over the sheet's; nil for none.
  public var cellBackground: Color?
  /// Padding, border, frame, round corners and shadow.
  public var furniture: Furniture

  /// Creates a style; the defaults suit most sheets.
  public init(
    scaling: Scaling = .fit, alignment: Alignment = .center, enlargement: Enlargement = .never,
    filter: ResampleFilter = .lanczos, sharpening: UnsharpMask? = nil,
    background: Backdrop = .color(.white), cellBackground: Color? = nil,
    furniture: Furniture = Furniture()
  ) {
    self.scaling = scaling
    self.alignment = alignment
    self.enlargement = enlargement
    self.filter = filter
    self.sharpening = sharpening
    self.background = background
    self.cellBackground = cellBackground
    self.furniture = furniture
  }
}

extension TileStyle {
  /// The part of shadows that falls into gaps; none where cells have a background, on which the
  /// shadows of pictures fall.
  func overhang(of furniture: CellFurniture, into gap: Spacing) -> PixelInsets {
    if cellBackground != nil, furniture.shadow?.owner == .picture { return PixelInsets(0) }
    return furniture.overhang(into: PixelSize(width: gap.horizontal, height: gap.vertical))
  }
}
