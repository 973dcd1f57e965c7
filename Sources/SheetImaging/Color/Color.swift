/// A colour in the notation of users: sRGB-encoded, with straight alpha.
package struct Color: Hashable, Sendable {
  /// The red component, 0 to 1.
  package let red: Double
  /// The green component, 0 to 1.
  package let green: Double
  /// The blue component, 0 to 1.
  package let blue: Double
  /// 0 for transparent to 1 for opaque.
  package let alpha: Double

  /// Creates a colour; components outside 0 to 1 are clamped.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = min(max(red, 0), 1)
    self.green = min(max(green, 0), 1)
    self.blue = min(max(blue, 0), 1)
    self.alpha = min(max(alpha, 0), 1)
  }

  /// Opaque black.
  package static let black = Color(red: 0, green: 0, blue: 0)
  /// Opaque white.
  package static let white = Color(red: 1, green: 1, blue: 1)
  /// Fully transparent black.
  package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether alpha is 1.
  package var isOpaque: Bool {
    alpha == 1
  }

  /// Whether a grey sample can hold the colour; a fully transparent colour is grey.
  package var isGray: Bool {
    alpha == 0 || (red == green && green == blue)
  }

  /// This colour composed over `background`, as browsers mix them: as encoded sRGB.
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
  /// The grey of this luminance and alpha.
  ///
  /// Source: IEC 61966-2-1:1999, luminance of linear sRGB.
  package var gray: Color {
    guard !isGray else { return self }
    let sample = TransferCurve.sRGB.encoded(luminance)
    return Color(red: sample, green: sample, blue: sample, alpha: alpha)
  }

  /// The luminance of the colour, which is taken as opaque.
  var luminance: Double {
    let curve = TransferCurve.sRGB
    return 0.2126 * curve.decoded(red) + 0.7152 * curve.decoded(green)
      + 0.0722 * curve.decoded(blue)
  }
}

extension Color {
  /// One pixel of this colour.
  ///
  /// A format without alpha takes the colour as opaque. In a format with alpha, a fully
  /// transparent colour is all zeros.
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
  /// Parses a colour: a CSS name, `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA` with or without
  /// `#`, `none` or `transparent`, in any case.
  ///
  /// - Throws: ``ColorError/unknown(_:)`` for anything else.
  package init(parsing text: String) throws(ColorError) {
    let name = text.lowercased()
    if name == "none" || name == "transparent" {
      self = .clear
    } else if let bytes = Self.named[name] {
      self.init(opaque: bytes)
    } else if let color = Color(hexadecimal: name.utf8) {
      self = color
    } else {
      throw .unknown(text)
    }
  }

  private init(opaque bytes: UInt32) {
    self.init(
      red: Double(bytes >> 16 & 0xFF) / 255, green: Double(bytes >> 8 & 0xFF) / 255,
      blue: Double(bytes & 0xFF) / 255)
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

/// A reason why a text is not a colour.
package enum ColorError: Error, Equatable, Sendable {
  /// The text is neither a known name nor hexadecimal digits.
  case unknown(String)
}

extension ColorError: CustomStringConvertible {
  /// Lists the accepted forms, as a fragment to follow the quoted text and `is`.
  package var description: String {
    switch self {
    case .unknown:
      "not a colour; write a CSS name such as 'white' or 'steelblue', "
        + "#RGB, #RGBA, #RRGGBB, #RRGGBBAA (with or without '#'), or 'none'"
    }
  }
}

extension Color {
  /// Black or white, whichever has more contrast with this colour, which is blended over white
  /// unless it is opaque.
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

  /// This colour at another opacity.
  package func withAlpha(_ alpha: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }
}
