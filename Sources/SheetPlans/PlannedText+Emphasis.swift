extension PlannedText {
  /// The emphasised parts of the drawn text, counted in Unicode scalars.
  ///
  /// The text may have been shortened, or broken into lines, which removes blanks. A drawn letter
  /// is not emphasised unless it is certain which part of the text it comes from.
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

  /// The number of steps that a search may take for each scalar; only text that is meant to slow
  /// the search down needs more.
  private static let stepsPerScalar = 64

  /// The index in the whole text of each scalar that is drawn; nil if it was inserted, or if its
  /// origin is not certain.
  private static func origins(
    of drawn: [Unicode.Scalar], in whole: [Unicode.Scalar]
  ) -> [Int?] {
    var origins = [Int?](repeating: nil, count: drawn.count)
    func take(_ found: [Int?], at place: Int) {
      for (index, origin) in found.enumerated() { origins[place + index] = origin }
    }
    var steps = stepsPerScalar * (drawn.count + whole.count)
    // A text that is only broken into lines may contain an ellipsis of its own.
    if let all = match(drawn[...], in: whole, from: 0, &steps) {
      take(all.origins, at: 0)
      return origins
    }
    let segments = drawn.split(separator: "…", omittingEmptySubsequences: false)
    let hasLines = whole.contains("\n")
    var from = 0
    for (number, segment) in segments.enumerated() where !segment.isEmpty {
      let starts = number == 0 ? 0..<1 : from..<max(from, whole.count)
      let isLast = number == segments.count - 1
      var found: (origins: [Int?], end: Int)?
      for start in starts {
        guard let hit = match(segment, in: whole, from: start, &steps) else { continue }
        // A line feed after an ellipsis belongs to the text, and a single line that is shortened
        // keeps its end.
        if number > 0 && hit.origins[0] == nil || isLast && !hasLines && hit.end < whole.count {
          continue
        }
        let isFirst = found == nil
        found = isFirst ? hit : nil
        if !isFirst { break }
      }
      // If no steps are left, it is not known whether the part also occurs elsewhere.
      if steps < 0 { break }
      guard let found else { continue }
      take(found.origins, at: segment.startIndex)
      from = found.end
    }
    return origins
  }

  /// The indices, in the whole text, of the scalars of a part that is drawn without an ellipsis,
  /// and the index after the last of them.
  ///
  /// Nil if the whole text does not contain the part at index `start`, or if no steps are left.
  private static func match(
    _ part: ArraySlice<Unicode.Scalar>, in whole: [Unicode.Scalar], from start: Int,
    _ steps: inout Int
  ) -> (origins: [Int?], end: Int)? {
    var (origins, place): ([Int?], Int) = ([], start)
    for scalar in part {
      steps -= 1
      // The blank at a break is not drawn.
      while place > start, place < whole.count, whole[place] != scalar, !scalar.isInserted,
        whole[place].properties.isWhitespace
      { (place, steps) = (place + 1, steps - 1) }
      if steps < 0 { return nil }
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
  /// Whether breaking text into lines may insert this scalar: a line feed, or a directional mark.
  fileprivate var isInserted: Bool { self == "\n" || self == "\u{200E}" || self == "\u{200F}" }
}
