/// Empty space in pixels, between neighbouring cells or around all of them.
///
/// Written `8`, or `12x4` for 12 from left to right and 4 from top to bottom.
public struct Spacing: Equatable, Sendable {
  /// 8 pixels both ways.
  public static let standard = Spacing(8)

  /// The space between columns, or at the left and at the right; not negative.
  public let horizontal: Int
  /// The space between rows, or at the top and at the bottom; not negative.
  public let vertical: Int

  private init(_ pixels: Int) {
    horizontal = pixels
    vertical = pixels
  }

  /// Creates a spacing; nil when a number is negative or over ``Extent/maximumSide``.
  public init?(horizontal: Int, vertical: Int) {
    guard 0...Extent.maximumSide ~= horizontal, 0...Extent.maximumSide ~= vertical
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Parses `N` or `NxM`, in whole pixels.
  public init?(_ text: String) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int(digits: $0) }
    guard 1...2 ~= numbers.count, let horizontal = numbers[0],
      let vertical = numbers[numbers.count - 1]
    else { return nil }
    self.init(horizontal: horizontal, vertical: vertical)
  }
}

extension Spacing: LosslessStringConvertible {
  /// The spacing as it is written, with one number where both are equal.
  public var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}
