import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Runs that find no pictures, and `--allow nothing`, which accepts that.
@Suite struct NoPicturesTests {
  /// A folder with one picture, a folder without pictures, an empty list, and a sheet of an earlier
  /// run.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.writePicture("photos/1.png")
    try folder.write([], to: "none/notes.txt")
    try folder.write([], to: "list")
    #expect(try CommandRun(["photos", "-o", "old.png"], in: folder).status == 0)
    return folder
  }

  @Test(
    "With --allow nothing, a run without pictures writes no sheet and succeeds; otherwise it fails",
    arguments: [
      (["none"], "no images in 'none'"), (["--files-from", "list"], "the lists are empty"),
      (["-"], "the lists are empty"), (["photos", "--files-from", "list"], "'list' is empty"),
      (["photos", "--where", "rating > 4"], "does not meet 'rating > 4'"),
      (["photos", "--exclude", "*"], "1 left out by patterns"),
      (["photos", "--duplicates", "only"], "there is only one image"),
    ])
  func accepted(inputs: [String], reason: String) throws {
    let folder = try Self.folder()
    let arguments = inputs + ["-o", "s.png", "--manifest", "m.json", "--report", "r.json"]
    let refused = try CommandRun(arguments, in: folder)
    #expect(refused.status == 2 && refused.standardError.contains(reason))
    let run = try CommandRun(arguments + ["--allow", "nothing"], in: folder)
    #expect(run.status == 0 && run.standardOutput.isEmpty, "\(run.standardError)")
    #expect(run.standardError.hasPrefix("contactsheet: no sheet is written: "))
    #expect(run.standardError.contains(reason), "\(run.standardError)")
    #expect(folder.names.isDisjoint(with: ["s.png", "m.json"]))
    let report = String(decoding: folder.contents("r.json") ?? [], as: UTF8.self)
    #expect(report.contains("\"exitStatus\" : 0") && report.contains("\"noSheet\""), "\(report)")
  }

  @Test("A sheet from an earlier run is left unchanged, and a note says so")
  func earlierSheet() throws {
    let folder = try Self.folder()
    let old = folder.contents("old.png")
    let run = try CommandRun(["none", "--allow", "nothing", "-o", "old.png"], in: folder)
    #expect(run.status == 0 && folder.contents("old.png") == old)
    #expect(run.standardError.contains("'old.png' is unchanged"), "\(run.standardError)")
  }

  @Test("Without pictures, --list and --dry-run print nothing and succeed with --allow nothing")
  func listing() throws {
    let folder = try Self.folder()
    for option in ["--list", "--dry-run"] {
      #expect(try CommandRun(["none", option], in: folder).status == 2)
      let run = try CommandRun(["none", option, "--allow", "nothing"], in: folder)
      #expect(run.status == 0 && run.standardOutput.isEmpty, "\(run.standardError)")
    }
  }

  @Test(
    "A mistake is an error even with --allow nothing",
    arguments: [
      ["nowhere"], ["--files-from", "nowhere"], ["photos", "--where", "raating > 4"],
      ["photos", "--layout", "matrix", "--columns-by", "{nothing}"],
    ])
  func mistakes(inputs: [String]) throws {
    let folder = try Self.folder()
    let run = try CommandRun(inputs + ["--allow", "nothing", "-o", "s.png"], in: folder)
    #expect(run.status != 0 && !folder.names.contains("s.png"), "\(run.standardError)")
  }

  @Test("A sheet of pictures is the same with and without --allow nothing")
  func pictures() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["photos", "--allow", "nothing", "-o", "s.png"], in: folder)
    #expect(run.status == 0 && folder.contents("s.png") == folder.contents("old.png"))
  }

  @Test("If a pattern only lacks the extension, the error suggests the pattern with an extension")
  func patternWithoutExtension() throws {
    let folder = TemporaryFolder()
    for name in ["brick_albedo.png", "brick_rough.png"] { try folder.writePicture("tex/\(name)") }
    func run(_ patterns: [String]) throws -> CommandRun {
      try CommandRun(
        ["tex"] + patterns.flatMap { ["--include", $0] } + ["-o", "s.png"], in: folder)
    }
    let lacking = try run(["*albedo"])
    let advice = "(2 left out by patterns); --include '*albedo.*' also matches extensions"
    #expect(lacking.standardError.contains(advice), "\(lacking.standardError)")
    #expect(try run(["*albedo.*"]).status == 0)
    for others in [["*normal"], ["*albedo", "*normal"]] {
      let run = try run(others)
      #expect(run.standardError.contains("; change the patterns"), "\(run.standardError)")
    }
  }

  @Test("In a project file, --allow nothing does not affect runs that have pictures")
  func projectFile() throws {
    let folders = try Folders(project: "--allow nothing\n--allow 5%\n")
    try folders.work.writePicture("1.png")
    try folders.work.write([], to: "none/notes.txt")
    #expect(try folders.run(["."]).status == 0)
    // The file is meant for comparisons, since it also allows changes.
    #expect(try folders.run(["none"]).status == 2)
  }

  @Test("The errors about an empty list and about misnamed options suggest --allow nothing")
  func suggested() throws {
    let folder = try Self.folder()
    let run = try CommandRun(["--files-from", "list"], in: folder)
    #expect(run.standardError.contains("or use --allow nothing to accept a run without images"))
    for option in ["--allow-empty", "--on-empty", "--no-run-if-empty"] {
      let run = try CommandRun(["photos", option], in: folder)
      #expect(run.status == 64 && run.standardError.contains("did you mean --allow nothing?"))
    }
  }
}
