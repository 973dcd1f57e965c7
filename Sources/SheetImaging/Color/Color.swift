/// A colour as users write it: sRGB-encoded, with straight alpha.
public struct Color: Hashable, Sendable {
  /// The red component, 0 to 1.
  public let red: Double
  /// The green component, 0 to 1.
  public let green: Double
  /// The blue component, 0 to 1.
  public let blue: Double
  /// The opacity, from 0 for transparent to 1 for opaque.
  public let alpha: Double

  /// Creates a colour; components outside 0 to 1 are clamped, and NaN counts as 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = min(max(0, red), 1)
    self.green = min(max(0, green), 1)
    self.blue = min(max(0, blue), 1)
    self.alpha = min(max(0, alpha), 1)
  }

  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Fully transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether alpha is 1.
  package var isOpaque: Bool {
    alpha == 1
  }

  /// Whether a grey sample can represent the colour; a fully transparent colour counts as grey.
  package var isGray: Bool {
    alpha == 0 || (red == green && green == blue)
  }

  /// This colour composited over `background` in encoded sRGB, as in browsers.
  package func composed(over background: Color) -> Color {
    guard !isOpaque && background.alpha > 0 else { return self }
    guard alpha > 0 else { return background }
    let shownBackground = (1 - alpha) * background.alpha
    let alpha = alpha + shownBackground
    func mixed(_ component: KeyPath<Color, Double>) -> Double {
      (self.alpha * self[keyPath: component] + shownBackground * background[keyPath: component])
        / alpha
    }
    return Color(red: mixed(\.red), green: mixed(\.green), blue: mixed(\.blue), alpha: alpha)
  }
}

extension Color {
  /// The grey with the luminance and alpha of this colour.
  ///
  /// Source: IEC 61966-2-1:1999, luminance of linear sRGB.
  package var gray: Color {
    guard !isGray else { return self }
    let sample = TransferCurve.sRGB.encoded(luminance)
    return Color(red: sample, green: sample, blue: sample, alpha: alpha)
  }

  /// The luminance of the colour, ignoring its alpha.
  var luminance: Double {
    let curve = TransferCurve.sRGB
    return 0.2126 * curve.decoded(red) + 0.7152 * curve.decoded(green)
      + 0.0722 * curve.decoded(blue)
  }
}

extension Color {
  /// One pixel of this colour.
  ///
  /// A format without alpha ignores the colour's alpha. In a format with alpha, a fully transparent
  /// colour is all zeros.
  ///
  /// - Precondition: The colour is grey if the format is.
  package func pixel(in format: PixelFormat) -> [UInt8] {
    precondition(isGray || !format.channels.isGray, "a colour in a grey format")
    var samples = format.channels.isGray ? [red] : [red, green, blue]
    if format.channels.hasAlpha {
      samples = alpha == 0 ? samples.map { _ in 0 } + [0] : samples + [alpha]
    }
    return samples.flatMap { sample -> [UInt8] in
      let code = UInt16(sample * Double(format.depth.maximum) + 0.5)
      return format.depth == .eight ? [UInt8(code)] : [UInt8(code >> 8), UInt8(code & 0xFF)]
    }
  }

  /// The colour as `#rrggbbaa`, rounded to 8 bits; fully transparent colours are `#00000000`.
  package var hexadecimal: String {
    pixel(in: PixelFormat(.rgba, .eight)).reduce(into: "#") { text, byte in
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

extension Color {
  /// Creates a colour from a CSS name or hexadecimal digits, such as `steelblue` or `#46b`.
  ///
  /// - Returns: Nil if the text is not a colour.
  public init?(_ text: String) {
    guard let color = try? Color(parsing: text) else { return nil }
    self = color
  }

  /// Parses a colour: a CSS name, `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA` with or without the
  /// `#`, `none` or `transparent`, ignoring case.
  ///
  /// - Throws: ``ColorError`` for anything else.
  package init(parsing text: String) throws(ColorError) {
    let name = text.lowercased()
    if name == "none" || name == "transparent" {
      self = .clear
    } else if let bytes = Self.named[name] {
      self.init(opaque: bytes)
    } else if let color = Color(hexadecimal: name.utf8) {
      self = color
    } else {
      throw ColorError(text: text)
    }
  }

  private init(opaque bytes: UInt32) {
    func component(above bits: UInt32) -> Double { Double(bytes >> bits & 0xFF) / 255 }
    self.init(
      red: component(above: 16), green: component(above: 8), blue: component(above: 0))
  }

  /// Reads hexadecimal digits; nil if `text` is not 3, 4, 6 or 8 of them, with or without `#`.
  private init?(hexadecimal text: String.UTF8View) {
    let digits = text.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    let values = digits.compactMap(\.hexadecimalDigit)
    guard values.count == digits.count else { return nil }
    let components: [Double]
    switch values.count {
    case 3, 4:
      components = values.map { Double($0) / 15 }
    case 6, 8:
      components = stride(from: 0, to: values.count, by: 2).map {
        Double(values[$0] << 4 | values[$0 + 1]) / 255
      }
    default:
      return nil
    }
    self.init(
      red: components[0], green: components[1], blue: components[2],
      alpha: components.count == 4 ? components[3] : 1)
  }
}

extension UInt8 {
  /// The value of this hexadecimal digit in ASCII, 0 to 15; nil if it is not one.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}

/// A string that is neither a known colour name nor the hexadecimal digits of a colour.
package struct ColorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text that was given.
  let text: String

  /// Lists the accepted forms, as a fragment that follows the quoted text and `is`.
  package var description: String {
    "not a colour; write a CSS name such as 'white' or 'steelblue', "
      + "#RGB, #RGBA, #RRGGBB, #RRGGBBAA (with or without '#'), or 'none'"
  }
}

extension Color {
  /// Black or white, whichever has more contrast with this colour; a translucent colour is first
  /// blended over white.
  package var inkToReadOn: Color {
    let seen = composed(over: .white)
    return seen.contrast(with: .black) > seen.contrast(with: .white) ? .black : .white
  }

  /// The contrast with another opaque colour, from 1 to 21.
  ///
  /// Source: Web Content Accessibility Guidelines 2.2, contrast ratio.
  package func contrast(with other: Color) -> Double {
    let (one, other) = (luminance, other.luminance)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  package func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}

extension Color {
  /// The 148 CSS colour keywords, as red, green and blue bytes.
  ///
  /// Source: CSS Color Module Level 4, section 6.1, "Named Colors".
  static let named: [String: UInt32] = [
    "aliceblue": 0xF0_F8_FF, "antiquewhite": 0xFA_EB_D7, "aqua": 0x00_FF_FF,
    "aquamarine": 0x7F_FF_D4, "azure": 0xF0_FF_FF, "beige": 0xF5_F5_DC, "bisque": 0xFF_E4_C4,
    "black": 0x00_00_00, "blanchedalmond": 0xFF_EB_CD, "blue": 0x00_00_FF, "blueviolet": 0x8A_2B_E2,
    "brown": 0xA5_2A_2A, "burlywood": 0xDE_B8_87, "cadetblue": 0x5F_9E_A0, "chartreuse": 0x7F_FF_00,
    "chocolate": 0xD2_69_1E, "coral": 0xFF_7F_50, "cornflowerblue": 0x64_95_ED,
    "cornsilk": 0xFF_F8_DC, "crimson": 0xDC_14_3C, "cyan": 0x00_FF_FF, "darkblue": 0x00_00_8B,
    "darkcyan": 0x00_8B_8B, "darkgoldenrod": 0xB8_86_0B, "darkgray": 0xA9_A9_A9,
    "darkgreen": 0x00_64_00, "darkgrey": 0xA9_A9_A9, "darkkhaki": 0xBD_B7_6B,
    "darkmagenta": 0x8B_00_8B, "darkolivegreen": 0x55_6B_2F, "darkorange": 0xFF_8C_00,
    "darkorchid": 0x99_32_CC, "darkred": 0x8B_00_00, "darksalmon": 0xE9_96_7A,
    "darkseagreen": 0x8F_BC_8F, "darkslateblue": 0x48_3D_8B, "darkslategray": 0x2F_4F_4F,
    "darkslategrey": 0x2F_4F_4F, "darkturquoise": 0x00_CE_D1, "darkviolet": 0x94_00_D3,
    "deeppink": 0xFF_14_93, "deepskyblue": 0x00_BF_FF, "dimgray": 0x69_69_69, "dimgrey": 0x69_69_69,
    "dodgerblue": 0x1E_90_FF, "firebrick": 0xB2_22_22, "floralwhite": 0xFF_FA_F0,
    "forestgreen": 0x22_8B_22, "fuchsia": 0xFF_00_FF, "gainsboro": 0xDC_DC_DC,
    "ghostwhite": 0xF8_F8_FF, "gold": 0xFF_D7_00, "goldenrod": 0xDA_A5_20, "gray": 0x80_80_80,
    "green": 0x00_80_00, "greenyellow": 0xAD_FF_2F, "grey": 0x80_80_80, "honeydew": 0xF0_FF_F0,
    "hotpink": 0xFF_69_B4, "indianred": 0xCD_5C_5C, "indigo": 0x4B_00_82, "ivory": 0xFF_FF_F0,
    "khaki": 0xF0_E6_8C, "lavender": 0xE6_E6_FA, "lavenderblush": 0xFF_F0_F5,
    "lawngreen": 0x7C_FC_00, "lemonchiffon": 0xFF_FA_CD, "lightblue": 0xAD_D8_E6,
    "lightcoral": 0xF0_80_80, "lightcyan": 0xE0_FF_FF, "lightgoldenrodyellow": 0xFA_FA_D2,
    "lightgray": 0xD3_D3_D3, "lightgreen": 0x90_EE_90, "lightgrey": 0xD3_D3_D3,
    "lightpink": 0xFF_B6_C1, "lightsalmon": 0xFF_A0_7A, "lightseagreen": 0x20_B2_AA,
    "lightskyblue": 0x87_CE_FA, "lightslategray": 0x77_88_99, "lightslategrey": 0x77_88_99,
    "lightsteelblue": 0xB0_C4_DE, "lightyellow": 0xFF_FF_E0, "lime": 0x00_FF_00,
    "limegreen": 0x32_CD_32, "linen": 0xFA_F0_E6, "magenta": 0xFF_00_FF, "maroon": 0x80_00_00,
    "mediumaquamarine": 0x66_CD_AA, "mediumblue": 0x00_00_CD, "mediumorchid": 0xBA_55_D3,
    "mediumpurple": 0x93_70_DB, "mediumseagreen": 0x3C_B3_71, "mediumslateblue": 0x7B_68_EE,
    "mediumspringgreen": 0x00_FA_9A, "mediumturquoise": 0x48_D1_CC, "mediumvioletred": 0xC7_15_85,
    "midnightblue": 0x19_19_70, "mintcream": 0xF5_FF_FA, "mistyrose": 0xFF_E4_E1,
    "moccasin": 0xFF_E4_B5, "navajowhite": 0xFF_DE_AD, "navy": 0x00_00_80, "oldlace": 0xFD_F5_E6,
    "olive": 0x80_80_00, "olivedrab": 0x6B_8E_23, "orange": 0xFF_A5_00, "orangered": 0xFF_45_00,
    "orchid": 0xDA_70_D6, "palegoldenrod": 0xEE_E8_AA, "palegreen": 0x98_FB_98,
    "paleturquoise": 0xAF_EE_EE, "palevioletred": 0xDB_70_93, "papayawhip": 0xFF_EF_D5,
    "peachpuff": 0xFF_DA_B9, "peru": 0xCD_85_3F, "pink": 0xFF_C0_CB, "plum": 0xDD_A0_DD,
    "powderblue": 0xB0_E0_E6, "purple": 0x80_00_80, "rebeccapurple": 0x66_33_99, "red": 0xFF_00_00,
    "rosybrown": 0xBC_8F_8F, "royalblue": 0x41_69_E1, "saddlebrown": 0x8B_45_13,
    "salmon": 0xFA_80_72, "sandybrown": 0xF4_A4_60, "seagreen": 0x2E_8B_57, "seashell": 0xFF_F5_EE,
    "sienna": 0xA0_52_2D, "silver": 0xC0_C0_C0, "skyblue": 0x87_CE_EB, "slateblue": 0x6A_5A_CD,
    "slategray": 0x70_80_90, "slategrey": 0x70_80_90, "snow": 0xFF_FA_FA, "springgreen": 0x00_FF_7F,
    "steelblue": 0x46_82_B4, "tan": 0xD2_B4_8C, "teal": 0x00_80_80, "thistle": 0xD8_BF_D8,
    "tomato": 0xFF_63_47, "turquoise": 0x40_E0_D0, "violet": 0xEE_82_EE, "wheat": 0xF5_DE_B3,
    "white": 0xFF_FF_FF, "whitesmoke": 0xF5_F5_F5, "yellow": 0xFF_FF_00, "yellowgreen": 0x9A_CD_32,
  ]
}
