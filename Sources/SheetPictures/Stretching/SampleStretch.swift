/// The stored samples that are shown as black and white; those beyond are clamped.
package struct SampleInterval: Hashable, Sendable {
  /// The sample that is black.
  package var low: Double
  /// The sample that is white, above ``low``.
  package var high: Double

  /// Creates an interval.
  package init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }

  /// The smallest interval that holds two.
  package func union(_ other: SampleInterval) -> SampleInterval {
    SampleInterval(min(low, other.low), max(high, other.high))
  }
}

/// How samples that are data, such as depths and counts, are shown.
package enum SampleStretch: Hashable, Sendable {
  /// Samples of an interval get the whole range from black to white.
  case interval(SampleInterval)
  /// Grey samples are numbers of classes, each of which has a colour.
  case labels
}
