/// What lengths in messages are counted in.
public struct LengthUnit: Hashable, Sendable {
  /// What stands behind a number.
  public let name: String
  /// The pixels of one.
  public let pixels: Double

  /// Creates a unit of more than no pixels.
  public init(_ name: String, pixels: Double) { (self.name, self.pixels) = (name, pixels) }

  /// The pixels of the sheet.
  public static let pixels = LengthUnit("pixels", pixels: 1)

  /// A length in pixels as a number of these units; of others than pixels, two digits that count.
  public func number(_ length: Double) -> String {
    if self == .pixels { return SheetLayout.text(length) }
    let value = length / pixels
    let factor = value.magnitude < 1 ? 100.0 : 10
    return SheetLayout.text((value * factor).rounded() / factor)
  }

  /// The number with the name behind it.
  public func counted(_ length: Double) -> String { "\(number(length)) \(name)" }

  /// The number, with the name unless it is that of pixels.
  func text(_ length: Double) -> String { self == .pixels ? number(length) : counted(length) }

  /// The same rounded up to a whole number of pixels, ignoring the last bits of a sum.
  func textRoundedUp(_ length: Double) -> String {
    text(self == .pixels ? Double(wholePixel(length + 0.499_99)) : length)
  }
}
