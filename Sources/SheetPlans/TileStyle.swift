public import SheetImaging
public import SheetLayout

/// How pictures are placed and drawn in their cells.
public struct TileStyle: Equatable, Sendable {
  /// How a picture is scaled to its cell; by default all of it is shown, in every layout.
  ///
  /// The command takes the scaling that suits the layout where none is asked for, which is
  /// `Scaling.fill` for tiers: `TileStyle(scaling: TieredLayout.usualScaling)`.
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
  /// The style with colours of 8 bits per component, as JSON holds them.
  var withRoundedColors: TileStyle {
    var style = self
    style.background = (try? Backdrop(parsing: "\(background)")) ?? background
    style.cellBackground = cellBackground?.roundedTo8Bits
    style.furniture.border = furniture.border.flatMap { Border($0.description) }
    style.furniture.frame = furniture.frame.flatMap { Border($0.description) }
    style.furniture.shadow = furniture.shadow.flatMap { Shadow($0.description) }
    return style
  }
}

extension Color {
  /// The nearest colour of 8 bits per component.
  var roundedTo8Bits: Color { (try? Color(parsing: hexadecimal)) ?? self }
}
