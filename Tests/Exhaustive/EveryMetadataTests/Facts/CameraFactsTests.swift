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

  @Test("Exif takes precedence over XMP even if the two state a fact in different forms")
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
    #expect(facts.sources.taken?.minuteText == "2014-01-02 03:04")
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
    "A value that means 'unknown' is not a fact",
    arguments: ["----", "0", "00", "0.0 mm f/0.0", "Unknown", "None", "N/A", "ÿÿÿÿ", "  ", "{}"])
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
    let both = ExifFixture([
      271: .ascii("Canon"), 272: .ascii(String(repeating: "y", count: 9000)),
    ])
    #expect(try Self.facts(both).camera?.count == 256)
  }

  @Test(
    "Positions in XMP have minutes, seconds or decimal places",
    arguments: [
      ("54,30,45N", "13,20.5E", "54.5125, 13.3417"), ("43.0764N", "79.077W", "43.0764, -79.0770"),
      ("-33.8568", "151.2", "-33.8568, 151.2000"), ("0,0N", "0,0E", nil), ("91N", "1E", nil),
      ("N", "E", nil), ("", "", nil), ("1,2,3,4N", "1E", nil), ("1E", "1N", nil),
      ("undef", "1E", nil), ("1,-2N", "1E", nil), ("91 deg 0' 0\" N", "1E", nil),
      ("54,30,45n", "13,20.5e", "54.5125, 13.3417"),
      ("54,30.75 S", "13,20.5 W", "-54.5125, -13.3417"),
      ("54 30 45 N", "13 20 30 E", "54.5125, 13.3417"),
      ("54 deg 30' 45.00\" South", "13 deg 20' 30.00\" West", "-54.5125, -13.3417"),
      ("54° 30′ 45″ N", "13° 20′ 30″ E", "54.5125, 13.3417"),
      ("S54,30.75", "W 13,20.5", "-54.5125, -13.3417"),
      ("north 54.5125", "east 13.3417", "54.5125, 13.3417"),
      ("54-30-45N", "13-20-30E", "54.5125, 13.3417"),
      ("54/1,3075/100,0/1N", "13/1,20/1,30/1E", "54.5125, 13.3417"),
      ("-43.0764N", "79.077E", "-43.0764, 79.0770"), ("+43.0764", "-79.077", "43.0764, -79.0770"),
      ("4.30764e+1N", "7.9077E1E", "43.0764, 79.0770"), ("-0,30", "1", "-0.5000, 1.0000"),
    ] as [(String, String, String?)])
  func positions(latitude: String, longitude: String, expected: String?) throws {
    let facts = try Self.facts(
      nil, [#"exif:GPSLatitude="\#(latitude.xml)" exif:GPSLongitude="\#(longitude.xml)""#])
    #expect(facts.coordinates?.text == expected)
    #expect(facts.coordinates?.lacksHemisphere != true)
  }

  @Test(
    "A position in XMP without letters or signs is shown, with a note",
    arguments: [
      ("43.0764", "79.077", "", "43.0764, 79.0770", true),
      ("10,5", "1E", "", "10.0833, 1.0000", true),
      ("43.0764", "-79.077", "", "43.0764, -79.0770", false),
      (
        "43.0764", "79.077", "exif:GPSLatitudeRef='S' exif:GPSLongitudeRef='W'",
        "-43.0764, -79.0770", false
      ),
    ])
  func vaguePositions(
    latitude: String, longitude: String, others: String, expected: String, isVague: Bool
  ) throws {
    let facts = try Self.facts(
      nil, ["exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)' \(others)"])
    #expect(facts.coordinates?.text == expected)
    #expect(facts.coordinates?.lacksHemisphere == isVague)
  }

  /// A number in each type that can hold it; ExifTool reads all of these types.
  private static func values(_ number: Double, littleEndian: Bool) -> [ExifFixture.Value] {
    let text = number.text(decimals: 4)
    let bits = Int(Float(number).bitPattern)
    let halves = [Int(number.bitPattern >> 32), Int(number.bitPattern & 0xFFFF_FFFF)]
    let fraction = (Int((number * 10_000).rounded()), 10_000)
    let words = littleEndian ? halves.reversed() : halves
    var values: [ExifFixture.Value] = [
      .rationals([fraction]), .signedRationals([fraction]), .ascii(text), .utf8(text),
      .numbers(type: 11, bytes: 4, count: 1, [bits]),
      .numbers(type: 12, bytes: 4, count: 1, words),
    ]
    if let whole = Int(exactly: number) {
      values += [
        .shorts([whole]), .longs([whole]), .numbers(type: 8, bytes: 2, count: 1, [whole]),
        .numbers(type: 9, bytes: 4, count: 1, [whole]),
        .numbers(type: 17, bytes: 4, count: 1, littleEndian ? [whole, 0] : [0, whole]),
      ]
      if whole < 128 {
        values += [1, 6, 7].map { .numbers(type: $0, bytes: 1, count: 1, [whole]) }
      }
    }
    return values
  }

  @Test("Numbers may have any type, in either directory and byte order", arguments: [false, true])
  func types(littleEndian: Bool) throws {
    func check(
      _ tag: Int, _ number: Double, _ expected: String, _ fact: (CameraFacts) -> Fact?
    ) throws {
      for value in Self.values(number, littleEndian: littleEndian) {
        for exif in [
          ExifFixture([tag: value]), ExifFixture([34665: .directory(ExifFixture([tag: value]))]),
        ] {
          let directory = try #require(
            TIFFDirectory(exif: exif.encoded(littleEndian: littleEndian)))
          let facts = MetadataFacts(PictureMetadata(exif: directory), []).camera
          #expect(fact(facts)?.text == expected, "\(tag): \(value)")
        }
      }
    }
    try check(33434, 2, "2 s", \.exposure)
    try check(33434, 0.004, "1/250 s", \.exposure)
    try check(37377, 3, "1/8 s", \.exposure)
    try check(33437, 8, "f/8", \.aperture)
    try check(33437, 2.8, "f/2.8", \.aperture)
    try check(37378, 4, "f/4", \.aperture)
    try check(37386, 50, "50 mm", \.focal)
    try check(37386, 50.5, "50.5 mm", \.focal)
    for tag in [34855, 34865, 34866, 34867] { try check(tag, 100, "100", \.iso) }
  }

  @Test("Floating-point numbers are ignored unless they are finite and above zero")
  func unknownFloats() throws {
    for bits in [Float.infinity, -.infinity, .nan, 0, -1].map({ Int($0.bitPattern) }) {
      let value = ExifFixture.Value.numbers(type: 11, bytes: 4, count: 1, [bits])
      let facts = try Self.facts(
        ExifFixture([33434: value, 33437: value, 34855: value, 37386: value]))
      #expect(Self.texts(facts) == Array(repeating: nil, count: 7))
    }
  }

  @Test(
    "Numbers in text may have units",
    arguments: [
      ("1/250", [0.004]), ("1/250 s", [0.004]), ("f/2.8", [2.8]), ("F2.8", [2.8]), ("50mm", [50]),
      ("50.0 mm", [50]), ("ISO 400", [400]), ("ISO400", [400]), ("0.5\"", [0.5]),
      ("24 70 2.8 4", [24, 70, 2.8, 4]), ("24/1 0/0 undef inf", [24, nil, nil, nil]),
      ("0 400", [0, 400]),
      ("", []), ("Auto", []), ("Hi 1", []), ("24-70", []), ("1/2/3", []), ("s", []),
    ] as [(String, [Double?])])
  func numbersInTexts(text: String, expected: [Double?]) {
    #expect(text.recordedNumbers == expected)
  }

  @Test("Text may be in either Exif directory, and under either of two names in XMP")
  func placesOfTexts() throws {
    func texts(_ metadata: PictureMetadata) -> [String?] {
      let facts = MetadataFacts(metadata, [])
      return [MetadataFact.camera, .artist, .description, .copyright, .taken].map {
        facts.fact($0, "")?.text
      }
    }
    let entries: KeyValuePairs<Int, ExifFixture.Value> = [
      270: .ascii("D"), 271: .ascii("Canon"), 272: .ascii("EOS"),
      306: .ascii("2020:01:02 03:04:05"),
      315: .ascii("A"), 33432: .ascii("C"),
    ]
    let expected = ["Canon EOS", "A", "D", "C", "2020-01-02 03:04"]
    for exif in [ExifFixture(entries), ExifFixture([34665: .directory(ExifFixture(entries))])] {
      #expect(texts(PictureMetadata(exif: TIFFDirectory(exif: exif.encoded()))) == expected)
    }
    for time in ["xmp:ModifyDate", "tiff:DateTime"] {
      let xmp = """
        <x tiff:Make='Canon' tiff:Model='EOS' tiff:Artist='A' tiff:ImageDescription='D'
          tiff:Copyright='C' \(time)='2020-01-02T03:04:05'/>
        """
      #expect(texts(PictureMetadata(xmp: [Array(xmp.utf8)])) == expected)
    }
  }

  @Test("The maker and the model are each read from the first place that has them")
  func makerAlone() throws {
    let exif = ExifFixture([271: .ascii("Canon")])
    #expect(
      try Self.facts(exif, ["tiff:Make='Nikon' tiff:Model='EOS R5'"]).camera == "Canon EOS R5")
  }

  @Test(
    "The first sensitivity that is not zero is used, or the one that the sensitivity type names")
  func sensitivities() throws {
    #expect(try Self.facts(ExifFixture([34855: .shorts([0, 400])])).iso?.text == "400")
    for (type, expected) in [(1, "1"), (2, "2"), (3, "3")] {
      let entries: KeyValuePairs<Int, ExifFixture.Value> = [
        34864: .shorts([type]), 34865: .longs([1]), 34866: .longs([2]), 34867: .longs([3]),
      ]
      for exif in [ExifFixture(entries), ExifFixture([34665: .directory(ExifFixture(entries))])] {
        #expect(try Self.facts(exif).iso?.text == expected)
      }
      let xmp = """
        exifEX:SensitivityType='\(type)' exifEX:StandardOutputSensitivity='1'
        exifEX:RecommendedExposureIndex='2' exifEX:ISOSpeed='3'
        """
      #expect(try Self.facts(nil, [xmp]).iso?.text == expected)
    }
  }
}

extension String {
  /// The text as it is written in an attribute.
  fileprivate var xml: String { replacing("\"", with: "&quot;") }
}
