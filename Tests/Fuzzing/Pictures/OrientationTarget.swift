import PNGFixtures
import SheetImaging
import SheetPictures

/// Orientations in eXIf chunks and in texts, which agree in every wrapping.
enum OrientationTarget: FuzzTarget {
  static let name = "orientation"

  static func seeds() -> [[UInt8]] {
    let exif = (1...8).flatMap { value in
      [true, false].map { PNGChunk.orientation(value, littleEndian: $0).data }
    }
    let xmp = [
      #"<rdf:Description tiff:Orientation="6"/>"#, "<a tiff:Orientation = '3' >",
      "<tiff:Orientation>\n 5 </tiff:Orientation>",
    ]
    return exif + exif.map { Array("Exif\0\0".utf8) + $0 } + xmp.map { Array($0.utf8) }
  }

  static func check(_ bytes: [UInt8]) {
    checkExif(bytes)
    checkXMP(bytes)
    // Arbitrary texts.
    for keyword in ["XML:com.adobe.xmp", "Raw profile type exif", "Raw profile type APP1"] {
      _ = Orientation(keyword: keyword, text: bytes)
    }
  }

  private static func checkExif(_ exif: [UInt8]) {
    let found = Orientation(exif: exif)
    let prefix = Array("Exif\0\0".utf8)
    if !exif.starts(with: prefix) {
      expect(Orientation(exif: prefix + exif) == found, "the prefix of JPEG changes it")
    }
    if found != nil {
      expect(Orientation(exif: exif + [9, 9]) == found, "what follows changes it")
    }
    let text = rawProfile(exif)
    expect(
      exif.isEmpty || Orientation(keyword: "Raw profile type exif", text: text) == found,
      "a raw profile says something else")
  }

  private static func checkXMP(_ xmp: [UInt8]) {
    let found = Orientation(keyword: "XML:com.adobe.xmp", text: xmp)
    let wrapped = rawProfile(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
    expect(
      Orientation(keyword: "Raw profile type APP1", text: wrapped) == found,
      "a raw profile says something else")
    // UTF-16 is known by the first bytes.
    let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0x3C], [0x3C, 0]]
    guard !marks.contains(where: xmp.starts(with:)) else { return }
    expect(
      Orientation(keyword: "XML:com.adobe.xmp", text: Array("<x>".utf8) + xmp) == found,
      "what is ahead counts")
  }

  /// Bytes as ImageMagick writes them into a text.
  private static func rawProfile(_ bytes: [UInt8]) -> [UInt8] {
    var text = "\nexif\n\(bytes.count)\n"
    for (index, byte) in bytes.enumerated() {
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index % 36 == 35 ? "\n" : "")
    }
    return Array((text + "\n").utf8)
  }
}
