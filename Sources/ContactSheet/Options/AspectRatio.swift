/// Width divided by height, as people write it.
public struct AspectRatio: Equatable, Sendable {
  /// Width divided by height: finite and positive.
  public let value: Double

  private let text: String

  /// Parses `4:3`, `4/3` or `1.333`.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "/" }
    let numbers = parts.compactMap { part in
      // Double takes "nan", "0x1p3" and " 1" too; people write none of these.
      part.allSatisfy { $0.isNumber || $0 == "." } ? Double(part) : nil
    }
    guard numbers.count == parts.count, 1...2 ~= numbers.count else { return nil }
    let value = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    guard value.isFinite, value > 0 else { return nil }
    self.value = value
    self.text = text
  }
}

extension AspectRatio: LosslessStringConvertible {
  /// The ratio as it was written.
  public var description: String { text }
}
