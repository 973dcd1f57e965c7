/// Pixels that are computed row by row as they are drawn, and are not held in memory.
protocol ComputedRaster: Sendable {
  /// The pixels of a row, or of some of its columns.
  func row(_ y: Int, in visible: Range<Int>?) -> TurnedRaster.Row
}

extension TurnedRaster: ComputedRaster {}
