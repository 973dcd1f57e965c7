import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Plans that name files outside the folder that they may read.
@Suite struct PlanConfinementTests {
  /// A folder `a` with two pictures and a two-page plan of them, and a folder `out` beside it.
  ///
  /// `out` has pictures of the same sizes. Links lead from `a` to `out`, and within `a`.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["a/1", "a/2", "a/deep/1", "out/1", "out/2", "else/1"] {
      try folder.writePicture("\(name).png")
    }
    for (name, destination) in [
      ("a/escape", "../out"), ("a/escape.png", "../out/1.png"), ("a/new.png", "../out/new.png"),
      ("a/inside", "deep"), ("a/inside.png", "deep/1.png"), ("b", "a"),
      ("a/absolute.png", "\(folder.url.path)/a/deep/1.png"), ("a/chain.png", "inside/../2.png"),
      ("a/hop.png", "escape.png"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: name).path, withDestinationPath: destination)
    }
    let run = try CommandRun(
      ["a/1.png", "a/2.png", "--root", "a", "-o", "a/s.png", "--per-page", "1"]
        + ["--manifest", "p.json", "--dry-run"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    return folder
  }

  /// Replaces a string in the plan.
  static func replace(_ text: String, with other: String, in folder: TemporaryFolder) throws {
    let plan = String(decoding: folder.contents("p.json") ?? [], as: UTF8.self)
    let name = other.replacing("ABSOLUTE", with: folder.url.path)
    #expect(plan.contains("\"\(text)\""))
    try folder.write(
      Array(plan.replacing("\"\(text)\"", with: "\"\(name)\"").utf8), to: "p.json")
  }

  static func tree(_ folder: TemporaryFolder) -> Set<String> {
    Set(FileManager.default.subpaths(atPath: folder.url.path) ?? [])
  }

  @Test(
    "A picture outside the root is refused before anything is written",
    arguments: [
      "../out/1.png", "./../out/1.png", "deep/../../out/1.png", "ABSOLUTE/out/1.png",
      "ABSOLUTE/a/../out/1.png", "escape/1.png", "escape.png", "hop.png", "inside/../../out/1.png",
      "../none.png", "../none/none.png", "new.png", "/dev/zero", "../a1.png",
      "escape/../a/../out/1.png",
    ])
  func picture(name: String) throws {
    let folder = try Self.folder()
    try Self.replace("2.png", with: name, in: folder)
    let tree = Self.tree(folder)
    for root in ["b", folder.url.path + "/a/"] {
      let run = try CommandRun(
        ["--from-plan", "p.json", "--root", root, "-o", "s.png"], in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains(": it is outside '"), "\(run.standardError)")
      #expect(run.standardError.contains("with --root"))
    }
    #expect(Self.tree(folder) == tree)
  }

  @Test(
    "A picture below the root is rendered, whichever path names it",
    arguments: [
      "deep/1.png", "./deep/../2.png", "ABSOLUTE/a/1.png", "ABSOLUTE/b/1.png", "inside/1.png",
      "inside.png", "absolute.png", "chain.png", "../a/1.png", "escape/../a/1.png",
    ])
  func inside(name: String) throws {
    let folder = try Self.folder()
    try Self.replace("2.png", with: name, in: folder)
    for root in ["a", "b"] {
      let run = try CommandRun(["--from-plan", "p.json", "--root", root], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
    }
  }

  @Test("A missing picture below the root counts as unreadable")
  func missing() throws {
    let folder = try Self.folder()
    try folder.remove("a/2.png")
    let run = try CommandRun(["--from-plan", "p.json", "--root", "a"], in: folder)
    #expect(
      run.status == 1 && run.standardError.contains("cannot read 'a/2.png': it does not exist"))
  }

  @Test(
    "A page outside the root is refused, unless the command line gives the output",
    arguments: [
      "../esc.png", "ABSOLUTE/esc.png", "escape/esc.png", "escape.png", "new.png",
      "deep/../../esc.png",
    ])
  func page(name: String) throws {
    let folder = try Self.folder()
    try Self.replace("s-002.png", with: name, in: folder)
    let tree = Self.tree(folder)
    let outside = folder.contents("out/1.png")
    for options in [["--force"], ["--dry-run"], ["--skip-existing"]] {
      let run = try CommandRun(
        ["--from-plan", "p.json", "--root", "a"] + options, in: folder)
      #expect(run.status == 2)
      #expect(run.standardError.contains("is outside 'a'"), "\(run.standardError)")
      #expect(run.standardError.contains("name the sheet with --output"))
    }
    #expect(Self.tree(folder) == tree && folder.contents("out/1.png") == outside)
    let run = try CommandRun(
      ["--from-plan", "p.json", "--root", "a", "-o", "out/s.png"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(Self.tree(folder).subtracting(tree) == ["out/s-001.png", "out/s-002.png"])
  }

  @Test("Without --root, a plan is trusted even if it contains a root")
  func trusted() throws {
    let folder = try Self.folder()
    try Self.replace("2.png", with: "../out/1.png", in: folder)
    try Self.replace("s-002.png", with: "../out/s.png", in: folder)
    let run = try CommandRun(["--from-plan", "p.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(folder.contents("out/s.png") != nil)
  }

  @Test("Links whose real path is longer than PATH_MAX cannot lead out of the root")
  func longLinks() throws {
    let folder = try Self.folder()
    let long = Array(repeating: String(repeating: "n", count: 200), count: 15)
      .joined(separator: "/")
    for (place, target) in [("out", "half"), ("out/half", "whole")] {
      try FileManager.default.createDirectory(
        atPath: folder.url.appending(path: "\(place)/\(long)").path,
        withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: "out/\(target)").path,
        withDestinationPath: target == "half" ? long : "half/\(long)")
    }
    let far = folder.url.appending(path: "out/whole").path
    defer {
      try? Process.run(URL(filePath: "/bin/rm"), arguments: ["-rf", folder.url.path])
        .waitUntilExit()
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "a/far").path, withDestinationPath: far)
    try folder.writePicture("out/whole/1.png")
    for (old, new, options) in [
      ("2.png", "far/1.png", ["-o", "s.png"]), ("s-002.png", "far/s.png", ["--force"]),
    ] {
      try Self.replace(old, with: new, in: folder)
      let run = try CommandRun(["--from-plan", "p.json", "--root", "a"] + options, in: folder)
      #expect(
        run.status == 2 && run.standardError.contains("is outside 'a'"), "\(run.standardError)")
      try Self.replace(new, with: old, in: folder)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: far) == ["1.png"])
  }

  @Test("With a root, a page cannot be a pipe, on which a run would block")
  func pipe() throws {
    let folder = try Self.folder()
    #expect(mkfifo(folder.url.appending(path: "a/s-002.png").path, 0o600) == 0)
    let run = try CommandRun(["--from-plan", "p.json", "--root", "a"], in: folder)
    #expect(
      run.status == 2 && run.standardError.contains("it is a pipe or device"),
      "\(run.standardError)")
  }

  @Test("With a root, the paths of pages that are not rendered are not checked")
  func otherPages() throws {
    let folder = try Self.folder()
    try Self.replace("2.png", with: "../out/1.png", in: folder)
    let run = try CommandRun(["--from-plan", "p.json", "--root", "a", "--page", "1"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
  }

  @Test(
    "A plan that could not be rendered is not written, and the message suggests a remedy",
    arguments: ["else", "else/1.png", "a/escape/1.png", "a/escape.png", "ABSOLUTE/out/2.png"])
  func made(input: String) throws {
    let folder = try Self.folder()
    let tree = Self.tree(folder)
    let name = input.replacing("ABSOLUTE", with: folder.url.path)
    for options in [[], ["--dry-run"]] {
      let run = try CommandRun(
        ["a/1.png", name, "--root", "a", "-o", "s.png", "--manifest", "q.json"] + options,
        in: folder)
      #expect(run.status == 2)
      #expect(
        run.standardError.contains(
          "is outside 'a', and a plan with a root reads nothing elsewhere; name a folder that "
            + "contains all images with --root"), "\(run.standardError)")
    }
    #expect(Self.tree(folder) == tree)
  }
}
