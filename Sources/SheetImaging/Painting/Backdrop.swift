/// A ground that pictures are painted over.
public enum Backdrop: Hashable, Sendable {
  /// One colour everywhere.
  case color(Color)
  /// Squares of two colours, with the first colour at the top left of the sheet.
  ///
  /// The pattern is aligned with the sheet, not with cells, and continues from one cell to the
  /// next.
  case checker(Color, Color)

  /// White and light grey squares, the usual sign of transparency.
  public static let checkerboard = checker(.white, Color(red: 0.8, green: 0.8, blue: 0.8))

  /// The side of a square in pixels.
  public static let squareSide = 8

  /// The one or two colours.
  public var colors: [Color] {
    switch self {
    case .color(let color): [color]
    case .checker(let first, let second): [first, second]
    }
  }

  /// Whether all colours are opaque.
  public var isOpaque: Bool {
    colors.allSatisfy(\.isOpaque)
  }

  /// This backdrop with `color` composed over all of it.
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

  /// The index of the colour that a checker has at a pixel of the sheet: 0 or 1.
  static func square(x: Int, y: Int) -> Int {
    (x / squareSide + y / squareSide) & 1
  }
}

extension Backdrop {
  /// Parses a colour, `checker`, or `checker:` followed by two colours and a comma between them.
  ///
  /// - Throws: ``ColorError/unknown(_:)`` for anything else.
  public init(parsing text: String) throws(ColorError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].lowercased() == "checker" else {
      self = .color(try Color(parsing: text))
      return
    }
    guard parts.count > 1 else {
      self = .checkerboard
      return
    }
    let colors = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard colors.count == 2 else { throw .unknown(text) }
    self = .checker(
      try Color(parsing: String(colors[0])), try Color(parsing: String(colors[1])))
  }
}

extension Backdrop: CustomStringConvertible {
  /// A text that parses as this backdrop, with colours rounded to 8 bits.
  public var description: String {
    switch self {
    case .color(let color): color.hexadecimal
    case .checkerboard: "checker"
    case .checker(let first, let second): "checker:\(first.hexadecimal),\(second.hexadecimal)"
    }
  }
}

/// Paints rows of light over a backdrop as ``RowPainter`` does, a checker square by square.
///
/// A class, so that passing it along for each row does not retain and release the arrays of its
/// painters.
public final class BackdropPainter: Sendable {
  private let painter: RowPainter
  /// The painter of a checker's second colour.
  private let otherPainter: RowPainter?

  /// A painter onto a backdrop.
  ///
  /// - Parameters:
  ///   - channels: The channels of the rows of light.
  ///   - format: The format to paint in; grey only for grey light and a grey backdrop.
  ///   - backdrop: The ground to paint over. A format without alpha takes it as opaque.
  public init(
    from channels: PixelFormat.Channels, to format: PixelFormat, over backdrop: Backdrop
  ) {
    let painters = backdrop.colors.map { RowPainter(from: channels, to: format, over: $0) }
    painter = painters[0]
    otherPainter = painters.count > 1 ? painters[1] : nil
  }

  /// Paints pixels.
  ///
  /// - Parameters:
  ///   - row: The light of the pixels.
  ///   - line: Their positions on the sheet, which are not negative.
  ///   - bytes: The painted pixels, as many as `row` has.
  public func paint(
    _ row: Span<Float>, at line: PixelLine, into bytes: inout MutableSpan<UInt8>
  ) {
    guard let otherPainter else { return painter.paint(row, into: &bytes) }
    let (samples, pixelBytes) = (painter.channels.count, painter.format.bytesPerPixel)
    let count = row.count / samples
    var (x, y) = (line.x, line.y)
    var start = 0
    while start < count {
      let square = Backdrop.square(x: x, y: y)
      var end = start
      repeat {
        (x, y) = (x + line.stepX, y + line.stepY)
        end += 1
      } while end < count && Backdrop.square(x: x, y: y) == square
      var target = bytes._mutatingExtracting(start * pixelBytes..<end * pixelBytes)
      let part = row.extracting(start * samples..<end * samples)
      (square == 0 ? painter : otherPainter).paint(part, into: &target)
      start = end
    }
  }
}
