/// Where a text stands between parentheses, which lines keep together if they have room for it.
enum Parentheses {
  /// The outermost pairs of parentheses that are closed, as offsets of characters, signs included.
  static func ranges(in characters: some Sequence<Character>) -> [Range<Int>] {
    var (ranges, openings): ([Range<Int>], [Int]) = ([], [])
    for (offset, character) in characters.enumerated() {
      switch character {
      case "(", "[", "{": openings.append(offset)
      case ")", "]", "}":
        guard let opening = openings.popLast() else { continue }
        // Those inside it have been told before.
        while let last = ranges.last, last.lowerBound > opening { ranges.removeLast() }
        ranges.append(opening..<offset + 1)
      default: continue
      }
    }
    return ranges
  }
}
