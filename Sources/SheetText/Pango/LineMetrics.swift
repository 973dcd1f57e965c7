/// Where lines of text of one size stand: where those of the own face do.
///
/// So labels line up whatever they are set in, and a layout can be made before any font is
/// looked for.
struct LineMetrics: Equatable, Sendable {
  /// The em, in pixels, within the limits of ``StrokeFace``.
  let size: Double
  /// The distance from one line to the next, in pixels.
  let height: Int
  /// The distance of a line's base line from its upper edge, in pixels.
  let baseLine: Int

  /// The metrics of text of an em in pixels.
  init(size: Double) {
    let face = StrokeFace(size: size)
    self.size = face.size
    height = face.lineHeight
    baseLine = face.baseLine
  }
}
