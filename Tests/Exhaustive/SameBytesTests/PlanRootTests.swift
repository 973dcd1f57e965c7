import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Plans whose paths are relative to a folder other than the working folder.
@Suite struct PlanRootTests {
  static let options = ["--cell", "32", "--per-page", "6", "--font", "builtin"]

  /// A folder with ten pictures in `a/pics`, and empty folders `plans` and `else`.
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...10 {
      try folder.writePicture(
        "a/pics/\(number).png", width: 30 + number, height: 40,
        color: [UInt16(20 * number), 90, 60])
    }
    for name in ["plans", "else"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: false)
    }
    return folder
  }

  static func manifest(_ name: String, in folder: TemporaryFolder) throws -> Manifest {
    try Manifest(Data(folder.contents(name) ?? []))
  }

  static func move(_ name: String, to other: String, in folder: TemporaryFolder) throws {
    try FileManager.default.moveItem(
      at: folder.url.appending(path: name), to: folder.url.appending(path: other))
  }

  @Test(
    "Paths below the root are relative to it, whichever of its names is given",
    arguments: [
      ("a/pics", "a", "a/s.png"), ("./a/./pics", "./a/", "./a/s.png"),
      ("link/pics", "link", "a/s.png"),
      ("a/pics", "link", "a/s.png"), ("ABSOLUTE/a/pics", "a", "ABSOLUTE/a/s.png"),
      ("a/pics", "ABSOLUTE/a", "a/s.png"),
    ])
  func below(pictures: String, root: String, output: String) throws {
    let folder = try Self.folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link").path, withDestinationPath: "a")
    let words = [pictures, "--root", root, "-o", output, "--manifest", "plans/p.json", "--dry-run"]
    let run = try CommandRun(
      words.map { $0.replacing("ABSOLUTE", with: folder.url.path) } + Self.options, in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let manifest = try Self.manifest("plans/p.json", in: folder)
    #expect(manifest.root == "../a")
    #expect(manifest.pages.flatMap(\.tiles).map(\.source) == (1...10).map { "pics/\($0).png" })
    #expect(manifest.pages.map(\.file) == ["s-001.png", "s-002.png"])
  }

  @Test("Paths outside the root, or leading out of it, are absolute")
  func elsewhere() throws {
    let folder = try Self.folder()
    let words = ["a/pics", "--root", "a/pics", "-o", "a/pics/../s.png", "--manifest", "p.json"]
    #expect(try CommandRun(words + Self.options, in: folder).status == 0)
    let file = try #require(try Self.manifest("p.json", in: folder).pages.first?.file)
    #expect(file.hasPrefix("/") && file.hasSuffix("/a/s-001.png"))
    #expect(try Self.manifest("p.json", in: folder).pages[0].tiles[0].source == "1.png")
  }

  @Test(
    "A plan with a root renders in any folder, moved with its pictures or without them")
  func moved() throws {
    let folder = try Self.folder()
    let words = ["a/pics", "--root", "a", "-o", "a/s.png", "--manifest", "a/p-%d.json"]
    #expect(try CommandRun(words + Self.options, in: folder).status == 0)
    let whole = folder.contents("a/s-002.png")
    // Plan and pictures move together, and the working folder is a different one.
    try Self.move("a", to: "else/b", in: folder)
    try folder.remove("else/b/s-002.png")
    var run = try CommandRun(["--from-plan", "else/b/p-2.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(folder.contents("else/b/s-002.png") == whole)
    // A plan that was moved without its pictures needs `--root`.
    try folder.remove("else/b/s-002.png")
    try Self.move("else/b/p-2.json", to: "plans/p.json", in: folder)
    run = try CommandRun(["--from-plan", "plans/p.json"], in: folder)
    #expect(run.status == 2)
    run = try CommandRun(["--from-plan", "plans/p.json", "--root", "else/b"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(folder.contents("else/b/s-002.png") == whole)
    // An output given on the command line is relative to the working folder.
    run = try CommandRun(
      ["--from-plan", "plans/p.json", "--root", "else/b", "-o", "t.png"], in: folder)
    #expect(folder.contents("t.png") == whole)
  }

  @Test("A root can be supplied when a plan without one is rendered")
  func later() throws {
    let folder = try Self.folder()
    let words = ["a/pics", "-o", "a/s.png", "--manifest", "p.json"]
    #expect(try CommandRun(words + Self.options, in: folder).status == 0)
    #expect(try Self.manifest("p.json", in: folder).root == nil)
    try Self.move("a", to: "else/a", in: folder)
    let run = try CommandRun(
      ["--from-plan", "p.json", "--root", "else", "--manifest", "plans/q.json"], in: folder)
    #expect(run.status == 0, "\(run.standardError)")
    let manifest = try Self.manifest("plans/q.json", in: folder)
    #expect(
      manifest.root == "../else" && manifest.pages.map(\.file) == ["a/s-001.png", "a/s-002.png"])
  }

  @Test("A missing root is reported, and --root needs a plan")
  func missing() throws {
    let folder = try Self.folder()
    let words = ["a/pics", "--root", "a", "-o", "a/s.png", "--manifest", "a/p.json"]
    #expect(try CommandRun(words + Self.options, in: folder).status == 0)
    for (name, reason) in [("none", "No such file or directory"), ("a/p.json", "Not a directory")] {
      let run = try CommandRun(["--from-plan", "a/p.json", "--root", name], in: folder)
      #expect(run.status == 2)
      #expect(
        run.standardError.contains(
          "cannot use the root '\(name)': \(reason)"))
    }
    let run = try CommandRun(["a/pics", "--root", "a"], in: folder)
    #expect(
      run.status == 64
        && run.standardError.contains("--root here: paths in a plan are relative to it"))
  }
}
