/// The design of a glyph: its strokes, and the white space beside them.
struct GlyphDrawing: Sendable {
  /// The shape of a glyph's side, which determines how close its neighbour may come.
  enum Side: Character {
    /// An upright stem.
    case stem = "s"
    /// A bowl, whose top and bottom recede.
    case round = "r"
    /// A diagonal, or strokes that stick out.
    case open = "o"

    /// The side bearing, in units of the design grid.
    var bearing: Double {
      switch self {
      case .stem: 62
      case .round: 47
      case .open: 22
      }
    }
  }

  /// The advance of a space, in units of the design grid.
  static let spaceWidth = 300.0

  let left, right: Side
  /// The strokes; a space has none.
  var path: StrokePath

  init(_ left: Side, _ path: String, _ right: Side) {
    (self.left, self.right, self.path) = (left, right, StrokePath(path))
  }

  /// Reads a table of drawings.
  ///
  /// A line consists of a character, the initials of the kinds of its left and right sides, and its
  /// path. Indented lines continue the path.
  ///
  /// - Precondition: The table is well-formed. Tables are part of the program, not input.
  static func table(_ text: String) -> [Character: GlyphDrawing] {
    var entries: [Substring] = []
    for line in text.split(separator: "\n") {
      if line.first == " " { entries[entries.count - 1] += line } else { entries.append(line) }
    }
    return Dictionary(
      uniqueKeysWithValues: entries.map { entry in
        let fields = entry.split(separator: " ", maxSplits: 2)
        guard fields.count == 3, let character = fields[0].first,
          let left = fields[1].first.flatMap(Side.init(rawValue:)),
          let right = fields[1].last.flatMap(Side.init(rawValue:))
        else { preconditionFailure("a glyph that is not well-formed: \(entry)") }
        return (character, GlyphDrawing(left, String(fields[2]), right))
      })
  }
}

/// All glyphs of the face, numbered.
enum GlyphSet {
  /// The number of a glyph; for an ASCII character, it is the character code.
  typealias Slot = Int

  /// The empty box for characters without a glyph; it has the slot of NUL, which has no glyph
  /// either.
  static let box: Slot = 0
  /// The glyph for all white space.
  static let space: Slot = 32

  /// The drawing of each slot.
  static let drawings: [GlyphDrawing] = table.drawings

  /// The slot of a character; nil if it has no glyph.
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
