import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

extension ExifFacts {
  private var sources: MetadataSources { MetadataSources(exif: self) }
  private var own: CameraFacts { CameraFacts(sources: sources) }
  fileprivate var camera: String? { own.camera }
  fileprivate var lens: String? { own.lens }
  fileprivate var exposure: Fact? { own.exposure }
  fileprivate var aperture: Fact? { own.aperture }
  fileprivate var iso: Fact? { own.iso }
  fileprivate var focal: Fact? { own.focal }
  fileprivate var position: String? { own.coordinates?.text }
  fileprivate var taken: CivilTime? { sources.taken }
  fileprivate var artist: String? { Fact.list(sources.list(.artist))?.text }
  fileprivate var copyright: String? { sources.text(.copyright) }
  fileprivate var description: String? { sources.text(.description) }
  fileprivate var title: String? { sources.text(.title) }
  fileprivate var keywords: [String] { sources.list(.keywords) }
  fileprivate var rating: Fact? { sources.rating }
}

@Suite struct ExifFactsTests {
  /// Exif data with every tag from which a fact is read.
  static let fixture = ExifFixture([
    270: .ascii(" The tower "), 271: .ascii("NIKON CORPORATION"), 272: .ascii("NIKON D750"),
    315: .ascii("Ada  "), 33432: .ascii("Ada \0 Ed"),
    34665: .directory(
      ExifFixture([
        33434: .rationals([(10, 2500)]), 33437: .rationals([(28, 10)]), 34855: .shorts([400, 0]),
        36867: .ascii("2019:08:31 09:15:22"), 36868: .ascii("2020:01:01 00:00:00"),
        37386: .rationals([(50, 1)]), 42036: .ascii("50mm f/1.8 "),
      ])),
    34853: .directory(
      ExifFixture([
        1: .ascii("N"), 2: .rationals([(48, 1), (51, 1), (2988, 100)]),
        3: .ascii("E"), 4: .rationals([(2, 1), (17, 1), (4020, 100)]),
      ])),
  ])

  static func facts(_ entries: KeyValuePairs<Int, ExifFixture.Value>) throws -> ExifFacts {
    try ExifFacts(#require(TIFFDirectory(exif: ExifFixture(entries).encoded())))
  }

  /// The facts of an Exif IFD.
  static func photograph(_ entries: KeyValuePairs<Int, ExifFixture.Value>) throws -> ExifFacts {
    try facts([34665: .directory(ExifFixture(entries))])
  }

  @Test("All facts of a photograph are read", arguments: [false, true])
  func everything(littleEndian: Bool) throws {
    let bytes = Self.fixture.encoded(littleEndian: littleEndian)
    let facts = try ExifFacts(#require(TIFFDirectory(exif: bytes)))
    #expect(facts.taken == CivilTime(exif: "2019:08:31 09:15:22"))
    #expect(facts.camera == "Nikon D750")
    #expect(facts.lens == "50mm f/1.8")
    #expect(facts.exposure == Fact("1/250 s", number: 0.004))
    #expect(facts.aperture == Fact("f/2.8", number: 2.8))
    #expect(facts.iso == Fact("400", number: 400))
    #expect(facts.focal == Fact("50 mm", number: 50))
    #expect(facts.artist == "Ada")
    #expect(facts.copyright == "Ada; Ed")
    #expect(facts.description == "The tower")
    #expect(facts.position == "48.8583, 2.2945")
  }

  @Test("A picture without Exif has no facts")
  func nothing() throws {
    for facts in [try Self.facts([:]), try Self.photograph([:])] {
      #expect(facts.taken == nil && facts.camera == nil && facts.lens == nil)
      #expect(facts.exposure == nil && facts.aperture == nil && facts.iso == nil)
      #expect(facts.focal == nil && facts.artist == nil && facts.copyright == nil)
      #expect(facts.description == nil && facts.position == nil)
    }
  }

  @Test("If the time of capture is blank or unreadable, the time of digitising is used")
  func taken() throws {
    let digitized = "2001:04:06 11:51:40"
    for original in ["0000:00:00 00:00:00", "    :  :     :  :  ", "", "Sunday, 11am"] {
      let facts = try Self.photograph([36867: .ascii(original), 36868: .ascii(digitized)])
      #expect(facts.taken == CivilTime(exif: digitized), "\(original)")
    }
    // In TIFF/EP and DNG, the time is in the first directory.
    #expect(try Self.facts([36867: .ascii(digitized)]).taken == CivilTime(exif: digitized))
  }

  @Test(
    "Each time has its own fraction of a second, and a NUL between date and time counts as a space")
  func fractions() throws {
    let facts = try Self.facts([
      306: .ascii("2003:01:01 00:00:00"),
      34665: .directory(
        ExifFixture([37520: .ascii("3"), 37521: .ascii("05"), 37522: .ascii("92 ")])),
    ])
    #expect(facts.taken == CivilTime(exif: "2003:01:01 00:00:00.3"))
    let day = "2001:04:06\0" + "11:51:40"
    for (tag, fraction) in [(36867, "05"), (36868, "92")] {
      let taken = try Self.photograph([
        tag: .ascii(day), 37520: .ascii("3"), 37521: .ascii("05"), 37522: .ascii("92 "),
      ]).taken
      #expect(taken == CivilTime(exif: "2001:04:06 11:51:40.\(fraction)"))
    }
  }

  @Test(
    "Exposures are shown in the usual form",
    arguments: [
      (1, 8000, "1/8000 s"), (10, 2500, "1/250 s"), (813_669, 100_000_000, "1/123 s"),
      (10, 770, "1/77 s"), (1, 4, "1/4 s"), (29, 100, "1/3 s"), (3, 10, "0.3 s"), (1, 3, "0.3 s"),
      (5, 10, "0.5 s"), (1, 1, "1 s"), (13, 10, "1.3 s"), (2, 1, "2 s"), (30, 1, "30 s"),
      (299, 100, "3 s"), (1, 0xFFFF_FFFF, "1/4294967295 s"), (0xFFFF_FFFF, 1, "4294967295 s"),
      (0, 1, nil), (1, 0, nil), (0, 0, nil),
    ] as [(Int, Int, String?)])
  func exposure(numerator: Int, denominator: Int, expected: String?) throws {
    let facts = try Self.photograph([33434: .rationals([(numerator, denominator)])])
    #expect(facts.exposure?.text == expected)
    if expected != nil {
      #expect(facts.exposure?.number == Double(numerator) / Double(denominator))
    }
    #expect(try Self.photograph([33434: .signedRationals([(-1, 250)])]).exposure == nil)
  }

  @Test(
    "Apertures and focal lengths are shown in the usual form",
    arguments: [
      (28, 10, "f/2.8", "2.8 mm"), (8, 1, "f/8", "8 mm"), (185, 100, "f/1.9", "1.9 mm"),
      (95, 100, "f/0.95", "1 mm"), (1, 1, "f/1", "1 mm"), (22, 1, "f/22", "22 mm"),
      (494, 32, "f/15.4", "15.4 mm"), (4996, 100, "f/50", "50 mm"), (0, 1, nil, nil),
      (1, 0, nil, nil),
    ] as [(Int, Int, String?, String?)])
  func lensNumbers(numerator: Int, denominator: Int, aperture: String?, focal: String?) throws {
    let value = ExifFixture.Value.rationals([(numerator, denominator)])
    let facts = try Self.photograph([33437: value, 37386: value])
    #expect(facts.aperture?.text == aperture)
    #expect(facts.focal?.text == focal)
  }

  @Test("A sensitivity of more than 16 bits is read from a different tag")
  func iso() throws {
    #expect(try Self.photograph([34855: .shorts([64])]).iso == Fact("64", number: 64))
    #expect(try Self.photograph([34855: .shorts([0])]).iso == nil)
    #expect(try Self.photograph([34855: .shorts([65535])]).iso == nil)
    let high = try Self.photograph([34855: .shorts([65535]), 34866: .longs([102_400])])
    #expect(high.iso == Fact("102400", number: 102_400))
    let both = try Self.photograph([34855: .shorts([800]), 34866: .longs([100])])
    #expect(both.iso?.text == "800")
    #expect(try Self.facts([23: .shorts([80])]).iso?.text == "80")
  }

  @Test(
    "If there are several sensitivities, the one that the type names is used",
    arguments: [
      (1, "102400"), (2, "204800"), (3, "409600"), (4, "204800"), (5, "409600"), (6, "204800"),
      (7, "204800"), (0, "204800"), (99, "204800"),
    ])
  func sensitivityTypes(type: Int, expected: String) throws {
    let facts = try Self.photograph([
      34855: .shorts([65535]), 34864: .shorts([type]), 34865: .longs([102_400]),
      34866: .longs([204_800]), 34867: .longs([409_600]),
    ])
    #expect(facts.iso?.text == expected)
    // If the tag that the type names is missing, another tag is read.
    for tag in [34865, 34866, 34867] {
      let one = ExifFixture.Value.longs([80_000])
      let alone = try Self.photograph([34855: .shorts([65535]), 34864: .shorts([type]), tag: one])
      #expect(alone.iso?.text == "80000")
    }
  }

  @Test("Text that is not UTF-8 is read as Windows-1252, in which every byte is a character")
  func windows1252() throws {
    let text = "\u{201C}dunes\u{201D} \u{2013} 5 \u{20AC}"
    let bytes = [0x93, 0x64, 0x75, 0x6E, 0x65, 0x73, 0x94, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80, 0]
    let value = ExifFixture.Value.numbers(type: 2, bytes: 1, count: bytes.count, bytes)
    let facts = try Self.facts([270: value, 315: value, 33432: value])
    #expect([facts.description, facts.artist, facts.copyright] == [text, text, text])
    let all = String(windows1252: UInt8.min...UInt8.max)
    #expect(all.unicodeScalars.count == 256 && Set(all.unicodeScalars).count == 256)
    for byte in Array(UInt8.min..<0x80) + Array(0xA0...UInt8.max) {
      #expect(all.unicodeScalars.contains(Unicode.Scalar(byte)))
    }
    #expect(String(ofUnknownEncoding: Array("für".utf8)) == "für")
  }

  @Test("Windows writes text in UTF-16, and separates keywords with semicolons")
  func windowsTexts() throws {
    func wide(_ text: String) -> ExifFixture.Value {
      let bytes = (text + "\0").utf16.flatMap { [Int($0 & 0xFF), Int($0 >> 8)] }
      return .numbers(type: 1, bytes: 1, count: bytes.count, bytes)
    }
    let facts = try Self.facts([
      18246: .shorts([4]), 18249: .shorts([75]), 40091: wide(" Abend 日 "), 40092: wide("seen"),
      40093: wide("Ada"), 40094: wide("garden; may;;日本 "),
    ])
    #expect(facts.title == "Abend 日" && facts.comment == "seen" && facts.artist == "Ada")
    #expect(facts.keywords == ["garden", "may", "日本"])
    #expect(facts.rating == Fact("4", number: 4))
    for (percent, stars) in [
      (0, 0), (1, 1), (12, 1), (13, 2), (25, 2), (50, 3), (75, 4), (88, 5), (99, 5), (100, 5),
      (101, nil), (-1, nil),
    ] as [(Int, Int?)] {
      #expect(Fact(percentOfStars: percent)?.number == stars.map(Double.init), "\(percent)")
      if percent >= 0 {
        let shared = try Self.facts([18246: .shorts([99]), 18249: .shorts([percent])])
        #expect(shared.rating?.number == stars.map(Double.init))
      }
    }
    let nothing = try Self.facts([40091: wide(""), 40092: wide(" "), 40094: wide("; ;")])
    #expect(nothing.title == nil && nothing.comment == nil && nothing.keywords.isEmpty)
  }

  @Test(
    "A comment starts with the name of its encoding, and UTF-16 may have either byte order",
    arguments: [false, true])
  func comments(littleEndian: Bool) throws {
    func comment(_ bytes: [UInt8], type: Int = 7) throws -> String? {
      let value = ExifFixture.Value.numbers(
        type: type, bytes: 1, count: bytes.count, bytes.map(Int.init))
      let exif = ExifFixture([34665: .directory(ExifFixture([37510: value]))])
      return try ExifFacts(
        #require(TIFFDirectory(exif: exif.encoded(littleEndian: littleEndian)))
      ).comment
    }
    func wide(_ text: String, bigEndian: Bool) -> [UInt8] {
      text.utf16.flatMap { unit in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return bigEndian ? pair : pair.reversed()
      }
    }
    let unicode = Array("UNICODE\0".utf8)
    for bigEndian in [false, true] {
      for text in ["a moon", "a moon, 日本 ☾", "\u{FEFF}日本語"] {
        let found = try comment(unicode + wide(text, bigEndian: bigEndian))
        #expect(found == text.replacing("\u{FEFF}", with: ""))
      }
      let padded = wide("ab\0\0", bigEndian: bigEndian) + [7]
      #expect(try comment(unicode + padded) == "ab")
    }
    // Without a byte order mark, the byte order that gives plausible text is used; a single
    // character may be read in the file's own order.
    for text in [
      "小猫在花园里玩耍，彼得犬", "日本語", "카메라로 찍은 사진", "Привет", "Καλημέρα", "a", "01", "hello",
      "IMG_0001 在花园里",
    ] {
      for bigEndian in [false, true] {
        #expect(try comment(unicode + wide(text, bigEndian: bigEndian)) == text)
      }
    }
    #expect(try comment(unicode + wide("喵", bigEndian: !littleEndian)) == "喵")
    // Read in the file's own byte order, even the shortest texts are correct.
    for text in [
      "★★★", "봄", "눈", "一", "一丁", "一 一", "不", "丰收", "专业", "刀", "丁", "大", "小", "开", "最", "爱",
      "☀", "☆☆", "✓✓", "⭐", "上海", "旅行", "風", "駅",
    ] {
      #expect(try comment(unicode + wide(text, bigEndian: !littleEndian)) == text)
    }
    // The other order is likelier if it gives common characters instead of rare ones.
    for text in ["你好", "一二三", "国", "山", "™", "★★★", "花", "人"] {
      #expect(try comment(unicode + wide(text, bigEndian: littleEndian)) == text)
    }
    for text in ["OK", "#1", "UK", "SF", "up"] {
      #expect(try comment(unicode + Array(text.utf8)) == text)
    }
    // Other scripts, and texts so short that their bytes might be other characters.
    for text in [
      "ねこ", "いちにち", "小猫可爱", "カメラ", "가족", "Да", "שלום", "سلام", "แมว", "ລາວ",
      "ឆ្មានៅក្នុងសួន", "ကြောင်လေး", "བོད་སྐད", "ᠮᠣᠩᠭᠣᠯ", "Երևան", "თბილისი", "ድመት በአትክልት",
      "नमस्ते", "தமிழ்", "ᏣᎳᎩ", "ꆈꌠꉙ", "㐀㐁㐂", "𠀀𠀁", "😀", "→ ★ ✓", "①②③", "∑ ≤ ∞", "…—“x”",
      "Żółw", "İğde", "Test", "Foto", "hello!", "dog", "12", "2019", "IMG_0001", "½",
    ] {
      for bigEndian in [false, true] {
        #expect(try comment(unicode + wide(text, bigEndian: bigEndian)) == text)
      }
      #expect(try comment(unicode + Array(text.utf8)) == text)
    }
    // One ideograph may be another one in the other byte order, or two letters in UTF-8.
    for text in ["猫", "海", "空", "한국"] {
      #expect(try comment(unicode + wide(text, bigEndian: !littleEndian)) == text)
    }
    #expect(try comment(unicode + Array("\u{FEFF}für".utf8)) == "für")
    // UTF-8, as in Exif 3.0.
    for text in ["score_9, a dog\nNegative prompt: ☾", "für Elise", "odd"] {
      #expect(try comment(unicode + Array(text.utf8)) == text)
      #expect(try comment(unicode + Array(text.utf8) + [0, 0]) == text)
    }
    for (mark, text, expected) in [
      ("ASCII\0\0\0", "seen", "seen"), ("ASCII\0\0\0", "seen\0\0", "seen"),
      ("ASCII\0\0\0", "  \0", nil), ("ASCII\0\0\0", "", nil), ("\0\0\0\0\0\0\0\0", "für", "für"),
      ("ASCII   ", "hello\0", "hello"), ("JIS\0\0\0\0\0", "plain", "plain"),
      ("UNICODE\0", "", nil), ("no mark ", "at all", "no mark at all"), ("short", "", "short"),
      ("UTF-8\0\0\0", "Grüße", "Grüße"), ("utf8\0\0\0\0", "\u{FEFF}Grüße\0", "Grüße"),
      // Words before spaces are marks only if they are the standard's own.
      ("ANSI    ", "is a standard", "ANSI    is a standard"), ("ANSI\0\0\0\0", "seen", "seen"),
      ("Ascii   ", "art", "Ascii   art"), ("UTF-8   ", "is it", "UTF-8   is it"),
      ("JIS     ", "plain", "plain"), ("        ", "seen", "seen"),
      ("UTF-8", "", "UTF-8"), ("UTF-8\0\0\0", "", nil), ("short\0\0\0", "\0\0", "short"),
      ("JIS\0\0\0\0\0", "\u{1B}(I1@\u{1B}(Bab", "ｱﾀab"), ("JIS\0\0\0\0\0", "\u{1B}(I", nil),
    ] as [(String, String, String?)] {
      #expect(try comment(Array((mark + text).utf8)) == expected, "\(mark) \(text)")
    }
    if let japanese = try comment(
      Array("JIS\0\0\0\0\0\u{1B}$BF|K\\8l\u{1B}(B".utf8))
    {
      #expect(japanese == "日本語")
    }
    let jis = Array("JIS\0\0\0\0\0".utf8)
    for (bytes, expected) in [
      (Array("G-$,Dm$G".utf8), "猫が庭で"), ([0xC7, 0xAD, 0xA4, 0xAC, 0xC4, 0xED], "猫が庭"),
      ([0x94, 0x4C, 0x82, 0xAA, 0x92, 0xEB, 0x82, 0xC5], "猫が庭で"), (Array("猫が庭で".utf8), "猫が庭で"),
      (Array("seen by".utf8), "seen by"), (Array("OK".utf8), "OK"), (Array("EOS5".utf8), "EOS5"),
      (Array("IMG-4021".utf8), "IMG-4021"),
    ] as [([UInt8], String)] {
      // Without the system's tables, what is not UTF-8 cannot be read.
      if let text = try comment(jis + bytes), text.contains("猫") || !expected.contains("猫") {
        #expect(text == expected)
      }
    }
    #expect(try comment(Array("ASCII\0\0\0".utf8) + [0x93, 0x80, 0x94]) == "\u{201C}€\u{201D}")
    #expect(try comment(Array("written as a text".utf8), type: 2) == "written as a text")
    #expect(try comment([], type: 7) == nil)
  }

  @Test(
    "A copyright can name a photographer and an editor",
    arguments: [
      ("Ada", "Ada"), ("Ada\0Ed", "Ada; Ed"), (" \0Ed", "Ed"), ("Ada \0 ", "Ada"), (" ", nil),
      ("", nil), ("\0", nil), ("© Ada", "© Ada"),
    ] as [(String, String?)])
  func copyright(text: String, expected: String?) throws {
    #expect(try Self.facts([33432: .ascii(text)]).copyright == expected)
  }

  @Test(
    "Positions are shown in decimal degrees",
    arguments: [
      ("N", 48.8583, "E", 2.2945, "48.8583, 2.2945"),
      ("S", 33.8568, "W", 70.5, "-33.8568, -70.5000"),
      ("S", 0, "W", 0, nil), ("N", 0, "E", 9.4, "0.0000, 9.4000"),
      ("S", 0.00001, "W", 0.00006, "0.0000, -0.0001"),
      ("N", 90, "E", 180, "90.0000, 180.0000"), ("N", 90.01, "E", 0, nil),
      ("N", 0, "E", 180.01, nil),
      ("south", 1, "West", 1, "-1.0000, -1.0000"),
    ] as [(String, Double, String, Double, String?)])
  func position(
    north: String, latitude: Double, east: String, longitude: Double, expected: String?
  ) throws {
    func parts(_ degrees: Double) -> ExifFixture.Value {
      let seconds = Int((degrees * 3600 * 1000).rounded())
      return .rationals([
        (seconds / 3_600_000, 1), (seconds / 60_000 % 60, 1), (seconds % 60_000, 1000),
      ])
    }
    let place = ExifFixture([
      1: .ascii(north), 2: parts(latitude), 3: .ascii(east), 4: parts(longitude),
    ])
    #expect(try Self.facts([34853: .directory(place)]).position == expected)
  }

  @Test(
    "Any part of an angle may have decimal places, and trailing parts may be missing",
    arguments: [
      ([(488_583, 10_000)], "48.8583, 48.8583"),
      ([(488_583, 10_000), (0, 1), (0, 1)], "48.8583, 48.8583"),
      ([(48, 1), (5150, 100)], "48.8583, 48.8583"),
      ([(48, 1), (51, 1), (2988, 100)], "48.8583, 48.8583"),
      ([(1, 1), (2, 1), (0, 0)], nil), ([(0, 0)], nil), ([], nil), ([(91, 1)], nil),
      ([(1, 1), (-2, 1)], nil),
    ] as [([(Int, Int)], String?)])
  func partsOfPosition(parts: [(Int, Int)], expected: String?) throws {
    let place = ExifFixture([
      1: .ascii("N"), 2: .signedRationals(parts), 3: .ascii("E"), 4: .signedRationals(parts),
    ])
    #expect(try Self.facts([34853: .directory(place)]).position == expected)
  }

  @Test(
    "A position without its hemisphere letters is shown, with a note",
    arguments: [
      ("N", "E", 33, 70, "33.0000, 70.0000", false), (nil, "E", 33, 70, "33.0000, 70.0000", true),
      ("N", nil, 33, 70, "33.0000, 70.0000", true), ("", " ", 33, 70, "33.0000, 70.0000", true),
      ("E", "N", 33, 70, "33.0000, 70.0000", true), (nil, nil, -33, 70, "-33.0000, 70.0000", false),
      ("S", "W", -33, 70, "-33.0000, -70.0000", false), (nil, nil, 0, 0, nil, false),
    ] as [(String?, String?, Int, Int, String?, Bool)])
  func hemispheres(
    north: String?, east: String?, latitude: Int, longitude: Int, expected: String?, isVague: Bool
  ) throws {
    var place = ExifFixture([
      2: .signedRationals([(latitude, 1), (0, 1), (0, 1)]),
      4: .signedRationals([(longitude, 1), (0, 1), (0, 1)]),
    ])
    if let north { place.entries.append((1, .ascii(north))) }
    if let east { place.entries.append((3, .ascii(east))) }
    let facts = try Self.facts([34853: .directory(place)])
    #expect(facts.position == expected)
    #expect((facts.coordinates?.lacksHemisphere ?? false) == isVague)
  }

  @Test("Damaged data and noise give facts or none, and never a crash", arguments: [false, true])
  func damage(littleEndian: Bool) throws {
    let bytes = Self.fixture.encoded(littleEndian: littleEndian)
    for damaged in bytes.truncations { Self.readAll(damaged.bytes) }
    for damaged in bytes.bitFlips { Self.readAll(damaged.bytes) }
    if isThorough {
      for place in bytes.indices {
        for value in UInt8.min...UInt8.max {
          var changed = bytes
          changed[place] = value
          Self.readAll(changed)
        }
      }
    }
    var noise = SeededGenerator(seed: 36)
    for _ in 0..<2_000 {
      let tail = (0..<noise.number(below: 200)).map { _ in UInt8(noise.number(below: 256)) }
      Self.readAll(bytes.prefix(noise.number(below: bytes.count)) + tail)
    }
  }

  /// Reads every fact, to show that none traps.
  static func readAll(_ bytes: [UInt8]) {
    guard let directory = TIFFDirectory(exif: bytes) else { return }
    let facts = ExifFacts(directory)
    _ = (facts.taken, facts.camera, facts.lens, facts.exposure, facts.aperture, facts.iso)
    _ = (facts.focal, facts.artist, facts.copyright, facts.description, facts.coordinates?.text)
  }
}
