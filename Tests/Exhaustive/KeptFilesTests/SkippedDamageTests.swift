import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

/// `--on-error skip` when damage shows only while decoding.
@Suite struct SkippedDamageTests {
  static let names = (0..<12).map { "\($0 < 10 ? "0" : "")\($0).png" }
  static let damaged = ["02.png", "07.png", "11.png"]

  /// Pictures, some of which are damaged after their headers, and a list of the undamaged ones.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (index, name) in names.enumerated() {
      try folder.writePicture(
        "in/\(name)", width: 40 + index, height: 30, color: [UInt16(20 * index), 9, 9])
    }
    for name in damaged {
      var file = try #require(folder.contents("in/\(name)"))
      file[50] ^= 0xFF
      try folder.write(file, to: "in/\(name)")
    }
    let others = names.filter { !damaged.contains($0) }.map { "in/\($0)" }
    try folder.write(Array(others.joined(separator: "\n").utf8), to: "others")
    return folder
  }

  static let layouts = [
    ["--label", "{name} {index}"], ["--per-page", "4"], ["--layout", "rows", "--size", "300"],
    ["--group-by", "{width}", "--per-page", "5"], ["--copies", "3", "--label", "{index}"],
  ]

  @Test(
    "Damaged pictures leave no empty cells: the sheet is the same as one made without them",
    arguments: layouts)
  func leftOut(options: [String]) throws {
    let folder = try Self.folder()
    func pages() -> [String: [UInt8]?] {
      let names = folder.names.filter { $0.hasPrefix("s") }
      return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.contents($0)) })
    }
    let expected = try CommandRun(["--files-from", "others", "-o", "s.png"] + options, in: folder)
    #expect(expected.status == 0, "\(expected.standardError)")
    let sheets = pages()
    for name in sheets.keys {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    for jobs in ["1", "3"] {
      let run = try CommandRun(
        ["in", "--on-error", "skip", "-o", "s.png", "--manifest", "m.json", "--jobs", jobs]
          + options, in: folder)
      #expect(run.status == 1, "\(run.standardError)")
      for name in Self.damaged {
        #expect(run.standardError.contains("cannot read 'in/\(name)'"), "\(run.standardError)")
      }
      #expect(pages() == sheets, "\(options) \(jobs)")
      let manifest = try Manifest(Data(try #require(folder.contents("m.json"))))
      #expect(manifest.tiles.allSatisfy { $0.status == "ok" })
      #expect(Set(manifest.unreadable.map(\.source)) == Set(Self.damaged.map { "in/\($0)" }))
      #expect(!folder.names.contains { $0.hasPrefix(".") })
    }
  }

  @Test(
    "Even a sheet sent to a pipe, whose bytes cannot be changed later, has no empty cells")
  func standardOutput() throws {
    let folder = try Self.folder()
    let expected = try CommandRun(["--files-from", "others", "-o", "-"], in: folder)
    let run = try CommandRun(["in", "--on-error", "skip", "-o", "-"], in: folder)
    #expect(run.status == 1)
    #expect(run.standardOutput == expected.standardOutput)
  }

  @Test("In plans, shards and single pages, tiles keep their places, and a note says so")
  func places() throws {
    let folder = try Self.folder()
    let options = ["in", "--on-error", "skip", "--per-page", "4", "-o", "s-%d.png"]
    try CommandRun(options + ["--dry-run", "--manifest", "m.json"], in: folder)
    let plan = try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(plan.status == 1)
    #expect(plan.standardError.contains("3 images could not be skipped and have placeholders"))
    let names = folder.names.filter { $0.hasPrefix("s-") }.sorted()
    #expect(names.count == 3)
    let sheets = names.map { folder.contents($0) }
    for name in names {
      try FileManager.default.removeItem(at: folder.url.appending(path: name))
    }
    for shard in 1...3 {
      let run = try CommandRun(["--from-plan", "m.json", "--shard", "\(shard)/3"], in: folder)
      #expect(
        run.status == 1 && run.standardError.contains("1 image could not be skipped and has a"))
    }
    #expect(names.map { folder.contents($0) } == sheets)
    let page = try CommandRun(options + ["--page", "2"], in: folder)
    #expect(page.status == 1 && page.standardError.contains("fixes the places of tiles"))
    #expect(folder.contents("s-2.png") == sheets[1])
  }

  @Test("If all pictures are damaged, nothing is written and an older sheet stays")
  func all() throws {
    let folder = try Self.folder()
    try CommandRun(["--files-from", "others", "-o", "s.png"], in: folder)
    let older = folder.contents("s.png")
    let run = try CommandRun(
      Self.damaged.map { "in/\($0)" } + ["--on-error", "skip", "-o", "s.png"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("none of the 3 images can be read"))
    #expect(folder.contents("s.png") == older)
  }
}
