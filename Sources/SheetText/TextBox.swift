public import SheetLayout

/// Text with the area that it has to stay in.
public struct TextBox: Hashable, Sendable {
  /// The text; a line feed starts a new line.
  public var text: String
  /// The area in pixels; no side is negative.
  ///
  /// Lines that do not fit its height are left out, except for the first, which is cut off at
  /// the lower edge.
  public var size: PixelSize
  /// Where lines narrower than the box stand.
  public var alignment: TextAlignment
  /// What happens to lines wider than the box.
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

/// What happens to a line that is wider than its box.
public enum TextOverflow: String, CaseIterable, Sendable {
  /// An ellipsis replaces its middle, so that a file name keeps its extension.
  case middle
  /// An ellipsis replaces its end.
  case end
  /// It continues on the next line, broken between words where possible. The last line that
  /// fits the height of the box holds all the remaining text, its middle replaced by an ellipsis.
  case wrap
  /// All labels of a sheet are set in the largest size in which they are whole, and broken between
  /// words and parts of names; what is too long all the same keeps what tells it from its neighbours.
  ///
  /// Planning does this. A single line that is too wide is shortened as by ``middle``.
  case fit
}

/// One font in one size.
public protocol Typeface: Sendable {
  /// The distance from one line to the next, in pixels.
  var lineHeight: Int { get }

  /// Whether the typeface has a glyph for every character of `text`.
  func covers(_ text: String) -> Bool

  /// The advances of characters in pixels, each set for itself.
  ///
  /// Characters that cannot be measured are left out.
  func widths(of characters: Set<Character>) -> [Character: Int]

  /// The pixels of a text, exactly as large as its box; no line is cut off at the sides.
  func raster(_ box: TextBox) -> TextRaster

  /// The lines that ``raster(_:)`` draws of the same box, from the top down.
  func lines(_ box: TextBox) -> [DrawnLine]
}

/// A line of a text where it is drawn in its box.
public struct DrawnLine: Equatable, Sendable {
  /// The text that the line stands for, whole also where it is drawn shortened.
  public let text: String
  /// The column where it starts, and how many columns it takes.
  public let x, width: Int
  /// The row of its baseline: the first below its letters.
  public let baseline: Int

  /// Creates a line.
  public init(text: String, x: Int, width: Int, baseline: Int) {
    (self.text, self.x, self.width, self.baseline) = (text, x, width, baseline)
  }
}
