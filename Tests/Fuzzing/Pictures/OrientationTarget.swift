import PNGFixtures
import SheetImaging

@testable import SheetPictures

/// Orientations in Exif, XMP and PNG texts, which must agree however they are wrapped.
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
      + xmp.map(FactsTarget.wide) + xmp.map { XMPPacket.signature + $0.utf8 } + FactsTarget.seeds()
  }

  static let words =
    FactsTarget.words + [
      "tiff:Orientation", "tiff:Orientation='8'", "<tiff:Orientation>7</tiff:Orientation>",
      "xmlns:t='http://ns.adobe.com/tiff/1.0/'", "t:Orientation", "Exif", "8BIM",
    ]

  static func check(_ bytes: [UInt8]) {
    checkExif(bytes)
    checkXMP(bytes)
    // The texts are arbitrary bytes.
    for keyword in EmbeddedMetadata.TextKeyword.raw {
      _ = Orientation(keyword: keyword, text: bytes)
    }
    for keyword in EmbeddedMetadata.TextKeyword.rawIPTC where SegmentHeader.xmp(in: bytes) == nil {
      expect(
        Orientation(keyword: keyword, text: rawProfile(bytes)) == nil, "IPTC rotates a picture")
    }
  }

  private static func checkExif(_ exif: [UInt8]) {
    let found = Orientation(exif: exif)
    let prefix = Array("Exif\0\0".utf8)
    if SegmentHeader.exif(in: exif) == nil {
      expect(Orientation(exif: prefix + exif) == found, "the JPEG signature changes it")
    }
    if found != nil {
      expect(Orientation(exif: exif + [9, 9]) == found, "what follows it changes it")
    }
    let text = rawProfile(exif)
    let isXMP = SegmentHeader.xmp(in: exif) != nil
    expect(
      exif.isEmpty || isXMP || Orientation(keyword: "Raw profile type exif", text: text) == found,
      "a raw profile gives something else")
  }

  private static func checkXMP(_ xmp: [UInt8]) {
    let found = Orientation(keyword: "XML:com.adobe.xmp", text: xmp)
    let wrapped = rawProfile(signature + xmp)
    expect(
      Orientation(keyword: "Raw profile type APP1", text: wrapped) == found,
      "a raw profile gives something else")
    if FactsTarget.isMarked(xmp) { return }
    expect(
      Orientation(keyword: "XML:com.adobe.xmp", text: Array("<x>".utf8) + xmp) == found,
      "what precedes it changes it")
    if let text = String(validating: xmp, as: UTF8.self) {
      expect(
        Orientation(XMPPacket(FactsTarget.wide(text))) == found, "UTF-16 gives something else")
    }
  }

  private static let signature = XMPPacket.signature

  /// Bytes as ImageMagick writes them into a text chunk.
  private static func rawProfile(_ bytes: [UInt8]) -> [UInt8] {
    var text = "\nexif\n\(bytes.count)\n"
    for (index, byte) in bytes.enumerated() {
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index % 36 == 35 ? "\n" : "")
    }
    return Array((text + "\n").utf8)
  }
}
