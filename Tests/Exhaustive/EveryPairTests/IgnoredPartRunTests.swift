import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// The options `--ignore-area` and `--masks` on the command line.
@Suite struct IgnoredPartRunTests {
  /// A pair whose top 20 of 100 rows differ, one with the same name in a subfolder, and an equal
  /// pair.
  ///
  /// Both pairs that differ have masks.
  private static func folders() throws -> TemporaryFolder {
    try AllowedPairTests.folders(["a": 2000, "sub/a": 2000, "same": 0], wide: false)
  }

  private static let mask = PNGFixture.plain(width: 100, height: 100, color: [0, 0, 0]).encoded()

  @Test("Ignored areas never count, and are hatched in the difference, even from a plan")
  func areas() throws {
    let folder = try Self.folders()
    let run = try CommandRun(
      ComparedFolders.arguments + [
        "--ignore-area", "a.png=0,0,100%,19", "--ignore-area", "sub/a.png=0,19,100%,1",
        "--manifest", "m.json", "--report", "r.json",
      ], in: folder)
    #expect(run.status == 3)
    let report = try Findings("r.json", in: folder)
    #expect(report.pairs.map(\.changed) == [100, 0, 0])
    #expect(report.statuses == ["a.png": "different", "same.png": "equal", "sub/a.png": "equal"])
    let sheet = try #require(folder.contents("s.png"))
    let drawn = try DecodedSheet(sheet)
    var hatched = 0
    for y in 0..<drawn.height {
      for x in 0..<drawn.width where drawn.pixel(x, y) == [150, 150, 150] { hatched += 1 }
    }
    #expect(hatched > 300)
    #expect(try Findings("m.json", in: folder).version == 5)
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet)
  }

  @Test("Pixels that are opaque black in a mask are not compared, and a plan names the mask")
  func masks() throws {
    let folder = try Self.folders()
    try folder.write(Self.mask, to: "masks/sub/a.png")
    try folder.write(Self.mask, to: "masks/gone.png")
    var shades = PNGFixture.plain(width: 100, height: 100, color: [1, 0, 0, 255])
    for index in 0..<4 * 500 { shades.samples[index] = index % 4 == 3 ? 255 : 0 }
    for index in 500..<600 {
      shades.samples.replaceSubrange(4 * index..<4 * index + 4, with: [0, 0, 0, 254])
    }
    try folder.write(shades.encoded(), to: "masks/a.png")
    let run = try CommandRun(
      ComparedFolders.arguments + [
        "--masks", "masks", "--manifest", "m.json", "--depfile", "d.d",
      ], in: folder)
    #expect(run.status == 3)
    #expect(run.standardError.contains("no pair has the same path as the mask 'masks/gone.png'"))
    let manifest = try Findings("m.json", in: folder)
    #expect(manifest.pairs.map(\.changed) == [1500, 0, nil])
    let rule = String(decoding: try #require(folder.contents("d.d")), as: UTF8.self)
    #expect(rule.contains("masks/a.png") && rule.contains("masks/sub/a.png"))
    let sheet = try #require(folder.contents("s.png"))
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet)
    // A plan with a root finds its mask there, and reads none elsewhere.
    try CommandRun(
      ComparedFolders.arguments + [
        "--masks", "masks", "--root", ".", "--manifest", "after/m.json",
      ], in: folder)
    var plan = String(decoding: try #require(folder.contents("after/m.json")), as: UTF8.self)
    #expect(plan.contains("\"masks/a.png\""))
    #expect(try CommandRun(["--from-plan", "after/m.json", "--root", "."], in: folder).status == 0)
    #expect(folder.contents("s.png") == sheet)
    plan.replace("masks/a.png", with: "../a.png")
    try folder.write(Array(plan.utf8), to: "after/m.json")
    let refused = try CommandRun(["--from-plan", "after/m.json", "--root", "."], in: folder)
    #expect(refused.status == 2 && refused.standardError.contains("a.png"))
  }

  @Test(
    "Masks are found by composed or decomposed names, but an exact match takes precedence",
    arguments: ["ü", "u\u{308}"], ["ü", "u\u{308}"])
  func spellings(name: String, spelling: String) throws {
    let folder = try AllowedPairTests.folders(["sub/\(name)": 2000], wide: false)
    try folder.write(Self.mask, to: "masks/sub/\(spelling).png")
    func changed() throws -> (counts: [Int?], messages: String) {
      let run = try CommandRun(
        ComparedFolders.arguments + [
          "--masks", "masks", "--report", "r.json", "--allow", "nothing",
        ],
        in: folder)
      let pairs = try Findings("r.json", in: folder).pairs
      return (pairs.map(\.changed), run.standardError)
    }
    let masked = try changed()
    #expect(masked.counts == [nil] && !masked.messages.contains("no pair"), "\(masked.messages)")
    if name.utf8.elementsEqual(spelling.utf8) { return }
    let clear = PNGFixture.plain(width: 100, height: 100, color: [255, 255, 255]).encoded()
    try folder.write(clear, to: "masks/sub/\(name).png")
    let exact = try changed()
    #expect(exact.counts == [2000])
    #expect(exact.messages.contains("no pair has the same path as the mask 'masks/sub/"))
  }

  @Test("The mask of a resized pair may have the size of either picture", arguments: [40, 50])
  func resized(width: Int) throws {
    let folder = try AllowedPairTests.folders([:])
    let mask = PNGFixture.plain(width: width, height: 30, color: [0, 0, 0])
    try folder.write(mask.encoded(), to: "masks/wide.png")
    let run = try CommandRun(
      ComparedFolders.arguments + ["--masks", "masks", "--report", "r.json"], in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let pairs = try Findings("r.json", in: folder).pairs
    #expect(pairs.map(\.status) == ["resized"] && pairs[0].changed == (50 - width) * 30)
  }

  @Test("A mask of the wrong size, an unreadable mask and a missing folder are refused")
  func mistakes() throws {
    let folder = try Self.folders()
    func error(_ mask: [UInt8]) throws -> String {
      try folder.write(mask, to: "masks/a.png")
      let run = try CommandRun(ComparedFolders.arguments + ["--masks", "masks"], in: folder)
      #expect(run.status == 2 && folder.contents("s.png") == nil)
      return run.standardError
    }
    let small = PNGFixture.plain(width: 10, height: 20, color: [0, 0, 0]).encoded()
    #expect(
      try error(small).contains("'masks/a.png': it is 10 x 20, but the image is 100 x 100"))
    #expect(try error([1, 2, 3]).contains("cannot use the mask 'masks/a.png'"))
    #expect(try error(Array(Self.mask.dropLast(40))).contains("cannot use the mask 'masks/a.png'"))
    let run = try CommandRun(ComparedFolders.arguments + ["--masks", "nowhere"], in: folder)
    #expect(
      run.status == 2
        && run.standardError.contains("cannot use the masks in 'nowhere': there is no such folder"))
  }

  @Test("Rules that ignore nothing get a note")
  func notes() throws {
    let folder = try Self.folders()
    let run = try CommandRun(
      ComparedFolders.arguments + [
        "--ignore-area", "same.png=100,0,1,1", "--ignore-area", "b.png=0,0,1,1",
      ], in: folder)
    #expect(
      run.standardError.contains("ignores nothing in 'same.png': the area lies outside the image"))
    #expect(run.standardError.contains("no pair matches 'b.png=0,0,1,1'"))
  }
}
