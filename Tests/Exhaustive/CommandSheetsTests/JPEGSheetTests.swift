import CommandFixtures
import Foundation
import JPEGFixtures
import PNGFixtures
import SheetPictures
import TestSupport
import Testing

/// Sheets written as JPEGs: their pixels, which files are kept, and which sheets cannot be JPEGs.
@Suite(.needs(.jpeg)) struct JPEGSheetTests {
  static let options = ["pics", "--cell", "48", "--per-page", "3", "--label", "{name}"]

  /// The pixels of a PNG after libjpeg has encoded them.
  private static func pixels(of png: [UInt8], quality: Int) throws -> [UInt8] {
    var reader = try PNGReader(bytes: png)
    let header = reader.header
    var rows: [UInt8] = []
    var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0..<header.height {
      var span = row.mutableSpan
      try reader.readRow(into: &span)
      rows += row
    }
    let isGray = row.count == header.width
    try reader.finish()
    var fixture = JPEGFixture(
      width: header.width, height: header.height, space: isGray ? .gray : .yCbCr)
    fixture.quality = quality
    fixture.sampling = isGray || quality >= 90 ? (1, 1) : (2, 2)
    return JPEGFixture.decoded(fixture.encoded(rows)).bytes
  }

  @Test(
    "A JPEG sheet contains the PNG's pixels as libjpeg encodes them, with any number of workers",
    arguments: [nil, 100, 89, 20])
  func pixels(quality: Int?) throws {
    let folder = try PictureFolders.ten()
    let arguments = Self.options + (quality.map { ["--quality", "\($0)"] } ?? [])
    // The quality has no effect on a PNG.
    try CommandRun(arguments + ["-o", "s.png"], in: folder)
    try CommandRun(Self.options + ["-o", "t.png"], in: folder)
    #expect(folder.contents("s-001.png") == folder.contents("t-001.png"))
    for workers in ["1", "7"] {
      let run = try CommandRun(arguments + ["-o", "s.jpg", "--jobs", workers], in: folder)
      #expect(run.status == 0 && run.standardError.isEmpty, "\(run.standardError)")
      for page in ["s-001", "s-004"] {
        let sheet = try #require(folder.contents("\(page).jpg"))
        let png = try #require(folder.contents("\(page).png"))
        #expect(
          try JPEGFixture.decoded(sheet).bytes == Self.pixels(of: png, quality: quality ?? 90))
      }
    }
  }

  @Test("Grey sheets have one channel, and the density is given in pixels per inch")
  func head() throws {
    let folder = TemporaryFolder()
    try folder.write(
      PNGFixture(
        width: 8, height: 8, colorType: .gray,
        samples: (0..<64).map { [UInt16($0 * 4)] }.flatMap(\.self)
      ).encoded(), to: "g.png")
    for (dpi, density) in [("300", [1, 1, 44, 1, 44]), ("100000", [2, 153, 202, 153, 202])]
      as [(String, [UInt8])]
    {
      let run = try CommandRun(["g.png", "--dpi", dpi, "-o", "jpeg:-"], in: folder)
      let sheet = Array(run.standardOutput)
      #expect(run.status == 0 && sheet.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
      #expect(sheet[13..<18].elementsEqual(density))
      #expect(JPEGFixture.decoded(sheet).channels == 1)
    }
  }

  @Test("Our own JPEG sheets are replaced, and skipped in folders; any other JPEG is kept")
  func own() throws {
    let folder = try PictureFolders.ten()
    for quality in ["90", "30"] {
      #expect(
        try CommandRun(Self.options + ["-o", "pics/s.jpg", "--quality", quality], in: folder)
          .status == 0)
    }
    let small = try #require(folder.contents("pics/s-001.jpg"))
    let listed = try CommandRun(["pics", "--list={name}"], in: folder)
    #expect(!listed.text.contains("s-001.jpg"), "\(listed.text)")
    try folder.write(JPEGFixture().encoded(), to: "photo.jpg")
    let refused = try CommandRun(["pics", "-o", "photo.jpg"], in: folder)
    #expect(refused.status == 2 && refused.standardError.contains("is not a contact sheet"))
    let kept = try CommandRun(
      Self.options + ["-o", "pics/s.jpg", "--quality", "30", "--keep-unchanged", "-v"], in: folder)
    #expect(kept.standardError.contains("would not change"), "\(kept.standardError)")
    #expect(folder.contents("pics/s-001.jpg") == small)
  }

  @Test("A plan stores the quality, shards render with it, and the command line can change it")
  func plan() throws {
    let folder = try PictureFolders.ten()
    let arguments = Self.options + ["-o", "s-%d.jpg", "--quality", "40", "--manifest", "m.json"]
    try CommandRun(arguments + ["--html", "h.html", "--depfile", "s.d"], in: folder)
    let names = (1...4).map { "s-\($0).jpg" }
    let whole = names.map { folder.contents($0) }
    let html = String(decoding: try #require(folder.contents("h.html")), as: UTF8.self)
    #expect(names.allSatisfy { html.contains($0) })
    let rule = String(decoding: try #require(folder.contents("s.d")), as: UTF8.self)
    #expect(names.allSatisfy { rule.contains($0) } && rule.contains("pics"), "\(rule)")
    for name in names { try folder.remove(name) }
    for shard in ["2/2", "1/2"] {
      try CommandRun(["--from-plan", "m.json", "--shard", shard], in: folder)
    }
    #expect(names.map { folder.contents($0) } == whole)
    let skipped = try CommandRun(
      ["--from-plan", "m.json", "--skip-existing", "--quality", "5"], in: folder)
    #expect(skipped.status == 0 && names.map { folder.contents($0) } == whole)
    try CommandRun(["--from-plan", "m.json", "--quality", "exact"], in: folder)
    try CommandRun(Self.options + ["-o", "t-%d.jpg"], in: folder)
    #expect(folder.contents("s-1.jpg") == folder.contents("t-1.jpg"))
    #expect(folder.contents("s-1.jpg") != whole[0])
  }

  @Test(
    "If a sheet cannot be a JPEG, an error suggests a remedy before anything is written",
    arguments: [
      (["--depth", "16"], 2, "samples cannot have 16 bits; use --depth 8, or name a PNG"),
      (["--background", "none"], 2, "use --background white, or name a PNG"),
      (["--background", "#ffffff80"], 2, "use --background white, or name a PNG"),
      (
        ["--cell", "60000x20", "--columns", "2", "--max-pixels", "9G"], 2,
        "neither side may be longer than 65500 pixels; put fewer images on a page with --per-page"
      ),
      (["--quality", "0"], 64, "write a whole number from 1 to 100, or 'exact'"),
      (["--quality", "101"], 64, "write a whole number from 1 to 100, or 'exact'"),
      (["--quality", "high"], 64, "write a whole number from 1 to 100, or 'exact'"),
    ])
  func refused(options: [String], status: Int32, message: String) throws {
    let folder = try PictureFolders.ten()
    let run = try CommandRun(["pics", "-o", "s.jpg"] + options, in: folder)
    #expect(run.status == status && run.standardError.contains(message), "\(run.standardError)")
    #expect(folder.names == ["pics"])
  }

  @Test("Errors that do not depend on pictures end the run before any search or comparison")
  func early() throws {
    let folder = TemporaryFolder()
    for (options, message) in [
      (["--depth", "16"], "samples cannot have 16 bits"),
      (["--background", "none"], "the background is transparent"),
    ] {
      for comparing in [[], ["--compare", "missing too"]] {
        let run = try CommandRun(["missing", "-o", "s.jpg"] + comparing + options, in: folder)
        #expect(run.status == 2 && run.standardError.contains(message), "\(run.standardError)")
      }
    }
  }

  @Test(
    "Without the library, the error names the package before any search or comparison",
    arguments: [["s.jpg"], ["s.pdf", "--quality", "80"]], [[], ["--compare", "missing too"]])
  func missingLibrary(output: [String], comparing: [String]) throws {
    let folder = TemporaryFolder()
    let run = try CommandRun(
      ["missing", "-o"] + output + comparing, in: folder,
      variables: MissingLibrary.libjpeg.hidden(in: folder))
    #expect(run.status == 2)
    #expect(
      run.standardError.hasPrefix("contactsheet: cannot write '\(output[0])' as a")
        && run.standardError.contains("libjpeg-turbo is missing; install libjpeg62-turbo")
        && !run.standardError.contains("incompatible"),
      "\(run.standardError)")
    #expect(!folder.names.contains(output[0]))
  }

  @Test("A libjpeg is recognised by its interface, whatever its file name")
  func otherName() throws {
    let folder = try PictureFolders.ten()
    try folder.write(JPEGFixture().encoded(), to: "photo.jpg")
    let variables = try MissingLibrary.libjpeg.hidden(in: folder)
    let installed = try #require(JPEGFixture.libraryPath)
    let other = installed.contains("libjpeg.so.8") ? "libjpeg.so.62" : "libjpeg.so.8"
    let place = try #require(variables["LD_LIBRARY_PATH"]) + "/\(other)"
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: installed).resolvingSymlinksInPath(),
      to: URL(fileURLWithPath: place))
    for arguments in [["pics", "-o", "s.jpg"], ["photo.jpg", "-o", "s.png"]] {
      let run = try CommandRun(arguments, in: folder, variables: variables)
      #expect(run.status == 0, "\(run.standardError)")
    }
  }
}
