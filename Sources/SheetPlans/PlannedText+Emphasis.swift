extension PlannedText {
  /// The emphasised parts of the drawn text, counted in Unicode scalars.
  ///
  /// The text may have been broken into lines, which removes blanks, and shortened. A drawn letter is
  /// not emphasised unless it is certain which part of the text it comes from.
  package var drawnEmphasis: [Range<Int>] {
    guard let shown, !emphasis.isEmpty else { return emphasis }
    let origins = Self.origins(of: Array(shown.unicodeScalars), in: Array(text.unicodeScalars))
    var parts: [Range<Int>] = []
    for (place, origin) in origins.enumerated() {
      guard let origin, emphasis.contains(where: { $0.contains(origin) }) else { continue }
      if let last = parts.last, last.upperBound == place {
        parts[parts.count - 1] = last.lowerBound..<place + 1
      } else {
        parts.append(place..<place + 1)
      }
    }
    return parts
  }

  /// The maximum length of texts in which parts between ellipses are searched for.
  private static let longestSearched = 4096

  /// The index in the whole text of each scalar that is drawn; nil if it was inserted, or if its
  /// origin is not certain.
  private static func origins(
    of drawn: [Unicode.Scalar], in whole: [Unicode.Scalar]
  ) -> [Int?] {
    var origins = [Int?](repeating: nil, count: drawn.count)
    func take(_ found: [Int?], at place: Int) {
      for (index, origin) in found.enumerated() { origins[place + index] = origin }
    }
    // A text that is only broken into lines may contain an ellipsis of its own.
    if let all = match(drawn[...], in: whole, from: 0) {
      take(all.origins, at: 0)
      return origins
    }
    if max(drawn.count, whole.count) > longestSearched { return origins }
    let segments = drawn.split(separator: "…", omittingEmptySubsequences: false)
    let hasLines = whole.contains("\n")
    var from = 0
    for (number, segment) in segments.enumerated() where !segment.isEmpty {
      let starts = number == 0 ? 0..<1 : from..<max(from, whole.count)
      var found = starts.compactMap { match(segment, in: whole, from: $0) }
      // A line feed after an ellipsis belongs to the text.
      if number > 0 { found.removeAll { $0.origins[0] == nil } }
      // A single line that is shortened keeps its end.
      if number == segments.count - 1, !hasLines { found.removeAll { $0.end < whole.count } }
      guard found.count == 1 else { continue }
      take(found[0].origins, at: segment.startIndex)
      from = found[0].end
    }
    return origins
  }

  /// The indices in the whole text of the scalars of a part that is drawn without an ellipsis, and
  /// the index after the last of them; nil if the part is not there.
  private static func match(
    _ part: ArraySlice<Unicode.Scalar>, in whole: [Unicode.Scalar], from start: Int
  ) -> (origins: [Int?], end: Int)? {
    var (origins, place): ([Int?], Int) = ([], start)
    for scalar in part {
      // The blank at a break is not drawn.
      while place > start, place < whole.count, whole[place] != scalar, !scalar.isInserted,
        whole[place].properties.isWhitespace
      { place += 1 }
      if place < whole.count, whole[place] == scalar {
        origins.append(place)
        place += 1
      } else if scalar.isInserted {
        origins.append(nil)
      } else {
        return nil
      }
    }
    return (origins, place)
  }
}

extension Unicode.Scalar {
  /// Whether breaking a text into lines may insert it: a line feed, or a directional mark.
  fileprivate var isInserted: Bool { self == "\n" || self == "\u{200E}" || self == "\u{200F}" }
}
