public import SheetLayout

/// Text with the area that it has to stay in.
public struct TextBox: Hashable, Sendable {
  /// The text; a line feed starts a new line.
  public var text: String
  /// The area in pixels; no side is negative.
  ///
  /// Lines that do not fit into its height as a whole are left out, except for the first,
  /// which is cut off at the lower edge.
  public var size: PixelSize
  /// Where lines stand that are narrower than the box.
  public var alignment: TextAlignment
  /// What is done about lines that are wider.
  public var overflow: TextOverflow

  /// Creates a box.
  public init(
    _ text: String, size: PixelSize, alignment: TextAlignment = .center,
    overflow: TextOverflow = .middle
  ) {
    self.text = text
    self.size = size
    self.alignment = alignment
    self.overflow = overflow
  }
}

/// Where a line of text stands in its box.
public enum TextAlignment: String, CaseIterable, Sendable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}

/// What is done about a line that is wider than its box.
public enum TextOverflow: String, CaseIterable, Sendable {
  /// Its middle is replaced by an ellipsis, so that a file name keeps its extension.
  case middle
  /// Its end is replaced by an ellipsis.
  case end
  /// It goes on in the next line, broken between words where that is possible. What does not
  /// fit into the height of the box is left out, and the last line that fits loses its middle
  /// to an ellipsis.
  case wrap
}
