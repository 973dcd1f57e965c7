extension Sequence<String> {
  /// The name most similar to `text`, ignoring case; nil if all are too different.
  ///
  /// One edit is allowed for every three letters of the longer of the two, and at least one. The
  /// first of several equally similar names wins.
  package func nearest(to text: String) -> String? {
    let text = text.prefix(64).lowercased()
    var nearest: (name: String, distance: Int)?
    for name in self {
      let distance = name.lowercased().editDistance(to: text)
      guard distance <= Swift.max(1, Swift.max(name.count, text.count) / 3) else { continue }
      if distance < nearest?.distance ?? .max { nearest = (name, distance) }
    }
    return nearest?.name
  }
}

extension String {
  /// The edit distance: the minimum number of insertions, deletions, replacements and swaps of
  /// neighbours.
  ///
  /// No letter is edited twice.
  ///
  /// Source: optimal string alignment. It is the restricted form of Damerau, "A technique for
  /// computer detection and correction of spelling errors", CACM 7 (1964).
  func editDistance(to other: String) -> Int {
    let (first, second) = (Array(self), Array(other))
    // Distances from a prefix of `first` to every prefix of `second`, for its last three.
    var (beforeLast, last) = ([Int](), Array(0...second.count))
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, otherLetter) in second.enumerated() {
        var distance = Swift.min(
          last[column] + (letter == otherLetter ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == otherLetter {
          distance = Swift.min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
