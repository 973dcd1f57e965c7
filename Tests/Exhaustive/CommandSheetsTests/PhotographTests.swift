import CommandFixtures
import Foundation
import JPEGFixtures
import TestSupport
import Testing

/// JPEG files on sheets, with and without the library that reads them.
@Suite struct PhotographTests {
  /// A folder `pics` with a PNG, a JPEG with the same stem, a rotated JPEG, a progressive JPEG, and
  /// more.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.writePicture("pics/a.png")
    var large = JPEGFixture(width: 800, height: 600)
    try folder.write(large.encoded(), to: "pics/a.jpg")
    large.markers = [.exif(orientation: 6)]
    try folder.write(large.encoded(), to: "pics/turned.JPEG")
    large.isProgressive = true
    try folder.write(large.encoded(), to: "pics/progressive.jfif")
    try folder.write(JPEGFixture(width: 90, height: 70, space: .gray).encoded(), to: "pics/z.jpe")
    // The contents decide, not the name.
    try folder.write(JPEGFixture(width: 30, height: 20).encoded(), to: "pics/named.png")
    return folder
  }

  /// An environment without libjpeg: the loader finds empty files in its place.
  static func withoutLibrary(_ folder: TemporaryFolder) throws -> [String: String] {
    for name in ["libjpeg.so.62", "libjpeg.so.8"] { try folder.write([], to: "lib/\(name)") }
    return ["LD_LIBRARY_PATH": folder.url.appending(path: "lib").path]
  }

  @Test("JPEGs in a folder are on its sheet, even with extensions of other formats", .needs(.jpeg))
  func folderOfBoth() throws {
    let folder = try Self.folder()
    let run = try CommandRun(
      ["pics", "-o", "s.png", "--cell", "60", "--edge", "none", "--manifest", "plan.json"],
      in: folder)
    #expect(run.status == 0)
    let manifest = try Manifest(Data(folder.contents("plan.json") ?? []))
    let tiles = manifest.pages[0].tiles
    #expect(
      tiles.map(\.source) == [
        "pics/a.jpg", "pics/a.png", "pics/named.png", "pics/progressive.jfif", "pics/turned.JPEG",
        "pics/z.jpe",
      ])
    #expect(tiles.allSatisfy { $0.status == "ok" })
    // The sizes are of the upright pictures; the scales are the ones at which pictures are decoded.
    #expect(tiles.map(\.sourceWidth) == [800, 32, 30, 600, 600, 90])
    #expect(tiles.map(\.scale) == [0.5, nil, nil, 0.5, 0.5, nil])
    #expect(manifest.version == 5)
    try CommandRun(
      ["pics", "--include", "*.png", "-o", "p.png", "--edge", "none", "--manifest", "plan.json"],
      in: folder)
    let pngs = try Manifest(Data(folder.contents("plan.json") ?? []))
    #expect(pngs.pages[0].tiles.map(\.source) == ["pics/a.png", "pics/named.png"])
    #expect(pngs.version == 5)
  }

  @Test(
    "The bytes of a sheet do not depend on workers, plans, shards or vector instructions",
    .needs(.jpeg))
  func sameBytes() throws {
    let folder = try Self.folder()
    let options = ["pics", "--cell", "60", "--per-page", "3", "--label", "{name} {width}"]
    func pages(_ more: [String], _ variables: [String: String] = [:]) throws -> [[UInt8]?] {
      let run = try CommandRun(more + ["-o", "s.png"], in: folder, variables: variables)
      #expect(run.status == 0, "\(run.standardError)")
      return ["s-001.png", "s-002.png"].map { folder.contents($0) }
    }
    let expected = try pages(options + ["--manifest", "plan.json"])
    #expect(expected.allSatisfy { $0 != nil })
    #expect(try pages(options + ["--jobs", "1"]) == expected)
    #expect(try pages(options + ["--jobs", "5"]) == expected)
    #expect(try pages(["--from-plan", "plan.json"]) == expected)
    #expect(try pages(options, ["JSIMD_FORCENONE": "1"]) == expected)
    for name in ["s-001.png", "s-002.png"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    _ = try pages(["--from-plan", "plan.json", "--shard", "1/2"])
    #expect(try pages(["--from-plan", "plan.json", "--shard", "2/2"]) == expected)
  }

  @Test(
    "A truncated photograph is shown as far as it can be decoded, with a message", .needs(.jpeg))
  func truncated() throws {
    let folder = try Self.folder()
    let whole = JPEGFixture(width: 800, height: 600).encoded()
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "pics/cut.jpg")
    let run = try CommandRun(["pics", "-o", "s.png"], in: folder)
    #expect(run.status == 1)
    #expect(
      run.standardError.contains("all of 'pics/cut.jpg': unexpected end of file"))
  }

  @Test(
    "Without the library, JPEGs in folders are left out with a note that names the package",
    .needs(.jpeg))
  func absentLibrary() throws {
    let folder = try Self.folder()
    let variables = try Self.withoutLibrary(folder)
    let remedy = "install libjpeg62-turbo (Debian) or libjpeg-turbo8 (Ubuntu)"
    let run = try CommandRun(["pics", "-o", "s.png"], in: folder, variables: variables)
    // `named.png` is a picture that cannot be read.
    #expect(run.status == 1)
    #expect(run.standardError.contains("left out: 4 JPEG (\(remedy))"))
    #expect(
      run.standardError.contains(
        "cannot read 'pics/named.png': it is a JPEG, not a PNG: JPEG files need"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "pics/named.png"))
    #expect(try CommandRun(["pics", "-o", "s.png"], in: folder, variables: variables).status == 0)
    let quiet = try CommandRun(
      ["pics", "--include", "*.png", "-o", "s.png"], in: folder, variables: variables)
    #expect(quiet.status == 0)
    #expect(!quiet.standardError.contains("JPEG"))

    let named = try CommandRun(
      ["pics/a.png", "pics/a.jpg", "-o", "s.png"], in: folder, variables: variables)
    #expect(named.status == 1)
    #expect(
      named.standardError.contains(
        "cannot read 'pics/a.jpg': JPEG files need libjpeg-turbo; \(remedy)"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "pics/a.png"))
    let alone = try CommandRun(["pics", "-o", "t.png"], in: folder, variables: variables)
    #expect(alone.status == 2)
    #expect(
      alone.standardError.contains(
        "no images in 'pics' (4 JPEG files); left out: 4 JPEG (\(remedy))"))
    #expect(!folder.names.contains("t.png"))
    let version = try CommandRun(["--version"], in: folder, variables: variables)
    #expect(version.text.contains("libjpeg-turbo: not found; \(remedy), for RAW and JPEG images"))
  }
}
