/// The design of a glyph: its strokes, and the white beside them.
struct GlyphDrawing: Sendable {
  /// The shape of a glyph's side, which decides how close its neighbour may come.
  enum Side: Sendable {
    /// An upright stem.
    case stem
    /// A bowl, whose top and bottom recede.
    case round
    /// A diagonal, or strokes that stick out.
    case open

    /// The side bearing, in units of the design grid.
    var bearing: Double {
      switch self {
      case .stem: 62
      case .round: 47
      case .open: 22
      }
    }
  }

  /// A path and its position.
  struct Piece: Sendable {
    let path: String
    var offset = StrokePoint(x: 0, y: 0)
  }

  /// The advance of a space, in units of the design grid.
  static let spaceWidth = 300.0

  /// The left and the right side.
  let left: Side
  let right: Side
  /// The paths; that of a space is empty.
  private(set) var pieces: [Piece]

  init(_ left: Side, _ path: String, _ right: Side) {
    self.left = left
    self.right = right
    self.pieces = [Piece(path: path)]
  }

  /// The drawing with another path, moved by `offset`.
  func adding(_ path: String, at offset: StrokePoint = StrokePoint(x: 0, y: 0)) -> GlyphDrawing {
    var drawing = self
    drawing.pieces.append(Piece(path: path, offset: offset))
    return drawing
  }

  /// The strokes of all pieces.
  var path: StrokePath {
    pieces.reduce(into: StrokePath("")) { path, piece in
      path.append(StrokePath(piece.path), movedBy: piece.offset)
    }
  }
}

/// All glyphs of the face, numbered.
enum GlyphSet {
  /// The number of a glyph; an ASCII character has its code.
  typealias Slot = Int

  /// The empty box for characters without a glyph, in the slot of NUL, which is one of them.
  static let box: Slot = 0
  /// The glyph of all white space.
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
