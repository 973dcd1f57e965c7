internal import SheetFiles
internal import SheetText

/// A font without outlines, for the invisible text that viewers search and copy.
///
/// Each character of the file gets a code, in order of first use. A map in the file translates
/// codes to characters, and a list contains their widths.
///
/// Source: ISO 32000-1, 9.7.4 (composite fonts), 9.8 (descriptors), 9.9 (tables of embedded fonts)
/// and 9.10.3 (maps to Unicode).
struct PDFFont {
  private var codes: [Unicode.Scalar: Int] = [:]
  /// The characters by code, where 0 means none, and their widths in thousandths of an em.
  private var characters: [(scalar: Unicode.Scalar, width: Int)] = [("\u{FFFD}", 500)]

  /// Codes have two bytes, and so does the number of glyphs in a font.
  private static let maximumCount = 0xFFFF
  /// The maximum number of characters in a section of the map.
  private static let mapPart = 100

  /// Encodes text, and returns its width in ems.
  mutating func set(_ text: [Unicode.Scalar]) -> (codes: [Int], width: Double) {
    var width = 0
    let codes = text.map { scalar in
      let code = self.code(of: scalar)
      width += characters[code].width
      return code
    }
    return (codes, Double(width) / 1000)
  }

  private mutating func code(of scalar: Unicode.Scalar) -> Int {
    if let code = codes[scalar] { return code }
    guard characters.count < Self.maximumCount else { return 0 }
    characters.append((scalar, scalar.usualWidth))
    codes[scalar] = characters.count - 1
    return characters.count - 1
  }

  func write(to objects: PDFObjects, as reference: PDFReference) throws {
    let (descendant, descriptor) = (objects.reference(), objects.reference())
    let (file, map) = (objects.reference(), objects.reference())
    try objects.collect(
      """
      <</Type/Font/Subtype/Type0/BaseFont/ContactSheet/Encoding/Identity-H\
      /DescendantFonts[\(descendant)]/ToUnicode \(map)>>
      """, as: reference)
    let widths = characters.map { "\($0.width)" }.joined(separator: " ")
    try objects.collect(
      """
      <</Type/Font/Subtype/CIDFontType2/BaseFont/ContactSheet\
      /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>\
      /FontDescriptor \(descriptor)/W[0[\(ascii: widths)]]/CIDToGIDMap/Identity>>
      """, as: descendant)
    try objects.collect(
      """
      <</Type/FontDescriptor/FontName/ContactSheet/Flags 4/FontBBox[0 -250 1000 1000]\
      /ItalicAngle 0/Ascent 1000/Descent -250/CapHeight 700/StemV 80/FontFile2 \(file)>>
      """, as: descriptor)
    let font = EmptyFont.bytes(widths: characters.map(\.width))
    try objects.write(compressing: font, "/Length1 \(font.count)", as: file)
    try objects.write(compressing: Array(unicodeMap.utf8), "", as: map)
  }

  /// The map from codes to characters, as a PostScript program.
  private var unicodeMap: String {
    var map = """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <0000> <FFFF>
      endcodespacerange

      """
    for start in stride(from: 1, to: characters.count, by: Self.mapPart) {
      let part = characters[start..<min(start + Self.mapPart, characters.count)]
      map += "\(part.count) beginbfchar\n"
      for (index, character) in zip(part.indices, part) {
        let units = String(Character(character.scalar)).bytesOfUTF16
        map += "<\(index.twoBytes)> <\(units.hexadecimal)>\n"
      }
      map += "endbfchar\n"
    }
    return map + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
  }
}

extension Int {
  /// The two lowest bytes as four hexadecimal digits.
  var twoBytes: String { UInt16(truncatingIfNeeded: self).bytesFromHighest.hexadecimal }
}

extension Unicode.Scalar {
  private static let face = StrokeFace(size: 100)
  private static let unitsPerPixel = 10

  /// The approximate width in most fonts, in thousandths of an em.
  ///
  /// The width is exact for letters of the built-in font.
  fileprivate var usualWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 100
    default: break
    }
    let character = Character(self)
    if Self.face.covers(String(character)), let width = Self.face.widths(of: [character])[character]
    {
      return max(1, width * Self.unitsPerPixel)
    }
    return isWide ? 1000 : 550
  }

  /// Whether the character is as wide as it is high, like Chinese characters and emoji.
  ///
  /// Source: Unicode 15.0, `EastAsianWidth.txt`, by whole blocks.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0x1_F300...0x1_FAFF, 0x2_0000...0x3_FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}

/// A TrueType font whose glyphs are empty.
///
/// Source: OpenType 1.9, "Font file" and the chapters of the tables.
private enum EmptyFont {
  /// The font with a glyph for each width, in thousandths of an em.
  static func bytes(widths: [Int]) -> [UInt8] {
    let count = UInt16(clamping: widths.count)
    let widest = UInt16(clamping: widths.max() ?? 0)
    func zeros(_ count: Int) -> [UInt16] { [UInt16](repeating: 0, count: count) }
    // Version, revision, checksum, magic number, flags, units per em, and two times; then the
    // bounding box of glyphs, style, smallest size, direction, and the formats of offsets and
    // glyphs.
    var head: [UInt16] = [1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000]
    head += zeros(8)
    head += [0, 0, 0, 0, 0, 8, 2, 0, 0]
    var horizontal: [UInt16] = [1, 0, 1000, UInt16(bitPattern: -250), 0, widest]
    horizontal += zeros(11)
    horizontal.append(count)
    let profile: [UInt16] = [1, 0, count]
    let tables: [(name: String, words: [UInt16])] = [
      ("glyf", [0, 0]),
      ("head", head),
      ("hhea", horizontal),
      ("hmtx", widths.flatMap { [UInt16(clamping: $0), 0] }),
      // Each glyph starts where the next one does: all are empty.
      ("loca", zeros(widths.count + 1)),
      ("maxp", profile + zeros(13)),
    ]
    // The number of tables, and the largest power of two not above it, for binary search.
    let directory: [UInt16] = [1, 0, UInt16(tables.count), 64, 2, UInt16(tables.count * 16 - 64)]
    var contents: [UInt16] = []
    var header = directory.flatMap(\.bytesFromHighest)
    let start = header.count + 16 * tables.count
    for (name, words) in tables {
      let padded = words + [UInt16](repeating: 0, count: words.count % 2)
      let sum = stride(from: 0, to: padded.count, by: 2).reduce(UInt32(0)) {
        $0 &+ (UInt32(padded[$1]) << 16 | UInt32(padded[$1 + 1]))
      }
      let offset = UInt32(start + 2 * contents.count)
      header += name.utf8
      header += [sum, offset, UInt32(2 * words.count)].flatMap(\.bytesFromHighest)
      contents += padded
    }
    return header + contents.flatMap(\.bytesFromHighest)
  }
}
