/// What sets text of one size in one font.
public protocol Typeface: Sendable {
  /// The distance from one line to the next, in pixels.
  var lineHeight: Int { get }

  /// Whether the typeface has a glyph for every character of `text`.
  func covers(_ text: String) -> Bool

  /// The pixels of a text, exactly as large as its box, nothing of it cut off at the sides.
  func raster(_ box: TextBox) -> TextRaster
}
