import ColorFixtures
import JPEGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.jpeg))
struct JPEGMetadataTests {
  static let swapped = ProfileFixture.rgb(
    [[0.3, 0.6], [0.64, 0.33], [0.15, 0.06]], curve: curve(gamma: 2.2)
  ).encoded()

  @Test("The orientation comes from Exif, even after a JFIF marker", arguments: 1...8)
  func orientation(value: Int) throws {
    let exif = JPEGMarker.exif(orientation: value)
    for hasJFIF in [true, false] {
      let header = try ReadPicture.jpegHeader([exif]) { $0.hasJFIFMarker = hasJFIF }
      #expect(header.orientation == Orientation(rawValue: value))
    }
    #expect(
      try ReadPicture.jpegHeader([exif], MetadataUse(orientation: .ignore)).orientation == .upright)
    // The first orientation decides.
    #expect(
      try ReadPicture.jpegHeader([exif, .exif(orientation: 3)]).orientation
        == Orientation(rawValue: value))
  }

  @Test("Foreign markers with the same codes as Exif and profiles are ignored")
  func otherMarkers() throws {
    let header = try ReadPicture.jpegHeader([
      JPEGMarker(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)), JPEGMarker(0xE1, []),
      JPEGMarker(0xE2, Array("MPF\0".utf8)), JPEGMarker(0xED, [1, 2, 3]),
      .exif(orientation: 6), JPEGMarker(0xE2, [0]),
    ])
    #expect(header.orientation == .rightTurn)
    #expect(header.warnings.isEmpty)
    #expect(header.colorSpace == .sRGB)
  }

  @Test(
    "A JPEG has Exif data after every header that introduces it, and after no other",
    arguments: [
      "Exif\0\0", "Exif\0\u{1}", "Exif\0 ", "exif\0\0", "EXIF\0\0", "eXiF\0x", "abcdExif\0\0",
      "aExif\0\0", "\0\0Exif\0\0", "abcdeExif\0\0", "Exifx\0", "exig\0\0", "Ekif\0\0", "Exi", "",
    ])
  func exifHeaders(header: String) throws {
    let segment: [UInt8] =
      Array(header.utf8) + JPEGMarker.exif(orientation: 6).data.dropFirst("Exif\0\0".utf8.count)
    let hasExif = SegmentHeader.exif(in: segment) != nil
    let found = try ReadPicture.jpegHeader([JPEGMarker(0xE1, segment)])
    #expect(found.orientation == (hasExif ? Orientation.rightTurn : .upright))
  }

  @Test("A JFIF density without a unit is the pixel aspect ratio, unless there is Exif data")
  func density() throws {
    func size(_ density: (Int, Int, Int), _ markers: [JPEGMarker] = []) throws -> PixelSize {
      try ReadPicture.jpegHeader(markers) { $0.density = density }.shownSize
    }
    #expect(try size((0, 1, 2)) == PixelSize(width: 20, height: 20))
    #expect(try size((0, 2, 1)) == PixelSize(width: 40, height: 10))
    // The first density is what ffmpeg writes for anamorphic films. A density of 0 is invalid.
    #expect(try size((0, 64, 45)) == PixelSize(width: 28, height: 10))
    #expect(try size((0, 10, 3)) == PixelSize(width: 20, height: 10))
    #expect(try size((1, 72, 144)) == PixelSize(width: 20, height: 10))
    #expect(try size((0, 0, 2)) == PixelSize(width: 20, height: 10))
    #expect(try size((0, 1, 2), [.exif(orientation: 1)]) == PixelSize(width: 20, height: 10))
  }

  @Test("A profile is assembled from its parts in any order", arguments: [65_519, 100, 7])
  func profile(partSize: Int) throws {
    let parts = JPEGMarker.profile(Self.swapped, partSize: partSize)
    let space = try ICCProfile(Self.swapped).model
    let header = try ReadPicture.jpegHeader(parts)
    #expect(.curves(header.colorSpace) == space)
    #expect(header.warnings.isEmpty)
    var generator = SeededGenerator(seed: 5)
    let shuffled = try ReadPicture.jpegHeader(
      [.comment("x")] + parts.shuffled(using: &generator) + [.exif(orientation: 1)])
    #expect(shuffled.colorSpace == header.colorSpace)
    // The whole profile may be present twice.
    #expect(try ReadPicture.jpegHeader(parts + parts).colorSpace == header.colorSpace)
    #expect(try ReadPicture.jpegHeader(parts, MetadataUse(color: .ignore)).colorSpace == .sRGB)
  }

  @Test("Copies of a profile may be divided in different ways, and all but one may be truncated")
  func copies() throws {
    func parts(_ size: Int) -> [JPEGMarker] { JPEGMarker.profile(Self.swapped, partSize: size) }
    let expected = try ReadPicture.jpegHeader(parts(65_519)).colorSpace
    let half = (Self.swapped.count + 1) / 2
    let truncated = JPEGMarker.profile(Array(Self.swapped.prefix(50)), partSize: 65_519)
    let (whole, halves, small) = (parts(65_519), parts(half), parts(100))
    let repeated: [[JPEGMarker]] = [
      whole + halves, halves + whole, halves + parts(half + 1), small + halves + whole,
      halves + Array(small.dropLast()), halves + Array(small.dropFirst()),
      Array(small.dropFirst(2)) + halves, truncated + halves, whole + truncated,
    ]
    for markers in repeated {
      let header = try ReadPicture.jpegHeader(markers)
      #expect(header.colorSpace == expected && header.warnings.isEmpty)
    }
    // A different profile is not a copy, and neither are parts of one.
    let other = ProfileFixture.gray(Self.curve(gamma: 2)).encoded()
    let (others, otherParts) = (
      JPEGMarker.profile(other), JPEGMarker.profile(other, partSize: 50)
    )
    let contradictory: [[JPEGMarker]] = [
      halves + others, others + whole, halves + Array(otherParts.dropLast()),
      halves + Array(otherParts.dropFirst()), Array(halves.dropLast()) + Array(small.dropLast()),
    ]
    for markers in contradictory {
      let header = try ReadPicture.jpegHeader(markers)
      #expect(header.colorSpace == .sRGB)
      #expect(header.warnings.first?.contains("contradict each other") == true)
    }
  }

  @Test("A profile that is incomplete or for another kind of picture is ignored with a warning")
  func brokenProfile() throws {
    let parts = JPEGMarker.profile(Self.swapped, partSize: 100)
    func warnings(_ markers: [JPEGMarker]) throws -> [String] {
      let header = try ReadPicture.jpegHeader(markers)
      #expect(header.colorSpace == .sRGB)
      return header.warnings
    }
    let ignored = "its colour profile is ignored: "
    #expect(
      try warnings(Array(parts.dropFirst())) == [ignored + "part 1 of \(parts.count) is missing"])
    #expect(
      try warnings(
        parts + [JPEGMarker(0xE2, Array("ICC_PROFILE\0".utf8) + [1, UInt8(parts.count), 7])])
        == [ignored + "the numbers of its parts contradict each other"])
    #expect(
      try warnings([JPEGMarker(0xE2, Array("ICC_PROFILE\0".utf8))]) == [
        ignored + "part of it is missing"
      ])
    #expect(
      try warnings([JPEGMarker(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 0])]) == [
        ignored + "the numbers of its parts contradict each other"
      ])
    #expect(
      try warnings(JPEGMarker.profile(ProfileFixture.gray(Self.curve(gamma: 2)).encoded())) == [
        ignored + "it is for grey images"
      ])
    #expect(try warnings(JPEGMarker.profile([1, 2, 3])).count == 1)
  }

  @Test("Adobe RGB is recognised in Exif by its number, or by the DCF name")
  func adobeRGB() throws {
    func space(_ colorSpace: Int, _ name: String? = nil) throws -> ColorSpace {
      try ReadPicture.jpegHeader([.exif(colorSpace: colorSpace, interoperability: name)]).colorSpace
    }
    #expect(try space(2) == .adobeRGB)
    #expect(try space(2, "R03") == .adobeRGB)
    #expect(try space(0xFFFF, "R03") == .adobeRGB)
    #expect(try space(0xFFFF, "R98") == .sRGB)
    #expect(try space(0xFFFF) == .sRGB)
    #expect(try space(1, "R98") == .sRGB)
    let profile = JPEGMarker.profile(Self.swapped)
    let both = try ReadPicture.jpegHeader([.exif(colorSpace: 2)] + profile)
    #expect(try both.colorSpace == ReadPicture.jpegHeader(profile).colorSpace)
    let gray = try ReadPicture.jpegHeader([.exif(colorSpace: 2)]) { $0.space = .gray }
    #expect(gray.colorSpace == .sRGB)
  }

  @Test("Comments can be used in labels, and are read only if labels need them")
  func comments() throws {
    var metadata = MetadataUse()
    let markers: [JPEGMarker] = [.comment("Dünen\0"), .comment("two")]
    #expect(try ReadPicture.jpegHeader(markers, metadata).metadata == nil)
    metadata.needs.texts = ["Title"]
    #expect(try ReadPicture.jpegHeader(markers, metadata).metadata?.texts.isEmpty == true)
    metadata.needs.texts = ["Title", "Comment"]
    #expect(
      try ReadPicture.jpegHeader(markers, metadata).metadata?.texts
        == [
          PictureText(keyword: "Comment", text: "Dünen"),
          PictureText(keyword: "Comment", text: "two"),
        ])
  }

  @Test("The first Exif data and the first XMP are returned on request")
  func askedFor() throws {
    let mark = "http://ns.adobe.com/xap/1.0/\0"
    let exif = JPEGMarker.exif(orientation: 6)
    let markers = [
      JPEGMarker(0xE1, Array(mark.dropLast().utf8)), JPEGMarker(0xE1, Array("\(mark)<x/>".utf8)),
      exif, JPEGMarker(0xE1, Array("\(mark)<y/>".utf8)), .exif(orientation: 3), .comment("a"),
    ]
    var metadata = MetadataUse()
    func found() throws -> PictureMetadata? {
      try ReadPicture.jpegHeader(markers, metadata).metadata
    }
    #expect(try found() == nil)
    metadata.needs.exif = true
    #expect(try found() == PictureMetadata(exif: TIFFDirectory(exif: exif.data)))
    metadata.needs = MetadataNeeds(xmp: true)
    #expect(try found() == PictureMetadata(xmp: [Array("<x/>".utf8), Array("<y/>".utf8)]))
    metadata.needs.texts = nil
    #expect(try found()?.texts == [PictureText(keyword: "Comment", text: "a")])
    #expect(try ReadPicture.jpegHeader(markers, metadata).orientation == .rightTurn)
  }

  @Test("IPTC metadata is assembled from several Photoshop markers")
  func iptc() throws {
    let resources = IPTCFixture([(5, "Evening"), (25, "garden"), (25, "may")]).resources
    let mark = PhotoshopResources.signature
    var metadata = MetadataUse()
    for cut in [0, 1, 7, 40, resources.count] {
      let markers = [
        JPEGMarker(0xED, Array("Adobe_CM\0".utf8)), JPEGMarker(0xED, mark + resources[..<cut]),
        .comment("x"), JPEGMarker(0xED, mark + resources[cut...]), .exif(orientation: 6),
      ]
      metadata.needs = MetadataNeeds(xmp: true)
      let found = try #require(try ReadPicture.jpegHeader(markers, metadata).metadata)
      #expect(found.iptc == [mark + resources] && found.xmp.isEmpty, "\(cut)")
      #expect(try ReadPicture.jpegHeader(markers, metadata).orientation == .rightTurn)
      metadata.needs = MetadataNeeds(exif: true)
      #expect(try ReadPicture.jpegHeader(markers, metadata).metadata?.iptc == [])
    }
  }

  @Test("Resources from Photoshop 2.5 come after those from later versions")
  func olderResources() throws {
    let mark = PhotoshopResources.signature
    func older(_ text: String) -> [UInt8] {
      PhotoshopResources.olderSignature + [UInt8](repeating: 0, count: 8)
        + IPTCFixture([(5, text), (90, "Rome")]).resources
    }
    let newer = IPTCFixture([(5, "Evening")]).resources
    var metadata = MetadataUse()
    metadata.needs = MetadataNeeds(xmp: true)
    for (segments, expected) in [
      ([older("Old")], ["Old", "Rome"]), ([older("Old"), older("Other")], ["Old", "Rome"]),
      ([older("Old"), mark + newer], ["Evening", "Rome"]),
      ([mark + newer[..<20], older("Old"), mark + newer[20...]], ["Evening", "Rome"]),
    ] as [([[UInt8]], [String?])] {
      let markers = segments.map { JPEGMarker(0xED, $0) }
      let record = IPTCRecord(try ReadPicture.jpegHeader(markers, metadata).metadata?.iptc ?? [])
      #expect([record.text(.title), record.text(.city)] == expected)
    }
  }

  @Test(
    "An XMP packet is followed by its extension, whatever the order and number of its parts"
  )
  func extendedXMP() throws {
    let guid = "D8068F4987FFD183702CAE22F4A085C4"
    func packet(_ extra: String, _ name: String = guid) -> JPEGMarker {
      JPEGMarker(
        0xE1, XMPPacket.signature + "<a xmpNote:HasExtendedXMP='\(name)' \(extra)/>".utf8)
    }
    func part(_ text: String, _ offset: Int, _ name: String = guid) -> JPEGMarker {
      let numbers = [0, 0, 1, 0] + [offset >> 24, offset >> 16, offset >> 8, offset]
      return JPEGMarker(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8)
          + numbers.map { UInt8(truncatingIfNeeded: $0) } + Array(text.utf8))
    }
    let text = "<b><dc:title>Evening</dc:title></b>"
    let half = String(text.prefix(12))
    let rest = part(String(text.dropFirst(12)), 12)
    let other = String(guid.reversed())
    for (markers, expected) in [
      ([packet(""), part(text, 0)], ["Evening"]), ([part(text, 0), packet("")], ["Evening"]),
      ([packet(""), rest, part(half, 0)], ["Evening"]),
      ([packet("", guid.lowercased()), part(half, 0), part(half, 0), rest], ["Evening"]),
      ([packet(""), part(text, 0, other)], []), ([packet("", "x"), part(text, 0)], []),
      ([packet(""), rest], []), ([packet(""), part("", 0)], []), ([part(text, 0)], []),
      ([packet(""), part(text, 1 << 31)], []),
      // The second packet follows the first packet and its extension.
      ([packet("", other), packet("dc:title='Second'"), part("<a dc:title='E'/>", 0)], ["Second"]),
      ([packet(""), packet("dc:title='Second'"), part(text, 0)], ["Evening"]),
      ([packet("", other), packet("", other), packet("dc:title='Third'")], []),
      // Extensions that refer to each other and to themselves.
      (
        [
          packet("", guid), packet("", other),
          part("<a xmpNote:HasExtendedXMP='\(other)'/>", 0, guid),
          part("<a xmpNote:HasExtendedXMP='\(guid)' dc:title='Cycle'/>", 0, other),
        ], ["Cycle"]
      ),
    ] {
      var metadata = MetadataUse()
      metadata.needs = MetadataNeeds(xmp: true)
      let found = try ReadPicture.jpegHeader(markers, metadata).metadata?.xmp ?? []
      #expect(found.count <= 4)
      #expect([XMPFacts(found.map { XMPPacket($0) }).title].compactMap(\.self) == expected)
    }
  }

  /// A `curv` tag with a gamma.
  private static func curve(gamma: Double) -> [UInt8] {
    let fixed = Int(gamma * 256)
    return Array("curv".utf8) + [
      0, 0, 0, 0, 0, 0, 0, 1, UInt8(fixed >> 8), UInt8(fixed & 0xFF), 0, 0,
    ]
  }
}

extension XMPFacts {
  fileprivate var sources: MetadataSources { MetadataSources(sidecars: self) }
  fileprivate var title: String? { sources.text(.title) }
}
