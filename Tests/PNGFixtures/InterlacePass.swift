/// The pixels that one pass of a picture sends.
struct InterlacePass: Sendable {
  /// Every `step`-th position from `first`.
  struct Positions: Sendable {
    let first: Int
    let step: Int

    func indices(below end: Int) -> StrideTo<Int> { stride(from: first, to: end, by: step) }

    func count(below end: Int) -> Int { end > first ? (end - first + step - 1) / step : 0 }
  }

  let columns: Positions
  let rows: Positions

  /// All pixels, for pictures without interlacing.
  static let whole = InterlacePass(
    columns: Positions(first: 0, step: 1), rows: Positions(first: 0, step: 1))

  /// The seven passes of Adam7.
  ///
  /// Source: PNG specification, 8.2 (interlace methods).
  static let adam7 = [
    pass(0, 8, 0, 8), pass(4, 8, 0, 8), pass(0, 4, 4, 8), pass(2, 4, 0, 4), pass(0, 2, 2, 4),
    pass(1, 2, 0, 2), pass(0, 1, 1, 2),
  ]

  private static func pass(
    _ column: Int, _ columnStep: Int, _ row: Int, _ rowStep: Int
  ) -> InterlacePass {
    InterlacePass(
      columns: Positions(first: column, step: columnStep),
      rows: Positions(first: row, step: rowStep))
  }
}
