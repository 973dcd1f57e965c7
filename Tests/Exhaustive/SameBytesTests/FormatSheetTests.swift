import CommandFixtures
import FormatFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

/// Pictures of every input format, together on one sheet.
@Suite struct FormatSheetTests {
  /// A folder of pictures of each kind, rotated by Exif, in the order of the table.
  static func write(to folder: TemporaryFolder, in place: String = "pics", seed: Int = 0) throws {
    for (index, format) in SampleFormat.available.enumerated() {
      var picture = SamplePicture(width: 240, height: 160, orientation: 6)
      picture.seed = seed
      try folder.write(format.encoded(picture), to: "\(place)/\(10 + index).\(format.ending)")
    }
  }

  static func manifest(_ name: String, in folder: TemporaryFolder) throws -> Manifest {
    try Manifest(Data(folder.contents(name) ?? []))
  }

  @Test(
    "A sheet is the same with any number of workers, from a plan and in shards; previews get a note"
  )
  func sameBytes() throws {
    let folder = TemporaryFolder()
    try Self.write(to: folder)
    // Enough for two pages even if only PNG is read.
    let png = try #require(SampleFormat.available.first)
    try folder.write(
      png.encoded(SamplePicture(width: 240, height: 160, orientation: 6)), to: "pics/99.png")
    let count = SampleFormat.available.count + 1
    let options = ["pics", "--cell", "40", "--per-page", "\((count + 1) / 2)", "--label", "{name}"]
    func pages(_ more: [String]) throws -> [[UInt8]?] {
      let run = try CommandRun(more + ["-o", "s.png"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      return ["s-001.png", "s-002.png"].map { folder.contents($0) }
    }
    let expected = try pages(options + ["--manifest", "plan.json"])
    #expect(expected.allSatisfy { $0 != nil })
    let tiles = try Self.manifest("plan.json", in: folder).pages.flatMap(\.tiles)
    #expect(tiles.count == count && tiles.allSatisfy { $0.status == "ok" })
    for (tile, format) in zip(tiles, SampleFormat.available) {
      let size = format.carriesExif ? (160, 240) : (240, 160)
      #expect(tile.sourceWidth == size.0 && tile.sourceHeight == size.1, "\(format)")
      #expect((tile.preview == true) == format.description.hasPrefix("RAW"), "\(format)")
    }
    #expect(try pages(options + ["--jobs", "1"]) == expected)
    #expect(try pages(options + ["--jobs", "5"]) == expected)
    #expect(try pages(["--from-plan", "plan.json"]) == expected)
    for name in ["s-001.png", "s-002.png"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    _ = try pages(["--from-plan", "plan.json", "--shard", "1/2"])
    #expect(try pages(["--from-plan", "plan.json", "--shard", "2/2"]) == expected)
  }

  @Test("Pictures of every format can be compared")
  func compared() throws {
    let folder = TemporaryFolder()
    try Self.write(to: folder, in: "then")
    try Self.write(to: folder, in: "now")
    let arguments = ["now", "--compare", "then", "-o", "s.png", "--report", "r.json"]
    let equal = try CommandRun(arguments, in: folder)
    #expect(equal.status == 0, "\(equal.standardError)")
    try Self.write(to: folder, in: "now", seed: 1)
    #expect(try CommandRun(arguments, in: folder).status == 3)
    let statuses = try Findings("r.json", in: folder).statuses
    #expect(statuses.count == SampleFormat.available.count)
    #expect(statuses.values.allSatisfy { $0 == "different" }, "\(statuses)")
  }

  @Test("A picture whose thumbnail is damaged is shown from its full image", .needs(.heif))
  func damagedThumbnail() throws {
    let folder = TemporaryFolder()
    func sheet(_ bytes: [UInt8]) throws -> [UInt8]? {
      try folder.write(bytes, to: "a.heic")
      let run = try CommandRun(["a.heic", "--cell", "20", "-o", "s.png", "--force"], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
      return folder.contents("s.png")
    }
    var fixture = HEIFFixture(width: 200, height: 150)
    let whole = try sheet(fixture.encoded())
    fixture.thumbnail = (40, 30)
    var file = fixture.encoded()
    let shown = try sheet(file)
    #expect(shown != whole)
    // The first data in the file belongs to the thumbnail.
    let mark = Array("mdat".utf8)
    let place = try #require(file.indices.first { file[$0...].starts(with: mark) })
    for offset in 4..<44 { file[place + offset] = 0xFF }
    #expect(try sheet(file) == whole)
  }

  /// A folder with a RAW file and a JPEG of the same stem, with RAW files and JPEGs that have no
  /// counterpart in their folder, and with a sidecar of a RAW file.
  static func pairs() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    let jpeg = SampleFormat.all[1]
    let raw = try #require(SampleFormat.all.first { $0.description == "RAW, box" })
    let picture = SamplePicture()
    for name in ["IMG_1.jpg", "IMG_2.JPG", "sub/IMG_3.JPG"] {
      try folder.write(jpeg.encoded(picture), to: "pics/\(name)")
    }
    for name in ["img_1.CR3", "IMG_3.cr3", "IMG_4.CR3"] {
      try folder.write(raw.encoded(picture), to: "pics/\(name)")
    }
    try folder.write(
      Array(
        """
        <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \
        xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' \
        xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'/></rdf:RDF></x:xmpmeta>
        """.utf8), to: "pics/IMG_1.xmp")
    return folder
  }

  static func sources(_ arguments: [String], in folder: TemporaryFolder) throws -> [String] {
    let run = try CommandRun(
      arguments + ["-o", "s.png", "-q", "--manifest", "m.json", "--force"], in: folder)
    #expect(run.standardError.isEmpty || run.status == 1, "\(run.standardError)")
    return try manifest("m.json", in: folder).pages.flatMap(\.tiles).map(\.source)
  }

  @Test(
    "A RAW file and a JPEG with the same stem in a folder are one picture, unless both are named",
    .needs(.jpeg))
  func rawWithJPEG() throws {
    let folder = try Self.pairs()
    let one = ["pics/IMG_1.jpg", "pics/IMG_2.JPG", "pics/IMG_3.cr3", "pics/IMG_4.CR3"]
    #expect(try Self.sources(["pics"], in: folder) == one)
    #expect(
      try Self.sources(["pics", "-r"], in: folder) == one + ["pics/sub/IMG_3.JPG"])
    let named = ["pics/img_1.CR3", "pics/IMG_1.jpg"]
    #expect(try Self.sources(named, in: folder) == named)
    #expect(try Self.sources(["pics"] + named, in: folder).count == 5)
    let labels = try CommandRun(
      ["pics", "--where", "raw = 'img_1.CR3' and rating = 4", "-o", "s.png", "--force"], in: folder)
    #expect(labels.status == 0, "\(labels.standardError)")
    // The preview is shown instead of a damaged JPEG, and a plan states that.
    try folder.write([1, 2, 3, 4, 5, 6, 7, 8, 9], to: "pics/IMG_1.jpg")
    #expect(try Self.sources(["pics"], in: folder)[0] == "pics/img_1.CR3")
    #expect(try CommandRun(["--from-plan", "m.json", "--force"], in: folder).status == 0)
    // If neither can be shown, the message names the JPEG.
    try folder.write([1, 2, 3, 4, 5, 6, 7, 8, 9], to: "pics/img_1.CR3")
    let neither = try CommandRun(["pics", "-o", "s.png", "--force"], in: folder)
    #expect(neither.status == 1)
    #expect(neither.standardError.contains("cannot read 'pics/IMG_1.jpg': not a JPEG file"))
  }
}
