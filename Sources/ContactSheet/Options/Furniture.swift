public import SheetImaging
public import SheetLayout

/// What stands around the pictures of a sheet; by default, nothing.
public struct Furniture: Equatable, Sendable {
  /// The space inside each cell, or its frame, around what is in it; in pixels, not negative.
  public var padding: Int
  /// A line around each picture, outside of its pixels; nil for none.
  public var border: Border?
  /// A line around each cell, at its edge; nil for none.
  public var frame: Border?
  /// The radius of round corners in pixels; not negative.
  ///
  /// Frames and the backgrounds of cells have them; so have pictures and their borders where
  /// there is no frame. A frame cuts off what would stick out of its corners.
  public var radius: Int
  /// A shadow under the frame where there is one, else under each picture; nil for none.
  public var shadow: Shadow?

  /// Creates furniture; without arguments, none at all.
  ///
  /// - Precondition: padding and radius are not negative.
  public init(
    padding: Int = 0, border: Border? = nil, frame: Border? = nil, radius: Int = 0,
    shadow: Shadow? = nil
  ) {
    precondition(padding >= 0 && radius >= 0, "furniture of negative size")
    self.padding = padding
    self.border = border
    self.frame = frame
    self.radius = radius
    self.shadow = shadow
  }

  /// The room that the furniture takes in a cell, together with that of a label.
  public func room(label: CellFurniture.Label? = nil) -> CellFurniture {
    CellFurniture(
      frameWidth: frame?.width ?? 0, padding: padding, borderWidth: border?.width ?? 0,
      shadow: shadow.map { .init(under: frame == nil ? .picture : .frame, reach: $0.reach) },
      label: label)
  }

  /// The colours of all that is drawn, which decide whether a sheet can be grey.
  public var colors: [Color] {
    [border?.color, frame?.color, shadow?.color].compactMap(\.self)
  }

  /// Whether pictures and cells are drawn as they would be without it.
  var isInvisible: Bool {
    border == nil && frame == nil && radius == 0 && shadow == nil
  }
}
