package import SystemPackage

/// What is known of a picture as it was and as it is, of which at least one is there.
package struct Pair<Side> {
  /// The path below both folders.
  package let path: FilePath
  /// What pairs that are compared with one picture have in common, which stand in one row: the path, of
  /// several folders that each are compared with one below their own.
  package private(set) var row: FilePath
  /// Which of such folders the pair is of; 0 where there are none.
  package private(set) var column = 0
  /// The path of the picture as it was, where it is another; nil where it is the same.
  package var oldPath: FilePath?
  /// Whether the two have one content under two paths.
  package var isRenamed = false
  /// What is known of the picture as it was; nil for an added one.
  package var before: Side?
  /// What is known of the picture as it is; nil for a removed one.
  package var after: Side?

  /// Creates a pair.
  package init(path: FilePath, before: Side? = nil, after: Side? = nil) {
    (self.path, row, self.before, self.after) = (path, path, before, after)
  }

  /// The pair in one of several folders that are compared with one, of which the path begins with a name.
  package func moved(toColumn column: Int, below folder: FilePath) -> Pair {
    var pair = self
    pair.column = column
    _ = pair.row.removePrefix(folder)
    return pair
  }

  /// What is known of those that are there.
  ///
  /// A closure, since the key path of a generic type is made anew each time: a fourth of the time that
  /// equal pairs take.
  package var sides: [Side] { [before, after].compactMap { $0 } }

  /// The pair with what a function makes of each side.
  package func map<Other, Failure>(
    _ transform: (Side) throws(Failure) -> Other
  ) throws(Failure) -> Pair<Other> {
    var pair = Pair<Other>(
      path: path, before: try before.map(transform), after: try after.map(transform))
    (pair.oldPath, pair.isRenamed, pair.row, pair.column) = (oldPath, isRenamed, row, column)
    return pair
  }
}

extension Pair: Sendable where Side: Sendable {}

extension Array {
  /// These pairs with other sides, given as those of all pairs one after the other.
  package func with<Side, Other>(sides: [Other]) -> [Pair<Other>] where Element == Pair<Side> {
    var next = sides.startIndex
    return map { pair in
      pair.map { _ in
        defer { next += 1 }
        return sides[next]
      }
    }
  }
}
