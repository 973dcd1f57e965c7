import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct PictureMetadataTests {
  private static let exif = PNGChunk.orientation(6)
  private static let xmpMark = "http://ns.adobe.com/xap/1.0/\0"

  private static func found(
    _ needs: MetadataNeeds, _ ahead: [PNGChunk], _ behind: [PNGChunk] = []
  ) throws -> PictureMetadata? {
    let folder = TemporaryFolder()
    let fixture = PNGFixture(
      width: 6, height: 4, colorType: .gray, samples: Array(repeating: 7, count: 24),
      chunksBeforeData: ahead, chunksAfterData: behind)
    try Data(fixture.encoded()).write(to: URL(fileURLWithPath: folder["a.png"].string))
    var use = MetadataUse()
    use.needs = needs
    return try PNGFile(folder["a.png"], metadata: use).header().metadata
  }

  private static func raw(_ type: String, _ bytes: [UInt8]) -> PNGChunk {
    let digits = bytes.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return .compressedText("Raw profile type \(type)", "\n\(type)\n   \(bytes.count)\n\(digits)\n")
  }

  @Test("Metadata is nil if none is requested, and also if the file has nothing that was requested")
  func nothing() throws {
    #expect(try Self.found(MetadataNeeds(), [.text("Title", "a"), Self.exif]) == nil)
    #expect(try Self.found(MetadataNeeds(exif: true, xmp: true), []) == nil)
    #expect(try Self.found(MetadataNeeds(texts: []), [.text("a", "b")]) == nil)
  }

  @Test("Text chunks before and after the pixels are returned if they are requested")
  func texts() throws {
    let ahead: [PNGChunk] = [.text("Title", "a"), .compressedText("Comment", "b")]
    let behind: [PNGChunk] = [.internationalText("Title", "c"), .text("parameters", "d")]
    func texts(_ keywords: Set<String>?) throws -> [String]? {
      try Self.found(MetadataNeeds(texts: keywords), ahead, behind)?.texts.map(\.text)
    }
    #expect(try texts(nil) == ["a", "b", "c", "d"])
    #expect(try texts(["Title"]) == ["a", "c"])
    #expect(try texts(["parameters", "Comment"]) == ["b", "d"])
  }

  @Test("Facts come from the standard text chunks of a PNG only if no other metadata has them")
  func standardTexts() throws {
    let texts: [(keyword: String, fact: MetadataFact, text: String, expected: String)] = [
      ("Title", .title, " a ", "a"), ("Author", .artist, "b", "b"),
      ("Description", .description, "c", "c"), ("Copyright", .copyright, "d", "d"),
      ("Creation Time", .taken, "Sat, 31 Aug 2019 09:15:22 +0200", "2019-08-31 09:15:22"),
      ("Creation Time", .taken, "2019:08:31 09:15:22", "2019-08-31 09:15:22"),
      ("Creation Time", .taken, "Aug 31, 2019 9:15:22 PM", "2019-08-31 21:15:22"),
    ]
    for (keyword, fact, text, expected) in texts {
      guard case .metadata(let needs, _) = PictureToken.named(fact.rawValue)?.origin else {
        Issue.record("\(fact)")
        continue
      }
      let found = try #require(try Self.found(needs(""), [], [.text(keyword, text)]))
      #expect(
        MetadataFacts(found, []).fact(fact, "")
          == MetadataFacts(
            PictureMetadata(texts: [PictureText(keyword: keyword, text: expected)]), []
          ).fact(fact, ""))
      #expect(MetadataFacts(found, []).fact(fact, "") != nil)
    }
    var both = PictureMetadata(texts: [PictureText(keyword: "Title", text: "text")])
    both.xmp = [Array("<a dc:title='xmp'/>".utf8)]
    #expect(MetadataFacts(both, []).fact(.title, "")?.text == "xmp")
    let keywords = PictureMetadata(iptc: [
      [0x1C, 2, 25, 0, 1, 0x61, 0x1C, 2, 25, 0, 1, 0x62, 0x1C, 2, 25, 0, 1, 0x61]
    ])
    #expect(MetadataFacts(keywords, []).fact(.keywords, "")?.text == "a, b")
  }

  @Test(
    "The date in a name ranks below every capture time, but above the time of writing")
  func dateInName() {
    func taken(
      _ xmp: String, _ texts: [PictureText] = [], beside: String = "", stem: String
    ) -> String {
      var metadata = PictureMetadata(texts: texts)
      metadata.xmp = [Array("<a \(xmp)/>".utf8)]
      let facts = MetadataFacts(
        metadata, beside.isEmpty ? [] : [XMPPacket(Array("<a \(beside)/>".utf8))], stem: stem)
      let text = facts.fact(.taken, "")?.text ?? "-"
      return facts.sources.isDatedByName ? "\(text), named" : text
    }
    let (name, original) = ("IMG_20240315_101112", "exif:DateTimeOriginal='2001-02-03T04:05'")
    #expect(taken(original, stem: name) == "2001-02-03 04:05")
    #expect(taken("", beside: original, stem: name) == "2001-02-03 04:05")
    #expect(taken("xmp:ModifyDate='2001-02-03T04:05'", stem: name) == "2024-03-15 10:11, named")
    #expect(taken("xmp:ModifyDate='2001-02-03T04:05'", stem: "a") == "2001-02-03 04:05")
    let written = [PictureText(keyword: "Creation Time", text: "2001:02:03 04:05:06")]
    #expect(taken("", written, stem: name) == "2024-03-15 10:11, named")
    #expect(taken("", written, stem: "IMG-20240315-WA0003") == "2024-03-15, named")
    #expect(taken("", written, stem: "IMG_4021") == "2001-02-03 04:05")
    #expect(taken("", stem: "IMG_4021") == "-")
  }

  @Test("A date without a time in metadata gets no time of day")
  func daysAlone() {
    func taken(_ xmp: String, _ texts: [PictureText] = []) -> String? {
      var metadata = PictureMetadata(texts: texts)
      metadata.xmp = [Array("<a \(xmp)/>".utf8)]
      return MetadataFacts(metadata, []).fact(.taken, "")?.text
    }
    #expect(taken("photoshop:DateCreated='2004-01-01'") == "2004-01-01")
    #expect(taken("photoshop:DateCreated='2004-01-01T00:00'") == "2004-01-01 00:00")
    for text in ["Aug 31, 2019", "31 August 2019", "2019-08-31"] {
      #expect(taken("", [PictureText(keyword: "Creation Time", text: text)]) == "2019-08-31")
    }
  }

  @Test(
    "Dates in text are read with months as words or as numbers, and with or without a time",
    arguments: [
      ("Sat, 31 Aug 2019 09:15:22 GMT", "2019:08:31 09:15:22"),
      ("Sat, 31 Aug 2019 09:15:22 -0500", "2019:08:31 09:15:22"),
      ("Sat Aug 31 09:15:22 2019", "2019:08:31 09:15:22"),
      ("Sat Aug 31 09:15:22 CEST 2019", "2019:08:31 09:15:22"),
      ("Sat Aug 31 09:15:22 +0200 2019", "2019:08:31 09:15:22"),
      ("Aug 31, 2019", "2019:08:31"), ("31-Aug-2019 09:15:22.5", "2019:08:31 09:15:22.5"),
      ("31. August 2019", "2019:08:31"), ("2019 Sept 1", "2019:09:01"),
      ("August 31, 2019, 9:15 PM", "2019:08:31 21:15:00"),
      ("August 31, 2019 at 12:15:22\u{202F}AM", "2019:08:31 00:15:22"),
      ("31 Aug 2019 12:15 p.m.", "2019:08:31 12:15:00"),
      ("31 Aug 2019 9 pm", "2019:08:31 21:00:00"),
      ("2019-08-31T09:15:22Z", "2019:08:31 09:15:22"),
      ("2019-08-31T09:15:22+02:00", "2019:08:31 09:15:22"),
      ("2019/08/31 09:15:22 CEST", "2019:08:31 09:15:22"),
      ("Sat 2019-08-31 09:15:22", "2019:08:31 09:15:22"),
      ("D:20190831091522+02'00'", "2019:08:31 09:15:22"),
      ("2019-08-31 9:15 AM", "2019:08:31 09:15:00"),
      ("2019-08-31 09:15:22 PM", "2019:08:31 21:15:22"),
      ("09:15:22 31-Aug-2019", "2019:08:31 09:15:22"),
      ("Sat Aug 31 09:15:22 -0500 2019", "2019:08:31 09:15:22"),
      ("20190831", "2019:08:31"), ("August 2019", nil), ("9:15 PM", nil), ("1 Mayor 2019", nil),
      ("31 Aug 0000", nil), ("0000:08:31", nil), ("31 Aug - 2 Sep 2019", nil),
      ("31 août 2019", nil), ("in 2019", nil), ("2019 or later", nil), ("31 Aug 2019 25:00", nil),
      ("31 Aug 2019 2019", nil), ("31 30 Aug", nil),
      ("31 august 2019", "2019:08:31"), ("5 Jan 2019 7:05", "2019:01:05 07:05:00"),
      ("31 Feb 2019", nil), ("Aug 2019", nil), ("x Aug 2019", nil), ("", nil), ("31 Aug 19", nil),
    ] as [(String, String?)])
  func writtenTimes(text: String, expected: String?) {
    #expect(CivilTime(text: text) == expected.flatMap { CivilTime(exif: $0) })
  }

  @Test("Exif data comes from the first eXIf chunk, or else from a raw profile that is not XMP")
  func exif() throws {
    let needs = MetadataNeeds(exif: true)
    let expected = try #require(TIFFDirectory(exif: Self.exif.data))
    #expect(try Self.found(needs, [Self.exif], [.orientation(3)])?.exif == expected)
    #expect(try Self.found(needs, [], [Self.exif])?.exif == expected)
    let xmp = Self.raw("APP1", Array("\(Self.xmpMark)<x/>".utf8))
    let marked = Self.raw("APP1", Array("Exif\0\0".utf8) + Self.exif.data)
    #expect(try Self.found(needs, [xmp, marked])?.exif == expected)
    #expect(try Self.found(needs, [], [Self.raw("exif", Self.exif.data)])?.exif == expected)
    #expect(try Self.found(needs, [marked, .orientation(3)])?.exif != expected)
    #expect(try Self.found(needs, [xmp])?.exif == nil)
  }

  @Test("XMP data comes from the text chunk with its own keyword, or else from a raw profile")
  func xmp() throws {
    let needs = MetadataNeeds(xmp: true)
    func packets(_ ahead: [PNGChunk], _ behind: [PNGChunk] = []) throws -> [String] {
      try Self.found(needs, ahead, behind)?.xmp.map { String(decoding: $0, as: UTF8.self) } ?? []
    }
    let text = PNGChunk.internationalText("XML:com.adobe.xmp", "<x/>", compressed: true)
    let app1 = Self.raw("APP1", Array("\(Self.xmpMark)<y/>".utf8))
    #expect(try packets([text]) == ["<x/>"])
    #expect(try packets([app1], [text]) == ["<x/>", "<y/>"])
    #expect(try packets([text, text, app1, text]) == ["<x/>", "<y/>"])
    #expect(try packets([app1]) == ["<y/>"])
    #expect(try packets([], [Self.raw("xmp", Array("<z/>".utf8))]) == ["<z/>"])
    #expect(try packets([Self.raw("APP1", Self.exif.data), Self.exif]) == [])
  }

  @Test("IPTC data comes from all raw profiles that contain it", arguments: ["iptc", "8bim"])
  func iptc(name: String) throws {
    let bytes = IPTCFixture([(90, "Rome")]).resources
    let profile = Self.raw(name, bytes)
    let needs = MetadataNeeds(xmp: true)
    #expect(try Self.found(needs, [profile, Self.raw(name, [1])])?.iptc == [bytes, [1]])
    #expect(try Self.found(needs, [], [profile])?.iptc == [bytes])
    #expect(try Self.found(MetadataNeeds(exif: true), [profile])?.iptc.isEmpty != false)
  }
}
