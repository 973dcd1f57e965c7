public import SheetLayout

/// Lines of text with the area that they have to stay in.
public struct TextBox: Hashable, Sendable {
  /// The lines, with line feeds between them.
  public var text: String
  /// The area in pixels; no side is negative.
  ///
  /// Lines that do not fit its height are left out, except for the first, which is cut off at
  /// the lower edge; what reaches beyond its sides is cut off.
  public var size: PixelSize
  /// The sides at which lines narrower than the box stand.
  public var alignment: TextAlignment

  /// Creates a box.
  public init(_ text: String, size: PixelSize, alignment: TextAlignment = .center) {
    (self.text, self.size, self.alignment) = (text, size, alignment)
  }
}

/// The side of its box at which a line of text stands.
public enum TextAlignment: String, CaseIterable, Sendable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}

/// The treatment of a line that is wider than its box.
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
  /// A single line that is too wide is shortened as by ``middle``.
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

  /// The width of a line as it is drawn; nil if it is the sum of its advances.
  func width(of line: Substring) -> Int?

  /// The advances of the characters of a line beside each other, in pixels; nil if they are the same
  /// for each.
  func advances(in line: String) -> [Int]?

  /// Whether the script of a line without line feeds lets it be broken in front of each character; nil
  /// if the face knows no scripts.
  func breaks(in line: String) -> [Bool]?

  /// The pixels of lines, exactly as large as their box.
  func raster(_ box: TextBox) -> TextRaster

  /// The lines that ``raster(_:)`` draws of the same box, from the top down.
  func lines(_ box: TextBox) -> [DrawnLine]
}

/// A line of a text with its place in its box.
public struct DrawnLine: Equatable, Sendable {
  /// The text of the line.
  public let text: String
  /// The first column, and the number of columns.
  public let x, width: Int
  /// The row of its baseline: the first below its letters.
  public let baseline: Int

  /// Creates a line.
  public init(text: String, x: Int, width: Int, baseline: Int) {
    (self.text, self.x, self.width, self.baseline) = (text, x, width, baseline)
  }
}
