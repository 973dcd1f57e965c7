internal import SheetLayout
package import SheetText

/// The fonts of a sheet.
///
/// All texts in one font share one face.
package struct SheetFonts: Sendable {
  /// A font in one size.
  struct Key: Hashable {
    let font: FontChoice
    let size: Double
    let isEmphasized: Bool
  }

  private let setters: [Key: TypeSetter]
  private let font: FontChoice

  /// Chooses the fonts of texts of a plan; no font is loaded if the plan has no texts.
  ///
  /// - Parameters:
  ///   - plan: The plan. The fonts must have all characters of its texts.
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

  private static func key(of text: PlannedText, in font: FontChoice) -> Key {
    Key(font: text.font ?? font, size: text.size, isEmphasized: text.isEmphasized)
  }
}

extension SheetPlan {
  /// The plan with the lines of all texts that do not fit their areas yet.
  ///
  /// - Parameter includesLabels: Whether labels get lines, too, as planning has not fitted them.
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

  /// The distance of a label's lines from the sides of its area: 0 unless it lies on its picture.
  package func labelInset(of label: PlannedText) -> Int {
    type.label?.position == .over
      ? style.furniture.labelInset(width: label.area.width, size: label.size) : 0
  }
}

extension PlannedText {
  /// The text with lines that fit its area, if it has none yet and does not fit as it is.
  fileprivate func withLines(by measure: TextMeasure, inset: Int) -> PlannedText {
    let (width, limit) = (area.width - 2 * inset, max(1, area.height / TypeScale.lineHeight(size)))
    if shown != nil || measure.fits(text, width: width) { return self }
    let lines = measure.lines(of: text, width: width, limit: limit, overflow: overflow)
    var text = self
    text.shown = lines.joined(separator: "\n")
    return text
  }
}
