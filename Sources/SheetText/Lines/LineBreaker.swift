internal import SheetLayout

/// Breaks text into lines no wider than its box.
///
/// No other code breaks lines.
///
/// A line ends between words if possible, and at a wide gap if that takes no more lines. Otherwise,
/// it ends after a punctuation mark or, failing that, between letters and digits or before a
/// capital inside a word. Of the marks in a path, a slash is preferred if that takes no more lines.
/// A number and its unit stay together if they fit on one line. No line begins with a closing mark
/// or ends with an opening one if any other break suffices.
struct LineBreaker {
  private let units: [LineText.Unit]
  private let levels: [LineText.Level]

  private let hasGaps: Bool

  init(_ text: LineText) {
    (units, levels) = (text.units, text.levels)
    hasGaps = levels.contains(.gap)
  }

  /// Whether the break before a character separates two names of a path.
  private func followsSlash(_ index: Int) -> Bool {
    index > 0 && units[index - 1].kind == .slash && levels[index] == .mark
  }

  /// The penalty of a break, which is lower after a slash than after another mark.
  private func penalty(before index: Int) -> Int {
    2 * levels[index].rawValue - (followsSlash(index) ? 1 : 0)
  }

  /// Lines, and the penalty of their breaks.
  private struct Lines {
    var ranges: [Range<Int>] = []
    /// The sum of the penalties of all breaks.
    var penalty = 0
  }

  /// The maximum number of lines that are balanced.
  private static let maximumBalancedLines = 16

  /// The lines of the text, as few as possible, and balanced.
  ///
  /// - Parameters:
  ///   - width: The maximum width of a line, in pixels.
  ///   - limit: The maximum number of lines.
  ///   - anywhere: Whether to break units and words that are too wide for a line.
  /// - Returns: At least one line, without trailing spaces; nil if they do not fit.
  func lines(width: Int, limit: Int, anywhere: Bool) -> [Range<Int>]? {
    let worst: LineText.Level = anywhere ? .mispunctuated : .part
    guard let (lines, level) = first(width: width, limit: limit, worst: worst) else { return nil }
    guard 2...Self.maximumBalancedLines ~= lines.ranges.count else { return lines.ranges }
    // Each line in turn ends at a slash, or becomes as narrow as possible.
    var (balanced, rest): ([Range<Int>], Lines) = ([], lines)
    while rest.ranges.count > 1 {
      guard
        var best = endingAtSlash(rest, width: width, level, worst: worst)
          ?? narrowed(rest, level, worst: worst), best.ranges.count > 1
      else { break }
      balanced.append(best.ranges.removeFirst())
      best.penalty -= penalty(before: best.ranges[0].lowerBound)
      rest = best
    }
    return balanced + rest.ranges
  }

  /// The lines, broken at the smallest width that adds neither lines nor worse breaks; nil if there
  /// is no such width.
  private func narrowed(
    _ lines: Lines, _ level: LineText.Level, worst: LineText.Level
  ) -> Lines? {
    let widest = lines.ranges.reduce(0) { max($0, width(of: $1)) }
    func narrower(by less: Int) -> Lines? {
      let narrow = broken(
        from: lines.ranges[0].lowerBound, width: widest - less, limit: lines.ranges.count, level,
        worst: worst)
      return narrow.flatMap { $0.penalty <= lines.penalty ? $0 : nil }
    }
    return narrower(by: (0..<widest).lastMeeting { narrower(by: $0) != nil })
  }

  /// The lines, the first of which ends at a slash instead of at another mark or a worse break.
  ///
  /// Nil if this would take more lines, or worse breaks after it.
  private func endingAtSlash(
    _ lines: Lines, width: Int, _ level: LineText.Level, worst: LineText.Level
  ) -> Lines? {
    let (first, end) = (lines.ranges[0], lines.ranges[1].lowerBound)
    guard levels[end] >= .mark, !followsSlash(end),
      let start = first.dropFirst().last(where: { followsSlash($0) }),
      var better = broken(
        from: start, width: width, limit: lines.ranges.count - 1, level, worst: worst)
    else { return nil }
    better.ranges.insert(first.lowerBound..<start, at: 0)
    better.penalty += penalty(before: start)
    return better.ranges.count == lines.ranges.count && better.penalty <= lines.penalty
      ? better : nil
  }

  /// The number of lines returned by ``lines(width:limit:anywhere:)``.
  func count(width: Int, limit: Int, anywhere: Bool) -> Int? {
    first(width: width, limit: limit, worst: anywhere ? .mispunctuated : .part)?.lines.ranges.count
  }

  /// The width of the text on a single line.
  var width: Int { width(of: units.indices) }

  /// The width of the longest part without a break between words.
  var longestWord: Int {
    let starts = [0] + units.indices.dropFirst().filter { isWord(at: $0) } + [units.count]
    return zip(starts, starts.dropFirst()).reduce(0) { max($0, width(of: trimmed($1.0..<$1.1))) }
  }

  /// The number of lines if they end between words, at a width of at least the longest word.
  func wordLines(width: Int) -> Int {
    broken(from: 0, width: width, limit: .max, .word, worst: .word)?.ranges.count ?? units.count
  }

  private func isWord(at index: Int) -> Bool {
    units[index].kind != .space && levels[index] <= .word
  }

  /// The lines before the last one allowed, and the start of that last one, for text that exceeds
  /// the limit.
  func start(ofLine limit: Int, width: Int) -> (lines: [Range<Int>], start: Int) {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    while lines.count + 1 < limit,
      let end = end(from: start, width: width, .mark, worst: .mispunctuated)
    {
      guard end < units.count else { break }
      lines.append(trimmed(start..<end))
      start = end
    }
    return (lines, start)
  }

  private func first(
    width: Int, limit: Int, worst: LineText.Level
  ) -> (lines: Lines, level: LineText.Level)? {
    for level in [LineText.Level.word, .mark, .part] {
      guard let lines = broken(from: 0, width: width, limit: limit, level, worst: worst) else {
        continue
      }
      if level == .word, hasGaps,
        let apart = broken(from: 0, width: width, limit: lines.ranges.count, .gap, worst: worst)
      {
        return (apart, .gap)
      }
      return (lines, level)
    }
    return nil
  }

  /// Lines as long as possible, with breaks up to a level; a line without such a break uses the
  /// best of the worse breaks.
  private func broken(
    from start: Int, width: Int, limit: Int, _ level: LineText.Level, worst: LineText.Level
  ) -> Lines? {
    var (lines, start) = (Lines(), start)
    repeat {
      guard lines.ranges.count < limit,
        let end = end(from: start, width: width, level, worst: worst)
      else { return nil }
      lines.ranges.append(trimmed(start..<end))
      if end < units.count { lines.penalty += penalty(before: end) }
      start = end
    } while start < units.count
    return lines
  }

  /// The start of the next line; nil if not even the first character fits.
  private func end(
    from start: Int, width: Int, _ level: LineText.Level, worst: LineText.Level
  ) -> Int? {
    var used = 0
    // The last break of each level; 0 for none.
    var breaks = InlineArray<8, Int>(repeating: 0)
    for index in start..<units.count {
      let unit = units[index]
      used += unit.width
      if unit.kind == .space { continue }
      if index > start { breaks[levels[index].rawValue] = index }
      guard used > width else { continue }
      let best = (0...level.rawValue).reduce(0) { max($0, breaks[$1]) }
      if best > 0 { return best }
      return (level.rawValue...worst.rawValue).lazy.map { breaks[$0] }.first { $0 > 0 }
    }
    return units.count
  }

  private func width(of range: Range<Int>) -> Int {
    units[range].reduce(0) { $0 + $1.width }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let end = units[range].lastIndex { $0.kind != .space }
    return range.lowerBound..<(end.map { $0 + 1 } ?? range.lowerBound)
  }
}
