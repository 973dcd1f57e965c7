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
  private var known: [Double: TextMeasure] = [:]

  /// Prepares to fit labels.
  ///
  /// - Parameters:
  ///   - labels: The texts of all labels.
  ///   - others: Other texts of the sheet in the same font, which may need a face that has all of
  ///     their characters.
  ///   - font: The font.
  package init(_ labels: some Sequence<String>, beside others: [String], in font: FontChoice) {
    characters = Set(charactersOf: labels)
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
    func isLong(_ label: RoomedLabel, _ measure: TextMeasure, _ limit: Int) -> Bool {
      count(of: label, measure, limit: limit) == nil
    }
    let setting = self.setting(full)
    var long = labels.filter { isLong($0, setting, lines) }
    let all = long.count
    if all == 0 { return LabelType(size: full, lines: lines) }
    let leastSetting = self.setting(smallest)
    long.removeAll { isLong($0, leastSetting, maximumLines) }
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
    let measure = setting(size)
    var needed = 0
    for label in labels {
      func isWhole(_ more: Int) -> Bool {
        count(of: label.widened(by: more), measure, limit: maximumLines) != nil
      }
      if isWhole(needed) || !isWhole(limit) { continue }
      let first = needed
      needed = limit - longest(upTo: limit - first) { isWhole(limit - $0) }
    }
    return needed
  }

  /// Breaks labels in a type, and shortens those that are too long; what fits is drawn as it is.
  package mutating func fit(_ labels: inout [RoomedLabel], in type: LabelType) {
    let measure = setting(type.size)
    var paragraphs: [Paragraph] = []
    for (index, label) in labels.enumerated() {
      if count(of: label, measure, limit: type.lines, mayBreak: false) != nil { continue }
      let texts = label.paragraphs.prefix(type.lines)
      var rest = type.lines - texts.count
      for (place, text) in texts.enumerated() {
        var part = LabelShortening.Part(text: String(text), width: width(label), lines: rest + 1)
        let set = measure.lines(of: part)
        rest = set.map { rest - $0.count + 1 } ?? 0
        part.setLines(set)
        paragraphs.append(Paragraph(label: index, place: place, part: part, isLong: set == nil))
      }
    }
    // Paragraphs that are too long are told from those in the same place of other labels.
    let long = paragraphs.indices.filter { paragraphs[$0].isLong }
    for alike in Dictionary(grouping: long, by: { paragraphs[$0].place }).values {
      let shown = LabelShortening(measure: measure).shown(of: alike.map { paragraphs[$0].part })
      for (index, text) in zip(alike, shown) {
        paragraphs[index].part.text = text
        paragraphs[index].part.setLines(measure.lines(of: paragraphs[index].part))
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
    let measure = setting(size)
    return labels.reduce(1) { most, label in
      max(
        most,
        label.paragraphs.reduce(0) { sum, text in
          let count = measure.count(
            of: text, width: width(label), limit: .max, anywhere: true)
          return sum + (count ?? text.count)
        })
    }
  }

  /// The number of lines that a label takes; nil for more than the limit, or where it can be broken
  /// nowhere that would do.
  private func count(
    of label: RoomedLabel, _ measure: TextMeasure, limit: Int, mayBreak: Bool = true
  ) -> Int? {
    let texts = label.isPlain ? [label.text[...]] : label.paragraphs
    var rest = limit - texts.count
    for text in texts where rest >= 0 && measure.width(of: text) > width(label) {
      guard mayBreak, rest > 0,
        let count = measure.count(of: text, width: width(label), limit: rest + 1)
      else { return nil }
      rest -= count - 1
    }
    return rest >= 0 ? limit - rest : nil
  }

  private func width(_ label: RoomedLabel) -> Int {
    // Bold letters are up to an eighth wider; the built-in face has none.
    let isBold = label.isEmphasized && font.source != .builtin
    return max(0, (isBold ? label.width * 7 / 8 : label.width) - overhang)
  }

  private mutating func setting(_ size: Double) -> TextMeasure {
    if let measure = known[size] { return measure }
    let measure = TypeSetter(font, size: size).measure(of: characters)
    known[size] = measure
    return measure
  }
}

extension TextMeasure {
  fileprivate func lines(of part: LabelShortening.Part) -> [String]? {
    lines(of: part.text[...], width: part.width, limit: part.lines)
  }
}

extension LabelShortening.Part {
  /// Puts line feeds between lines, if there are any.
  fileprivate mutating func setLines(_ lines: [String]?) {
    if let lines { text = lines.joined(separator: "\n") }
  }
}

extension RoomedLabel {
  fileprivate var paragraphs: [Substring] { text.paragraphs() }
}
