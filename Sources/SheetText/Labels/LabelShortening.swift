internal import SheetLayout
internal import SheetModel

/// Shortens labels so that each keeps the part that distinguishes it.
///
/// The beginning shared by all labels is removed first, then a shared end, then the middle of the
/// rest. The number that identifies a label stays. Grapheme clusters are never split. A sentence is
/// cut between words at its end, unless it would then look like another label.
struct LabelShortening {
  /// Text that is too long, and its box.
  struct Part {
    var text: String
    /// The width of the box in pixels, and the number of its lines, at least one.
    let width, lines: Int
    /// The digits that distinguish the text; nil if there are none, or if they are not known yet.
    var number: Range<Int>?

    /// Whether a cut at an index would split the number.
    func isNumberSplit(at index: Int) -> Bool {
      number.map { $0.lowerBound < index && index < $0.upperBound } ?? false
    }
  }

  /// The minimum number of characters to keep, provided that they fit.
  private static let least = 8
  /// No box shows more characters of one text than this.
  private static let most = 4096
  private static let ellipsis: [Character] = ["…"]

  let measure: TextMeasure

  /// The shortened texts, in the order of the parts.
  ///
  /// Different texts stay different if the boxes allow it.
  func shown(of parts: [Part]) -> [String] {
    let numbers = DistinguishingNumbers(of: parts.lazy.map(\.text))
    var shown = self.shown(of: parts, parts.indices, .broken, numbers)
    // Texts that still look the same are shortened again as a group.
    for manner in [Manner.withBeginning, .withBeginning, .exact, .exact] {
      var areDistinct = true
      let before = shown
      before.indices.sorted { (before[$0], $0) < (before[$1], $1) }
        .forEachRun(where: { before[$0] == before[$1] }) { run in
          let group = Array(run)
          guard group.contains(where: { parts[$0].text != parts[group[0]].text }) else { return }
          areDistinct = false
          for (index, text) in zip(group, self.shown(of: parts, group, manner, numbers)) {
            shown[index] = text
          }
        }
      if areDistinct { break }
    }
    return shown
  }

  /// How to leave out what several texts have in common.
  private enum Manner {
    /// Leave out what the texts have in common, up to a break.
    case broken
    /// Leave out all that the texts have in common, except that its beginning gets a third of the
    /// box.
    case withBeginning
    /// Leave out all that the texts have in common.
    case exact
  }

  /// The shortened texts of a group.
  private func shown(
    of parts: [Part], _ group: some Collection<Int>, _ manner: Manner,
    _ numbers: DistinguishingNumbers
  ) -> [String] {
    let texts = group.lazy.map { parts[$0].text }
    var (prefix, suffix) = (0, 0)
    if let first = texts.first, texts.contains(where: { $0 != first }) {
      let shortest = texts.reduce(Int.max) { min($0, $1.count) }
      prefix = texts.reduce(first.count) { count, text in
        zip(first.prefix(count), text).prefix { $0 == $1 }.count
      }
      suffix = texts.reduce(shortest - prefix) { count, text in
        zip(first.reversed().prefix(count), text.reversed()).prefix { $0 == $1 }.count
      }
    }
    return group.map {
      var part = parts[$0]
      part.number = numbers.number(in: Array(part.text))
      return String(shown(of: part, prefix: prefix, suffix: suffix, manner))
    }
  }

  /// The shortened form of text, given the lengths of the beginning and end shared by its group.
  private func shown(of part: Part, prefix: Int, suffix: Int, _ manner: Manner) -> [Character] {
    let text = Array(part.text)[...]
    let count = text.count
    let levels = measure.measured(part.text[...]).levels
    func isBreak(before index: Int) -> Bool { levels[index] < .unit }
    if manner == .withBeginning {
      // The beginning keeps the part that distinguishes the group.
      let capacity = (0..<min(count, Self.most) + 1).lastMeeting {
        fits(text.prefix($0) + Self.ellipsis, part)
      }
      let head = text.prefix(min(prefix, capacity / 3))
      guard head.count + 1 < prefix else { return middle(of: text, part) }
      return middle(of: text[prefix...], part, after: head + Self.ellipsis)
    }
    if manner == .broken, part.number == nil, let sentence = sentence(of: text, part) {
      return sentence
    }
    let isExact = manner == .exact
    func ending(_ cut: Int) -> [Character] { Self.ellipsis + text[cut...] }
    if let cut = cut(
      upTo: prefix, isExact: isExact, whereFits: { fits(ending($0), part) },
      { cut in
        count - cut >= Self.least && isBreak(before: cut)
      }), isExact || !part.isNumberSplit(at: cut)
    {
      return ending(cut)
    }
    let start =
      isExact ? prefix : (0...prefix).last { $0 == 0 || isBreak(before: $0) } ?? 0
    let lead = start > 0 ? Self.ellipsis : []
    func inside(_ cut: Int) -> [Character] {
      // A full stop would look like one more dot of the ellipsis.
      let end = count - cut - start > Self.least && text[count - cut - 1] == "." ? cut + 1 : cut
      return lead + text[start..<count - end] + Self.ellipsis
    }
    if let cut = cut(
      upTo: suffix, isExact: isExact, whereFits: { fits(inside($0), part) },
      { cut in
        count - cut - start >= Self.least && isBreak(before: count - cut)
      }), isExact || !part.isNumberSplit(at: count - cut)
    {
      return inside(cut)
    }
    let end =
      isExact
      ? count - suffix
      : (count - suffix...count).first { $0 == count || isBreak(before: $0) } ?? count
    return middle(
      of: text[start..<end], part, after: lead, before: end < count ? Self.ellipsis : [])
  }

  /// The smallest number of spaces in a sentence.
  private static let leastSpaces = 4

  /// The first words of a sentence, followed by "…"; nil if the text is not a sentence, or if the
  /// words that fit are too short.
  ///
  /// The end of a name distinguishes it; a sentence is read from its beginning.
  private func sentence(of text: ArraySlice<Character>, _ part: Part) -> [Character]? {
    var spaces = 0
    for character in text where character == " " {
      spaces += 1
      if spaces == Self.leastSpaces { break }
    }
    // The end of a name may be an extension.
    guard spaces == Self.leastSpaces, !text.suffix(6).dropLast().contains(".") else { return nil }
    let most = (0..<min(text.count, Self.most)).lastMeeting {
      fits(text.prefix($0) + Self.ellipsis, part)
    }
    guard let end = text[...most].lastIndex(of: " ") else { return nil }
    var words = text[..<end]
    // Punctuation before an ellipsis says nothing.
    while let last = words.last, " ,;:.".contains(last) { words.removeLast() }
    return words.count < max(Self.least, most / 2) ? nil : words + Self.ellipsis
  }

  /// How many characters to leave out at one end; nil if no number makes the text fit.
  ///
  /// The result is the smallest number with which the text fits, extended to the next break if
  /// there is one.
  private func cut(
    upTo limit: Int, isExact: Bool, whereFits fits: (Int) -> Bool, _ isBreak: (Int) -> Bool
  ) -> Int? {
    guard limit > 0, fits(limit) else { return nil }
    let least = limit - (0..<limit).lastMeeting { fits(limit - $0) }
    return isExact ? least : (least...limit).first(where: isBreak) ?? least
  }

  /// Text between `lead` and `trail`, without the middle of the text unless all of it fits; the
  /// number stays.
  private func middle(
    of text: ArraySlice<Character>, _ part: Part, after lead: [Character] = [],
    before trail: [Character] = []
  ) -> [Character] {
    if fits(lead + text + trail, part) { return lead + text + trail }
    var number = part.number?.clamped(to: text.indices) ?? text.startIndex..<text.startIndex
    // People look texts up by a number at the start.
    let first = lead.isEmpty ? text.prefix(while: \.isDigit).count : 0
    if first > 0 { number = text.startIndex..<text.startIndex + first }
    func shown(_ count: Int) -> [Character] {
      if count == 0 { return Self.ellipsis }
      var (head, tail) = (text.startIndex + (count + 1) / 2, text.endIndex - count / 2)
      if number.upperBound > head, number.lowerBound < tail {
        if number.upperBound - text.startIndex <= count {
          head = number.upperBound
          tail = text.endIndex - (count - (head - text.startIndex))
        } else if text.endIndex - number.lowerBound <= count {
          tail = number.lowerBound
          head = text.startIndex + count - (text.endIndex - tail)
        } else {
          // Only the number stays, with as much around it as there is room for.
          let spare = count - number.count
          let start = max(text.startIndex, number.lowerBound - (spare < 0 ? spare : spare / 2))
          let kept = text[start..<min(start + count, text.endIndex)]
          return (lead.isEmpty && start > text.startIndex ? Self.ellipsis : lead) + kept
            + (kept.endIndex < text.endIndex ? Self.ellipsis : trail)
        }
      }
      return lead + text[..<head] + Self.ellipsis + text[tail...] + trail
    }
    return shown((0..<min(text.count, Self.most + 1)).lastMeeting { fits(shown($0), part) })
  }

  private func fits(_ text: [Character], _ part: Part) -> Bool {
    measure.count(
      of: String(text)[...], width: part.width, limit: part.lines, anywhere: true) != nil
  }
}

extension Collection {
  /// Calls `body` with each run of adjacent elements that belong together.
  func forEachRun(
    where belongs: (Element, Element) -> Bool, _ body: (SubSequence) -> Void
  ) {
    var rest = self[...]
    while let first = rest.first {
      let run = rest.prefix { belongs(first, $0) }
      body(run)
      rest = rest.dropFirst(run.count)
    }
  }
}

/// The numbers that distinguish texts: `0001` in `IMG_0001_edit`, but not `2024` if all texts
/// contain it.
struct DistinguishingNumbers {
  /// The number of texts that contain each run of digits.
  private var counts: [String: Int] = [:]
  private let total: Int

  /// Counts the numbers in some texts; identical texts count once.
  init(of texts: some Sequence<String>) {
    let texts = Set(texts)
    total = texts.count
    for text in texts.lazy.map(Array.init) {
      for number in Set(text.numbers.map { String(text[$0]) }) { counts[number, default: 0] += 1 }
    }
  }

  /// The range of the number shared by the fewest texts; nil if all texts have the same numbers.
  ///
  /// Ties go to the longest number, then to the last.
  func number(in text: [Character]) -> Range<Int>? {
    var best: (range: Range<Int>, count: Int)?
    for range in text.numbers {
      guard let count = counts[String(text[range])], total == 1 || count < total else { continue }
      if let best, (count, -range.count) > (best.count, -best.range.count) { continue }
      best = (range, count)
    }
    return best?.range
  }
}

extension [Character] {
  /// The ranges of the runs of digits in these characters.
  fileprivate var numbers: [Range<Int>] { [Range<Int>](indices(where: \.isDigit).ranges) }
}
