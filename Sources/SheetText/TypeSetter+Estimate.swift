// Layouts must not depend on which fonts are installed, so they ask for what a text takes in the
// built-in face; a family gets more room, as its letters may be wider.

extension TypeSetter {
  /// How much wider than the built-in face other fonts may be.
  private static let familyShare = 1.2

  /// The width in pixels that is enough for a text of one line.
  package func estimatedWidth(of text: String) -> Int {
    Int((share * Double(setting(width: .max).line(text).width)).rounded(.up))
  }

  /// The number of lines of a text that is broken to a width in pixels; at least 1, and at most a
  /// maximum.
  package func estimatedLines(of text: String, width: Int, maximum: Int) -> Int {
    let width = Int(Double(width) / share)
    return min(
      max(1, setting(width: width, maximumLines: maximum).lines(of: text).count), max(1, maximum))
  }

  private func setting(width: Int, maximumLines: Int = 1) -> LineSetting {
    LineSetting(
      width: width, maximumLines: maximumLines, overflow: .wrap, advance: builtin.advance(of:))
  }

  private var share: Double { pango == nil ? 1 : Self.familyShare }
}

extension StrokeFace {
  /// The width of a character in pixels; a whole em where there is no glyph for it, as Chinese has.
  fileprivate func advance(of character: Character) -> Int {
    guard covers(String(character)) else { return Int(size.rounded(.up)) }
    return glyphs.masks(for: String(character))(character).advance
  }
}
