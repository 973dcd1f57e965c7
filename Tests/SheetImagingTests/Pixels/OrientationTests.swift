import SheetImaging
import TestSupport
import Testing

@Suite struct OrientationTests {
  /// A picture of 3 × 2 pixels in each orientation, from what Exif says about where the first row
  /// and the first column are seen.
  static let examples: [(Orientation, [UInt8])] = [
    (.upright, [1, 2, 3, 4, 5, 6]),
    (.mirrored, [3, 2, 1, 6, 5, 4]),
    (.halfTurn, [6, 5, 4, 3, 2, 1]),
    (.flipped, [4, 5, 6, 1, 2, 3]),
    (.transposed, [1, 4, 2, 5, 3, 6]),
    (.rightTurn, [4, 1, 5, 2, 6, 3]),
    (.transversed, [6, 3, 5, 2, 4, 1]),
    (.leftTurn, [3, 6, 2, 5, 1, 4]),
  ]

  @Test("The first row and column are where Exif says", arguments: examples)
  func firstRowAndColumn(orientation: Orientation, expected: [UInt8]) {
    #expect(orientation.shown([1, 2, 3, 4, 5, 6], width: 3) == expected)
  }

  @Test("The inverse undoes an orientation, for pixels of any size", arguments: 1...8)
  func inverse(bytesPerPixel: Int) {
    var noise = SeededGenerator(seed: 3)
    let (width, height) = (7, 5)
    let pixels = (0..<width * height * bytesPerPixel).map { _ in UInt8(noise.number(below: 256)) }
    for orientation in Orientation.allCases {
      let shown = orientation.shown(pixels, width: width, bytesPerPixel: bytesPerPixel)
      let back = orientation.inverse.shown(
        shown, width: orientation.swapsSides ? height : width, bytesPerPixel: bytesPerPixel)
      #expect(firstDifference(back, pixels) == nil, "\(orientation)")
      #expect((shown == pixels) == (orientation == .upright))
    }
  }

  /// Each orientation as a matrix of four numbers: x and y of a stored step to the right, then of
  /// a stored step down.
  static let matrices: [Orientation: [Int]] = [
    .upright: [1, 0, 0, 1], .mirrored: [-1, 0, 0, 1], .halfTurn: [-1, 0, 0, -1],
    .flipped: [1, 0, 0, -1], .transposed: [0, 1, 1, 0], .rightTurn: [0, -1, 1, 0],
    .transversed: [0, -1, -1, 0], .leftTurn: [0, 1, -1, 0],
  ]

  @Test("Two orientations compose as their matrices multiply")
  func composition() throws {
    let pixels = (0..<12).map { UInt8($0) }
    for first in Orientation.allCases {
      for second in Orientation.allCases {
        let (a, b) = (Self.matrices[first]!, Self.matrices[second]!)
        let product = [
          b[0] * a[0] + b[1] * a[2], b[0] * a[1] + b[1] * a[3],
          b[2] * a[0] + b[3] * a[2], b[2] * a[1] + b[3] * a[3],
        ]
        let both = try #require(Self.matrices.first { $0.value == product }?.key)
        let halfway = first.shown(pixels, width: 4)
        #expect(
          second.shown(halfway, width: first.swapsSides ? 3 : 4) == both.shown(pixels, width: 4))
      }
    }
  }

  @Test("A line of pixels can be moved")
  func line() {
    let line = Orientation.rightTurn.line(ofRow: 0, width: 3, height: 2)
    #expect(line == PixelLine(x: 1, y: 0, stepX: 0, stepY: 1))
    #expect(line.moved(x: 10, y: 20) == PixelLine(x: 11, y: 20, stepX: 0, stepY: 1))
  }
}

extension Orientation {
  var inverse: Orientation {
    switch self {
    case .rightTurn: .leftTurn
    case .leftTurn: .rightTurn
    default: self
    }
  }

  /// Stored pixels made upright.
  func shown(_ pixels: [UInt8], width: Int, bytesPerPixel: Int = 1) -> [UInt8] {
    let rowBytes = width * bytesPerPixel
    let height = pixels.count / rowBytes
    var upright = UprightPixels(
      self, width: width, height: height, bytesPerPixel: bytesPerPixel)
    for row in 0..<height {
      upright.setRow(row, to: pixels.span.extracting(row * rowBytes..<(row + 1) * rowBytes))
    }
    return upright.bytes
  }
}

@Suite struct OrientationExifTests {
  struct Entry {
    var tag = 274
    var type = 3
    var count = 1
    var value = 6
  }

  /// A TIFF header and one directory.
  static func exif(
    _ entries: [Entry], littleEndian: Bool = false, directory: Int = 8, claimed: Int? = nil
  ) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return littleEndian ? bytes : bytes.reversed()
    }
    let mark = Array((littleEndian ? "II" : "MM").utf8)
    var exif = mark + bytes(42, 2) + bytes(directory, 4)
    exif += [UInt8](repeating: 0xEE, count: max(0, min(directory, 1000) - 8))
    exif += bytes(claimed ?? entries.count, 2)
    for entry in entries {
      exif += bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 4)
      let width = [1: 1, 3: 2, 4: 4][entry.type] ?? 4
      exif += bytes(entry.value, width) + [UInt8](repeating: 0xEE, count: 4 - width)
    }
    return exif + bytes(0, 4)
  }

  @Test("All eight are read in both byte orders, with values of any size", arguments: 1...8)
  func values(value: Int) {
    for littleEndian in [false, true] {
      for type in [1, 3, 4] {
        let exif = Self.exif([Entry(type: type, value: value)], littleEndian: littleEndian)
        #expect(Orientation(exif: exif)?.rawValue == value)
      }
    }
  }

  @Test("The entry is found among others, in a directory at any offset")
  func position() {
    let others = [
      Entry(tag: 256, type: 4, value: 1), Entry(tag: 271, type: 2, count: 90, value: 7),
    ]
    let exif = Self.exif(others + [Entry(value: 8), Entry(value: 3)], directory: 100)
    #expect(Orientation(exif: exif) == .leftTurn)
    #expect(Orientation(exif: Self.exif(others)) == nil)
  }

  @Test(
    "Anything else is no orientation",
    arguments: [
      Entry(value: 0), Entry(value: 9), Entry(value: 0x106), Entry(type: 4, value: 0x10006),
      Entry(count: 0), Entry(count: 2), Entry(type: 2), Entry(type: 5), Entry(type: 0xFFFF),
      Entry(tag: 0x1201),
    ])
  func nonsense(entry: Entry) {
    #expect(Orientation(exif: Self.exif([entry])) == nil)
  }

  @Test("Offsets and counts beyond the end are not followed")
  func outside() {
    for directory in [0xFFFF_FFFF, 0x7FFF_FFFF, 23, 1 << 20] {
      var exif = Self.exif([Entry()], directory: directory)
      exif = Array(exif.prefix(24))
      #expect(Orientation(exif: exif) == nil)
    }
    let many = Self.exif([Entry(tag: 1)], claimed: 0xFFFF)
    #expect(Orientation(exif: many) == nil)
    #expect(Orientation(exif: Self.exif([Entry()], claimed: 0xFFFF)) == .rightTurn)
    #expect(Orientation(exif: Self.exif([Entry()], claimed: 0)) == nil)
    // Some writers put the mark of JPEG files ahead.
    #expect(Orientation(exif: Array("Exif\0\0".utf8) + Self.exif([Entry()])) == .rightTurn)
    #expect(Orientation(exif: Array("Exif\0".utf8) + Self.exif([Entry()])) == nil)
  }

  @Test("Damage at worst loses the orientation", arguments: [false, true])
  func damage(littleEndian: Bool) {
    let exif = Self.exif([Entry(tag: 256), Entry(value: 8)], littleEndian: littleEndian)
    // The two bytes of the value are the last that are needed.
    let needed = 10 + 12 + 10
    for damaged in exif.truncations {
      let expected = damaged.bytes.count >= needed ? Orientation.leftTurn : nil
      #expect(Orientation(exif: damaged.bytes) == expected, "\(damaged)")
    }
    for damaged in exif.bitFlips {
      let found = Orientation(exif: damaged.bytes)
      #expect(found == nil || (1...8).contains(found!.rawValue), "\(damaged)")
    }
  }
}

/// Orientations as metadata state them, besides eXIf.
@Suite struct OrientationInTextsTests {
  /// A TIFF file with nothing but an orientation, in hexadecimal digits.
  static func tiff(_ orientation: Int) -> String {
    "4d4d002a00000008000101120003000000010" + "00\(orientation)000000000000"
  }

  @Test(
    "A raw profile of ImageMagick states it, with or without the mark of JPEG", arguments: 1...8)
  func rawProfile(orientation: Int) {
    let hex = Self.tiff(orientation)
    for keyword in ["Raw profile type exif", "Raw profile type APP1"] {
      for prefix in ["", "457869660000"] {
        let all = prefix + hex
        let digits = all.prefix(72) + "\n" + all.dropFirst(72)
        for count in [all.count / 2, 1_000] {
          let text = "\nexif\n      \(count)\n\(digits)\n"
          #expect(
            Orientation(keyword: keyword, text: text) == Orientation(rawValue: orientation),
            "\(text)")
        }
      }
    }
    #expect(Orientation(keyword: "Comment", text: "\nexif\n 26\n\(hex)\n") == nil)
  }

  @Test(
    "XMP states it as an attribute or as an element",
    arguments: [
      ("<rdf:Description tiff:Orientation=\"6\"/>", 6), ("<a tiff:Orientation = '3' >", 3),
      ("<tiff:Orientation>8</tiff:Orientation>", 8),
      ("<tiff:Orientation>\n 5 </tiff:Orientation>", 5),
      ("tiff:Orientation=\"9\"", nil), ("tiff:Orientation=\"66\"", nil), ("tiff:Orientation=", nil),
      ("tiff:Orientation", nil), ("tiff:Orientation=6", nil), ("", nil),
      ("tiff:Orientation=\"\u{663}\"", nil),
    ] as [(String, Int?)])
  func xmp(text: String, orientation: Int?) {
    let expected = orientation.flatMap { Orientation(rawValue: $0) }
    #expect(Orientation(keyword: "XML:com.adobe.xmp", text: text) == expected)
    let hex = ("http://ns.adobe.com/xap/1.0/\0" + text).utf8.map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
    let raw = "\nAPP1\n    \(hex.count / 2)\n\(hex)"
    #expect(Orientation(keyword: "Raw profile type APP1", text: raw) == expected)
  }

  @Test("Any text gives an orientation or none")
  func anyText() {
    var noise = SeededGenerator(seed: 144)
    let pieces = [
      "\n", "exif", " ", "26", "4d4d002a", "0", "00000008", "é", "-1", "99999999999999999999",
    ]
    for _ in 0..<3_000 {
      let text = (0..<noise.number(below: 12)).map { _ in pieces[noise.number(below: 10)] }.joined()
      _ = Orientation(keyword: "Raw profile type exif", text: text)
      _ = Orientation(keyword: "XML:com.adobe.xmp", text: "tiff:Orientation" + text)
    }
  }
}
