import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

/// Orientations that metadata other than eXIf states.
@Suite struct OrientationInTextsTests {
  /// A TIFF file with nothing but an orientation, as hexadecimal digits.
  static func tiff(_ orientation: Int) -> String {
    "4d4d002a00000008000101120003000000010" + "00\(orientation)000000000000"
  }

  @Test(
    "ImageMagick's raw profiles give the orientation, with or without the JPEG signature",
    arguments: 1...8)
  func rawProfile(orientation: Int) {
    let hex = Self.tiff(orientation)
    for keyword in ["Raw profile type exif", "Raw profile type APP1"] {
      for prefix in ["", "457869660000"] {
        let all = prefix + hex
        let digits = all.prefix(72) + "\n" + all.dropFirst(72)
        for count in [all.count / 2, 1_000] {
          let text = "\nexif\n      \(count)\n\(digits)\n"
          #expect(
            Orientation(keyword: keyword, text: Array(text.utf8))
              == Orientation(rawValue: orientation),
            "\(text)")
        }
      }
    }
    #expect(Orientation(keyword: "Comment", text: Array("\nexif\n 26\n\(hex)\n".utf8)) == nil)
  }

  @Test(
    "The orientation is read from XMP, as an attribute or as an element",
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
    #expect(Orientation(keyword: "XML:com.adobe.xmp", text: Array(text.utf8)) == expected)
    let hex = ("http://ns.adobe.com/xap/1.0/\0" + text).utf8.map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16)
    }.joined()
    let raw = "\nAPP1\n    \(hex.count / 2)\n\(hex)"
    #expect(Orientation(keyword: "Raw profile type APP1", text: Array(raw.utf8)) == expected)
  }

  @Test("No text causes a crash: each gives an orientation or nil")
  func anyText() {
    var noise = SeededGenerator(seed: 144)
    let pieces = [
      "\n", "exif", " ", "26", "4d4d002a", "0", "00000008", "é", "-1", "99999999999999999999",
    ]
    for _ in 0..<3_000 {
      let text = (0..<noise.number(below: 12)).map { _ in pieces[noise.number(below: 10)] }.joined()
      _ = Orientation(keyword: "Raw profile type exif", text: Array(text.utf8))
      _ = Orientation(keyword: "XML:com.adobe.xmp", text: Array(("tiff:Orientation" + text).utf8))
    }
  }
}
