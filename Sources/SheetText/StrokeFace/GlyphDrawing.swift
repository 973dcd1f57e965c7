/// A glyph as it is drawn: strokes, and how much room they need beside them.
struct GlyphDrawing: Sendable {
  /// The shape of a glyph's side, which says how near its neighbour may come.
  enum Side: Sendable {
    /// An upright stem.
    case stem
    /// A bow, whose ends stand back.
    case round
    /// A diagonal, or strokes that reach out.
    case open

    /// The white beside the ink, in units of the design grid.
    var bearing: Double {
      switch self {
      case .stem: 62
      case .round: 47
      case .open: 22
      }
    }
  }

  /// A path and where it stands.
  struct Piece: Sendable {
    let path: String
    var offset = StrokePoint(x: 0, y: 0)
  }

  /// The advance of a space, in units of the design grid.
  static let spaceWidth = 300.0

  /// The left and the right side.
  let left: Side
  let right: Side
  /// What is drawn; nothing for a space.
  private(set) var pieces: [Piece]

  init(_ left: Side, _ path: String, _ right: Side) {
    self.left = left
    self.right = right
    self.pieces = [Piece(path: path)]
  }

  /// The drawing with another path in it, moved by `offset`.
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
