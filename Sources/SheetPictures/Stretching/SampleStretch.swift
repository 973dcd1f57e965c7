package import SheetImaging

/// The stored samples that are shown as black and white; samples outside the interval are clamped.
package struct SampleInterval: Hashable, Sendable {
  /// The sample shown as black.
  package var low: Double
  /// The sample shown as white, above ``low``.
  package var high: Double

  package init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }

  /// The smallest interval that contains both intervals.
  package func union(_ other: SampleInterval) -> SampleInterval {
    SampleInterval(min(low, other.low), max(high, other.high))
  }

  /// The smallest interval centred on 0 that contains this one; unchanged if the length would not
  /// be finite.
  package var centeredOnZero: SampleInterval {
    let most = max(abs(low), abs(high))
    return (2 * most).isFinite ? SampleInterval(-most, most) : self
  }
}

/// How to show samples that hold data rather than colours, such as depths and counts.
package enum SampleStretch: Hashable, Sendable {
  /// The samples of an interval are stretched to the whole range from black to white, along a
  /// curve.
  case interval(SampleInterval, SampleCurve = .linear)
  /// Grey samples are class indices, and each class has its own colour.
  case labels
}
