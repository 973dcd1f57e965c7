internal import SheetFiles

/// The ICC profile of the pixels of sheets: sRGB, or grey with the curve of sRGB.
///
/// The bytes never change. PDF's own calibrated colours would need no profile, but viewers adapt
/// them to white in different ways, up to nine 8-bit levels away from sRGB.
///
/// Source: ICC.1:2010 (version 4.3), 7.2 and 7.3 (layout), 8.3 and 8.4 (tags of displays) and 10
/// (their types).
struct ColorProfile {
  let bytes: [UInt8]

  /// The profile of RGB pixels.
  static let rgb = ColorProfile(
    space: "RGB ", name: "sRGB",
    [
      ("rXYZ", xyz([0x6FA0, 0x38F5, 0x0390])), ("gXYZ", xyz([0x6297, 0xB787, 0x18D9])),
      ("bXYZ", xyz([0x249F, 0x0F84, 0xB6C3])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ])

  /// The profile of grey pixels.
  static let gray = ColorProfile(space: "GRAY", name: "sGray", [("kTRC", curve)])

  /// The white that all profiles are relative to (7.2.16).
  private static let connectionWhite: [UInt32] = [0xF6D6, 0x1_0000, 0xD32D]

  /// The adaptation from sRGB's white, D65, to the white of profiles, as in annex E.
  ///
  /// The columns of red, green and blue are those of IEC 61966-2-1, adapted with this matrix.
  private static let adaptation: [UInt32] = [
    0x0001_0C42, 0x0000_05DE, 0xFFFF_F325, 0x0000_0793, 0x0000_FD90, 0xFFFF_FBA1, 0xFFFF_FDA2,
    0x0000_03DC, 0x0000_C06E,
  ]

  /// The curve of sRGB (IEC 61966-2-1), as parameters g, a, b, c and d (10.16).
  ///
  /// The function is (ax + b)^g from d on, and cx below.
  private static let curve =
    tag("para") + UInt16(3).bytesFromHighest + [0, 0]
    + [0x2_6666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B].flatMap { UInt32($0).bytesFromHighest }

  private init(space: String, name: String, _ colors: [(name: String, data: [UInt8])]) {
    let tags =
      [("desc", Self.text(name)), ("cprt", Self.text("CC0"))] + colors
      + [
        ("wtpt", Self.xyz(Self.connectionWhite)),
        ("chad", Self.tag("sf32") + Self.adaptation.flatMap(\.bytesFromHighest)),
      ]
    let tableEnd = 128 + 4 + 12 * tags.count
    var table = UInt32(tags.count).bytesFromHighest
    var data: [UInt8] = []
    var known: [[UInt8]: Int] = [:]
    for (name, contents) in tags {
      // Identical curves are written only once.
      let offset = known[contents] ?? tableEnd + data.count
      if known.updateValue(offset, forKey: contents) == nil {
        data += contents + [UInt8](repeating: 0, count: (4 - contents.count % 4) % 4)
      }
      table +=
        name.utf8 + UInt32(offset).bytesFromHighest + UInt32(contents.count).bytesFromHighest
    }
    var header = UInt32(tableEnd + data.count).bytesFromHighest + [0, 0, 0, 0]
    header += [4, 0x30, 0, 0] + "mntr\(space)XYZ ".utf8
    // The creation date of this profile.
    header += ([2026, 11, 23, 0, 0, 0] as [UInt16]).flatMap(\.bytesFromHighest)
    header += "acsp".utf8 + [UInt8](repeating: 0, count: 28)
    header += Self.connectionWhite.flatMap(\.bytesFromHighest)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    bytes = header + table + data
  }

  /// A colour in units of 1/65,536.
  private static func xyz(_ values: [UInt32]) -> [UInt8] {
    tag("XYZ ") + values.flatMap(\.bytesFromHighest)
  }

  /// Text in English.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap(\.bytesFromHighest)
    return tag("mluc") + UInt32(1).bytesFromHighest + UInt32(12).bytesFromHighest + "enUS".utf8
      + UInt32(units.count).bytesFromHighest + UInt32(28).bytesFromHighest + units
  }

  /// The beginning of a tag's contents.
  private static func tag(_ type: String) -> [UInt8] { type.utf8 + [0, 0, 0, 0] }
}
