import TestSupport
import Testing

@testable import SheetPictures

@Suite struct IPTCRecordTests {
  private static let fixture = IPTCFixture([
    (5, " Evening "), (25, "garden"), (25, ""), (25, "für"), (90, "Rome"), (55, "20190831"),
    (60, "091522+0200"),
  ])

  @Test("Datasets are read on their own, in image resources, and after Photoshop's signature")
  func everywhere() {
    let resources = Self.fixture.resources
    for bytes in [Self.fixture.datasets, resources, PhotoshopResources.signature + resources] {
      let record = IPTCRecord(bytes)
      #expect(record.texts(.title) == ["Evening"])
      #expect(record.texts(.keywords) == ["garden", "für"])
      #expect(record.text(.dateCreated) == "20190831" && record.text(.timeCreated) == "091522+0200")
      #expect(record.text(.city) == "Rome" && record.text(.country) == nil)
    }
    // Several resources, some of them from other programs, whose numbers have other meanings.
    let more = IPTCFixture.resource(0x0404, "", IPTCFixture.dataset(101, Array("Italy".utf8)))
    for mark in ["PHUT", "DCSR", "AgHg", "MeSa"] {
      let other = Array(mark.utf8) + more[4...]
      for bytes in [resources + other + more, other + resources + more, other + other + more] {
        #expect(IPTCRecord(bytes).texts(.country) == ["Italy"], "\(mark)")
      }
      #expect(IPTCRecord(other + resources).texts(.title) == ["Evening"], "\(mark)")
      #expect(PhotoshopResources(Array(mark.utf8)) != nil)
    }
    for mark in ["8bim", "aghg", "8BI", "XXXX", ""] {
      #expect(PhotoshopResources(Array(mark.utf8) + more[4...]) == nil, "\(mark)")
    }
  }

  @Test("Resources follow the header of Photoshop 2.5, which ends with eight bytes of any value")
  func olderHeader() {
    let header = PhotoshopResources.olderSignature
    for byte: UInt8 in [0, 1, 0xFF] {
      let bytes = header + [UInt8](repeating: byte, count: 8) + Self.fixture.resources
      #expect(IPTCRecord(bytes).texts(.title) == ["Evening"])
      for count in 0..<header.count + 12 {
        #expect(IPTCRecord(Array(bytes.prefix(count))).texts(.title) == [])
      }
    }
    #expect(PhotoshopResources(header + Self.fixture.resources) == nil)
  }

  @Test("Each IPTC dataset is recognised by its own number", arguments: IPTCRecord.Dataset.allCases)
  func numbers(dataset: IPTCRecord.Dataset) {
    let record = IPTCRecord(IPTCFixture([(dataset.rawValue, "x")]).datasets)
    for other in IPTCRecord.Dataset.allCases {
      #expect(record.texts(other) == (other == dataset ? ["x"] : []))
    }
    let elsewhere = IPTCFixture.dataset(dataset.rawValue, [0x78], record: 3)
    #expect(IPTCRecord(elsewhere).texts(dataset) == [])
  }

  @Test("Strings end at NUL, and are UTF-8 or else Windows-1252")
  func encodings() {
    for (bytes, expected) in [
      ([0x93, 0x80, 0x94], "\u{201C}€\u{201D}"), (Array("日本".utf8), "日本"),
      ([0x61, 0, 0x62], "a"), ([0], nil), ([0x20, 0x0D], nil),
    ] as [([UInt8], String?)] {
      #expect(IPTCRecord(IPTCFixture.dataset(120, bytes)).text(.description) == expected)
    }
  }

  @Test(
    "A declared encoding is used unless the text is invalid in it",
    arguments: [
      ([0x1B, 0x25, 0x47], [0xC3, 0xA9], "é"), ([0x1B, 0x2E, 0x41], [0xC3, 0xA9], "Ã©"),
      ([0x1B, 0x2D, 0x41], [0xE9, 0x80], "é€"),
      ([0x1B, 0x2D, 0x42], [0xAF, 0xF3, 0xB3, 0x77], "Żółw"),
      ([0x1B, 0x2E, 0x42], [0xAF, 0xF3, 0xB3, 0x77], "Żółw"),
      ([0x1B, 0x28, 0x42, 0x1B, 0x2D, 0x4C], [0xBA, 0xDE, 0xE8, 0xDA, 0xD0], "Кошка"),
      ([0x1B, 0x2D, 0x46], [0xC3, 0xDC, 0xF4, 0xE1], "Γάτα"), ([0x1B, 0x2D, 0x62], [0xA4], "€"),
      ([0x1B, 0x2D, 0x7A], [0xE9], "é"), ([0x1B, 0x28, 0x42], [0xC3, 0xA9], "é"),
      ([0x1B, 0x25, 0x2F, 0x49], [0xC3, 0xA9], "é"),
      // Texts truncated within a character, and a wrong declaration.
      ([0x1B, 0x25, 0x47], [0x61, 0xE6, 0x97], "a"), ([0x1B, 0x25, 0x47], [0xC3], nil),
      ([0x1B, 0x25, 0x47], [0xE9, 0x61], "éa"), ([], [0xC3, 0xA9], "é"),
      ([0xFF], [0xE9], "é"), ([0x1B, 0x25, 0x47], [0xF0, 0x9F, 0x8C, 0x99], "🌙"),
      ([0x1B, 0x25, 0x47], [0x80, 0x80, 0x80, 0x80], "€€€€"), ([0x1B, 0x25, 0x47], [], nil),
    ] as [([UInt8], [UInt8], String?)])
  func marks(mark: [UInt8], bytes: [UInt8], expected: String?) {
    let record = IPTCRecord(
      IPTCFixture.dataset(90, mark, record: 1) + IPTCFixture.dataset(120, bytes))
    #expect(record.text(.description) == expected)
  }

  @Test("Dataset lengths of more than 15 bits are read from extra bytes", arguments: 0...5)
  func extended(lengthBytes: Int) {
    let text = String(repeating: "x", count: lengthBytes == 3 ? 70_000 : 200)
    let bytes =
      IPTCFixture.dataset(120, Array(text.utf8), lengthBytes: lengthBytes)
      + IPTCFixture.dataset(90, Array("Rome".utf8))
    let record = IPTCRecord(bytes)
    let isRight = 1...4 ~= lengthBytes
    #expect(record.text(.description) == (isRight ? text : nil))
    #expect(record.text(.city) == (isRight ? "Rome" : nil))
  }

  @Test("Data after a wrong length is ignored, and damaged records never give empty strings")
  func wrongLengths() {
    let first = IPTCFixture.dataset(90, Array("Rome".utf8))
    for length in [
      [0, 9], [0x7F, 0xFF], [0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF], [0x80, 8],
    ]
      as [[UInt8]]
    {
      let record = IPTCRecord(first + [0x1C, 2, 5] + length + Array("x".utf8))
      #expect(record.text(.city) == "Rome" && record.text(.title) == nil, "\(length)")
    }
    for bytes in [Self.fixture.datasets, Self.fixture.resources] {
      let whole = IPTCRecord(bytes)
      for damaged in bytes.truncations {
        let record = IPTCRecord(damaged.bytes)
        for dataset in IPTCRecord.Dataset.allCases {
          #expect(whole.texts(dataset).starts(with: record.texts(dataset)), "\(damaged)")
        }
      }
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      var bytes = Self.fixture.resources
      for _ in 0...random.number(below: 3) {
        bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 256))
      }
      for dataset in IPTCRecord.Dataset.allCases {
        #expect(!IPTCRecord(bytes).texts(dataset).contains(""))
      }
    }
  }

  @Test("Every part of ISO 8859 contains ASCII, and no letter twice")
  func parts() throws {
    for name in "ABCDLGFHMVTY_bf" {
      let part = try #require(ISO8859(name: name))
      #expect(part.text(Array(0x20..<0x7F)) == String(decoding: 0x20..<0x7F, as: UTF8.self))
      let upper = Array(part.text(Array(0xA0...0xFF)).unicodeScalars)
      #expect(upper.count == 96 && upper.first == "\u{A0}")
      let known = upper.filter { $0 != "\u{FFFD}" }
      #expect(known.count == Set(known).count && known.count > 40)
    }
    #expect(ISO8859(name: "Z") == nil)
  }
}
