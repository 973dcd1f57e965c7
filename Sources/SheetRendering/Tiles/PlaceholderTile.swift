internal import SheetImaging
internal import SheetLayout

/// The tile of a picture that could not be read: a box with a thin edge and a small cross.
///
/// The box differs slightly from the background of the sheet. It does not distract from pictures,
/// but its edge and its cross show that it is not a blank picture.
struct PlaceholderTile {
  struct Colors: Equatable {
    /// The background of the box.
    let paper: Color
    /// The colour of the text and the cross; the edge is a lighter tint of it.
    let ink: Color
    /// The colour of stripes over the missing part of a picture.
    var stripes: Color { paper.mixed(with: ink, Self.stripeStrength) }

    /// Derives the colours from the background of the box.
    init(on ground: Color) {
      let ground = ground.composed(over: .white)
      let strongest = ground.inkToReadOn
      // The same difference is harder to see between dark colours. On a mid-tone background, a box
      // closer to the colour of the ink would leave the ink too little contrast.
      let others = [strongest, strongest.inkToReadOn]
      let papers = others.map { ground.mixed(with: $0, strongest == .black ? 0.05 : 0.1) }
      let paper = papers.first { strongest.contrast(with: $0) >= Self.contrast } ?? ground
      self.paper = paper
      ink =
        Self.strengths.lazy.map { ground.mixed(with: strongest, $0) }
        .first { $0.contrast(with: paper) >= Self.contrast } ?? strongest
    }

    /// A colour that was chosen for text, or ``ink`` if that colour is not legible on the box.
    func ink(ifPossible color: Color?) -> Color {
      guard let color, color.isOpaque, color.contrast(with: paper) >= Self.legible else {
        return ink
      }
      return color
    }

    /// The strengths of ink, from weak to strong; the weakest readable one is used.
    ///
    /// Mid-tone backgrounds need stronger ink.
    private static let strengths = [0.6, 0.7, 0.8, 0.9]
    private static let contrast = Backdrop.textContrast
    /// The minimum contrast with the box for a colour that the user chose.
    private static let legible = 3.0
    /// The strength of stripes, as a fraction of the ink.
    private static let stripeStrength = 0.35
  }

  /// The strength of the edge, as a fraction of the ink.
  private static let edgeStrength = 0.25
  /// The strength of the cross.
  ///
  /// It is weaker than the text, because its strokes are thicker.
  private static let crossStrength = 0.7

  let size: PixelSize
  let colors: Colors
  /// The square around the cross; empty if text takes all the room.
  let cross: PixelRect
  /// The radius of the box's corners.
  var radius = 0

  /// The side of the cross in a box of this size, next to text with this em.
  static func crossSide(in size: PixelSize, em: Double) -> Int {
    let side = Double(min(size.width, size.height))
    return Int(min(0.45 * side, max(1.25 * em, side / 16)).rounded())
  }

  /// The pixels of some rows, without padding; grey in a grey format.
  func pixels(ofRows rows: Range<Int>, in format: PixelFormat) -> [UInt8] {
    let paper = (format.channels.isGray ? colors.paper.gray : colors.paper).pixel(in: format)
    let row = (0..<size.width).flatMap { _ in paper }
    let ink = InkBlender(colors.ink, in: format)
    return rows.flatMap { y in
      let covered = (0..<size.width).map { UInt8(coverage($0, y) * 255 + 0.5) }
      var row = row
      var span = row.mutableSpan
      ink.blend(covered.span, into: &span)
      return row
    }
  }

  /// The coverage of a pixel by ink, 0 to 1.
  private func coverage(_ column: Int, _ row: Int) -> Double {
    let x = Double(column) + 0.5
    let y = Double(row) + 0.5
    return max(Self.edgeStrength * edge(x, y), Self.crossStrength * strokes(x, y))
  }

  private func edge(_ x: Double, _ y: Double) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let radius = min(Double(radius), min(width, height) / 2)
    // The distance of the point from the edge, inwards. Corners are quarter circles.
    let (dx, dy) = (radius - min(x, width - x), radius - min(y, height - y))
    let depth =
      dx > 0 && dy > 0
      ? radius - (dx * dx + dy * dy).squareRoot() : radius - max(dx, dy)
    return covered(max(1, (min(width, height) / 500).rounded()) - depth)
  }

  private func strokes(_ x: Double, _ y: Double) -> Double {
    let side = Double(cross.width)
    guard side > 0 else { return 0 }
    // The distances from the centre of the cross, whose four arms are identical.
    let dx = abs(x - Double(cross.x) - side / 2)
    let dy = abs(y - Double(cross.y) - side / 2)
    let half = max(1, side / 10) / 2
    let end = side / 2 - half
    let (along, across) = ((dx + dy) / 2, abs(dx - dy) / 2)
    let distance =
      along <= end
      ? across * 2.0.squareRoot()
      : ((dx - end) * (dx - end) + (dy - end) * (dy - end)).squareRoot()
    return covered(half - distance)
  }

  /// The coverage of a pixel whose centre is at this depth inside a shape.
  private func covered(_ depth: Double) -> Double { min(max(depth + 0.5, 0), 1) }
}

extension Color {
  /// Mixes in a fraction of another colour, in perceptually even steps.
  fileprivate func mixed(with other: Color, _ share: Double) -> Color {
    func mixed(_ component: KeyPath<Color, Double>) -> Double {
      self[keyPath: component] * (1 - share) + other[keyPath: component] * share
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue))
  }
}
