extension Orientation {
  /// The orientation that an eXIf chunk states.
  ///
  /// Nil where it states none or an unknown one, and where the bytes before it are damaged. Only
  /// the first directory, which describes the picture itself, is searched; of several entries the
  /// first counts. Values of 8, 16 and 32 bits are accepted, as TIFF asks of readers, although
  /// Exif writes 16 bits.
  ///
  /// Source: TIFF 6.0, section 2 (header, directory and field types).
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories. Some writers put the
  ///   `Exif\0\0` of JPEG files before them.
  public init?(exif: [UInt8]) {
    let prefix = Self.exifPrefix
    guard let tiff = TIFFNumbers(exif.starts(with: prefix) ? Array(exif[prefix.count...]) : exif),
      let directory = tiff.number(at: 4, bytes: 4),
      let entryCount = tiff.number(at: directory, bytes: 2)
    else { return nil }
    for index in 0..<entryCount {
      let entry = directory + 2 + 12 * index
      guard let tag = tiff.number(at: entry, bytes: 2) else { return nil }
      guard tag == 274 else { continue }
      guard let type = tiff.number(at: entry + 2, bytes: 2), let bytes = Self.typeBytes[type],
        tiff.number(at: entry + 4, bytes: 4) == 1,
        let value = tiff.number(at: entry + 8, bytes: bytes)
      else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
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

  private static let exifPrefix = Array("Exif\0\0".utf8)
  private static let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

  /// The sizes of the types BYTE, SHORT and LONG.
  private static let typeBytes = [1: 1, 3: 2, 4: 4]
}

extension UInt8 {
  /// Whether this is white space in XML: a space, a tab or a line end.
  fileprivate var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

/// Reads the numbers of a TIFF file in its byte order.
private struct TIFFNumbers {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Nil unless the bytes begin with a TIFF header.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isBigEndian = true
    } else if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// A number of 1 to 4 bytes; nil where it is not inside the file.
  ///
  /// The offset is not negative.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    let field = bytes[offset..<offset + count]
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
