/// All glyphs of the face, each with a number of its own.
enum GlyphSet {
  /// The number of a glyph; that of an ASCII character is its code.
  typealias Slot = Int

  /// The empty box for what has no glyph, in the place of NUL, which has none either.
  static let box: Slot = 0
  /// What all white space looks like.
  static let space: Slot = 32

  /// The drawing of each slot.
  static let drawings: [GlyphDrawing] = table.drawings

  /// The slot of a character; nil where it has no glyph.
  static func slot(of character: Character) -> Slot? {
    if character.utf8.count == 1, let code = character.utf8.first {
      return code > 32 && code < 127 ? Int(code) : character.isWhitespace ? space : nil
    }
    return table.slots[character] ?? (character.isWhitespace ? space : nil)
  }

  private static let table: (drawings: [GlyphDrawing], slots: [Character: Slot]) = {
    let box = GlyphDrawing(.stem, "M0 0V620H360V0H0", .stem)
    var drawings = [GlyphDrawing](repeating: box, count: 128)
    drawings[space] = GlyphDrawing(.open, "", .open)
    var slots: [Character: Slot] = [:]
    let parts = [
      GlyphDrawing.capitals, GlyphDrawing.smallLetters, GlyphDrawing.accented,
      GlyphDrawing.figures, GlyphDrawing.punctuation, GlyphDrawing.signs,
    ]
    for (character, drawing) in parts.joined() {
      if let code = character.asciiValue {
        drawings[Int(code)] = drawing
      } else {
        slots[character] = drawings.count
        drawings.append(drawing)
      }
    }
    return (drawings, slots)
  }()
}
