public import SheetImaging
internal import SheetLayout

/// A soft shadow, slightly below what casts it.
///
/// Written `8`, `8 #0008` or `8,navy`: how far it reaches in whole pixels, then a colour.
public struct Shadow: Equatable, Sendable {
  /// The colour where none is given: black, of which 40 % can be seen.
  public static let defaultColor = Color(red: 0, green: 0, blue: 0, alpha: 0.4)

  /// The largest size: far beyond what looks like a shadow.
  public static let maximumSize = 256

  /// How far the shadow reaches to the sides, in pixels: 1 to ``maximumSize``.
  public let size: Int
  /// The colour where the shadow is deepest.
  public let color: Color

  /// Creates a shadow; nil unless the size is in `1...maximumSize`.
  public init?(size: Int, color: Color = Shadow.defaultColor) {
    guard 1...Self.maximumSize ~= size else { return nil }
    self.size = size
    self.color = color
  }

  /// How far the shadow lies below what casts it, in pixels: a quarter of its size.
  public var drop: Int { (size + 2) / 4 }

  /// How far the shadow can be seen around what casts it.
  var reach: PixelInsets {
    PixelInsets(top: size - drop, left: size, bottom: size + drop, right: size)
  }
}

extension Shadow: LosslessStringConvertible {
  /// Parses `SIZE`, `SIZE COLOR` or `SIZE,COLOR`.
  public init?(_ text: String) {
    guard let parsed = ColoredLength(text) else { return nil }
    self.init(size: parsed.pixels, color: parsed.color ?? Self.defaultColor)
  }

  /// The size and the colour, that to the nearest 8 bits.
  public var description: String { "\(size) \(color.hexadecimal)" }
}
