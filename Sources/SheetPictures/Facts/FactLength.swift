internal import SheetText

/// How long the facts of a picture may be, of those that come from what its file says besides.
///
/// A file of 8 KB can hold a text of 8 MB, and a folder a hundred thousand files.
package enum FactLength {
  /// The most bytes that a picture keeps for labels, orders, groups and names: 4 KiB, as UTF-8.
  package static let kept = 4 * 1024
  /// The most bytes of a picture in a list of all facts, which keeps those of a few pictures: 64 KiB.
  package static let listed = 64 * 1024
}

extension [FactKey: Fact] {
  /// Shortens the longest texts, so that all have no more than some bytes together; each ends with an
  /// ellipsis then.
  ///
  /// - Returns: Whether a text was too long.
  mutating func shorten(to limit: Int) -> Bool {
    guard let share = share(of: limit) else { return false }
    for (key, fact) in self where fact.text.utf8.count > share {
      self[key] = Fact(fact.text.shortened(to: share), number: fact.number)
    }
    return true
  }

  /// What each text may have, where short ones stay whole; nil where all do.
  private func share(of limit: Int) -> Int? {
    let lengths = values.map(\.text.utf8.count).sorted()
    var left = limit
    for (index, length) in lengths.enumerated() {
      let share = left / (lengths.count - index)
      if length > share { return share }
      left -= length
    }
    return nil
  }
}

extension String {
  /// The beginning of the text, of whole characters of Unicode and an ellipsis, in some bytes.
  fileprivate func shortened(to limit: Int) -> String {
    let ellipsis = "\u{2026}"
    let room = Swift.max(0, limit - ellipsis.utf8.count)
    var end = utf8.index(utf8.startIndex, offsetBy: room)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end]) + ellipsis
  }
}
