/// Which pixels of two pictures count as different, and how a picture shows them.
public struct ComparisonRule: Hashable, Sendable {
  /// The default of ``tolerance``, that of pixelmatch.
  public static let usualTolerance = 0.1

  /// The distance up to which colours count as equal, from 0 to 1.
  ///
  /// Distances are HyAB in OKLab with its corrected lightness, where black and white are 1 apart. At 0
  /// any difference in 8 bits counts.
  public var tolerance: Double
  /// Whether pixels do not count that only the smoothing of edges has changed.
  public var ignoresSmoothing: Bool
  /// The distance that is shown in the hottest colour, where a picture shows how much pixels changed;
  /// nil where it shows only which.
  ///
  /// The coldest colour is for the tolerance, above which it lies. What is hotter is shown alike.
  public var hottest: Double?

  /// Creates a rule.
  ///
  /// - Precondition: the tolerance is 0 to 1.
  public init(tolerance: Double = usualTolerance, ignoresSmoothing: Bool = true) {
    precondition(0...1 ~= tolerance, "a tolerance is 0 to 1")
    (self.tolerance, self.ignoresSmoothing) = (tolerance, ignoresSmoothing)
  }
}

/// What became of a pixel.
///
/// Of several pixels, the largest raw value tells what is shown in their place.
public enum PixelChange: UInt8, CaseIterable, Sendable {
  /// It is as it was, or nearly so.
  case none
  /// It is in a part that is not compared.
  case ignored
  /// Only the smoothing of an edge has changed.
  case smoothed
  /// It is different.
  case changed
}
