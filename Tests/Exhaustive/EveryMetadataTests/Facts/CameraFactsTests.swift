import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// The facts that a camera writes, wherever they are stored.
@Suite struct CameraFactsTests {
  private static func facts(
    _ exif: ExifFixture? = nil, _ xmp: [String] = [], beside: [String] = []
  ) throws -> CameraFacts {
    var metadata = PictureMetadata()
    metadata.exif = exif.flatMap { TIFFDirectory(exif: $0.encoded()) }
    metadata.xmp = xmp.map { Array("<x \($0)/>".utf8) }
    return MetadataFacts(metadata, beside.map { XMPPacket(Array("<x \($0)/>".utf8)) }).camera
  }

  private static func texts(_ facts: CameraFacts) -> [String?] {
    [
      facts.camera, facts.lens, facts.exposure?.text, facts.aperture?.text, facts.iso?.text,
      facts.focal?.text, facts.coordinates?.text,
    ]
  }

  private static let xmp = """
    tiff:Make='Canon' tiff:Model='Canon EOS R5' exifEX:LensModel='RF50mm F1.2'
    exif:ExposureTime='1/250' exif:FNumber='28/10' exifEX:PhotographicSensitivity='400'
    exif:FocalLength='50/1' exif:GPSLatitude='43,4.584N' exif:GPSLongitude='79,4,37.2W'
    """
  private static let all = [
    "Canon EOS R5", "RF50mm F1.2", "1/250 s", "f/2.8", "400", "50 mm", "43.0764, -79.0770",
  ]

  @Test("Every camera fact is read from XMP, both embedded and in a sidecar")
  func xmpAlone() throws {
    #expect(Self.texts(try Self.facts(nil, [Self.xmp])) == Self.all)
    #expect(Self.texts(try Self.facts(nil, [], beside: [Self.xmp])) == Self.all)
    #expect(Self.texts(try Self.facts()) == Array(repeating: nil, count: 7))
  }

  @Test("For each fact, Exif comes first, then the file's XMP, then the sidecar's")
  func order() throws {
    let exif = ExifFixture([
      34665: .directory(ExifFixture([33434: .rationals([(1, 60)]), 33437: .rationals([(0, 1)])]))
    ])
    let facts = try Self.facts(
      exif, ["exif:ExposureTime='1/125' exif:FNumber='4'"],
      beside: ["exif:ExposureTime='1/30' exif:FNumber='8' exif:FocalLength='35'"])
    #expect(facts.exposure?.text == "1/60 s")
    #expect(facts.aperture?.text == "f/4")
    #expect(facts.focal?.text == "35 mm")
  }

  @Test("Exif takes precedence over XMP even if it states a fact in another form")
  func otherForms() throws {
    let exif = ExifFixture([
      37377: .signedRationals([(6, 1)]), 37378: .rationals([(4, 1)]),
      34665: .directory(
        ExifFixture([42034: .rationals([(24, 1), (70, 1), (28, 10), (28, 10)])])),
      36867: .ascii("2014:01:02 03:04:05"),
    ])
    let facts = try Self.facts(
      exif, ["exif:ExposureTime='2/5' exif:FNumber='8' aux:Lens='By name'"])
    #expect(facts.exposure?.text == "1/64 s" && facts.aperture?.text == "f/4")
    #expect(facts.lens == "24-70mm f/2.8")
    #expect(facts.exif?.taken?.minuteText == "2014-01-02 03:04")
  }

  @Test("In TIFF/EP and DNG, the exposure is in the first directory")
  func firstDirectory() throws {
    let facts = try Self.facts(
      ExifFixture([
        33434: .rationals([(1, 8)]), 33437: .rationals([(2, 1)]), 34855: .shorts([160]),
        37386: .rationals([(4, 1)]), 42036: .ascii("A lens"),
      ]))
    #expect(Self.texts(facts).dropFirst() == ["A lens", "1/8 s", "f/2", "160", "4 mm", nil])
  }

  @Test(
    "APEX values are used where plain ones are missing",
    arguments: [
      ((8, 1), (4, 1), "1/256 s", "f/4"), ((-1, 1), (1, 1), "2 s", "f/1.4"),
      ((0, 1), (0, 1), "1 s", "f/1"), ((1, 0), (1, 0), nil, nil),
      ((-2_000_000_000, 1), (2_000_000_000, 1), nil, nil),
    ] as [((Int, Int), (Int, Int), String?, String?)])
  func apex(shutter: (Int, Int), aperture: (Int, Int), time: String?, number: String?) throws {
    let entries: KeyValuePairs<Int, ExifFixture.Value> = [
      37377: .signedRationals([shutter]), 37378: .rationals([aperture]),
    ]
    let xmp = """
      exif:ShutterSpeedValue='\(shutter.0)/\(shutter.1)'
      exif:ApertureValue='\(aperture.0)/\(aperture.1)'
      """
    for facts in [
      try Self.facts(ExifFixture([34665: .directory(ExifFixture(entries))])),
      try Self.facts(ExifFixture(entries)), try Self.facts(nil, [xmp]),
    ] {
      #expect(facts.exposure?.text == time && facts.aperture?.text == number)
    }
  }

  @Test(
    "A lens without a name is described by its specification",
    arguments: [
      ([(24, 1), (70, 1), (28, 10), (28, 10)], "24-70mm f/2.8"),
      ([(18, 1), (55, 1), (35, 10), (56, 10)], "18-55mm f/3.5-5.6"),
      ([(50, 1), (50, 1), (0, 0), (0, 0)], "50mm"),
      ([(35, 1), (0, 0), (2, 1), (0, 0)], "35mm f/2"),
      ([(0, 0), (0, 0), (0, 0), (0, 0)], nil), ([(24, 1), (70, 1)], nil),
    ] as [([(Int, Int)], String?)])
  func specification(numbers: [(Int, Int)], expected: String?) throws {
    let value = ExifFixture.Value.rationals(numbers)
    let text = numbers.map { "\($0.0)/\($0.1)" }.joined(separator: " ")
    for facts in [
      try Self.facts(ExifFixture([34665: .directory(ExifFixture([42034: value]))])),
      try Self.facts(ExifFixture([50736: value])),
      try Self.facts(nil, ["aux:LensInfo='\(text)'"]),
    ] { #expect(facts.lens == expected) }
    let named = try Self.facts(nil, ["aux:LensInfo='\(text)' aux:Lens='By name'"])
    #expect(named.lens == "By name")
  }

  @Test(
    "A value that stands for unknown is not a fact",
    arguments: ["----", "0", "Unknown", "  ", "{}"])
  func unknown(text: String) throws {
    let exif = ExifFixture([
      271: .ascii(text), 272: .ascii(text), 34665: .directory(ExifFixture([42036: .ascii(text)])),
    ])
    #expect(Self.texts(try Self.facts(exif)) == Array(repeating: nil, count: 7))
    #expect(try Self.facts(exif, [Self.xmp]).camera == "Canon EOS R5")
    #expect(try Self.facts(exif, [Self.xmp]).lens == "RF50mm F1.2")
  }

  @Test("Only the first 256 characters of a name are kept")
  func longName() throws {
    let exif = ExifFixture([272: .ascii(String(repeating: "x", count: 9000))])
    #expect(try Self.facts(exif).camera?.count == 256)
  }

  @Test(
    "Positions in XMP have minutes, seconds or decimals",
    arguments: [
      ("54,30,45N", "13,20.5E", "54.5125, 13.3417"), ("43.0764N", "79.077W", "43.0764, -79.0770"),
      ("-33.8568", "151.2", "-33.8568, 151.2000"), ("0,0N", "0,0E", nil), ("91N", "1E", nil),
      ("10,5", "1E", nil), ("N", "E", nil), ("", "", nil), ("1,2,3,4N", "1E", nil),
      ("-1N", "1E", nil), ("1E", "1N", nil),
    ] as [(String, String, String?)])
  func positions(latitude: String, longitude: String, expected: String?) throws {
    let facts = try Self.facts(
      nil, ["exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)'"])
    #expect(facts.coordinates?.text == expected)
  }
}
