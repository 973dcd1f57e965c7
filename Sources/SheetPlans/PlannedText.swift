internal import SheetImaging
public import SheetLayout
public import SheetText

/// What a text on a sheet is for.
public enum TextRole: String, CaseIterable, Sendable {
  /// What the sheet is called.
  case title
  /// A line at the top of each page.
  case header
  /// A line at the foot of each page.
  case footer
  /// What a page, or a section of it, is called.
  case heading
  /// What a picture is called, or a row or a column of a matrix.
  case label
  /// What is said of an empty cell, of a placeholder or of a comparison.
  case note
}

/// A text with its place on the sheet.
public struct PlannedText: Equatable, Sendable {
  /// What the text is for.
  public internal(set) var role: TextRole
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
    _ role: TextRole, text: String, area: PixelRect, font: FontChoice? = nil, size: Double,
    alignment: TextAlignment, overflow: TextOverflow
  ) {
    self.role = role
    self.text = text
    self.area = area
    self.font = font
    self.size = size
    self.alignment = alignment
    self.overflow = overflow
  }
}
