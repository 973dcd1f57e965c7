import TestSupport
import Testing

@testable import SheetPictures

@Suite struct RawProfileTests {
  static func text(_ bytes: [UInt8], count: Int? = nil) -> [UInt8] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return Array("\nexif\n    \(count ?? bytes.count)\n\(digits)\n".utf8)
  }

  @Test("Bytes are decoded up to the stated number, or to a character that is not a digit")
  func bytes() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(RawProfile(Self.text(bytes))?.bytes == bytes)
    #expect(RawProfile(Self.text(bytes, count: 3))?.bytes == [0, 1, 2])
    #expect(RawProfile(Self.text(bytes, count: 1_000))?.bytes == bytes)
    #expect(RawProfile(Array("\nexif\n 4\n0a 0B\n0c x 0d".utf8))?.bytes == [10, 11, 12])
    for text in ["", "exif", "\nexif\n0\n00", "\nexif\n-1\n00", "\nexif\nmany\n00", "\nexif\n4"] {
      #expect(RawProfile(Array(text.utf8)) == nil)
    }
  }

  @Test("The text chunks of a PNG can be Exif, XMP or plain text")
  func metadata() {
    let exif = ExifFixture([274: .shorts([6])]).marker()
    let xmp = Array("<a tiff:Orientation='6'/>".utf8)
    func found(_ keyword: String, _ text: [UInt8]) -> EmbeddedMetadata? {
      EmbeddedMetadata(keyword: keyword, text: text)
    }
    for keyword in EmbeddedMetadata.TextKeyword.raw {
      #expect(found(keyword, Self.text(XMPPacket.signature + xmp)) == .xmp(xmp))
      #expect(found(keyword, Array("a text for people".utf8)) == nil)
    }
    for keyword in EmbeddedMetadata.TextKeyword.rawMarkers {
      #expect(found(keyword, Self.text(exif)) == .exif(Array(exif.dropFirst(6))))
    }
    #expect(found("Raw profile type xmp", Self.text(xmp)) == .xmp(xmp))
    #expect(found(EmbeddedMetadata.TextKeyword.xmp, xmp) == .xmp(xmp))
    #expect(found("Comment", Self.text(exif)) == nil)
  }
}
