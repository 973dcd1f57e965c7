// The forms of lists, long texts and counts in messages.

extension Collection<String> {
  /// The items as a message lists them: at most ten, in about 300 characters, and the number of the
  /// rest.
  ///
  /// `grids, columns and masonry`; `a, b and 2,998 more`. Every message joins lists like this,
  /// unless the program itself fixes their length. The first item is named whole. The last one
  /// follows the conjunction, or without one a separator.
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
  /// The most scalars of a text that a message shows.
  package static let longestExcerpt = 100

  /// The start of the text, as a message quotes it.
  package var excerpt: String {
    let start = unicodeScalars.prefix(Self.longestExcerpt)
    return start.endIndex < endIndex ? String(start) + "…" : self
  }

  /// The start of the text without characters that a terminal obeys.
  package var shortPrintable: String { excerpt.printable }
}

extension Int {
  /// `1 file`, `2 files`.
  package func counted(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}
