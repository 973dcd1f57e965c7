/// The unit of lengths in messages.
package struct LengthUnit: Hashable, Sendable {
  /// The name that follows a number, such as `mm`.
  package let name: String
  /// The number of pixels in one unit.
  package let pixels: Double

  /// Creates a unit of more than 0 pixels.
  package init(_ name: String, pixels: Double) { (self.name, self.pixels) = (name, pixels) }

  /// One pixel of the sheet.
  package static let pixels = LengthUnit("pixels", pixels: 1)

  /// A length in pixels, converted to this unit, with two significant digits unless the unit is
  /// pixels.
  package func number(_ length: Double) -> String {
    if self == .pixels { return SheetLayout.text(length) }
    let value = length / pixels
    let factor = value.magnitude < 1 ? 100.0 : 10
    return SheetLayout.text((value * factor).rounded() / factor)
  }

  /// The number, followed by the name of the unit.
  package func counted(_ length: Double) -> String { "\(number(length)) \(name)" }

  /// The number, with the name of the unit unless the unit is pixels.
  func text(_ length: Double) -> String { self == .pixels ? number(length) : counted(length) }

  /// The number rounded up to whole pixels, ignoring rounding errors in sums.
  func textRoundedUp(_ length: Double) -> String {
    text(self == .pixels ? Double(wholePixel(length + 0.499_99)) : length)
  }
}
