import TestSupport
import Testing

@testable import SheetPictures

@Suite struct ExifDirectoryTests {
  static func directory(
    _ entries: KeyValuePairs<Int, ExifFixture.Value>, littleEndian: Bool = false
  ) throws -> TIFFDirectory {
    try #require(TIFFDirectory(exif: ExifFixture(entries).encoded(littleEndian: littleEndian)))
  }

  @Test("Integers of every size are read, signed and unsigned, inside the entry and outside it")
  func numbers() throws {
    let types = [
      (1, 1, false), (3, 2, false), (4, 4, false), (6, 1, true), (8, 2, true), (9, 4, true),
    ]
    for (type, bytes, isSigned) in types {
      let top = 1 << (8 * bytes)
      let numbers = isSigned ? [-1, -top / 2, top / 2 - 1, 0, 1] : [0, 1, top / 2, top - 1]
      for number in numbers {
        for littleEndian in [false, true] {
          let exif = try Self.directory(
            [
              7: .numbers(type: type, bytes: bytes, count: 1, [number]),
              8: .numbers(type: type, bytes: bytes, count: 5, [number, 2, 3, 4, 5]),
              9: .numbers(type: type, bytes: bytes, count: 0, []),
              10: .numbers(type: type, bytes: bytes, count: 2, [number, 2]),
              11: .numbers(type: type, bytes: bytes, count: 3, [number, 2, 3]),
            ], littleEndian: littleEndian)
          #expect(exif.number(7) == number)
          #expect(exif.values(7) == [Double(number)])
          #expect(exif.number(8) == nil)
          #expect(exif.values(8) == [Double(number), 2, 3, 4, 5])
          #expect(exif.values(9) == [])
          #expect(exif.values(10) == [Double(number), 2])
          #expect(exif.values(11) == [Double(number), 2, 3])
          #expect(exif.rational(7) == nil)
          #expect(exif.text(7) == nil)
        }
      }
    }
  }

  @Test("Fractions are read unless their denominators are zero", arguments: [false, true])
  func rationals(littleEndian: Bool) throws {
    let exif = try Self.directory(
      [
        1: .rationals([(1, 250)]), 2: .rationals([(48, 1), (51, 1), (2988, 100)]),
        3: .rationals([(1, 0)]), 4: .rationals([(1, 2), (0, 0)]), 5: .rationals([]),
        6: .rationals([(0xFFFF_FFFF, 1), (0, 7)]), 7: .signedRationals([(-1, 3), (1, -3)]),
        8: .longs([1, 2]),
      ], littleEndian: littleEndian)
    #expect(exif.rational(1) == 0.004)
    #expect(exif.rationals(1, count: 2) == nil)
    #expect(exif.rational(2) == 48)
    #expect(exif.rationals(2, count: 3) == [48, 51, 29.88])
    #expect(exif.rational(3) == nil)
    #expect(exif.rational(4) == 0.5)
    #expect(exif.rationals(4, count: 2) == nil)
    #expect(exif.rational(5) == nil)
    #expect(exif.rationals(6, count: 2) == [4_294_967_295, 0])
    let third = -1.0 / 3.0
    #expect(exif.rationals(7, count: 2) == [third, third])
    #expect(exif.rational(8) == nil)
    #expect(exif.rational(9) == nil)
  }

  @Test("Strings end at NUL, and are UTF-8 or else Windows-1252")
  func texts() throws {
    let latin = "caf\u{E9}\0".unicodeScalars.map { Int($0.value) }
    let exif = try Self.directory([
      1: .ascii("abc"), 2: .ascii("photographer\0editor"), 3: .utf8("für 日本"), 4: .ascii("für"),
      5: .numbers(type: 2, bytes: 1, count: 5, latin), 6: .numbers(type: 2, bytes: 1, count: 0, []),
      7: .numbers(type: 2, bytes: 1, count: 3, [0x61, 0x62, 0x63]), 8: .ascii("a\0\0b\0c"),
    ])
    #expect(exif.text(1) == "abc")
    #expect(exif.text(2) == "photographer")
    #expect(exif.texts(2, maximum: 2) == ["photographer", "editor"])
    #expect(exif.text(3) == "für 日本")
    #expect(exif.text(4) == "für")
    #expect(exif.text(5) == "café")
    #expect(exif.text(6) == nil)
    #expect(exif.text(7) == "abc")
    #expect(exif.texts(8, maximum: 3) == ["a", "", "b"])
    #expect(exif.texts(9, maximum: 3) == nil)
  }

  @Test("A directory may refer to other directories, even to itself")
  func directories() throws {
    let exif = try Self.directory([
      1: .directory(ExifFixture([2: .directory(ExifFixture([3: .shorts([5])]))])), 4: .longs([8]),
      5: .numbers(type: 9, bytes: 4, count: 1, [-8]), 6: .longs([0xFFFF_FFFF]),
    ])
    #expect(exif.directory(1)?.directory(2)?.number(3) == 5)
    #expect(exif.directory(4) == exif)
    #expect(exif.directory(5)?.number(1) == nil)
    #expect(exif.directory(6)?.number(1) == nil)
    #expect(exif.directory(7) == nil)
  }

  @Test("Offsets and counts beyond the end of the data give no value")
  func outside() throws {
    for place in [0, 7, 60, 61, 62, 63, 1 << 20, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      for count in [5, 100, 0x7FFF_FFFF, 0xFFFF_FFFF] {
        for type in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 129] {
          let exif = try Self.directory([
            9: .numbers(type: type, bytes: 4, count: count, [place])
          ])
          _ = exif.values(9)
          _ = exif.rational(9)
          if count > 100 {
            #expect(exif.text(9) == nil)
            if place > 60 { #expect(exif.rationals(9, count: 100) == nil) }
          }
        }
      }
    }
  }
}
