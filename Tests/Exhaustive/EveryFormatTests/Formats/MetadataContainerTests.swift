import FormatFixtures
import JPEGFixtures
import SheetFixtures
import SheetImaging
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// Metadata of every kind, in every place in a file, for every format.
@Suite struct MetadataContainerTests {
  private static let iptc = IPTCFixture([(5, "Evening"), (90, "Rome")]).datasets
  private static let xmp = "<x dc:title='Evening' photoshop:City='Rome'/>"

  private static let formats = SampleFormat.available.filter(\.carriesExif)

  private static func bytes(_ bytes: [UInt8], type: Int = 7) -> ExifFixture.Value {
    .numbers(type: type, bytes: 1, count: bytes.count, bytes.map(Int.init))
  }

  private static func resource(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    IPTCFixture.resource(1005, "odd", [1, 2, 3]) + IPTCFixture.resource(number, "", bytes)
  }

  /// A title and a city in every kind of metadata: as tags of a first directory, or as XMP on its
  /// own.
  private static let carriers: [(name: String, tags: [(tag: Int, value: ExifFixture.Value)])] = [
    ("XMP", []), ("700", [(700, bytes(Array(xmp.utf8), type: 1))]),
    ("33723", [(33723, bytes(iptc))]),
    ("33723 as text", [(33723, bytes(iptc, type: 2))]),
    ("33723 with resources", [(33723, bytes(resource(1028, iptc)))]),
    ("34377 with IPTC", [(34377, bytes(resource(1028, iptc), type: 1))]),
    ("34377 with XMP", [(34377, bytes(resource(1060, Array(xmp.utf8))))]),
    ("an empty 33723", [(33723, bytes([])), (34377, bytes(resource(1028, iptc)))]),
    ("zeros in 33723", [(33723, bytes([0, 0, 0, 0])), (34377, bytes(resource(1028, iptc)))]),
    ("noise in 33723", [(33723, bytes([9, 9, 9, 9])), (34377, bytes(resource(1028, iptc)))]),
    (
      "a title in 33723, and a city in 34377",
      [
        (33723, bytes(IPTCFixture([(5, "Evening")]).datasets)),
        (34377, bytes(resource(1028, IPTCFixture([(90, "Rome")]).datasets))),
      ]
    ),
    (
      "a title in 33723, and XMP in 34377",
      [
        (33723, bytes(IPTCFixture([(5, "Evening")]).datasets)),
        (34377, bytes(resource(1060, Array("<x photoshop:City='Rome'/>".utf8)))),
      ]
    ),
    (
      "IPTC in Exif data in 34377",
      [(34377, bytes(resource(1058, ExifFixture([33723: bytes(iptc)]).encoded())))]
    ),
  ]

  private static func facts(
    _ file: [UInt8], _ ending: String, _ keys: [String] = ["title", "city"]
  ) throws -> [String?] {
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.\(ending)")
    let query = FactQuery(keys.map { FactKey($0) })
    let picture = try SheetPicture(
      fileAt: folder["a.\(ending)"], MetadataUse(), query, .standard)
    return keys.map { picture.fact(FactKey($0))?.text }
  }

  @Test(
    "Facts are read from every kind of metadata in every format with Exif", arguments: formats)
  func carriers(format: SampleFormat) throws {
    for (name, tags) in Self.carriers {
      var picture = SamplePicture()
      var exif = ExifFixture([271: .ascii("Canon"), 272: .ascii("EOS R5")])
      exif.entries += tags
      picture.exif = exif
      if name == "XMP" { picture.xmp = Self.xmp }
      let file = format.encoded(picture)
      let keys = ["title", "city", "camera"]
      #expect(
        try Self.facts(file, format.ending, keys) == ["Evening", "Rome", "Canon EOS R5"],
        "\(name)")
    }
  }

  @Test(
    "IPTC data stored as numbers is read in either byte order", arguments: formats)
  func numbers(format: SampleFormat) throws {
    // The data is padded to whole numbers of four bytes, and is stored as it is and with the bytes
    // of each number swapped.
    let padded = Self.iptc + [UInt8](repeating: 0, count: (4 - Self.iptc.count % 4) % 4)
    let swapped = stride(from: 0, to: padded.count, by: 4).flatMap {
      padded[$0..<$0 + 4].reversed()
    }
    for datasets in [padded, swapped] {
      var picture = SamplePicture()
      picture.exif = ExifFixture([
        33723: .numbers(type: 4, bytes: 1, count: datasets.count / 4, datasets.map(Int.init))
      ])
      #expect(
        try Self.facts(format.encoded(picture), format.ending) == ["Evening", "Rome"])
    }
  }

  @Test(
    "Image resources may be split between a JPEG's markers, or be complete in each marker",
    .needs(.jpeg))
  func markers() throws {
    let mark = PhotoshopResources.signature
    let resources = IPTCFixture([(5, "Evening"), (90, "Rome")]).resources
    var other = Self.resource(1060, Array(Self.xmp.utf8))
    if other.count % 2 == 1 { other.append(0) }
    for parts in [
      [Array(resources.prefix(9)), Array(resources[9..<40]), Array(resources[40...])],
      [IPTCFixture.resource(1005, "", [7]), resources], [other],
      // Data of odd length without padding.
      [Array(IPTCFixture.resource(1005, "", [7]).dropLast()), resources],
    ] {
      var jpeg = JPEGFixture()
      jpeg.markers = parts.map { JPEGMarker(0xED, mark + $0) }
      #expect(try Self.facts(jpeg.encoded(), "jpg") == ["Evening", "Rome"])
    }
  }

  @Test("Exif data in image resources gives facts, but does not rotate the picture", .needs(.jpeg))
  func exifInResources() throws {
    let exif = ExifFixture([272: .ascii("EOS R5"), 274: .shorts([6])]).encoded()
    var jpeg = JPEGFixture()
    jpeg.markers = [JPEGMarker(0xED, PhotoshopResources.signature + Self.resource(1058, exif))]
    #expect(try Self.facts(jpeg.encoded(), "jpg", ["camera"]) == ["EOS R5"])
    #expect(try ReadPicture(jpeg.encoded(), "jpg").header.orientation == .upright)
  }

  @Test(
    "Exif data in image resources supplements other Exif data, in either byte order",
    // RAW files store their Exif data elsewhere.
    arguments: formats.filter { !$0.description.hasPrefix("RAW") })
  func completedExif(format: SampleFormat) throws {
    let keys = ["camera", "copyright", "iso", "comment"]
    for isLittleEndian in [false, true] {
      let comment = "In the garden".utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 255)]
        return isLittleEndian ? bytes.reversed() : bytes
      }
      let inside = ExifFixture([
        271: .ascii("Nikon"), 272: .ascii("Z 9"), 33432: .ascii("Me"), 274: .shorts([6]),
        34665: .directory(
          ExifFixture([
            34855: .shorts([800]), 37510: Self.bytes(Array("UNICODE\0".utf8) + comment),
          ])),
      ]).encoded(littleEndian: isLittleEndian)
      var picture = SamplePicture()
      picture.exif = ExifFixture([
        271: .ascii("Canon"), 272: .ascii("EOS R5"),
        34665: .directory(ExifFixture([34855: .shorts([400])])),
        34377: Self.bytes(Self.resource(1058, inside)),
      ])
      let file = format.encoded(picture)
      #expect(
        try Self.facts(file, format.ending, keys) == ["Canon EOS R5", "Me", "400", "In the garden"])
      let folder = TemporaryFolder()
      try folder.write(file, to: "a.\(format.ending)")
      #expect(try ReadPicture(folder["a.\(format.ending)"]).header.orientation == .upright)
    }
  }

  @Test("Damaged metadata is ignored, and never ends a run", arguments: formats)
  func damage(format: SampleFormat) throws {
    var random = SeededGenerator(seed: 7)
    let whole = Self.resource(1028, Self.iptc) + Self.resource(1060, Array(Self.xmp.utf8))
    for round in 0..<40 {
      var bytes = whole
      for _ in 0...random.number(below: 4) {
        bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 256))
      }
      if round % 4 == 0 { bytes = Array(bytes.prefix(random.number(below: bytes.count))) }
      var picture = SamplePicture()
      picture.exif = ExifFixture([
        272: .ascii("EOS R5"),
        34377: .numbers(
          type: 7, bytes: 1, count: round % 5 == 0 ? 1 << 30 : bytes.count, bytes.map(Int.init)),
      ])
      let facts = try Self.facts(format.encoded(picture), format.ending, ["camera", "title"])
      #expect(facts.first == "EOS R5" && facts.last != "", "\(round)")
    }
  }
}
