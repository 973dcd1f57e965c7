/// A colour as people write it: sRGB-encoded, with straight alpha.
public struct Color: Hashable, Sendable {
  /// The red component, 0 to 1.
  public let red: Double
  /// The green component, 0 to 1.
  public let green: Double
  /// The blue component, 0 to 1.
  public let blue: Double
  /// 0 for transparent to 1 for opaque.
  public let alpha: Double

  /// A colour of components from 0 to 1; values outside are taken as the
  /// nearer end.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = min(max(red, 0), 1)
    self.green = min(max(green, 0), 1)
    self.blue = min(max(blue, 0), 1)
    self.alpha = min(max(alpha, 0), 1)
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Nothing at all.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether nothing behind the colour shows through.
  public var isOpaque: Bool {
    alpha == 1
  }

  /// Whether a grey sample can hold the colour.
  ///
  /// What cannot be seen counts as grey.
  public var isGray: Bool {
    alpha == 0 || (red == green && green == blue)
  }

  /// What is seen when this colour lies over `background`, mixed as light.
  public func composed(over background: Color) -> Color {
    guard !isOpaque && background.alpha > 0 else { return self }
    guard alpha > 0 else { return background }
    let shownBackground = (1 - alpha) * background.alpha
    let alpha = alpha + shownBackground
    func mixed(_ component: KeyPath<Color, Double>) -> Double {
      let curve = TransferCurve.sRGB
      let light =
        self.alpha * curve.decoded(self[keyPath: component])
        + shownBackground * curve.decoded(background[keyPath: component])
      return curve.encoded(light / alpha)
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: alpha)
  }
}
