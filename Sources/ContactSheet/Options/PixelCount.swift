/// A number of pixels, as people write it: `268435456`, `268M`, `2G`.
public struct PixelCount: Equatable, Sendable {
  /// The largest sheet where nothing else is asked for: a square of 16,370 pixels a side.
  public static let standard = PixelCount(268_000_000)

  /// The number of pixels, at least 1.
  public let value: Int

  /// Creates a count.
  ///
  /// - Precondition: `value` is at least 1.
  public init(_ value: Int) {
    precondition(value >= 1, "a sheet has at least one pixel")
    self.value = value
  }

  /// Parses a number with an optional `k`, `M` or `G` (powers of 1000, any case).
  public init?(_ text: String) {
    var digits = Substring(text)
    let factor =
      switch digits.last {
      case "k", "K": 1000
      case "m", "M": 1_000_000
      case "g", "G": 1_000_000_000
      default: 1
      }
    if factor > 1 { digits.removeLast() }
    guard let number = Int(digits: digits), number > 0 else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    self.value = value
  }
}

extension PixelCount: LosslessStringConvertible {
  /// The shortest exact form, such as `268M`.
  public var description: String {
    for (factor, unit) in [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")]
    where value.isMultiple(of: factor) {
      return "\(value / factor)\(unit)"
    }
    return "\(value)"
  }
}
