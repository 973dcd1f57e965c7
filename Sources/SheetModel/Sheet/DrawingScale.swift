extension Sheet {
  /// The ratio of lengths on paper to true lengths, such as 1:2 for half the true size.
  public struct DrawingScale: Hashable, Sendable {
    /// The first number: how long something is drawn.
    public let drawn: Double
    /// The second number: how long it really is.
    public let actual: Double

    /// The numbers that a scale may have.
    private static let numbers = 0.001...1e9

    /// Creates a scale; nil if a number is not from 0.001 to 1,000,000,000.
    public init?(_ drawn: Double, _ actual: Double) {
      guard Self.numbers.contains(drawn), Self.numbers.contains(actual) else { return nil }
      (self.drawn, self.actual) = (drawn, actual)
    }

    /// The scale 1:1.
    package static let trueSize = DrawingScale(whole: 1, 1)

    private init(whole drawn: Double, _ actual: Double) {
      (self.drawn, self.actual) = (drawn, actual)
    }

    /// A length on paper divided by the true length.
    package var factor: Double { drawn / actual }

    /// The scale at which lengths are `share` times as long as at 1:1; nil if one of its numbers
    /// would have decimals.
    package init?(share: Double) {
      if share >= 1, share == share.rounded() {
        self.init(share, 1)
      } else if case let actual = (1 / share).rounded(), abs(share * actual - 1) < 1e-9 {
        self.init(1, actual)
      } else {
        return nil
      }
    }

    /// The largest round scale at which lengths are at most `share` times as long as at this one;
    /// nil if no round scale is large or small enough.
    package func rounded(downTimes share: Double) -> DrawingScale? {
      let (wanted, tolerance) = (factor * share, 1 + 1e-9)
      if wanted * tolerance >= 1 {
        return Self.rounds.last { $0 <= wanted * tolerance }.flatMap { DrawingScale($0, 1) }
      }
      return Self.rounds.first { $0 * wanted * tolerance >= 1 }.flatMap { DrawingScale(1, $0) }
    }

    /// Numbers that scales usually have, in order.
    private static let rounds: [Double] =
      [1, 10, 100, 1000, 1e4, 1e5, 1e6].flatMap { power in
        [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9].map { $0 * power }
      }
  }
}

extension Sheet.DrawingScale: LosslessStringConvertible {
  /// Parses two numbers with a colon between them, such as `1:2`, `1:2.5` or `2:1`.
  public init?(_ text: String) {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
      .compactMap { Double(decimal: String($0)) }
    guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, numbers.count == 2 else {
      return nil
    }
    self.init(numbers[0], numbers[1])
  }

  /// The text that ``init(_:)`` parses, such as `1:2`.
  public var description: String {
    [drawn, actual].map { Int64(exactly: $0).map { "\($0)" } ?? "\($0)" }.joined(separator: ":")
  }
}
