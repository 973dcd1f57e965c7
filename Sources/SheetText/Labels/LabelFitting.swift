/// How the labels of a sheet are set.
package struct LabelType: Equatable, Sendable {
  /// The em in pixels.
  package var size: Double
  /// The most lines of a label, at least one.
  package var lines: Int

  /// Creates a type.
  package init(size: Double, lines: Int) { (self.size, self.lines) = (size, lines) }
}

/// A label with its room, and as it is drawn in it.
///
/// A sheet may have a million of them.
package struct RoomedLabel: Equatable, Sendable {
  /// Its text; a line feed starts a new line.
  package let text: String
  /// What is drawn of it where that is not the text as it is: lines with line feeds between them.
  package fileprivate(set) var shown: String?
  /// The width of its room in pixels.
  package var width: Int { Int(storedWidth) }
  // No side of a sheet is longer.
  private var storedWidth: Int32
  /// Whether a part of it is left out of what is drawn.
  package fileprivate(set) var isShortened = false
  /// Whether it is set apart, in letters that may be wider.
  package let isEmphasized: Bool
  /// Whether it is one line of ASCII.
  fileprivate let isPlain: Bool

  /// Creates a label with its room.
  package init(_ text: String, width: Int, isEmphasized: Bool = false) {
    (self.text, storedWidth, self.isEmphasized) = (text, Int32(clamping: width), isEmphasized)
    isPlain = text.utf8.allSatisfy {
      $0 < 128 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
  }

  /// No label: it has no text, and no room.
  package static let none = RoomedLabel("", width: -1)

  /// Whether it is none.
  package var isNone: Bool { width < 0 }

  /// The same label in a room that is wider by some pixels.
  package func widened(by more: Int) -> RoomedLabel {
    var wider = self
    wider.storedWidth = Int32(clamping: width + more)
    return wider
  }
}

/// Fits labels and headings into their rooms: chooses one size for all, breaks them, and shortens what is
/// too long in any size.
package struct LabelFitting {
  private let font: FontChoice
  private let characters: Set<Character>
  /// What ink may overhang, in pixels: the letters of the built-in face are within their widths.
  private let overhang: Int
  private var known: [Double: LabelLines] = [:]

  /// Prepares to fit labels.
  ///
  /// - Parameters:
  ///   - labels: The texts of all labels.
  ///   - others: Other texts of the sheet in the same font, which may need a face that has all of
  ///     their characters.
  ///   - font: The font.
  package init(_ labels: some Sequence<String>, beside others: [String], in font: FontChoice) {
    var characters = Set("… ")
    var ascii = [Bool](repeating: false, count: 128)
    for label in labels {
      if label.utf8.allSatisfy({ $0 < 128 }) {
        for code in label.utf8 { ascii[Int(code)] = true }
      } else {
        characters.formUnion(label)
      }
    }
    for code in ascii.indices where ascii[code] {
      characters.insert(Character(Unicode.Scalar(UInt8(code))))
    }
    characters.subtract(["\n", "\r\n"])
    self.characters = characters
    self.font = font.settled(for: [String(characters.sorted())] + others)
    overhang = self.font.source == .builtin ? 0 : 2
  }

  /// The type in which most is read: the full size where labels have no more lines than wanted; else
  /// nearly the full size; else more lines, in the largest size in which they suffice.
  ///
  /// Labels that are too long in any size do not count.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - sizes: The sizes in pixels, from the full size down to the smallest, at least one.
  ///   - lines: The lines that labels have if nothing is broken.
  ///   - maximumLines: The most lines.
  /// - Returns: One of the sizes, and the lines that the longest label needs.
  package mutating func type(
    for labels: [RoomedLabel], sizes: [Double], lines: Int, maximumLines: Int
  ) -> LabelType {
    let (full, smallest) = (sizes[0], sizes[sizes.count - 1])
    func isLong(_ label: RoomedLabel, _ lines: LabelLines, _ limit: Int) -> Bool {
      count(of: label, lines, limit: limit) == nil
    }
    let setting = self.setting(full)
    var long = labels.filter { isLong($0, setting, lines) }
    let all = long.count
    if all == 0 { return LabelType(size: full, lines: lines) }
    let setting0 = self.setting(smallest)
    long.removeAll { isLong($0, setting0, maximumLines) }
    let hasShortened = long.count < all
    if long.isEmpty {
      return LabelType(size: all < labels.count ? full : smallest, lines: maximumLines)
    }
    // What failed in one size fails in the next.
    var first = long[0]
    for (lowest, limit) in [(1.2 * smallest, lines), (0, maximumLines)] {
      for size in sizes where size >= min(lowest, full) {
        let setting = self.setting(size)
        if isLong(first, setting, limit) { continue }
        guard let failing = long.first(where: { isLong($0, setting, limit) }) else {
          return LabelType(size: size, lines: hasShortened ? maximumLines : limit)
        }
        first = failing
      }
    }
    return LabelType(size: smallest, lines: maximumLines)
  }

  /// The fewest lines from a number on in which all labels are whole in a size, or the most.
  package mutating func lines(
    for labels: [RoomedLabel], size: Double, from least: Int, upTo most: Int
  ) -> Int {
    let setting = setting(size)
    return labels.reduce(least) { lines, label in
      (lines..<most).first { count(of: label, setting, limit: $0) != nil } ?? most
    }
  }

  /// How much wider all rooms have to be so that in a size each label is whole that a limit lets be;
  /// 0 where all are, or none can be.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - size: The size in pixels.
  ///   - maximumLines: The most lines.
  ///   - limit: The most that a room is widened by, in pixels.
  /// - Returns: The pixels.
  package mutating func widening(
    of labels: [RoomedLabel], size: Double, maximumLines: Int, upTo limit: Int
  ) -> Int {
    let lines = setting(size)
    var needed = 0
    for label in labels {
      func isWhole(_ more: Int) -> Bool {
        count(of: label.widened(by: more), lines, limit: maximumLines) != nil
      }
      if isWhole(needed) || !isWhole(limit) { continue }
      let first = needed
      needed = limit - longest(upTo: limit - first) { isWhole(limit - $0) }
    }
    return needed
  }

  /// Breaks labels in a type, and shortens those that are too long; what fits is drawn as it is.
  package mutating func fit(_ labels: inout [RoomedLabel], in type: LabelType) {
    let lines = setting(type.size)
    var paragraphs: [Paragraph] = []
    for (index, label) in labels.enumerated() {
      if count(of: label, lines, limit: type.lines, mayBreak: false) != nil { continue }
      if label.isPlain, let text = plainLines(of: label, lines, limit: type.lines) {
        let set = LabelShortening.Part(text: text, width: 0, lines: 0)
        paragraphs.append(Paragraph(label: index, place: 0, part: set, isLong: false))
        continue
      }
      let texts = label.paragraphs.prefix(type.lines)
      var rest = type.lines - texts.count
      for (place, text) in texts.enumerated() {
        var part = LabelShortening.Part(text: String(text), width: width(label), lines: rest + 1)
        let set = lines.lines(of: part, anywhere: false) ?? lines.lines(of: part, anywhere: true)
        if let set { part.text = Self.joined(set) }
        paragraphs.append(Paragraph(label: index, place: place, part: part, isLong: set == nil))
        rest = set.map { rest - $0.count + 1 } ?? 0
      }
    }
    // Paragraphs that are too long are told from those in the same place of other labels.
    let long = paragraphs.indices.filter { paragraphs[$0].isLong }
    for alike in Dictionary(grouping: long, by: { paragraphs[$0].place }).values {
      let shown = LabelShortening(lines: lines).shown(of: alike.map { paragraphs[$0].part })
      for (index, text) in zip(alike, shown) {
        paragraphs[index].part.text = text
        let set = lines.lines(of: paragraphs[index].part, anywhere: true)
        if let set { paragraphs[index].part.text = Self.joined(set) }
      }
    }
    paragraphs.forEachRun(where: { $0.label == $1.label }) { run in
      let label = run[run.startIndex].label
      labels[label].shown = run.map(\.part.text).joined(separator: "\n")
      labels[label].isShortened =
        run.contains(where: \.isLong)
        || !labels[label].isPlain && labels[label].paragraphs.count > type.lines
    }
  }

  /// A paragraph of a label that is not drawn as it is.
  private struct Paragraph {
    let label: Int
    /// Its place among those of its label.
    let place: Int
    /// What is drawn of it, once that is known, and its room.
    var part: LabelShortening.Part
    /// Whether it is too long for its room.
    let isLong: Bool
  }

  /// The most lines that any of the labels takes in a size, however many that are.
  package mutating func neededLines(
    of labels: some Sequence<RoomedLabel>, size: Double
  ) -> Int {
    let lines = setting(size)
    return labels.reduce(1) { most, label in
      max(
        most,
        label.paragraphs.reduce(0) { sum, text in
          let set = lines.lines(
            of: Array(text)[...], width: width(label), limit: .max, anywhere: true)
          return sum + (set?.count ?? text.count)
        })
    }
  }

  /// The number of lines that a label takes; nil for more than the limit, or where it can be broken
  /// nowhere that would do.
  private func count(
    of label: RoomedLabel, _ lines: LabelLines, limit: Int, mayBreak: Bool = true
  ) -> Int? {
    if label.isPlain, limit > 0 {
      if lines.widths.width(of: label.text[...]) <= width(label) { return 1 }
      guard mayBreak, limit > 1 else { return nil }
      return lines.lines(
        of: Array(label.text.utf8)[...], width: width(label), limit: limit, anywhere: false)?.count
    }
    var sum = 0
    for text in label.paragraphs {
      guard sum < limit else { return nil }
      if lines.widths.width(of: text) <= width(label) {
        sum += 1
      } else {
        guard mayBreak, limit - sum > 1,
          let set = lines.lines(
            of: Array(text)[...], width: width(label), limit: limit - sum, anywhere: false)
        else { return nil }
        sum += set.count
      }
    }
    return sum
  }

  /// The lines of a plain label with line feeds between them; nil where it does not fit.
  private func plainLines(of label: RoomedLabel, _ lines: LabelLines, limit: Int) -> String? {
    let text = Array(label.text.utf8)
    for anywhere in [false, true] {
      guard
        let set = lines.lines(
          of: text[...], width: width(label), limit: limit, anywhere: anywhere)
      else { continue }
      return String(decoding: Array(set.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
    return nil
  }

  private func width(_ label: RoomedLabel) -> Int {
    // Bold letters are up to an eighth wider; the built-in face has none.
    let isBold = label.isEmphasized && font.source != .builtin
    return max(0, (isBold ? label.width * 7 / 8 : label.width) - overhang)
  }

  private mutating func setting(_ size: Double) -> LabelLines {
    if let lines = known[size] { return lines }
    let lines = LabelLines(widths: TypeSetter(font, size: size).widths(of: characters))
    known[size] = lines
    return lines
  }

  private static func joined(_ lines: [ArraySlice<Character>]) -> String {
    String(lines.joined(separator: ["\n"]))
  }
}

extension LabelLines {
  fileprivate func lines(
    of part: LabelShortening.Part, anywhere: Bool
  ) -> [ArraySlice<Character>]? {
    lines(of: Array(part.text)[...], width: part.width, limit: part.lines, anywhere: anywhere)
  }
}

extension StringProtocol {
  /// The texts between line feeds; CR LF is one `Character`.
  func paragraphs(atMost limit: Int = .max) -> [SubSequence] {
    Array(
      split(maxSplits: limit, omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        .prefix(limit))
  }
}

extension RoomedLabel {
  fileprivate var paragraphs: [Substring] { text.paragraphs() }
}
