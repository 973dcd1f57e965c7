package import SheetLayout
package import SheetModel
package import SheetText

/// What a piece of text on a sheet is for.
package enum TextRole: String, CaseIterable, Sendable {
  /// The title of the sheet.
  case title
  /// A line at the top of each page.
  case header
  /// A line at the foot of each page.
  case footer
  /// The name of a page, or of a section of it.
  case heading
  /// The name of a picture, or of a row or a column of a matrix.
  case label
  /// The number of hidden pictures in a stack, on top of its tile's picture.
  case badge
  /// Translucent text across a picture, to keep other people from using the picture as their own.
  case watermark
  /// A note about an empty cell, a placeholder or a comparison.
  case note
}

/// A text and where it is on the sheet.
package struct PlannedText: Equatable, Sendable {
  /// What the text is for.
  package internal(set) var role: TextRole
  /// The alignment of the text's lines in the area.
  package internal(set) var alignment: Sheet.TextAlignment
  /// What to do with lines wider than the area.
  package internal(set) var overflow: TextOverflow
  /// Whether the text is emphasised: in bold, or underlined if the font has no bold.
  package internal(set) var isEmphasized: Bool
  /// The parts of ``text`` that are emphasised if the whole text is not, counted in Unicode
  /// scalars, in order and without overlap.
  package internal(set) var emphasis: [Range<Int>]
  /// Whether the text is written along the diagonal of its area; see ``DiagonalLine``.
  package internal(set) var isDiagonal = false
  /// Whether the text is turned by 90°, so that its lines run upwards.
  package internal(set) var readsUpwards = false
  /// The text; lines are separated by line feeds.
  package internal(set) var text: String
  /// The lines as drawn, possibly shortened; nil if the text is drawn unchanged.
  package var shown: String?
  /// The area on the sheet; nothing is drawn outside it.
  package var area: PixelRect
  /// The font, if it differs from the sheet's.
  package internal(set) var font: FontChoice?
  /// The em in pixels.
  package internal(set) var size: Double

  package init(
    _ role: TextRole, text: String, shown: String? = nil, area: PixelRect, font: FontChoice? = nil,
    size: Double, alignment: Sheet.TextAlignment, overflow: TextOverflow,
    isEmphasized: Bool = false, emphasis: [Range<Int>] = []
  ) {
    self.role = role
    self.text = text
    self.shown = shown
    self.area = area
    self.font = font
    self.size = size
    self.alignment = alignment
    self.overflow = overflow
    self.isEmphasized = isEmphasized
    self.emphasis = emphasis
  }
}

extension PlannedText {
  /// The height of the drawn lines, provided that they are not broken further.
  package var linesHeight: Int {
    (shown ?? text).utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      * TypeScale.lineHeight(size)
  }

  /// The height of the drawn lines that come from the first line of the text and fit the area.
  package var firstLineHeight: Int {
    let most = max(1, area.height / TypeScale.lineHeight(size))
    let lines = (shown ?? text)
      .split(separator: "\n", maxSplits: most, omittingEmptySubsequences: false).prefix(most)
    var first = FirstLine(text)
    var count = 0
    for line in lines {
      if count > 0, first.isDrawn { break }
      let isPart = first.draw(line)
      guard count == 0 || isPart else { break }
      count += 1
    }
    return count * TypeScale.lineHeight(size)
  }

  /// The text in an area as tall as its lines, at the bottom of its current area.
  package var trimmed: PlannedText {
    var text = trimmedAtTop
    text.area.y = area.maxY - text.area.height
    return text
  }

  /// The text in an area as tall as its lines, at the top of its current area.
  package var trimmedAtTop: PlannedText {
    var text = self
    text.area.height = min(area.height, linesHeight)
    return text
  }

  /// The full text of each drawn line; nil if the text is drawn unchanged.
  ///
  /// If part of the text is left out, the first line gets the whole text, and the others are empty.
  package var lineTexts: [String]? {
    guard let shown, shown.withoutWhitespace != text.withoutWhitespace else { return nil }
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
    return [text] + lines.dropFirst().map { _ in "" }
  }
}

/// The first line of a text, while it is compared with the lines that are drawn.
private struct FirstLine {
  /// The letters of the line, without white space.
  private let letters: [Character]
  /// The number of letters drawn so far; nil if letters of another line are drawn.
  private var count: Int? = 0
  /// The letters drawn after the last ellipsis; nil if there was none.
  private var end: [Character]?

  init(_ text: String) { letters = Array(text.prefix { $0 != "\n" }.withoutWhitespace) }

  /// Whether the line ends where the drawn letters end or, if it is shortened, where the letters
  /// after the ellipsis end.
  var isDrawn: Bool {
    guard let end else { return count == letters.count }
    return letters.suffix(end.count).elementsEqual(end)
  }

  /// Compares the next drawn line; returns whether it may be part of the first line.
  mutating func draw(_ line: Substring) -> Bool {
    let drawn = Array(line.withoutWhitespace)
    if let ellipsis = drawn.lastIndex(of: "…") {
      end = Array(drawn[(ellipsis + 1)...])
    } else if end != nil {
      end? += drawn
    } else if let start = count, letters[start...].starts(with: drawn) {
      count = start + drawn.count
    } else {
      count = nil
      return false
    }
    return true
  }
}

/// The fonts of a sheet.
///
/// All text in the same font shares a face.
package struct SheetFonts: Sendable {
  /// A font at one size.
  struct Key: Hashable {
    let font: FontChoice
    let size: Double
    let isEmphasized: Bool
  }

  private let setters: [Key: TypeSetter]
  private let font: FontChoice

  /// Chooses the fonts for the text of a plan; no font is loaded if the plan has no text.
  ///
  /// - Parameters:
  ///   - plan: The plan. The fonts must have the characters of all its text.
  ///   - texts: The texts to be set.
  ///   - otherSize: The size in pixels of a text that is not planned.
  package init(
    of plan: SheetPlan, for texts: some Sequence<PlannedText>, otherSize: Double? = nil
  ) {
    let font = plan.type.font.withoutSize
    self.font = font
    var keys = Set(texts.lazy.map { Self.key(of: $0, in: font) })
    if let otherSize { keys.insert(Key(font: font, size: otherSize, isEmphasized: false)) }
    let settled = plan.textsByFont.reduce(into: [FontChoice: FontChoice]()) { settled, written in
      settled[written.key] = written.key.settled(for: written.value)
    }
    setters = Dictionary(
      uniqueKeysWithValues: keys.map {
        (
          $0,
          TypeSetter(settled[$0.font] ?? .builtin, size: $0.size, isEmphasized: $0.isEmphasized)
        )
      })
  }

  package func setter(of text: PlannedText) -> TypeSetter {
    setters[key(of: text)] ?? TypeSetter(.builtin, size: text.size)
  }

  func key(of text: PlannedText) -> Key { Self.key(of: text, in: font) }

  static func key(of text: PlannedText, in font: FontChoice) -> Key {
    Key(font: text.font ?? font, size: text.size, isEmphasized: text.isEmphasized)
  }
}

extension SheetPlan {
  /// The plan with all text that does not fit its area broken into lines.
  ///
  /// - Parameter includesLabels: Whether to break labels into lines as well, if planning has not
  ///   fitted them.
  /// - Returns: The plan.
  package func withLines(ofLabels includesLabels: Bool) -> SheetPlan {
    var texts = pages.flatMap(\.drawnTexts)
    if includesLabels { texts += pages.lazy.flatMap(\.tiles).compactMap(\.label) }
    if texts.isEmpty { return self }
    let fonts = SheetFonts(of: self, for: texts)
    let measures = Dictionary(grouping: texts, by: fonts.key).mapValues { texts in
      fonts.setter(of: texts[0]).measure(for: texts.lazy.map(\.text))
    }
    func set(_ text: PlannedText, inset: Int = 0) -> PlannedText {
      measures[fonts.key(of: text)].map { text.withLines(by: $0, inset: inset) } ?? text
    }
    var plan = self
    for page in pages.indices {
      plan.pages[page].texts = pages[page].texts.map { set($0) }
      plan.pages[page].emptyCells.change { set($0) }
      for tile in plan.pages[page].tiles.indices where includesLabels {
        plan.pages[page].tiles[tile].label = pages[page].tiles[tile].label.map {
          set($0, inset: labelInset(of: $0))
        }
      }
    }
    return plan
  }

  /// The distance of a label's lines from the sides of its area: 0 unless the label is on its
  /// picture.
  package func labelInset(of label: PlannedText) -> Int {
    type.label?.position.isOver == true
      ? style.decoration.labelInset(width: label.area.width, size: label.size) : 0
  }
}

extension PlannedText {
  /// The text broken into lines that fit its area, or unchanged if it already has lines or fits on
  /// one.
  fileprivate func withLines(by measure: TextMeasure, inset: Int) -> PlannedText {
    let (width, height) = (boxSize.width - 2 * inset, boxSize.height)
    let limit = max(1, height / TypeScale.lineHeight(size))
    if shown != nil || measure.fits(text, width: width) { return self }
    let lines = measure.lines(of: text, width: width, limit: limit, overflow: overflow)
    var text = self
    text.shown = lines.joined(separator: "\n")
    return text
  }
}
