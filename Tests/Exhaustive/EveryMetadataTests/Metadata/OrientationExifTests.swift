import SheetImaging
import TestSupport
import Testing

@testable import SheetPictures

@Suite struct OrientationExifTests {
  struct Entry {
    var tag = 274
    var type = 3
    var count = 1
    var value = 6
  }

  /// A TIFF header and one directory.
  static func exif(
    _ entries: [Entry], littleEndian: Bool = false, directory: Int = 8, claimed: Int? = nil
  ) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return littleEndian ? bytes : bytes.reversed()
    }
    let mark = Array((littleEndian ? "II" : "MM").utf8)
    var exif = mark + bytes(42, 2) + bytes(directory, 4)
    exif += [UInt8](repeating: 0xEE, count: max(0, min(directory, 1000) - 8))
    exif += bytes(claimed ?? entries.count, 2)
    for entry in entries {
      exif += bytes(entry.tag, 2) + bytes(entry.type, 2) + bytes(entry.count, 4)
      let width = [1: 1, 3: 2, 4: 4][entry.type] ?? 4
      exif += bytes(entry.value, width) + [UInt8](repeating: 0xEE, count: 4 - width)
    }
    return exif + bytes(0, 4)
  }

  @Test(
    "All eight orientations are read in both byte orders, from values of any size",
    arguments: 1...8)
  func values(value: Int) {
    for littleEndian in [false, true] {
      for type in [1, 3, 4] {
        let exif = Self.exif([Entry(type: type, value: value)], littleEndian: littleEndian)
        #expect(Orientation(exif: exif)?.rawValue == value)
      }
    }
  }

  @Test("The orientation is found among other entries, in a directory at any offset")
  func position() {
    let others = [
      Entry(tag: 256, type: 4, value: 1), Entry(tag: 271, type: 2, count: 90, value: 7),
    ]
    let exif = Self.exif(others + [Entry(value: 8), Entry(value: 3)], directory: 100)
    #expect(Orientation(exif: exif) == .leftTurn)
    #expect(Orientation(exif: Self.exif(others)) == nil)
  }

  @Test(
    "A value outside 1 to 8, or in an entry of the wrong kind, is not an orientation",
    arguments: [
      Entry(value: 0), Entry(value: 9), Entry(value: 0x106), Entry(type: 4, value: 0x10006),
      Entry(count: 0), Entry(count: 2), Entry(type: 2), Entry(type: 5), Entry(type: 0xFFFF),
      Entry(tag: 0x1201),
    ])
  func nonsense(entry: Entry) {
    #expect(Orientation(exif: Self.exif([entry])) == nil)
  }

  @Test("Offsets and counts beyond the end of the data are not followed")
  func outside() {
    for directory in [0xFFFF_FFFF, 0x7FFF_FFFF, 23, 1 << 20] {
      var exif = Self.exif([Entry()], directory: directory)
      exif = Array(exif.prefix(24))
      #expect(Orientation(exif: exif) == nil)
    }
    let many = Self.exif([Entry(tag: 1)], claimed: 0xFFFF)
    #expect(Orientation(exif: many) == nil)
    #expect(Orientation(exif: Self.exif([Entry()], claimed: 0xFFFF)) == .rightTurn)
    #expect(Orientation(exif: Self.exif([Entry()], claimed: 0)) == nil)
    // Some programs write the JPEG signature of Exif first.
    #expect(Orientation(exif: Array("Exif\0\0".utf8) + Self.exif([Entry()])) == .rightTurn)
    #expect(Orientation(exif: Array("Exif\0".utf8) + Self.exif([Entry()])) == nil)
  }

  @Test("Damaged Exif data costs at most the orientation", arguments: [false, true])
  func damage(littleEndian: Bool) {
    let exif = Self.exif([Entry(tag: 256), Entry(value: 8)], littleEndian: littleEndian)
    // An entry is read only if all of it is there.
    let needed = 10 + 12 + 12
    for damaged in exif.truncations {
      let expected = damaged.bytes.count >= needed ? Orientation.leftTurn : nil
      #expect(Orientation(exif: damaged.bytes) == expected, "\(damaged)")
    }
    for damaged in exif.bitFlips {
      let found = Orientation(exif: damaged.bytes)
      #expect(found == nil || (1...8).contains(found!.rawValue), "\(damaged)")
    }
  }
}
