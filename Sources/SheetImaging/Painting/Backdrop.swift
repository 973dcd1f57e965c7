/// A background over which pictures are painted.
public enum Backdrop: Hashable, Sendable {
  /// One colour everywhere.
  case color(Color)
  /// Squares of two colours, with the first colour at the top left.
  ///
  /// On the background of a sheet, the pattern is aligned with the sheet. Behind pictures, it starts
  /// at the top left of each picture, so that it looks the same behind pictures of the same size.
  case squares(Color, Color)

  /// White and light grey squares, the usual sign of transparency.
  public static let checker = squares(.white, Color(red: 0.8, green: 0.8, blue: 0.8))

  /// Opaque black.
  public static let black = color(.black)
  /// Opaque white.
  public static let white = color(.white)
  /// Transparent.
  public static let clear = color(.clear)

  /// The side of a square in pixels.
  package static let squareSide = 8

  /// The one or two colours.
  package var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .squares(let first, let second): [first, second]
    }
  }

  /// Whether all colours are opaque.
  package var isOpaque: Bool {
    colors.allSatisfy(\.isOpaque)
  }

  /// This backdrop with `color` composited over it.
  package func covered(by color: Color) -> Backdrop {
    switch self {
    case .squares(let first, let second) where !color.isOpaque:
      .squares(color.composed(over: first), color.composed(over: second))
    case .squares:
      .color(color)
    case .color(let background):
      .color(color.composed(over: background))
    }
  }

  /// Which of the two colours of a checkerboard a pixel has, 0 or 1; `x` and `y` are counted from
  /// the top left of the checkerboard.
  static func square(x: Int, y: Int) -> Int {
    (x / squareSide + y / squareSide) & 1
  }
}

extension Backdrop {
  /// The contrast that small text needs (Web Content Accessibility Guidelines 2.2, 1.4.3).
  package static let textContrast = 4.5

  /// The colour, black or white, in which text can be read on the backdrop; and the plate that the
  /// text needs under it, or nil.
  ///
  /// A translucent backdrop is judged over white. On any single colour, at least one of black
  /// and white is legible. If the squares are too different from each other, the text has a plate:
  /// a nearly opaque area in the opposite colour.
  package var ink: (color: Color, plate: Color?) {
    let (black, white) = (leastContrast(with: .black), leastContrast(with: .white))
    let color = black > white ? Color.black : .white
    if max(black, white) >= Self.textContrast { return (color, nil) }
    return (color, color.plate)
  }

  /// The contrast of a colour with the square on which it is least visible.
  package func leastContrast(with color: Color) -> Double {
    colors.reduce(.infinity) { min($0, $1.composed(over: .white).contrast(with: color)) }
  }
}

extension Color {
  /// The plate that makes text of this colour readable over anything.
  package var plate: Color { inkToReadOn.withAlpha(0.85) }
}

extension Backdrop {
  /// Parses a colour, `checker`, or `checker:` followed by two colours separated by a comma.
  ///
  /// - Throws: ``ColorError`` for anything else.
  package init(parsing text: String) throws(ColorError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].lowercased() == "checker" else {
      self = .color(try Color(parsing: text))
      return
    }
    guard parts.count > 1 else {
      self = .checker
      return
    }
    let colors = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard colors.count == 2 else { throw ColorError(text: text) }
    self = .squares(
      try Color(parsing: String(colors[0])), try Color(parsing: String(colors[1])))
  }
}

extension Backdrop: CustomStringConvertible {
  /// A string that parses as this backdrop, with colours rounded to 8 bits.
  public var description: String {
    switch self {
    case .color(let color): color.hexadecimal
    case .checker: "checker"
    case .squares(let first, let second): "checker:\(first.hexadecimal),\(second.hexadecimal)"
    }
  }
}
