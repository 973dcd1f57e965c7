internal import SheetPlans
internal import SystemPackage

/// An earlier and a later picture, with the result of comparing them; one of them may be missing.
///
/// A side is first a file, then a picture with its facts, and finally its markup on a page.
struct Pair<Side> {
  /// The path below both folders.
  let path: FilePath
  /// The path that pairs of one row share.
  ///
  /// If several folders are compared with one, it is the path below each.
  private(set) var row: FilePath
  /// The index of the pair's folder among several that are compared with one; 0 if there is only one.
  private(set) var column = 0
  /// The path of the earlier picture, if it differs; otherwise nil.
  var oldPath: FilePath?
  /// Whether the two pictures have one content under two paths.
  var isRenamed = false
  /// The earlier picture; nil if the picture was added.
  var before: Side?
  /// The later picture; nil if the picture was removed.
  var after: Side?
  /// A picture of the changes; nil if they are unknown.
  var difference: Side?
  /// The result; nil until the pair is compared.
  var result: ComparedPair?
  /// Whether the pair is on a sheet.
  var isShown = true

  /// Creates a pair.
  init(path: FilePath, before: Side? = nil, after: Side? = nil) {
    (self.path, row, self.before, self.after) = (path, path, before, after)
  }

  /// The pair in one of several folders that are compared with one; its path begins with their name.
  func moved(toColumn column: Int, below folder: FilePath) -> Pair {
    var pair = self
    pair.column = column
    _ = pair.row.removePrefix(folder)
    return pair
  }

  /// The pictures that exist, the earlier one first.
  ///
  /// Pass it as a closure. A key path of a generic type is created again at each call. That takes a
  /// fourth of the time for equal pairs.
  var sides: [Side] { [before, after].compactMap { $0 } }

  /// The picture by which the pair is sorted, grouped and listed: the later one, or else the
  /// earlier one.
  var shown: Side { after ?? sides[0] }

  /// The pair with a function's values for its pictures.
  func map<Other, Failure>(
    _ transform: (Side) throws(Failure) -> Other?
  ) throws(Failure) -> Pair<Other> {
    var pair = Pair<Other>(
      path: path, before: try before.flatMap(transform), after: try after.flatMap(transform))
    pair.difference = try difference.flatMap(transform)
    (pair.row, pair.column, pair.isShown) = (row, column, isShown)
    (pair.oldPath, pair.isRenamed, pair.result) = (oldPath, isRenamed, result)
    return pair
  }
}

extension Pair: Sendable where Side: Sendable {}

extension Array {
  /// These pairs with other sides, which are given in order: two for some pairs, one for the rest.
  func with<Side, Other>(sides: [Other]) -> [Pair<Other>] where Element == Pair<Side> {
    var next = sides.startIndex
    return map { pair in
      pair.map { _ in
        defer { next += 1 }
        return sides[next]
      }
    }
  }
}
