public import SheetImaging
public import SheetLayout

/// How pictures stand in their cells, and on what.
public struct TileStyle: Equatable, Sendable {
  /// How a picture's size follows from its cell's.
  public var scaling: Scaling
  /// Where a picture stands in its cell, and which part is kept when it is cropped.
  public var alignment: Alignment
  /// Whether pictures smaller than their cell are enlarged.
  public var enlargement: Enlargement
  /// How pictures are resampled.
  public var filter: ResampleFilter
  /// How much tiles are sharpened once they have their size; nil for not at all.
  public var sharpening: UnsharpMask?
  /// What the sheet is where there is nothing else; a sheet over anything but an opaque
  /// one has an alpha channel.
  public var background: Backdrop
  /// The colour of the cells, laid over the sheet's; nil where the sheet shows through.
  public var cellBackground: Color?
  /// What stands around pictures.
  public var furniture: Furniture

  /// Creates a style; without arguments, the one that suits most sheets.
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
