internal import SheetLayout
internal import SheetModel

/// The size and number of lines of all labels of a sheet.
package struct LabelType: Equatable, Sendable {
  /// The em in pixels.
  package var size: Double
  /// The maximum number of lines of a label, at least one.
  package var lines: Int

  package init(size: Double, lines: Int) { (self.size, self.lines) = (size, lines) }
}

/// A label, the width of its box, and the text that is drawn in it.
package struct LabelBox: Equatable, Sendable {
  /// The label's text; a line feed starts a new line.
  package let text: String
  /// The lines to draw, separated by line feeds; nil if the text is drawn unchanged.
  package fileprivate(set) var shown: String?
  /// The width of the label's box in pixels.
  package private(set) var width: Int
  /// Whether part of the text is left out.
  package fileprivate(set) var isShortened = false
  /// The width of the plate behind the text, in pixels, if it is as narrow as the text; nil if the
  /// plate is as wide as the box.
  package fileprivate(set) var plateWidth: Int?
  /// Whether the label is emphasised, in letters that may be wider.
  package let isEmphasized: Bool
  /// The parts of the text that are emphasised if not all of it is, counted in Unicode scalars.
  package let emphasis: [Range<Int>]
  /// Whether the text is one line of ASCII.
  fileprivate let isPlain: Bool

  /// Creates a label in a box.
  package init(
    _ text: String, width: Int, isEmphasized: Bool = false, emphasis: [Range<Int>] = []
  ) {
    (self.text, self.width, self.isEmphasized) = (text, width, isEmphasized)
    self.emphasis = isEmphasized ? [] : emphasis
    let count = emphasis.reduce(0) { $0 + $1.count }
    emphasizedShare =
      isEmphasized
      ? 1 : min(1, 1.5 * Double(count) / Double(max(1, text.unicodeScalars.count)))
    isPlain = text.utf8.allSatisfy {
      $0 < 128 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
  }

  /// The share of the label's letters that are emphasised, and may therefore be wider.
  ///
  /// Bold letters may be among the widest, so emphasised parts count one and a half times.
  fileprivate let emphasizedShare: Double

  /// Whether the label is a number, perhaps with signs around it.
  fileprivate var isNumber: Bool {
    isPlain && text.utf8.contains { $0.isDigit } && text.utf8.allSatisfy { $0.isDigit || $0 < 0x30 }
  }

  /// No label: neither text nor box.
  package static let none = LabelBox("", width: -1)

  /// Whether there is no label.
  package var isNone: Bool { width < 0 }

  /// The label in a box that is wider by `more` pixels.
  package func widened(by more: Int) -> LabelBox {
    var wider = self
    wider.width = width + more
    return wider
  }
}

/// Fits labels and headings into their boxes.
///
/// It chooses one size for all labels, breaks them into lines, and shortens those that are too long
/// at every size.
package struct LabelFitting {
  /// The font, or the one chosen for `auto`.
  package let font: FontChoice
  private let characters: Set<Character>
  /// How many pixels ink may overhang; 0 for the built-in face.
  private let overhang: Int
  private var known: [Double: TextMeasure] = [:]

  /// Prepares to fit labels.
  ///
  /// - Parameters:
  ///   - labels: The text of each label.
  ///   - others: Other text of the sheet in this font, whose characters the face must have as
  ///     well.
  ///   - font: The font.
  package init(_ labels: some Sequence<String>, beside others: [String], in font: FontChoice) {
    characters = Set(charactersOf: labels)
    self.font = font.settled(for: [String(characters.sorted())] + others)
    overhang = self.font.source == .builtin ? 0 : 2
  }

  /// The size and number of lines that make labels most legible.
  ///
  /// Prefers the largest size at which labels fit into `lines` lines, down to `factor` times the
  /// smallest size. If they fit at no such size, allows more lines and uses the largest size that
  /// suffices. Labels that are too long at every size are ignored.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - sizes: The sizes in pixels, from full size to smallest; there is at least one.
  ///   - lines: The number of lines that labels have if nothing is broken.
  ///   - maximumLines: The maximum number of lines.
  ///   - factor: The multiple of the smallest size below which more lines are preferred to smaller
  ///     letters.
  /// - Returns: One of the sizes, and the number of lines that the longest label needs at that
  ///   size.
  package mutating func type(
    for labels: [LabelBox], sizes: [Double], lines: Int, maximumLines: Int,
    breakingBelow factor: Double = 1.2
  ) -> LabelType {
    let (full, smallest) = (sizes[0], sizes[sizes.count - 1])
    func isLong(_ label: LabelBox, _ measure: TextMeasure, _ limit: Int) -> Bool {
      count(of: label, measure, limit: limit) == nil
    }
    let setting = self.setting(full)
    var long = labels.filter { isLong($0, setting, lines) }
    let all = long.count
    if all == 0 { return LabelType(size: full, lines: lines) }
    let smallestSetting = self.setting(smallest)
    long.removeAll { isLong($0, smallestSetting, maximumLines) }
    let hasShortened = long.count < all
    if long.isEmpty {
      return LabelType(size: all < labels.count ? full : smallest, lines: maximumLines)
    }
    // A label that did not fit at one size is likely not to fit at the next.
    var first = long[0]
    for (lowest, limit) in [(factor * smallest, lines), (0, maximumLines)] {
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

  /// The smallest number of lines, from `least` up, at which all labels are complete at a size; at
  /// most `most`.
  package mutating func lines(
    for labels: [LabelBox], size: Double, from least: Int, upTo most: Int
  ) -> Int {
    let setting = setting(size)
    return labels.reduce(least) { lines, label in
      (lines..<most).first { count(of: label, setting, limit: $0) != nil } ?? most
    }
  }

  /// The width of the longest word in text, and the smallest width that fits the text in a number
  /// of lines.
  ///
  /// Lines are broken between words; a date counts as one word.
  package mutating func widths(
    of label: LabelBox, size: Double, lines: Int
  ) -> (word: Int, wrapped: Int) {
    let measure = setting(size)
    let texts = label.paragraphs.map { LineBreaker(measure.measured($0)) }
    let words = texts.map(\.longestWord)
    let (least, most) = (words.max() ?? 0, texts.reduce(0) { max($0, $1.width) })
    let less = (0..<max(0, most - least) + 1).lastMeeting { less in
      texts.reduce(0) { $0 + $1.wordLines(width: most - less) } <= lines
    }
    // Edges are rounded.
    return (least + overhang + 1, most - less + overhang + 1)
  }

  /// The width of boxes in which no label is broken at a size; nil if it exceeds a limit.
  package mutating func width(of labels: [LabelBox], size: Double, upTo limit: Int) -> Int? {
    let measure = setting(size)
    var widest = 0
    for label in labels {
      for text in label.paragraphs {
        let own = measure.width(of: text) + overhang
        // Bold letters are up to a quarter wider than regular ones.
        let wide = Int((Double(own) * (1 + label.emphasizedShare / 4)).rounded(.up))
        widest = max(widest, wide)
      }
      if widest > limit { return nil }
    }
    return widest
  }

  /// By how many pixels all boxes must be widened for labels to be complete at a size.
  ///
  /// Labels that cannot be complete within the limit are ignored. The result is 0 if all labels are
  /// complete, or if none can be.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - size: The size in pixels.
  ///   - maximumLines: The maximum number of lines.
  ///   - limit: By how many pixels a box may be widened.
  /// - Returns: The number of pixels.
  package mutating func widening(
    of labels: [LabelBox], size: Double, maximumLines: Int, upTo limit: Int
  ) -> Int {
    let measure = setting(size)
    var needed = 0
    for label in labels {
      func isWhole(_ more: Int) -> Bool {
        count(of: label.widened(by: more), measure, limit: maximumLines) != nil
      }
      if isWhole(needed) || !isWhole(limit) { continue }
      let first = needed
      needed = limit - (0..<limit - first + 1).lastMeeting { isWhole(limit - $0) }
    }
    return needed
  }

  /// By how many pixels all boxes must be widened for all labels to be complete at a size; nil if
  /// the text of a label already has more lines than are allowed.
  package mutating func widening(
    of labels: [LabelBox], size: Double, maximumLines: Int
  ) -> Int? {
    let measure = setting(size)
    var limit = 0
    for label in labels {
      let texts = label.paragraphs
      if texts.count > maximumLines { return nil }
      let widest = texts.reduce(0) { max($0, measure.width(of: $1)) }
      // Bold letters are up to a quarter wider than regular ones.
      limit = max(limit, widest * 5 / 4 + overhang + 2)
    }
    return widening(of: labels, size: size, maximumLines: maximumLines, upTo: limit)
  }

  /// The first of these sizes at which every label is complete in the given number of lines; nil if
  /// there is none.
  package mutating func size(
    among sizes: [Double], completing labels: [LabelBox], lines: Int
  ) -> Double? {
    for size in sizes {
      let measure = setting(size)
      if labels.allSatisfy({ count(of: $0, measure, limit: lines) != nil }) { return size }
    }
    return nil
  }

  /// Breaks labels into lines, and shortens labels that are too long; a label that fits is drawn
  /// unchanged.
  ///
  /// - Parameters:
  ///   - labels: The labels.
  ///   - type: The size of the labels and the maximum number of lines.
  ///   - haveNarrowPlates: Whether plates behind labels may be narrower than their boxes.
  package mutating func fit(
    _ labels: inout [LabelBox], in type: LabelType, haveNarrowPlates: Bool = false
  ) {
    let measure = setting(type.size)
    if haveNarrowPlates { narrowPlates(of: &labels, in: type) }
    var paragraphs: [Paragraph] = []
    for (index, label) in labels.enumerated() {
      (labels[index].shown, labels[index].isShortened) = (nil, false)
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
    // Long paragraphs are shortened so that they differ from those at the same position in other
    // labels.
    let long = paragraphs.indices.filter { paragraphs[$0].isLong }
    for samePlace in Dictionary(grouping: long, by: { paragraphs[$0].place }).values {
      let shown = LabelShortening(measure: measure).shown(of: samePlace.map { paragraphs[$0].part })
      for (index, text) in zip(samePlace, shown) {
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

  /// Determines the widths of plates.
  ///
  /// If all labels are drawn unchanged and take less than half of their boxes, all plates are as
  /// wide as their text; otherwise, only plates of numbers are so narrow, and the other plates
  /// form even bands.
  private mutating func narrowPlates(of labels: inout [LabelBox], in type: LabelType) {
    let measure = setting(type.size)
    let isAnyEmphasized = labels.contains { $0.isEmphasized || !$0.emphasis.isEmpty }
    let bold =
      isAnyEmphasized
      ? TypeSetter(font, size: type.size, isEmphasized: true).measure(of: characters) : measure
    var areShort = true
    for (index, label) in labels.enumerated() where !label.isNone {
      guard count(of: label, measure, limit: type.lines, mayBreak: false) != nil else {
        areShort = false
        continue
      }
      let face = label.isEmphasized || !label.emphasis.isEmpty ? bold : measure
      let width = label.paragraphs.reduce(0) { max($0, face.width(of: $1)) }
      labels[index].plateWidth = width + overhang
      areShort = areShort && 2 * width < label.width
    }
    if areShort { return }
    for (index, label) in labels.enumerated() where !label.isNumber {
      labels[index].plateWidth = nil
    }
  }

  /// A paragraph that is not drawn unchanged.
  private struct Paragraph {
    let label: Int
    /// The index of the paragraph in its label.
    let place: Int
    /// The text to draw, once known, and its box.
    var part: LabelShortening.Part
    /// Whether the paragraph is too long for its box.
    let isLong: Bool
  }

  /// The largest number of lines that any label needs at a size.
  package mutating func neededLines(
    of labels: some Sequence<LabelBox>, size: Double
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

  /// The number of lines that a label takes; nil if it exceeds the limit, or if there are no
  /// suitable breaks.
  private func count(
    of label: LabelBox, _ measure: TextMeasure, limit: Int, mayBreak: Bool = true
  ) -> Int? {
    let width = width(label)
    // Most labels are one short line, and are checked at every size.
    if label.isPlain, measure.width(of: label.text[...]) <= width { return limit > 0 ? 1 : nil }
    let texts = label.isPlain ? [label.text[...]] : label.paragraphs
    var rest = limit - texts.count
    for text in texts where rest >= 0 && measure.width(of: text) > width {
      guard mayBreak, rest > 0,
        let count = measure.count(of: text, width: width, limit: rest + 1)
      else { return nil }
      rest -= count - 1
    }
    return rest >= 0 ? limit - rest : nil
  }

  private func width(_ label: LabelBox) -> Int {
    // Bold letters are up to an eighth wider than regular ones, and up to a quarter in the built-in
    // face.
    let bold = font.source == .builtin ? label.width * 4 / 5 : label.width * 7 / 8
    let less = Int((Double(label.width - bold) * label.emphasizedShare).rounded(.up))
    return max(0, label.width - less - overhang)
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
  /// Joins lines with line feeds, if there are any lines.
  fileprivate mutating func setLines(_ lines: [String]?) {
    if let lines { text = lines.joined(separator: "\n") }
  }
}

extension LabelBox {
  fileprivate var paragraphs: [Substring] { text.paragraphs() }
}
