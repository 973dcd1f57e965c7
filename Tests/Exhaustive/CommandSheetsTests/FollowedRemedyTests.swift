import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Notes about cells that are too small, with each remedy appended to the options of the first run.
@Suite struct FollowedRemedyTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...21 {
      try folder.writePicture(
        "a/DSC_\(number)_with_a_name_of_some_length.png", width: 90, height: 60)
    }
    return folder
  }

  /// The text of a run's note without the remedies, and the options of each remedy.
  private static func note(
    _ options: [String], about words: String, in folder: TemporaryFolder
  ) throws -> (text: String, remedies: [[String]])? {
    let run = try CommandRun(["a", "--font", "builtin", "--dry-run"] + options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    guard let line = run.standardError.split(separator: "\n").first(where: { $0.contains(words) })
    else { return nil }
    let parts = line.split(separator: ";", maxSplits: 1)
    let remedies = (parts.count > 1 ? parts[1] : "").components(separatedBy: " or ").map {
      $0.split(separator: " ").prefix(2).map(String.init)
    }
    return (String(parts[0]), remedies.filter { $0[0].hasPrefix("--") })
  }

  /// Checks that following any one of the remedies removes the note.
  private static func follow(_ options: [String], about words: String) throws -> [[String]] {
    let folder = try folder()
    let note = try #require(try note(options, about: words, in: folder), "\(options)")
    #expect(!note.remedies.isEmpty, "\(options)")
    for remedy in note.remedies {
      var options = options
      if let place = options.firstIndex(of: remedy[0]) {
        options[place + 1] = remedy[1]
      } else {
        options += remedy
      }
      #expect(try Self.note(options, about: words, in: folder) == nil, "\(options)")
    }
    return note.remedies
  }

  @Test(
    "Pictures too small to be recognised get a note, and the size that the note suggests is enough",
    arguments: [
      ["--size", "20", "--margin", "9", "--gap", "30"], ["--size", "40x40", "--margin", "0"],
      ["--size", "60x50", "--gap", "1", "--scale", "fill"],
      ["--size", "20", "--margin", "9", "--layout", "rows"],
      ["--size", "24", "--layout", "masonry"],
      ["--size", "30", "--gap", "4", "--layout", "tiered"],
      ["--size", "70x30", "--layout", "grid:by-columns", "--cell-aspect", "1:1", "--gap", "2"],
    ])
  func tinyPictures(options: [String]) throws {
    let remedies = try Self.follow(options, about: "too small to make anything out")
    #expect(remedies.map(\.first) == ["--size"])
  }

  @Test("Small pictures, and small cells that were asked for, get no note")
  func noNote() throws {
    let folder = try Self.folder()
    let small = TemporaryFolder()
    try small.writePicture("a/1.png", width: 6, height: 4)
    for options in [["--cell", "9"], ["--row-height", "7", "--layout", "rows"], []] {
      #expect(try Self.note(options, about: "too small", in: folder) == nil, "\(options)")
    }
    #expect(try Self.note(["--size", "200"], about: "too small", in: small) == nil)
  }

  @Test(
    "Shortened labels get a note, and each option that the note names shows the labels in full",
    arguments: [
      ["--cell", "18x14"], ["--cell", "60x40"], ["--cell", "60", "--padding", "9"], [],
      ["--size", "400", "--columns", "6"], ["--size", "620"], ["--size", "300x300", "--upscale"],
      ["--size", "620x300", "--scale", "fill"],
      ["--size", "600", "--padding", "3", "--shadow", "9"],
      ["--columns", "5"], ["--cell", "40", "--label-lines", "1"],
    ])
  func labels(options: [String]) throws {
    let long = "a label {name} that is much longer than its cell is wide"
    let remedies = try Self.follow(options + ["--label", long], about: "shortened")
    // Labels of many lines leave hardly any room for the pictures between them.
    for remedy in remedies where remedy[0] == "--label-lines" { #expect(Int(remedy[1])! <= 4) }
  }
}
