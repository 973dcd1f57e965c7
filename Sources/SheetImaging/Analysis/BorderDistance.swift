/// How far the pixels of a picture are from its border, where a step from one pixel to the next is
/// as long as the change in brightness.
///
/// The border is mostly background, and brightness changes little on a path through background. A
/// subject differs from its surroundings, both inside and along its outline (Y. Wei and others,
/// "Geodesic saliency using background priors", 2012).
struct BorderDistance {
  private let levels: [Int32]
  private let columns: Int
  private let rows: Int
  private static let stride = Miniature.side

  /// Prepares to measure a picture.
  ///
  /// - Parameters:
  ///   - levels: The brightness of the picture's pixels, in rows of ``Miniature/side``.
  ///   - columns: The number of columns of the picture, at most ``Miniature/side``.
  ///   - rows: The number of rows of the picture.
  init(over levels: [Int32], columns: Int, rows: Int) {
    precondition(columns <= Self.stride && levels.count == Self.stride * rows, "another size")
    (self.levels, self.columns, self.rows) = (levels, columns, rows)
  }

  /// The lengths of the shortest paths from the border, through horizontal and vertical neighbours,
  /// row by row.
  ///
  /// The lengths are exact, so a mirrored picture has mirrored distances.
  var distances: [Int32] {
    var distances = [Int32](repeating: 0, count: levels.count)
    guard columns > 2, rows > 2 else { return distances }
    for row in 1..<rows - 1 {
      for column in 1..<columns - 1 { distances[Self.stride * row + column] = .max / 2 }
    }
    var span = distances.mutableSpan
    // Sweeps alternate between down and up. After each sweep, paths along rows are as short as
    // possible, so once a sweep changes nothing, no path can be shortened.
    var step = 1
    while sweep(&span, by: step) { step = -step }
    return distances
  }

  /// Propagates paths from row to row, down (1) or up (-1); returns whether any became shorter.
  private func sweep(_ distances: inout MutableSpan<Int32>, by step: Int) -> Bool {
    var isChanged = false
    for index in 1..<rows - 1 {
      let row = step > 0 ? index : rows - 1 - index
      if takePaths(&distances, into: Self.stride * row, from: Self.stride * (row - step)) {
        spread(&distances, along: Self.stride * row)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Propagates paths from a neighbouring row; returns whether any became shorter.
  private func takePaths(
    _ distances: inout MutableSpan<Int32>, into row: Int, from other: Int
  ) -> Bool {
    let levels = levels.span
    precondition(max(row, other) + columns <= min(levels.count, distances.count))
    var gain: Int32 = 0
    for column in 1..<columns - 1 {
      let old = unsafe distances[unchecked: row + column]
      let change = unsafe abs(levels[unchecked: row + column] &- levels[unchecked: other + column])
      let new = unsafe min(old, distances[unchecked: other + column] &+ change)
      gain |= old &- new
      unsafe distances[unchecked: row + column] = new
    }
    return gain != 0
  }

  /// Finds the shortest paths along a row, from both ends at once.
  private func spread(_ distances: inout MutableSpan<Int32>, along row: Int) {
    let (levels, last) = (levels.span, row + columns - 1)
    precondition(last < min(levels.count, distances.count))
    var (left, right) = (row, last)
    var (fromLeft, fromRight) = (0 as Int32, 0 as Int32)
    for _ in 1..<columns - 1 {
      let rise = unsafe abs(levels[unchecked: left &+ 1] &- levels[unchecked: left])
      let fall = unsafe abs(levels[unchecked: right &- 1] &- levels[unchecked: right])
      (left, right) = (left &+ 1, right &- 1)
      fromLeft = unsafe min(distances[unchecked: left], fromLeft &+ rise)
      unsafe distances[unchecked: left] = fromLeft
      fromRight = unsafe min(distances[unchecked: right], fromRight &+ fall)
      unsafe distances[unchecked: right] = fromRight
    }
  }
}
