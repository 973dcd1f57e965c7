/// Guesses what was meant by a misspelt word.
enum Spelling {
  /// Longer words are not guessed at.
  private static let longestWord = 40

  /// The candidate that differs from `word` in the fewest places, if it is few enough.
  ///
  /// Case does not count, and `_` is taken for `-`.
  static func nearest(to word: String, of candidates: [String]) -> String? {
    let letters = word.lowercased().map { $0 == "_" ? "-" : $0 }
    guard 1...longestWord ~= letters.count else { return nil }
    let distances = candidates.map { (name: $0, distance: distance(letters, Array($0))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= max(1, letters.count / 3)
    else { return nil }
    return nearest.name
  }

  /// How many letters must be put in, taken out or replaced to make one word the other.
  ///
  /// Source: Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 21 (1974).
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
