internal import SheetImaging
public import SheetLayout
public import SheetText

/// A text with its place on the sheet.
public struct PlannedText: Equatable, Sendable {
  /// The text; line feeds separate its lines.
  public let text: String
  /// Its area on the sheet, outside of which nothing is drawn.
  public let area: PixelRect
  /// The font, if it is not the sheet's.
  public let font: FontChoice?
  /// The em in pixels.
  public let size: Double
  /// The alignment of its lines in the area.
  public let alignment: TextAlignment
  /// What to do with lines that are wider than the area.
  public let overflow: TextOverflow

  /// Creates a text of its parts.
  package init(
    text: String, area: PixelRect, font: FontChoice? = nil, size: Double,
    alignment: TextAlignment, overflow: TextOverflow
  ) {
    self.text = text
    self.area = area
    self.font = font
    self.size = size
    self.alignment = alignment
    self.overflow = overflow
  }
}
