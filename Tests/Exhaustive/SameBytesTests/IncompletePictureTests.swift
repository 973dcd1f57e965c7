import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetModel
import TestSupport
import Testing

/// Pictures whose files are truncated.
@Suite struct IncompletePictureTests {
  static let side = 320

  /// Truncated files, by name, with the complete ones.
  static func files() -> [(name: String, cut: [UInt8], whole: [UInt8])] {
    var generator = SeededGenerator(seed: 4)
    let noise = (0..<3 * side * side).map { _ in UInt16(generator.number(below: 256)) }
    let png = PNGFixture(width: side, height: side, colorType: .rgb, samples: noise).encoded()
    let interlaced = PNGFixture(
      width: side, height: side, colorType: .rgb, samples: noise, isInterlaced: true
    ).encoded()
    var files = [("a.png", png), ("interlaced.png", interlaced)].map { name, whole in
      (name: name, cut: Array(whole.prefix(whole.count * 6 / 10)), whole: whole)
    }
    guard JPEGFixture.isAvailable else { return files }
    for name in ["baseline.jpg", "progressive.jpg", "turned.jpg"] {
      var fixture = JPEGFixture(width: side, height: side)
      fixture.isProgressive = name == "progressive.jpg"
      if name == "turned.jpg" { fixture.markers = [.exif(orientation: 8)] }
      let whole = fixture.encoded()
      files.append((name, Array(whole.prefix(whole.count * 6 / 10)), whole))
    }
    return files
  }

  /// Which lines of a tile have the two colours of stripes, and which are the same on another sheet.
  ///
  /// Lines are rows or columns; every seventh pixel of a line is compared.
  static func lines(
    of sheet: DecodedSheet, _ other: DecodedSheet, at area: Manifest.Rectangle, along isRow: Bool
  ) -> (striped: [Bool], same: [Bool]) {
    let (x, y) = (Int(area.x), Int(area.y))
    let (width, height) = (Int(area.width), Int(area.height))
    let lines = (0..<(isRow ? height : width)).map { line in
      stride(from: 0, to: isRow ? width : height, by: 7).map {
        isRow ? (x + $0, y + line) : (x + line, y + $0)
      }
    }
    return (
      lines.map { Set($0.map { sheet.pixel($0.0, $0.1) }).count == 2 },
      lines.map { $0.allSatisfy { sheet.pixel($0.0, $0.1) == other.pixel($0.0, $0.1) } }
    )
  }

  /// Tiles of the first cell size are drawn in one piece, and tiles of the second in strips.
  static let cells = ["200", "1500"]

  @Test(
    "A truncated picture is listed as incomplete; what cannot be decoded is striped",
    arguments: cells)
  func shown(cell: String) throws {
    let folder = TemporaryFolder()
    for (name, cut, whole) in Self.files() {
      let comment = Comment(rawValue: "\(name) \(cell)")
      let options = [
        "--cell", cell, "--upscale", "--manifest", "m.json", "--report", "r.json", "-o", "s.png",
      ]
      try folder.write(whole, to: name)
      #expect(try CommandRun([name] + options, in: folder).status == 0, comment)
      let expected = try DecodedSheet(#require(folder.contents("s.png")))
      try folder.write(cut, to: name)
      let run = try CommandRun([name] + options, in: folder)
      #expect(run.status == 1, comment)
      #expect(
        run.standardError.contains("all of '\(name)': unexpected end of file"),
        "\(run.standardError)")
      let bytes = try #require(folder.contents("s.png"))
      let sheet = try DecodedSheet(bytes)
      let tile = try #require(Manifest(Data(folder.contents("m.json") ?? [])).tiles.first)
      #expect(tile.status == "incomplete", comment)
      let report = String(decoding: try #require(folder.contents("r.json")), as: UTF8.self)
      #expect(report.contains(#""incomplete" : 1"#), comment)
      #expect(report.contains(#""status" : "incomplete""#), comment)
      let found = Self.lines(
        of: sheet, expected, at: try #require(tile.image), along: name != "turned.jpg")
      let count = found.striped.count
      if name == "progressive.jpg" || name == "interlaced.png" {
        // All rows exist, but they are coarse.
        #expect(!found.striped.contains(true) && found.same.contains(false), comment)
      } else {
        // The first rows of a picture that is rotated to the left are its left columns.
        let shown = found.same.prefix { $0 }.count
        #expect(shown > count / 3 && shown < count * 9 / 10, comment)
        #expect(found.striped.reversed().prefix { $0 }.count >= count / 10, comment)
        #expect(found.striped.suffix(count - shown - 1).allSatisfy { $0 }, comment)
      }
      for jobs in ["1", "5"] {
        try CommandRun([name] + options + ["--jobs", jobs], in: folder)
        #expect(folder.contents("s.png") == bytes, comment)
      }
      try CommandRun(["--from-plan", "m.json"], in: folder)
      #expect(folder.contents("s.png") == bytes, comment)
    }
  }

  @Test(
    "With --on-error skip or fail, and in comparisons, a truncated picture counts as unreadable")
  func unreadable() throws {
    let folder = TemporaryFolder()
    for (name, cut, whole) in Self.files() {
      try folder.writePicture("now/x.png")
      try folder.writePicture("then/x.png")
      try folder.write(cut, to: "now/\(name)")
      try folder.write(whole, to: "then/\(name)")
      let message = "cannot read 'now/\(name)': unexpected end of file"
      for (options, status) in [
        (["--on-error", "skip"], 1), (["--on-error", "fail"], 2), (["--compare", "then"], 1),
      ] {
        let run = try CommandRun(
          ["now", "-o", "s.png", "--report", "r.json"] + options, in: folder)
        #expect(run.status == status, "\(name) \(options): \(run.standardError)")
        #expect(run.standardError.contains(message), "\(name) \(options): \(run.standardError)")
      }
      #expect(try Findings("r.json", in: folder).statuses[name] == "unreadable")
      for side in ["now", "then"] {
        try FileManager.default.removeItem(at: folder.url.appending(path: "\(side)/\(name)"))
      }
    }
  }

  @Test(
    "A PNG with damage only in its last chunk or a checksum is shown, but counts as incomplete"
  )
  func lastChunk() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("a.png", width: 64, height: 64)
    try CommandRun(["a.png", "-o", "s.png"], in: folder)
    let whole = folder.contents("s.png")
    let file = try #require(folder.contents("a.png"))
    // Checksums are the last bytes of IEND and, before its 12 bytes, of IDAT.
    for (damage, reason) in [
      (nil, "unexpected end of file"), (1, "(IEND: CRC error)"), (13, "(IDAT: CRC error)"),
    ] as [(Int?, String)] {
      var damaged = file
      if let damage { damaged[file.count - damage] ^= 1 } else { damaged.removeLast(12) }
      try folder.write(damaged, to: "a.png")
      let run = try CommandRun(["a.png", "-o", "s.png"], in: folder)
      #expect(run.status == 1 && folder.contents("s.png") == whole, "\(run.standardError)")
      #expect(run.standardError.contains("cannot read all of 'a.png': "))
      #expect(run.standardError.contains(reason), "\(run.standardError)")
      let failed = try CommandRun(["a.png", "-o", "s.png", "--on-error", "fail"], in: folder)
      #expect(failed.status == 2 && failed.standardError.contains(reason))
    }
  }
}
