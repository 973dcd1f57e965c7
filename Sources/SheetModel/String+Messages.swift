// How messages show lists, long text and counts.

extension Collection<String> {
  /// The items as a message lists them: at most ten, in about 300 characters, followed by how many
  /// more there are.
  ///
  /// For example, `grids, columns and masonry` or `a, b and 2,998 more`. Every message joins lists
  /// like this unless the program itself determines their length. The first item is never
  /// shortened. The last item follows the conjunction or, if there is no conjunction, a separator.
  package func listed(_ conjunction: String? = nil, by separator: String = ", ") -> String {
    var (named, length) = ([String](), 0)
    for thing in self.prefix(10) {
      length += thing.count
      guard named.isEmpty || length <= 300 else { break }
      named.append(thing)
    }
    let more = count - named.count
    if more > 0 {
      let and = separator == "; " ? "; and" : " and"
      return named.joined(separator: separator) + "\(and) \(more) more"
    }
    guard let conjunction, named.count > 1, let last = named.popLast() else {
      return named.joined(separator: separator)
    }
    return "\(named.joined(separator: separator)) \(conjunction) \(last)"
  }
}

extension String {
  /// The maximum number of scalars of a string that a message shows.
  static let longestExcerpt = 100

  /// The start of the text, as a message quotes it.
  package var excerpt: String {
    let start = unicodeScalars.prefix(Self.longestExcerpt)
    return start.endIndex < endIndex ? String(start) + "…" : self
  }

  /// The start of the text, without characters that affect a terminal.
  package var shortPrintable: String { excerpt.printable }

  /// The text as a single shell word, quoted if necessary.
  package var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0.isDigit
          || "%+,-./:=@_".utf8.contains($0)
      }
    return isPlain ? self : shellQuoted
  }
}

extension Int {
  /// `1 file`, `2 files`.
  package func counted(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }

  /// The number out of a total, and the noun: `2 of 24 labels`, or `the only label`.
  package func counted(of total: Int, _ noun: String) -> String {
    total == 1 ? "the only \(noun)" : "\(self) of \(total.counted(noun))"
  }
}

extension Sequence<String> {
  /// The name most similar to `text`, ignoring case; nil if none is similar enough.
  ///
  /// One edit is allowed for every three letters of the longer string, and one edit in any case.
  /// Ties go to the first name.
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
  /// adjacent letters.
  ///
  /// No letter is edited twice.
  ///
  /// Source: optimal string alignment, the restricted form of Damerau, "A technique for computer
  /// detection and correction of spelling errors", CACM 7 (1964).
  func editDistance(to other: String) -> Int {
    let (first, second) = (Array(self), Array(other))
    // The distances from the two previous prefixes of `first` to every prefix of `second`.
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
