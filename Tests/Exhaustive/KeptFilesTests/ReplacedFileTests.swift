import CommandFixtures
import Foundation
import JPEGFixtures
import SheetPictures
import TestSupport
import Testing

/// Files that are replaced just before they are opened.
///
/// As in ``FaultTests``, each run replaces a file at a later opening, whose number grows by about a
/// sixth each time.
@Suite(.needs(.faults))
struct ReplacedFileTests {
  /// What replaces a file, by its letter in `Tests/Faults/faults.c`.
  enum Replacement: String, CaseIterable {
    case pipe = "p"
    case folder = "d"
    case device = "z"
    case brokenLink = "l"
  }

  static let modes = [
    ["now", "--table", "t.csv", "--label", "{title}", "-o", "s.png", "--keep-unchanged"],
    ["now", "--compare", "then", "-o", "s.png"],
    ["now", "--list"],
    ["--from-plan", "m.json", "-o", "s.png"],
    ["--files-from", "list.txt", "--label", "{rating} {text:Title:a}", "-o", "s.png"],
    ["now", "--dry-run", "--label", "{width} {text:Title}", "--manifest", "n.json", "-o", "s.png"],
  ]

  @Test(
    "Whatever replaces a file before it is opened, the run ends and its outputs are complete",
    arguments: modes, Replacement.allCases)
  func replaced(arguments: [String], by replacement: Replacement) throws {
    let folder = TemporaryFolder()
    for side in ["now", "then"] {
      for name in ["a.png", "b.png"] {
        try folder.writePicture("\(side)/\(name)", width: side == "now" ? 40 : 41)
      }
    }
    if JPEGFixture.isAvailable { try folder.write(JPEGFixture().encoded(), to: "now/c.jpg") }
    try folder.write(Array("path,title\na.png,A\n".utf8), to: "t.csv")
    try folder.write(Array("now/a.png\nthen/b.png\n".utf8), to: "list.txt")
    try folder.write(Array("<x xmp:Rating=\"4\"/>".utf8), to: "now/a.png.xmp")
    // A sheet and plans of an earlier run, which the command reads. A pipe left in their place
    // would be written to.
    for plan in ["m.json", "n.json"] {
      try CommandRun(["now", "-o", "s.png", "--manifest", plan], in: folder)
    }
    let inputs = [
      "now/a.png", "now/b.png", "now/c.jpg", "then/a.png", "then/b.png", "now/a.png.xmp",
      "list.txt",
    ]
    let files = Dictionary(
      uniqueKeysWithValues: (inputs + ["t.csv", "m.json", "n.json", "s.png"]).compactMap { name in
        folder.contents(name).map { (name, $0) }
      })
    // A list may be a pipe, and a run blocks on a pipe, so the pictures of the list are named
    // instead.
    let arguments =
      replacement == .pipe && arguments[0] == "--files-from"
      ? ["now/a.png", "then/b.png"] + arguments[2...] : arguments
    var (number, statuses) = (1, Set<Int32>())
    while true {
      for (name, contents) in files {
        try? FileManager.default.removeItem(at: folder.url.appending(path: name))
        try folder.write(contents, to: name)
      }
      let faults = try Faults("open:\(number)\(replacement.rawValue)")
      let run = try CommandRun(
        ["--signal=KILL", "30", CommandRun.executable.path] + arguments + ["--jobs", "1"],
        in: folder, variables: faults.variables,
        executable: URL(fileURLWithPath: "/usr/bin/timeout"))
      let comment = Comment(rawValue: "open \(number): \(run.status), \(run.standardError)")
      #expect([0, 1, 2, 3].contains(run.status), comment)
      #expect(run.status == 0 || !run.standardError.isEmpty, comment)
      #expect(!folder.names.contains { $0.hasPrefix(".") }, comment)
      let type = try? FileManager.default.attributesOfItem(
        atPath: folder.url.appending(path: "s.png").path)[.type]
      if type as? FileAttributeType == .typeRegular, let sheet = folder.contents("s.png") {
        #expect(DecodingOutcome(sheet, .libpng).error == nil, comment)
      }
      statuses.insert(run.status)
      guard faults.hasHappened else { break }
      number += 1 + number / 6
    }
    #expect(number > 5, "files are opened")
    #expect(statuses.count > 1, "something is replaced")
  }
}
