import CommandFixtures
import Foundation
import PNGFixtures
import TestSupport
import Testing

@Suite struct CompareTests {
  /// Two folders with pictures that are equal, changed in one pixel, resized, removed, added, equal
  /// in different encodings, or in a subfolder.
  static func folders() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for side in ["before", "after"] {
      try folder.writePicture("\(side)/same.png", width: 40, height: 30)
      try folder.writePicture("\(side)/sub/2.png", width: 40, height: 30)
    }
    try folder.writePicture("before/dot.png", width: 400, height: 300, color: [240, 240, 240])
    try folder.write(ComparedFolders.dotted(400, 300, x: 111, y: 222), to: "after/dot.png")
    try folder.writePicture("before/large.png", width: 40, height: 30)
    try folder.writePicture("after/large.png", width: 50, height: 30)
    try folder.writePicture("before/gone.png", color: [30, 200, 30])
    try folder.writePicture("after/sub/10.png")
    try folder.writePicture("before/code.png", width: 9, height: 9, color: [10, 20, 30])
    try folder.writePicture("after/code.png", width: 9, height: 9, color: [10, 20, 30, 255])
    return folder
  }

  @Test(
    "Columns are headed by the folders' paths without a common suffix, or else by `before` and `after`",
    arguments: [
      ("linux", "darwin", ["darwin", "linux"]), ("new/shots", "old/shots", ["old", "new"]),
      ("./new/shots/", "old/x", ["x", "shots"]), ("after", "before", ["before", "after"]),
      (".", "old", ["before", "after"]), ("linux/1.png", "darwin/1.png", ["before", "after"]),
    ])
  func sides(now: String, then: String, headings: [String]) throws {
    let folder = TemporaryFolder()
    for (width, name) in [now, then].enumerated() {
      let file = name.hasSuffix(".png") ? name : "\(name)/1.png"
      try folder.writePicture(file, width: 30 + width)
    }
    try CommandRun([now, "--compare", then, "-o", "s.png", "--manifest", "m.json"], in: folder)
    let findings = try Findings("m.json", in: folder)
    #expect(findings.columns?.map(\.heading) == headings + ["difference"])
  }

  @Test(
    "Notes in small cells are set in smaller type, so that they are complete",
    arguments: [32, 40, 64, 200])
  func notesInCells(side: Int) throws {
    let folder = TemporaryFolder()
    for name in ["before/a.png", "after/a.png", "before/b.png", "after/c.png"] {
      try folder.writePicture(
        name, width: side, height: side, color: [UInt16(name.utf8.count), 9, 9])
    }
    try folder.write(Array("x".utf8), to: "after/a.png")
    let run = try CommandRun(
      ComparedFolders.arguments + ["--cell", "\(side)", "--manifest", "m.json"], in: folder)
    #expect(run.status == 1)
    let cells = try Findings("m.json", in: folder).pages?.first?.emptyCells
    let texts = cells?.compactMap(\.text) ?? []
    #expect(Set(texts.map(\.text)).isSuperset(of: ["not compared", "added", "removed"]))
    for text in texts {
      #expect(
        (text.shown ?? text.text).filter { !$0.isWhitespace } == text.text.filter { $0 != " " })
      #expect(text.size >= 6 && (side < 200 || text.size == texts.map(\.size).max()))
    }
  }

  @Test("Pictures are paired by path, each pair that differs gets a row, and the status is 3")
  func plain() throws {
    let folder = try Self.folders()
    let run = try CommandRun(
      ComparedFolders.arguments + ["--manifest", "m.json", "--report", "r.json"], in: folder)
    #expect(run.status == 3)
    #expect(
      run.standardError.hasSuffix("contactsheet: 2 of 5 pairs differ; 1 added and 1 removed\n"),
      "\(run.standardError)")
    #expect(run.standardOutput.isEmpty)
    let manifest = try Findings("m.json", in: folder)
    #expect(
      manifest.statuses == [
        "same.png": "equal", "sub/2.png": "equal", "code.png": "equal", "dot.png": "different",
        "large.png": "resized", "gone.png": "removed", "sub/10.png": "added",
      ])
    let dot = try #require(manifest.pairs.first { $0.path == "dot.png" })
    #expect(dot.changed == 1 && dot.share == 1 / 120_000)
    #expect(dot.box.map { [$0.x, $0.y, $0.width, $0.height] } == [111, 222, 1, 1])
    #expect(dot.regions == [.init(x: 111, y: 222, width: 1, height: 1, changed: 1)])
    let large = try #require(manifest.pairs.first { $0.path == "large.png" })
    #expect(large.regions == [.init(x: 40, y: 0, width: 10, height: 30, changed: 300)])
    #expect(large.before == .init(width: 40, height: 30))
    #expect(large.after == .init(width: 50, height: 30))
    #expect(manifest.pairs.count { $0.regions != nil } == 2)
    #expect(manifest.pairs.count { $0.before != nil || $0.after != nil } == 1)
    #expect(large.changed == 300 && large.share == 0.2)
    #expect(
      manifest.rows?.map(\.heading) == [
        "dot.png (1 pixel)", "gone.png", "large.png (resized from 40 x 30 to 50 x 30, 20.0 %)",
        "sub/10.png",
      ])
    #expect(manifest.version == 5)
    #expect(manifest.options?.tolerance == 0.1 && manifest.options?.ignoreAntialiasing == true)
    let page = try #require(manifest.pages?.first)
    #expect(
      page.tiles.map(\.source) == [
        "before/dot.png", "after/dot.png", "after/dot.png", "before/gone.png", "before/large.png",
        "after/large.png", "after/large.png", "after/sub/10.png",
      ])
    #expect(page.tiles.compactMap(\.comparedWith) == ["before/dot.png", "before/large.png"])
    #expect(page.emptyCells?.compactMap(\.text?.text) == ["removed", "added"])
    #expect(page.emptyCells?.count == 4)
    let report = try Findings("r.json", in: folder)
    #expect(report.pairs == manifest.pairs && report.exitStatus == 3)
    // Findings do not depend on which pairs are shown.
    for shown in ["all", "none"] {
      try CommandRun(
        ComparedFolders.arguments + ["--compare-show", shown, "--report", "r.json"], in: folder)
      #expect(try Findings("r.json", in: folder).pairs == manifest.pairs, "\(shown)")
    }
    #expect(manifest.pairs.first { $0.path == "same.png" }?.changed == 0)
  }

  @Test("A single changed pixel stands out even in a small tile")
  func onePixel() throws {
    let folder = try Self.folders()
    for cell in ["16", "40", "399", "700"] {
      for upscale in ["--upscale", "--no-upscale"] {
        try CommandRun(
          ComparedFolders.arguments + ["--cell", cell, upscale, "--manifest", "m.json"], in: folder)
        let tile = try #require(
          try Findings("m.json", in: folder).pages?[0].tiles.first { $0.comparedWith != nil })
        let isLarge = cell == "399" || cell == "700" && upscale == "--no-upscale"
        #expect(tile.rings?.count == (isLarge ? 1 : nil), "\(cell) \(upscale)")
        // A ring has the same colour as the pixel inside it, so only its inside is examined.
        var area = try #require(tile.image)
        if let ring = tile.rings?.first {
          area = Manifest.Rectangle(ring.x + 5, ring.y + 5, ring.width - 10, ring.height - 10)
        }
        let sheet = try DecodedSheet(try #require(folder.contents("s.png")))
        var changed = 0
        for y in Int(area.y)..<Int(area.y + area.height) {
          for x in Int(area.x)..<Int(area.x + area.width)
          where sheet.pixel(x, y) == [205, 0, 135] { changed += 1 }
        }
        #expect(changed >= 1 && changed <= 9, "\(cell) \(upscale): \(changed)")
      }
    }
  }

  @Test(
    "A dry run compares as well, with the same counts and the same status",
    arguments: [
      [], ["--compare-show", "all"], ["--compare-show", "none"], ["--tolerance", "1"],
    ])
  func dryRun(_ options: [String]) throws {
    let folder = try Self.folders()
    try folder.write([1, 2, 3], to: "before/broken.png")
    for isBroken in [false, true] {
      if isBroken { try folder.write([4, 5], to: "after/broken.png") }
      let arguments = ComparedFolders.arguments + options + ["--manifest", "m.json"]
      let run = try CommandRun(arguments, in: folder)
      let pairs = try Findings("m.json", in: folder).pairs
      let dry = try CommandRun(arguments + ["--dry-run"], in: folder)
      #expect(run.status == 1 && dry.status == 1)
      #expect(run.standardError == dry.standardError)
      #expect(try Findings("m.json", in: folder).pairs == pairs)
    }
  }

  @Test("If nothing differs, the sheet says so on one line and the status is 0")
  func nothing() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      for side in ["then", "now"] { try folder.writePicture("\(side)/\(name).png") }
    }
    let arguments = ["now", "--compare", "then", "-o", "s.png", "--manifest", "m.json"]
    let run = try CommandRun(arguments, in: folder)
    #expect(run.status == 0)
    #expect(run.standardError == "contactsheet: 3 pairs, none of which differs\n")
    let manifest = try Findings("m.json", in: folder)
    #expect(manifest.pages?[0].tiles.isEmpty == true)
    #expect(manifest.pages?[0].texts?.map(\.text) == ["3 pairs, none of which differs"])
    let sheet = try #require(folder.contents("s.png"))
    #expect(try DecodedSheet(sheet).height > 20)
    try CommandRun(["--from-plan", "m.json"], in: folder)
    #expect(folder.contents("s.png") == sheet)
    #expect(
      try CommandRun(arguments + ["--compare-show", "all"], in: folder).status == 0)
    #expect(try Findings("m.json", in: folder).pages?[0].tiles.count == 6)
  }

  @Test("Unreadable pictures are reported with status 1, whether or not other pictures differ")
  func unreadable() throws {
    for damaged in ["before/same.png", "after/same.png", "after/sub/10.png", "before/gone.png"] {
      let folder = try Self.folders()
      let whole = try #require(folder.contents(damaged))
      for cut in [3, whole.count - 20] {
        try folder.write(Array(whole[..<cut]), to: damaged)
        for policy in ["placeholder", "skip"] {
          for shown in ["changed", "none"] {
            let run = try CommandRun(
              ComparedFolders.arguments + [
                "--report", "r.json", "--on-error", policy, "--compare-show", shown,
              ], in: folder)
            let comment = Comment(rawValue: "\(damaged) \(cut) \(policy) \(shown)")
            #expect(run.status == 1, comment)
            #expect(run.standardError.contains("cannot read '\(damaged)'"), comment)
            let status = try Findings("r.json", in: folder).statuses[
              damaged.split(separator: "/").dropFirst().joined(separator: "/")]
            let isPair = damaged.hasSuffix("same.png")
            #expect(
              status == (isPair ? "unreadable" : damaged.contains("gone") ? "removed" : "added"),
              comment)
          }
        }
        let failed = try CommandRun(ComparedFolders.arguments + ["--on-error", "fail"], in: folder)
        #expect(failed.status == 2)
      }
    }
  }

  @Test(
    "A sheet is written even if no pair can be read, and equally damaged files are not equal"
  )
  func onlyDamage() throws {
    let folder = TemporaryFolder()
    try folder.write([1, 2, 3], to: "before/a.png")
    try folder.write([1, 2, 3], to: "after/a.png")
    for shown in ["changed", "all", "none"] {
      let run = try CommandRun(ComparedFolders.arguments + ["--compare-show", shown], in: folder)
      #expect(run.status == 1, "\(shown)")
    }
    try folder.write([1, 2], to: "after/a.png")
    let run = try CommandRun(ComparedFolders.arguments + ["--manifest", "m.json"], in: folder)
    #expect(run.status == 1, "\(run.standardError)")
    #expect(folder.contents("s.png") != nil)
    #expect(try Findings("m.json", in: folder).statuses == ["a.png": "unreadable"])
    // If the pair is left out, only the line of text remains.
    let skipped = try CommandRun(
      ComparedFolders.arguments + ["--on-error", "skip", "--manifest", "m.json"], in: folder)
    #expect(skipped.status == 1, "\(skipped.standardError)")
    let texts = try Findings("m.json", in: folder).pages?[0].texts?.map(\.text)
    #expect(texts == ["1 pair could not be compared"])
  }

  @Test(
    "A comparison's plan renders the same bytes without comparing again, even in shards"
  )
  func plans() throws {
    let folder = try Self.folders()
    let pages = ["--max-height", "200"]
    let arguments = ["after", "--compare", "before", "-o", "s-%d.png"] + pages
    #expect(
      try CommandRun(arguments + ["--manifest", "m.json", "--depfile", "d.d"], in: folder).status
        == 3)
    let names = folder.names.filter { $0.hasPrefix("s-") }.sorted()
    #expect(names.count > 1)
    let sheets = names.map { folder.contents($0) }
    let rule = String(decoding: try #require(folder.contents("d.d")), as: UTF8.self)
    for side in ["before", "after"] {
      for name in ["same.png", "dot.png", "code.png"] { #expect(rule.contains("\(side)/\(name)")) }
    }
    for name in names {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    #expect(try CommandRun(["--from-plan", "m.json"], in: folder).status == 0)
    #expect(names.map { folder.contents($0) } == sheets)
    for name in names {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
    }
    for shard in 1...2 {
      let run = try CommandRun(["--from-plan", "m.json", "--shard", "\(shard)/2"], in: folder)
      #expect(run.status == 0)
    }
    #expect(names.map { folder.contents($0) } == sheets)
    // Rendering a plan writes the same plan.
    let manifest = folder.contents("m.json")
    try CommandRun(["--from-plan", "m.json", "--manifest", "m2.json"], in: folder)
    #expect(folder.contents("m2.json") == manifest)
  }

  @Test("With a list, only the listed paths are compared with the earlier folder")
  func lists() throws {
    let folder = TemporaryFolder()
    for name in ["img/a.png", "img/b.png", "img/c.png"] {
      try folder.writePicture("old/\(name)")
      try folder.writePicture(name, color: [9, 9, 9])
    }
    try folder.writePicture("img/new.png")
    try folder.writePicture("old/img/gone.png", color: [30, 200, 30])
    let list = "img/c.png\nimg/gone.png\nimg/a.png\nimg/new.png\n"
    let run = try CommandRun(
      ["--files-from", "-", "--compare", "old", "-o", "s.png", "--report", "r.json"], in: folder,
      input: Data(list.utf8))
    #expect(run.status == 3, "\(run.standardError)")
    let pairs = try Findings("r.json", in: folder).pairs
    #expect(pairs.map(\.path) == ["img/c.png", "img/gone.png", "img/a.png", "img/new.png"])
    #expect(pairs.map(\.status) == ["different", "removed", "different", "added"])
    // Files and several folders can be compared as well.
    try CommandRun(
      ["img/a.png", "img/gone.png", "--compare", "old", "-o", "s.png", "--report", "r.json"],
      in: folder)
    #expect(try Findings("r.json", in: folder).pairs.map(\.status) == ["different", "removed"])
    let outside = try CommandRun(["../x.png", "--compare", "old", "-o", "s.png"], in: folder)
    #expect(outside.status == 2)
    #expect(outside.standardError.contains("is not below the working folder"))
  }

  @Test(
    "Comparing a file or folder with itself is a usage error",
    arguments: [
      ["shots", "--compare", "shots"], ["shots", "--compare", "shots/../shots/."],
      ["shots", "--compare", "link"], ["link", "--compare", "shots"],
      ["shots/a.png", "shots/b.png", "--compare", "."], ["shots", "--compare", "links"],
      ["shots", "shots/sub", "--compare", "."],
    ])
  func itself(_ arguments: [String]) throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "sub/c"] { try folder.writePicture("shots/\(name).png") }
    #expect(symlink("shots", folder.path("link")) == 0)
    try folder.writePicture("links/sub/c.png")
    for name in ["a.png", "b.png", "sub/c.png"] {
      #expect([0, -1].contains(unlink(folder.path("links/\(name)"))))
      #expect(symlink(folder.path("shots/\(name)"), folder.path("links/\(name)")) == 0)
    }
    let run = try CommandRun(arguments + ["-o", "s.png", "--report", "r.json"], in: folder)
    #expect(run.status == 64, "\(run.standardError)")
    #expect(run.standardError.contains("before and after are the same"))
    #expect(run.standardError.contains("name the folder of the earlier images"))
    #expect(!folder.names.contains("s.png"))
  }

  @Test(
    "Two hard links count as two files; two symbolic links to one file make an equal pair, with a note"
  )
  func links() throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] { try folder.writePicture("shots/\(name).png") }
    try folder.writePicture("hard/d.png")
    #expect(unlink(folder.path("hard/d.png")) == 0)
    for name in ["a", "b", "c"] {
      #expect(link(folder.path("shots/\(name).png"), folder.path("hard/\(name).png")) == 0)
    }
    let hard = try CommandRun(["shots", "--compare", "hard", "-o", "s.png"], in: folder)
    #expect(hard.status == 0)
    #expect(hard.standardError == "contactsheet: 3 pairs, none of which differs\n")

    try folder.writePicture("before/a.png", color: [9, 9, 9])
    for name in ["b", "c"] {
      #expect(symlink("../shots/\(name).png", folder.path("before/\(name).png")) == 0)
    }
    let some = try CommandRun(["shots", "--compare", "before", "-o", "s.png"], in: folder)
    #expect(some.status == 3)
    #expect(
      some.standardError.contains(
        "in 2 pairs, both images are the same file because of links, so they count as equal; "
          + "the first is 'b.png'"))
    #expect(some.standardError.hasSuffix("1 of 3 pairs differs\n"))
  }

  @Test("If two folders have no path in common, nothing is compared")
  func nothingInCommon() throws {
    let folder = TemporaryFolder()
    for name in ["a.new", "b.new"] { try folder.writePicture("after/\(name).png") }
    try folder.writePicture("before/a.old.png", color: [30, 200, 30])
    let run = try CommandRun(["after", "--compare", "before", "-o", "s.png"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError
        == "contactsheet: cannot compare the images: no path occurs in both folders (before has "
        + "only 'a.old.png', after has 2 images, the first of which is 'a.new.png'); name the two folders "
        + "below which the paths are the same, or pair the names with --match\n")
    #expect(!folder.names.contains("s.png"))
    // The first build has no earlier pictures, so all pictures are new.
    #expect(unlink(folder.path("before/a.old.png")) == 0)
    #expect(
      try CommandRun(["after", "--compare", "before", "-o", "s.png"], in: folder).status == 3)
  }

  @Test(
    "With --root, both pictures of a pair must be below the root, and their paths are relative to it"
  )
  func root() throws {
    let folder = try Self.folders()
    try CommandRun(ComparedFolders.arguments + ["--root", ".", "--manifest", "m.json"], in: folder)
    let tile = try #require(
      try Findings("m.json", in: folder).pages?[0].tiles.first { $0.comparedWith != nil })
    #expect(tile.source == "after/dot.png" && tile.comparedWith == "before/dot.png")
    let sheet = folder.contents("s.png")
    let other = try CommandRun(
      ["--from-plan", folder.url.appendingPathComponent("m.json").path, "-o", "s.png"],
      in: TemporaryFolder())
    #expect(other.status == 2 || folder.contents("s.png") == sheet)
    let refused = try CommandRun(
      ComparedFolders.arguments + ["--root", "after", "--manifest", "after/m.json"], in: folder)
    #expect(refused.status == 2, "\(refused.standardError)")
  }

  @Test(
    "Comparing a wide and a tall picture needs no bitmap as wide as one and as tall as the other")
  func longAndHigh() throws {
    let folder = TemporaryFolder()
    let side = 50_000
    try folder.writePicture("before/a.png", width: side, height: 1, color: [9, 9, 9])
    try folder.writePicture("after/a.png", width: 1, height: side, color: [200, 9, 9])
    // Comparing every pixel of the combined area would take minutes here.
    let run = try CommandRun(
      ComparedFolders.arguments + ["--cell", "90", "--report", "r.json"], in: folder)
    #expect(run.status == 3, "\(run.standardError)")
    let pair = try #require(try Findings("r.json", in: folder).pairs.first)
    #expect(pair.status == "resized" && pair.changed == 2 * side - 1)
  }

  @Test("Differences can be written as a PDF")
  func pdf() throws {
    let folder = try Self.folders()
    let run = try CommandRun(["after", "--compare", "before", "-o", "s.pdf"], in: folder)
    #expect(run.status == 3)
    #expect(folder.contents("s.pdf")?.starts(with: Array("%PDF-1.5".utf8)) == true)
    #expect(try CommandRun(["now", "--compare", "before", "-o", "s.pdf"], in: folder).status == 2)
  }

  @Test("No input is overwritten, even if it is not shown")
  func inputs() throws {
    let folder = try Self.folders()
    for input in ["before/same.png", "after/same.png", "before/dot.png"] {
      let old = folder.contents(input)
      let run = try CommandRun(
        ["after", "--compare", "before", "-o", input, "--force"], in: folder)
      #expect(run.status == 2)
      #expect(folder.contents(input) == old)
    }
  }

  @Test(
    "Options that would have no effect are refused, each with the reason",
    arguments: [
      (["--layout", "grid"], "--compare makes a matrix, not a grid; leave out one of them"),
      (["--columns", "3"], "combine --columns and --compare: --compare makes a matrix; leave"),
      (["--tolerance", "2"], "write a number from 0 to 1"),
      (["--compare", "nowhere"], "cannot compare with 'nowhere': there is no such folder"),
    ])
  func mistakes(_ options: [String], _ message: String) throws {
    let folder = try Self.folders()
    let run = try CommandRun(["after", "--compare", "before", "-o", "s.png"] + options, in: folder)
    #expect(run.status == (options[0] == "--compare" ? 2 : 64))
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(try CommandRun(["after", "--tolerance", "0.2"], in: folder).status == 64)
  }
}

extension TemporaryFolder {
  fileprivate func path(_ name: String) -> String { url.appending(path: name).path }
}
