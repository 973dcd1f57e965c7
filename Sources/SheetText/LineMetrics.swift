/// Where lines of text of one size stand, whatever they are set in.
///
/// It depends on the size alone, so that a layout can be made before any font is looked for.
struct LineMetrics: Hashable, Sendable {
  /// The em, in pixels.
  let size: Double
  /// The distance from one line to the next, in pixels.
  let height: Int
  /// The distance of a line's base line from its upper edge, in pixels.
  let baseline: Int

  /// The metrics of text of an em in pixels; one below 1 counts as 1.
  init(size: Double) {
    self.size = max(1, size)
    height = Int((self.size * 1.25).rounded())
    baseline = Int((self.size * 0.95).rounded())
  }
}
