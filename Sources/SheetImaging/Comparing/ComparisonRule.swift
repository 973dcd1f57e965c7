/// When pixels of two pictures count as different, and the scale on which a difference picture
/// shows the differences.
package struct ComparisonRule: Hashable, Sendable {
  /// The default ``tolerance``, the same as in pixelmatch.
  package static let defaultTolerance = 0.1

  /// The colour difference to ignore, from 0 to 1.
  ///
  /// Colour differences are HyAB in OKLab with its corrected lightness; black and white are 1
  /// apart. At 0, any difference in 8-bit samples counts.
  package var tolerance: Double
  /// Whether pixels that differ only because of antialiasing count as equal.
  package var ignoresSmoothing: Bool
  /// The colour difference shown in the hottest colour if a picture shows amounts of change; nil if
  /// it only marks changes.
  ///
  /// The coldest colour is for differences just above the tolerance; if the tolerance is 0, it is
  /// white. Differences larger than ``hottest`` also get the hottest colour.
  package var hottest: Double?

  /// Creates a rule.
  ///
  /// - Precondition: The tolerance is 0 to 1.
  package init(tolerance: Double = defaultTolerance, ignoresSmoothing: Bool = true) {
    precondition(0...1 ~= tolerance, "a tolerance is 0 to 1")
    (self.tolerance, self.ignoresSmoothing) = (tolerance, ignoresSmoothing)
  }
}

/// How a pixel has changed.
///
/// Where several pixels are drawn as one, the largest raw value determines the colour.
package enum PixelChange: UInt8, CaseIterable, Sendable {
  /// Unchanged, or changed by no more than the tolerance.
  case none
  /// In an area that is not compared.
  case ignored
  /// Changed only in antialiasing.
  case smoothed
  /// Changed by more than the tolerance, and not only in antialiasing.
  case changed
}
