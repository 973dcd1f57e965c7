extension Orientation {
  /// The orientation that the Exif data of a picture state.
  ///
  /// Nil where it states none or an unknown one, and where the bytes before it are damaged. Only
  /// the first directory, which describes the picture itself, is searched.
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories. Some writers put the
  ///   `Exif\0\0` of JPEG files before them.
  public init?(exif: [UInt8]) {
    guard let directory = ExifDirectory(exif) else { return nil }
    self.init(directory)
  }

  /// The orientation under tag 274 of the first directory of Exif; nil for none or an unknown one.
  package init?(_ exif: ExifDirectory) {
    guard let value = exif.number(274) else { return nil }
    self.init(rawValue: value)
  }

  /// The orientation that a text of a PNG states, by Exif or by XMP.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the text. Those of raw profiles and of XMP are known.
  ///   - text: The text, no longer compressed.
  public init?(keyword: String, text: String) {
    switch keyword {
    case "XML:com.adobe.xmp": self.init(xmp: Array(text.utf8))
    case "Raw profile type exif", "Raw profile type APP1":
      let profile = Self.rawProfile(text)
      if profile.starts(with: Self.xmpPrefix) {
        self.init(xmp: Array(profile[Self.xmpPrefix.count...]))
      } else {
        self.init(exif: profile)
      }
    default: return nil
    }
  }

  /// The orientation that XMP states as `tiff:Orientation`, an attribute or an element; the first
  /// one counts.
  ///
  /// Source: XMP specification, part 2 (TIFF namespace), and part 1 for both ways to write it.
  private init?(xmp: [UInt8]) {
    guard let name = xmp.firstRange(of: Array("tiff:Orientation".utf8)) else { return nil }
    let value = xmp[name.upperBound...].drop { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
    guard let mark = value.first, "\"'>".utf8.contains(mark) else { return nil }
    let digits = value.dropFirst().drop(while: \.isXMLSpace).prefix { 0x30...0x39 ~= $0 }
    guard digits.count == 1, let digit = digits.first else { return nil }
    self.init(rawValue: Int(digit) - 0x30)
  }

  /// The bytes of a raw profile, as ImageMagick writes it into texts: a line with its name, a line
  /// with the number of its bytes, and these in hexadecimal digits; empty for any other text.
  private static func rawProfile(_ text: String) -> [UInt8] {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3, let count = Int(Substring(lines[1]).drop { $0 == " " }), count > 0
    else { return [] }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in lines[2] where !byte.isXMLSpace {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) else { break }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
        if bytes.count == count { break }
      } else {
        high = digit
      }
    }
    return bytes
  }

  private static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
}

extension UInt8 {
  /// Whether this is white space in XML: a space, a tab or a line end.
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
