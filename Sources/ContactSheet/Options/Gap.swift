/// The empty space between neighbouring cells, in pixels.
///
/// Written `8`, or `12x4` for 12 between columns and 4 between rows.
public struct Gap: Equatable, Sendable {
  /// 8 pixels both ways.
  public static let standard = Gap(8)

  /// The space between columns, in pixels; not negative.
  public let horizontal: Int
  /// The space between rows, in pixels; not negative.
  public let vertical: Int

  private init(_ pixels: Int) {
    horizontal = pixels
    vertical = pixels
  }

  /// Creates a gap; nil when a number is negative or over ``Extent/maximumSide``.
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

extension Gap: LosslessStringConvertible {
  /// The gap as it is written, with one number where both are equal.
  public var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}
