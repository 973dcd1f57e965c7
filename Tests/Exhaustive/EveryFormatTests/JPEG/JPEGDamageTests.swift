import Foundation
import JPEGFixtures
import SheetFixtures
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import SheetPictures

@Suite(.needs(.jpeg))
struct JPEGDamageTests {
  /// The reason why a file's header or rows cannot be read; nil if they can.
  static func reason(_ bytes: [UInt8]) -> String? {
    do { return try ReadPicture(jpeg: bytes).failure } catch { return "\(error)" }
  }

  @Test("The rows left in a truncated file match those of the whole file")
  func truncated() throws {
    let file = JPEGFixture(width: 64, height: 96).encoded()
    let whole = try ReadPicture(jpeg: file)
    var counts: Set<Int> = []
    for length in stride(from: 0, to: file.count - 2, by: 7) {
      let cut = Array(file[..<length])
      guard let read = try? ReadPicture(jpeg: cut) else {
        let expected = length == 0 ? "the file is empty" : "unexpected end of file"
        #expect(Self.reason(cut) == expected)
        continue
      }
      #expect(read.failure == "unexpected end of file")
      #expect(read.rows.elementsEqual(whole.rows.prefix(read.rows.count)))
      counts.insert(read.rows.count)
    }
    #expect(counts.count >= 5, "the truncated files have different numbers of rows")
  }

  @Test("A single-scan picture may be as large as its format allows")
  func largeScan() throws {
    var file = JPEGFixture(width: 40_000, height: 16, space: .gray).encoded()
    let frame = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC0]) })
    file.replaceSubrange(frame + 5..<frame + 7, with: [31_000 >> 8, 31_000 & 255].map(UInt8.init))
    let folder = TemporaryFolder()
    try folder.write(file, to: "a.jpg")
    let picture = LibraryFile(folder["a.jpg"], as: .jpeg)
    let header = try picture.header()
    #expect(header.size == PixelSize(width: 40_000, height: 31_000))
    let rows = try picture.rows(as: header)
    for _ in 0..<8 { try rows.next { #expect($0.count == 40_000) } }
  }

  @Test(
    "A truncated file with an end marker is treated like the same file without that marker",
    arguments: [false, true])
  func closed(isProgressive: Bool) throws {
    var fixture = JPEGFixture(width: 64, height: 96)
    fixture.isProgressive = isProgressive
    let file = fixture.encoded()
    let start = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) }) + 20
    var compared = 0
    for length in stride(from: start, to: file.count - 2, by: 11) where file[length - 1] != 0xFF {
      let cut = try? ReadPicture(jpeg: Array(file[..<length]))
      let closed = try? ReadPicture(jpeg: Array(file[..<length]) + [0xFF, 0xD9])
      guard let cut, let closed, cut.failure == "unexpected end of file" else { continue }
      // At the end of a scan, a reader cannot know whether more scans should follow.
      guard closed.failure != nil || !isProgressive else { continue }
      #expect(closed.failure == cut.failure, "\(length)")
      // The end may be detected one row of blocks earlier or later.
      let count = min(closed.rows.count, cut.rows.count)
      let isSame = closed.rows.prefix(count).elementsEqual(cut.rows.prefix(count))
      #expect(isSame && abs(closed.rows.count - cut.rows.count) <= 16, "\(length)")
      compared += 1
    }
    #expect(compared > 10)
  }

  @Test(
    "A file that lacks only its end marker is complete if it has one scan, and otherwise truncated")
  func missingEnd() throws {
    var fixture = JPEGFixture(width: 64, height: 64)
    let file = fixture.encoded()
    #expect(Self.reason(file.dropLast(2)) == nil)
    #expect(Self.reason(file + [1, 2, 3]) == nil)
    fixture.isProgressive = true
    #expect(Self.reason(fixture.encoded().dropLast(2)) == "unexpected end of file")
  }

  @Test(
    "A high-quality JPEG that ends in zeros is reported as damaged, although zeros can be decoded")
  func zeroedEnd() throws {
    var fixture = JPEGFixture(width: 640, height: 480)
    (fixture.quality, fixture.sampling) = (98, (1, 1))
    let file = fixture.encoded()
    for share in [0.3, 0.5, 0.8, 0.99] {
      let start = Int(Double(file.count) * share)
      let zeros = [UInt8](repeating: 0, count: file.count - start)
      #expect(Self.reason(file[..<start] + zeros) != nil, "\(share)")
    }
    // What follows the end is not part of the picture.
    #expect(Self.reason(file + [UInt8](repeating: 0, count: 9999)) == nil)
    let padded = file.dropLast(2) + [UInt8](repeating: 0, count: 20) + file.suffix(2)
    #expect(Self.reason(Array(padded)) == nil)
    #expect(Self.reason(Array(padded.dropLast(2))) != nil)
  }

  @Test("A truncated file with arithmetic coding has only the rows that its data reaches")
  func truncatedArithmetic() throws {
    var fixture = JPEGFixture(width: 64, height: 96)
    fixture.isArithmetic = true
    let file = fixture.encoded()
    let whole = try ReadPicture(jpeg: file)
    #expect(whole.failure == nil && whole.rows.count == 96)
    let start = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) }) + 14
    var counts: Set<Int> = []
    for length in stride(from: start, to: file.count - 16, by: 7) {
      let read = try ReadPicture(jpeg: Array(file[..<length]))
      #expect(read.failure == "unexpected end of file", "\(length)")
      #expect(read.rows.elementsEqual(whole.rows.prefix(read.rows.count)), "\(length)")
      counts.insert(read.rows.count)
    }
    #expect(counts.count >= 3, "the truncated files have different numbers of rows")
  }

  @Test("Data with arithmetic coding counts as damaged if more than padding is left over")
  func surplusArithmetic() throws {
    var fixture = JPEGFixture(width: 64, height: 96)
    fixture.isArithmetic = true
    let file = fixture.encoded()
    for (count, isHarmless) in [(1, true), (60, true), (99, false)] {
      var longer = file
      longer.insert(contentsOf: [UInt8](repeating: 0, count: count), at: file.count - 2)
      #expect((Self.reason(longer) == nil) == isHarmless, "\(count)")
    }
    // Zeros can be decoded like any other data, but they describe more rows than there are.
    let half = file.count / 2
    #expect(Self.reason(file.prefix(half) + [UInt8](repeating: 0, count: half)) != nil)
  }

  @Test(
    "Up to 64 extra bytes before a marker count as camera padding, and more bytes as damaged data")
  func surplus() throws {
    for isProgressive in [false, true] {
      var fixture = JPEGFixture(width: 64, height: 64)
      fixture.isProgressive = isProgressive
      fixture.restartInterval = isProgressive ? 0 : 3
      fixture.markers = [.comment("a")]
      let file = fixture.encoded()
      let whole = try ReadPicture(jpeg: file)
      // The file ends before a comment, a restart, and a later scan.
      let code: UInt8 = isProgressive ? 0xDA : 0xD1
      let markers = file.indices.dropLast().filter {
        file[$0] == 0xFF && [0xFE, code].contains(file[$0 + 1])
      }
      #expect(markers.count >= 2)
      for place in [markers[0], markers[markers.count - 1]] {
        for (count, isHarmless) in [(1, true), (64, true), (65, false), (12_841, false)] {
          var filled = file
          filled.insert(contentsOf: [UInt8](repeating: 0, count: count), at: place)
          let comment = Comment(rawValue: "\(isProgressive) \(place) \(count)")
          guard isHarmless else {
            let reason = Self.reason(filled)
            #expect(reason?.contains("\(count) extraneous bytes") == true, comment)
            continue
          }
          let read = try ReadPicture(jpeg: filled)
          #expect(read.failure == nil && read.rows == whole.rows, comment)
        }
      }
    }
    // After the last row of a single scan, the picture is complete.
    let file = JPEGFixture().encoded().dropLast(2)
    #expect(Self.reason(file + [UInt8](repeating: 0, count: 999) + [0xFF, 0xD9]) == nil)
  }

  @Test("A truncated progressive file is decoded coarsely, as far as its first scan goes")
  func truncatedProgressive() throws {
    var fixture = JPEGFixture(width: 250, height: 250)
    fixture.isProgressive = true
    let file = fixture.encoded()
    let whole = try ReadPicture(jpeg: file)
    let scans = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
    #expect(scans.count > 3)
    for scale in PictureScale.allCases {
      let height = scale.size(of: whole.header.size).height
      for end in scans.dropFirst() + [(scans[1] + scans[2]) / 2, file.count - 2] {
        let read = try ReadPicture(jpeg: Array(file[..<end]), at: scale)
        #expect(read.failure == "unexpected end of file" && read.rows.count == height)
      }
      let first = try ReadPicture(jpeg: Array(file[..<((scans[0] + scans[1]) / 2)]), at: scale)
      #expect(first.failure == "unexpected end of file")
      #expect(first.rows.count > 0 && first.rows.count < height * 9 / 10)
    }
    let coarse = try ReadPicture(jpeg: Array(file[..<scans[2]]))
    #expect(coarse.rows != whole.rows)
  }

  @Test("2,000 randomly damaged files are read or refused, and none crashes the process")
  func mutated() {
    var generator = SeededGenerator(seed: 27)
    let files = JPEGFixture.Space.allCases.flatMap { space in
      [false, true].map { isProgressive in
        var fixture = JPEGFixture(width: 33, height: 21, space: space)
        fixture.isProgressive = isProgressive
        fixture.restartInterval = 2
        fixture.markers = JPEGMarker.profile([1, 2, 3]) + [.exif(orientation: 5, colorSpace: 2)]
        return fixture.encoded()
      }
    }
    var refused = 0
    for _ in 0..<2000 {
      let file = files[generator.number(below: files.count)].mutated(by: &generator)
      if Self.reason(file) != nil { refused += 1 }
    }
    #expect(refused > 500)
  }

  @Test("Unsupported kinds of JPEG are refused by name")
  func kinds() throws {
    let file = JPEGFixture().encoded()
    let frame = try #require(JPEGMarker.frameOffset(in: file))
    func changed(_ offset: Int, _ value: UInt8) -> [UInt8] {
      var file = file
      file[offset] = value
      return file
    }
    #expect(Self.reason(changed(frame, 12)) == "it has 12 bits per sample; save it with 8")
    let kinds: [(UInt8, String)] = [(0xC3, "lossless"), (0xC5, "hierarchical"), (0xCB, "lossless")]
    for (code, word) in kinds {
      #expect(Self.reason(changed(frame - 3, code))?.contains(word) == true)
    }
    // The height is missing; it would follow the pixels.
    #expect(Self.reason(changed(frame + 2, 0)) != nil)
  }

  @Test("A file whose markers are missing or contradictory is refused")
  func contradictions() throws {
    let file = JPEGFixture().encoded()
    let frame = try #require(JPEGMarker.frameOffset(in: file))
    let length = Int(file[frame - 2]) << 8 + Int(file[frame - 1])
    let frameMarker = file[(frame - 4)..<(frame - 2 + length)]
    let twice = Array(file[..<(frame - 4)]) + frameMarker + Array(file[(frame - 4)...])
    #expect(Self.reason(twice) == "invalid JPEG file structure: two SOF markers")
    let onlyMarkers = [0xFF, 0xD8] + JPEGMarker.comment("x").bytes + [0xFF, 0xD9]
    #expect(Self.reason(onlyMarkers) == "JPEG datastream contains no image")
    #expect(Self.reason(Self.without(0xDB, file))?.contains("uantization table") == true)
    let secondScan = file.dropLast(2) + file[(try #require(Self.scanOffset(in: file)))...]
    #expect(Self.reason(Array(secondScan)) != nil)
  }

  @Test("Markers of more than 16 MiB are refused, but only those that are used count")
  func markers() throws {
    let file = JPEGFixture().encoded()
    func reason(_ markers: [(code: UInt8, mark: String, count: Int)]) -> String? {
      var bytes = Array(file[..<2])
      for (code, mark, count) in markers {
        let data = Array(mark.utf8) + [UInt8](repeating: 0x20, count: 65_000 - mark.utf8.count)
        let marker = JPEGMarker(code, data).bytes
        for _ in 0..<count { bytes += marker }
      }
      return Self.reason(bytes + file[2...])
    }
    let (exif, profile) = ("Exif\0\0", "ICC_PROFILE\0")
    #expect(reason([(0xE1, exif, 250), (0xE2, profile, 1)]) == nil)
    #expect(
      reason([(0xE1, exif, 250), (0xE2, profile, 10)])
        == "its profile, Exif data and comments together take more than 16 MiB")
    // XMP is not requested. Other software uses the same marker codes.
    for (code, mark) in [
      (0xE1, "http://ns.adobe.com/xmp/extension/\0"), (0xE1, "other"), (0xE2, "MPF\0"),
      (0xED, "other"),
    ] as [(UInt8, String)] { #expect(reason([(code, mark, 520)]) == nil, "\(mark)") }
  }

  @Test("A file that is not a JPEG is refused with an error that says so, whatever its name")
  func others() throws {
    let folder = TemporaryFolder()
    func reason(_ name: String) -> String? {
      do { return try ReadPicture(jpeg: folder[name]).failure } catch { return "\(error)" }
    }
    try folder.write([], to: "empty.jpg")
    #expect(reason("empty.jpg") == "the file is empty")
    #expect(reason(".") == "a folder, not a file")
    #expect(mkfifo(folder["pipe.jpg"].string, 0o600) == 0)
    #expect(reason("pipe.jpg") == "not a regular file")
    #expect(reason("absent.jpg") == "it does not exist")
  }

  /// The file without the markers with a given code.
  private static func without(_ code: UInt8, _ file: [UInt8]) -> [UInt8] {
    var rest = Array(file[..<2])
    var place = 2
    while file[place + 1] != 0xDA {
      let end = place + 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
      if file[place + 1] != code { rest += file[place..<end] }
      place = end
    }
    return rest + file[place...]
  }

  /// The offset of the first scan.
  private static func scanOffset(in file: [UInt8]) -> Int? {
    file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
  }
}
