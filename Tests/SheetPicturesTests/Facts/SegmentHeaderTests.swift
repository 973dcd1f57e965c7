import Testing

@testable import SheetPictures

@Suite struct SegmentHeaderTests {
  private static let packet = Array("<x dc:title='a'/>".utf8)
  /// The smallest Exif data in each byte order: a header, and a directory without entries.
  private static let tables: [[UInt8]] = [
    Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0],
  ]

  @Test(
    "Exif data is found after every spelling of its header",
    arguments: [
      "Exif\0\0", "Exif\0\u{1}", "Exif\0 ", "exif\0\0", "EXIF\0\0", "eXiF\0x", "abcdExif\0\0",
      "aExif\0\0", "\0\0Exif\0\0",
    ])
  func exif(header: String) {
    for table in Self.tables {
      #expect(SegmentHeader.exif(in: header.utf8 + table).map { Array($0) } == table)
      #expect(TIFFDirectory(exif: header.utf8 + table) == TIFFDirectory(exif: table))
      #expect(EmbeddedMetadata(segment: header.utf8 + table) == .exif(table))
    }
    let lenient = Array("Exif\0".utf8) + [0xFF]
    #expect(SegmentHeader.exif(in: lenient + Self.tables[0]) == Self.tables[0][...])
  }

  @Test(
    "Without a TIFF header, or with another name, nothing is taken for Exif data",
    arguments: [
      "exif\0\0", "Exif\0x", "abcdeExif\0\0", "Exifx\0", "Exi", "exig\0\0", "Ekif\0\0", "",
    ])
  func notExif(header: String) {
    let isName = header == "exif\0\0" || header == "Exif\0x"
    for rest in [[], Array("II".utf8), Array("II*\u{1}".utf8), Array("MM*\0".utf8), Self.packet] {
      #expect(SegmentHeader.exif(in: header.utf8 + rest) == nil, "\(header)")
    }
    #expect((SegmentHeader.exif(in: header.utf8 + Self.tables[0]) != nil) == isName, "\(header)")
  }

  @Test(
    "An XMP packet is found after every spelling of its header, and after no other text",
    arguments: [
      ("\0", true), ("", true), (" \0", true), (" ", true), ("   \0", true), ("\0 \n", true),
      ("x", false), ("mm/", false), ("g/img/", false), (" x\0", false), (" \0\0", false),
    ])
  func xmp(end: String, isHeader: Bool) {
    let header = Array("http://ns.adobe.com/xap/1.0/\(end)".utf8)
    for bytes in [Self.packet, [0xEF, 0xBB, 0xBF] + Self.packet] {
      #expect((SegmentHeader.xmp(in: header + bytes) != nil) == isHeader)
      #expect(
        (XMPPacket(header + bytes).value(of: "dc:title") == "a")
          == (EmbeddedMetadata(segment: header + bytes) != nil) || !isHeader)
    }
    let other = Array("http://ns.adobe.com/xmp/1.0/\(end)".utf8) + Self.packet
    #expect(SegmentHeader.xmp(in: other) == nil && EmbeddedMetadata(segment: other) == nil)
  }

  @Test(
    "Truncated headers, and a megabyte of repeated headers, give neither XMP values nor Exif data")
  func hostile() {
    let spellings = ["Exif\0\0", "eXIF\0x", "http://ns.adobe.com/xap/1.0/ \0"]
    for spelling in spellings {
      let bytes = Array(spelling.utf8)
      for count in 0..<bytes.count {
        let part = Array(bytes.prefix(count))
        #expect(SegmentHeader.exif(in: part) == nil && SegmentHeader.xmp(in: part) == nil)
      }
      let many = [UInt8](repeatElement(bytes, count: 1_000_000 / bytes.count).joined())
      #expect(TIFFDirectory(exif: many) == nil)
      #expect(XMPPacket(many).value(of: "dc:title") == nil)
    }
  }
}
