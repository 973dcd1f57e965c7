/// What lies under the pictures of a sheet.
public enum Backdrop: Hashable, Sendable {
  /// One colour everywhere.
  case color(Color)
  /// Squares of two colours, the first of them at the top left of the sheet.
  ///
  /// The squares belong to the sheet, not to its cells: they go on from one cell to
  /// the next.
  case checker(Color, Color)

  /// White and light grey squares, by which people know that nothing is there.
  public static let checkerboard = checker(.white, Color(red: 0.8, green: 0.8, blue: 0.8))

  /// The side of a square in pixels.
  public static let squareSide = 8

  /// The colours, one or two.
  public var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .checker(let first, let second): [first, second]
    }
  }

  /// Whether nothing shows through anywhere.
  public var isOpaque: Bool {
    colors.allSatisfy(\.isOpaque)
  }

  /// What is seen when `color` lies over it all.
  public func covered(by color: Color) -> Backdrop {
    switch self {
    case .checker(let first, let second) where !color.isOpaque:
      .checker(color.composed(over: first), color.composed(over: second))
    case .checker:
      .color(color)
    case .color(let background):
      .color(color.composed(over: background))
    }
  }

  /// Which of the colours of a checker a pixel of the sheet has: 0 or 1.
  static func square(x: Int, y: Int) -> Int {
    (x / squareSide + y / squareSide) & 1
  }
}
