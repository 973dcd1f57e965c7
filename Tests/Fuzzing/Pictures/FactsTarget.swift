import Foundation
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlanning
import SystemPackage
import TestSupport

@testable import SheetPictures

/// The facts in Exif and XMP data made of arbitrary bytes.
enum FactsTarget: FuzzTarget {
  static let name = "facts"

  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fuzzing-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { fatalError("\(error)") }
    return folder
  }()

  static func seeds() -> [[UInt8]] {
    let exif = ExifFixture([
      270: .ascii("The tower"), 271: .ascii("NIKON CORPORATION"), 272: .utf8("NIKON D750"),
      315: .ascii("Ada"), 18246: .shorts([4]), 18249: .shorts([75]), 33432: .ascii("Ada\0Ed"),
      40094: .numbers(type: 1, bytes: 1, count: 8, [0x61, 0, 0x3B, 0, 0x62, 0, 0, 0]),
      34665: .directory(
        ExifFixture([
          37521: .ascii("05"), 36868: .ascii("2024: 5: 6\0007: 8: 9.5+01:00"),
          33434: .rationals([(10, 2500)]), 33437: .signedRationals([(28, 10)]),
          34855: .shorts([400, 0]), 34866: .longs([400]), 36867: .ascii("2019:08:31 09:15:22"),
          37386: .rationals([(50, 1)]), 42036: .ascii("50mm f/1.8"),
          37510: .numbers(type: 7, bytes: 1, count: 11, Array("UNICODE\0a\0b".utf8).map(Int.init)),
        ])),
      34853: .directory(
        ExifFixture([
          1: .ascii("N"), 2: .rationals([(48, 1), (51, 1), (2988, 100)]),
          3: .ascii("W"), 4: .rationals([(2, 1), (17, 1), (4020, 100)]),
        ])),
    ])
    // Numbers of types that Exif does not prescribe, in the wrong directory.
    let others = ExifFixture([
      33434: .ascii("1/250 s"), 33437: .numbers(type: 11, bytes: 4, count: 1, [0x4033_3333]),
      34855: .numbers(type: 12, bytes: 4, count: 1, [0x4079_0000, 0]), 37386: .shorts([50]),
      42034: .ascii("24 70 2.8 4"),
      34853: .directory(
        ExifFixture([2: .ascii("48 deg 51' N"), 4: .numbers(type: 9, bytes: 4, count: 1, [-2])])),
    ])
    let xmp = [
      "<x exif:GPSLatitude='43 deg 4&#39; 35.04 N' exif:GPSLongitude='W79,4/1' exif:FNumber='f/2'/>",
      "<rdf:Description xmp:Rating='4.5' exif:DateTimeOriginal='2024-05-06T07:08:09.12+01:00'/>",
      "<xmp:Rating>-1</xmp:Rating>",
      "<dc:subject><rdf:Bag><rdf:li>a &amp; b</rdf:li><rdf:li/></rdf:Bag></dc:subject>",
      """
      <!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rdf:Description xmp:Label="&b;"><dc:title>
      <rdf:Alt><rdf:li xml:lang="de">Abend</rdf:li><rdf:li xml:lang="x-default">Evening</rdf:li>
      </rdf:Alt></dc:title><mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
      <rdf:li><rdf:Description mwg-rs:Name="Anna" mwg-rs:Type="Face"><mwg-rs:Area stArea:x="0.3"
      stArea:y="0.4" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/></rdf:Description></rdf:li>
      <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ben</mwg-rs:Name></rdf:li></rdf:Bag>
      </mwg-rs:RegionList></mwg-rs:Regions><MPRI:Regions><rdf:Bag>
      <rdf:li MPReg:PersonDisplayName="Cleo"/></rdf:Bag></MPRI:Regions></rdf:Description>
      """,
      """
      <rdf:Description photoshop:City="Rome" photoshop:Urgency="5" digiKam:ColorLabel="6">
      <darktable:colorlabels><rdf:Seq><rdf:li>0</rdf:li><rdf:li>4</rdf:li></rdf:Seq>
      </darktable:colorlabels><Iptc4xmpExt:LocationCreated><rdf:Bag>
      <rdf:li Iptc4xmpExt:City="Rome"/></rdf:Bag></Iptc4xmpExt:LocationCreated></rdf:Description>
      """,
    ]
    let clock = Array("a=-1d2h3.5s".utf8)
    let tables: [[UInt8]] = [exif, others].flatMap { exif in
      [false, true].map { exif.encoded(littleEndian: $0) }
    }
    let records = [
      IPTCFixture([(5, "Evening"), (25, "garden"), (25, "may"), (90, "Rome")]).resources,
      IPTCFixture([(55, "20240506"), (60, "070809+0100")]).datasets,
      IPTCFixture.dataset(90, [0x1B, 0x2D, 0x42], record: 1) + IPTCFixture.dataset(120, [0xAF]),
      IPTCFixture.dataset(120, Array("long".utf8), lengthBytes: 4)
        + IPTCFixture.dataset(101, [0x93, 0x80]),
    ]
    return tables + [clock] + xmp.map { Array($0.utf8) } + xmp.map(wide) + records
  }

  static let words = [
    "xmp:Rating", "xmp:CreateDate", "photoshop:DateCreated", "dc:subject", "<dc:subject>",
    "</dc:subject>", "<rdf:li>", "</rdf:li>", "<!--",
    "-->", "<![CDATA[", "]]>", "&#x41;", "&amp;", "/>", "<!ENTITY", "<!DOCTYPE",
    "mwg-rs:RegionList",
    "mwg-rs:Name", "mwg-rs:Type", "MPRI:Regions", "MPReg:PersonDisplayName", "xml:lang",
    "x-default",
    "dc:title", "xmp:Label", "photoshop:Urgency", "darktable:colorlabels",
    "stArea:x=\"0.5\"", "stArea:w=\"nan\"", "mwg-rs:AppliedToDimensions", "stDim:w=\"30\"",
    "xmlns:p=\"http://purl.org/dc/elements/1.1/\"", "p:subject",
  ]

  /// Whether nothing may be put before a packet because it begins with a UTF-16 byte order mark or
  /// a JPEG signature.
  static func isMarked(_ packet: [UInt8]) -> Bool {
    SegmentHeader.xmp(in: packet) != nil
      || [[0xFE, 0xFF], [0, 0x3C], [0xFF, 0xFE], [0x3C, 0]].contains(Array(packet.prefix(2)))
  }

  /// A packet in UTF-16.
  static func wide(_ text: String) -> [UInt8] {
    [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  static func check(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let clock = try? PictureRule(text, as: .clock)?.value {
      let moved = Fact(CivilTime(nearest: -0x1p63 + clock.seconds))
      expect(abs(clock.seconds) <= 3_155_760_000 && moved.number != nil, "\(clock) is out of range")
    }
    if let directory = TIFFDirectory(exif: bytes) { check(ExifFacts(directory)) }
    let packet = XMPPacket(bytes)
    let facts = XMPFacts([packet])
    check(CameraFacts(sources: MetadataSources(embedded: facts)))
    if let rating = facts.rating {
      expect(rating.number.map { -1...5 ~= $0 } == true, "\(rating) is not a rating")
    }
    for list in [facts.keywords, facts.colorLabels, facts.people] {
      expect(!list.contains(""), "a text in a list is empty")
    }
    expect(Set(facts.people).count == facts.people.count, "a person is listed twice")
    if let taken = facts.taken { expect(0...9999 ~= taken.year, "\(taken.dayText) is not a date") }
    let header = PictureHeader(
      size: PixelSize(width: 40, height: 30), format: PixelFormat(.rgb, .eight),
      orientation: .transposed)
    if let faces = facts.faces(in: header) {
      expect(faces.focus != nil || faces.hasIgnoredRegions, "faces are lost silently")
    }
    let texts = [facts.title, facts.description, facts.location, facts.city, facts.country]
    expect(!texts.contains(""), "a text is empty")
    if !isMarked(bytes) {
      expect(
        XMPFacts([XMPPacket(Array("<x>".utf8) + bytes)]) == facts,
        "what precedes the packet changes it")
      if let text = String(validating: bytes, as: UTF8.self) {
        expect(XMPFacts([XMPPacket(wide(text))]) == facts, "UTF-16 gives something else")
      }
    }
    check(bytes, beside: facts)
    check(IPTCRecord(bytes), bytes)
    // Two packets may refer to each other. The first one decides, and the second adds the facts
    // that the first lacks.
    let both = XMPFacts([packet, XMPPacket(Array(bytes.reversed())), packet])
    expect(both.title == facts.title || facts.title == nil, "a later packet takes precedence")
  }

  private static func check(_ record: IPTCRecord, _ bytes: [UInt8]) {
    for dataset in IPTCRecord.Dataset.allCases {
      let texts = record.texts(dataset)
      expect(!texts.contains(""), "an IPTC text is empty")
      let marked = IPTCRecord(PhotoshopResources.signature + bytes)
      if bytes.starts(with: "8BIM".utf8) {
        expect(marked.texts(dataset) == texts, "Photoshop's signature changes IPTC")
      }
      let first = IPTCRecord(IPTCFixture.dataset(90, [0x61]) + bytes)
      let isCity = dataset == .city
      // Encoding marks and a different byte order change what follows.
      if !bytes.starts(with: "8BIM".utf8), !bytes.starts(with: PhotoshopResources.signature),
        bytes.count < 4 || bytes[0] == 0x1C || bytes[3] != 0x1C
      {
        expect(
          first.texts(dataset) == (isCity ? ["a"] : []) + texts, "what precedes it changes IPTC")
      }
    }
  }

  /// Checks that a picture without XMP gets its sidecar's facts, and that an empty packet changes
  /// nothing.
  private static func check(_ bytes: [UInt8], beside facts: XMPFacts) {
    do {
      try Data(bytes).write(to: folder.appending(path: "a.jpg.xmp"))
    } catch { fatalError("\(error)") }
    let picture = FilePath(folder.appending(path: "a.jpg").path)
    let packets = Sidecars().contents(beside: picture).map { XMPPacket($0.contents) }
    expect(packets == [XMPPacket(bytes)], "the file is not read")
    let both = XMPFacts([XMPPacket([])] + packets)
    expect(both.people == facts.people && both.colorLabels == facts.colorLabels, "lists differ")
    expect(both.rating == facts.rating && both.title == facts.title, "texts differ")
  }

  private static func check(_ camera: CameraFacts) {
    for fact in [camera.exposure, camera.aperture, camera.iso, camera.focal].compactMap(\.self) {
      expect(fact.number.map { $0 > 0 } == true, "\(fact) is not a number above 0")
    }
    expect(![camera.camera, camera.lens, camera.coordinates?.text].contains(""), "a text is empty")
  }

  private static func check(_ facts: ExifFacts) {
    let sources = MetadataSources(exif: facts)
    check(CameraFacts(sources: sources))
    let texts = [
      sources.text(.copyright), sources.text(.description), sources.text(.title), facts.comment,
    ]
    for list in [RecordedFact.keywords, .artist].map(sources.list) {
      expect(!list.contains(""), "a text in a list is empty")
    }
    if let rating = sources.rating?.number { expect(0...5 ~= rating, "\(rating) is not a rating") }
    expect(!texts.contains(""), "a text is empty")
    if let time = sources.taken {
      expect(0...9999 ~= time.year, "\(time.dayText) is not a date")
      expect(0..<1_000_000 ~= time.microsecond, "\(time.microsecond) is more than a second")
    }
  }
}

extension XMPFacts {
  fileprivate var sources: MetadataSources { MetadataSources(sidecars: self) }
  fileprivate var title: String? { sources.text(.title) }
  fileprivate var description: String? { sources.text(.description) }
  fileprivate var location: String? { sources.text(.location) }
  fileprivate var city: String? { sources.text(.city) }
  fileprivate var country: String? { sources.text(.country) }
  fileprivate var keywords: [String] { sources.list(.keywords) }
  fileprivate var rating: Fact? { sources.rating }
  fileprivate var taken: CivilTime? { sources.taken }
}
