/// Empty space in pixels, between neighbouring cells or around all of them.
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
}

extension Spacing: CustomStringConvertible {
  /// `8`, or `12x4` for 12 from left to right and 4 from top to bottom.
  public var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}
