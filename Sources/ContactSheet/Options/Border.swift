public import SheetImaging

/// A line around something: a picture's border or a cell's frame.
///
/// Written `2`, `2 silver` or `2,#ccc`: a width in whole pixels, then a colour.
public struct Border: Equatable, Sendable {
  /// The colour where none is given: a grey that shows on white and on black.
  public static let defaultColor = Color(red: 128.0 / 255, green: 128.0 / 255, blue: 128.0 / 255)

  /// The width in pixels, at least 1.
  public let width: Int
  /// The colour; what is transparent of it lets through what lies under the line.
  public let color: Color

  /// Creates a line; nil unless the width is in `1...Extent.maximumSide`.
  public init?(width: Int, color: Color = Border.defaultColor) {
    guard 1...Extent.maximumSide ~= width else { return nil }
    self.width = width
    self.color = color
  }
}

extension Border: LosslessStringConvertible {
  /// Parses `WIDTH`, `WIDTH COLOR` or `WIDTH,COLOR`.
  public init?(_ text: String) {
    guard let parsed = ColoredLength(text) else { return nil }
    self.init(width: parsed.pixels, color: parsed.color ?? Self.defaultColor)
  }

  /// The width and the colour, that to the nearest 8 bits.
  public var description: String { "\(width) \(color.hexadecimal)" }
}
