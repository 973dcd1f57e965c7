extension Color {
  /// The colour that `text` names.
  ///
  /// Accepted are the names of CSS, `#RGB`, `#RGBA`, `#RRGGBB` and
  /// `#RRGGBBAA` with or without `#`, and `none` or `transparent`, all in
  /// capitals or small letters.
  ///
  /// - Throws: ``ColorError/unknown(_:)`` for anything else.
  public init(parsing text: String) throws(ColorError) {
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

  /// Nil unless `text` is 3, 4, 6 or 8 hexadecimal digits, perhaps after `#`.
  private init?(hexadecimal text: String.UTF8View) {
    let digits = text.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    var values: [Int] = []
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      values.append(value)
    }
    let components: [Double]
    switch values.count {
    case 3, 4:
      components = values.map { Double($0) / 15 }
    case 6, 8:
      components = stride(from: 0, to: values.count, by: 2).map {
        Double(values[$0] * 16 + values[$0 + 1]) / 255
      }
    default:
      return nil
    }
    self.init(
      red: components[0], green: components[1], blue: components[2],
      alpha: components.count == 4 ? components[3] : 1)
  }
}

/// Why a text is not a colour.
public enum ColorError: Error, Equatable, Sendable {
  /// The text is neither a known name nor of a known form.
  case unknown(String)
}

extension ColorError: CustomStringConvertible {
  /// A fragment that quotes the text and shows the accepted forms.
  public var description: String {
    switch self {
    case .unknown(let text):
      "'\(text)' is not a colour; write a CSS name such as 'white' or 'steelblue', "
        + "#RGB, #RGBA, #RRGGBB, #RRGGBBAA (with or without '#'), or 'none'"
    }
  }
}
