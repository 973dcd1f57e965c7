import CommandFixtures
import Foundation
import TestSupport
import Testing

/// The contents of depfiles, and when they are refused.
@Suite struct DepfileTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["pics/a.png", "pics/sub/b.png"] { try folder.writePicture(name) }
    return folder
  }

  /// The targets of the depfile `d`, followed by its prerequisites.
  private func rule(_ folder: TemporaryFolder, _ name: String = "d") throws -> [String] {
    let text = String(decoding: try #require(folder.contents(name)), as: UTF8.self)
    let rule = text.replacing(" \\\n  ", with: " ").split(separator: "\n")
    let names = rule[0].split(separator: " ").map(String.init)
    let target = try #require(names.firstIndex { $0.hasSuffix(":") })
    #expect(rule[1...].map { String($0.dropLast()) } == names[(target + 1)...].map { $0 })
    return names
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> CommandRun {
    try CommandRun(arguments + ["--cell", "20"], in: folder)
  }

  @Test("A depfile names the pictures, the searched folders, the lists and the table of labels")
  func prerequisites() throws {
    let folder = try Self.folder()
    try folder.writePicture("single.png")
    try folder.write(Array("a.png,A\n".utf8), to: "labels.csv")
    try folder.write(Array("a.png\nb\n".utf8), to: "list")
    let options = ["pics", "single.png", "-r", "--files-from", "list", "--table", "labels.csv"]
    let run = try run(options + ["--sort", "name", "--depfile", "d", "-o", "s.png"], in: folder)
    #expect(run.status == 0)
    #expect(
      try rule(folder) == [
        "s.png:", "pics/a.png", "pics/sub/b.png", "single.png", "pics", "pics/sub", "list",
        "labels.csv",
      ])
  }

  @Test("A depfile names the XMP sidecars that were read, for metadata or orientation")
  func sidecars() throws {
    let folder = try Self.folder()
    for name in ["pics/a.xmp", "pics/b.xmp"] {
      try folder.write(Array("<x dc:title='A' xmp:Rating='5'/>".utf8), to: name)
    }
    let options = ["pics", "-r", "--depfile", "d", "-o", "s.png"]
    var run = try run(options + ["--label", "{title}"], in: folder)
    #expect(run.status == 0)
    let rule = ["s.png:", "pics/a.png", "pics/sub/b.png", "pics", "pics/sub"]
    #expect(try self.rule(folder) == rule + ["pics/a.xmp"])
    run = try self.run(options + ["--label", "{name}"], in: folder)
    #expect(try self.rule(folder) == rule + ["pics/a.xmp"])
    run = try self.run(options + ["--label", "{name}", "--orient", "ignore"], in: folder)
    #expect(try self.rule(folder) == rule)
  }

  @Test("A depfile names only the rendered pages, their pictures and omitted pictures")
  func pages() throws {
    let folder = try Self.folder()
    try folder.write([1, 2, 3], to: "pics/bad.png")
    let options = ["pics", "-r", "--per-page", "1", "-o", "out.png", "--depfile", "d"]
    var run = try run(options + ["--page", "2", "--on-error", "skip"], in: folder)
    #expect(run.status == 1)
    #expect(
      try rule(folder) == ["out-002.png:", "pics/sub/b.png", "pics/bad.png", "pics", "pics/sub"])
    run = try self.run(options + ["--exclude", "bad.png"], in: folder)
    #expect(try rule(folder).prefix(2) == ["out-001.png", "out-002.png:"])
  }

  @Test(
    "With --from-plan, a depfile names the plan, configuration files and presets, but no folders")
  func plan() throws {
    let folder = try Self.folder()
    let configuration = TemporaryFolder()
    try configuration.write(Array("# nothing\n".utf8), to: "contactsheet/config")
    try configuration.write(Array("--compression 1\n".utf8), to: "contactsheet/presets/mine")
    try CommandRun(["pics", "--dry-run", "--manifest", "p.json", "-o", "s.png"], in: folder)
    try folder.write(Array("--preset mine\n".utf8), to: ".contactsheet")
    let run = try CommandRun(
      ["--from-plan", "p.json", "--depfile", "d"], in: folder, configuration: configuration)
    #expect(run.status == 0, "\(run.standardError)")
    let own = configuration.url.path + "/contactsheet"
    #expect(
      try Set(rule(folder)) == [
        "s.png:", "pics/a.png", "p.json", ".contactsheet", "\(own)/presets/mine", "\(own)/config",
      ])
  }

  @Test("A plan that the run overwrites is not a prerequisite")
  func ownPlan() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "--manifest", "p.json", "-o", "s.png"], in: folder)
    let run = try CommandRun(
      ["--from-plan", "p.json", "--manifest", "./p.json", "--depfile", "d"], in: folder)
    #expect(run.status == 0)
    #expect(try rule(folder) == ["s.png:", "pics/a.png"])
  }

  @Test(
    "A searched folder that contains an output is not a prerequisite",
    arguments: [
      ["-o", "pics/s.png", "--depfile", "d"], ["-o", "pics/sub/../s.png", "--depfile", "d"],
      ["-o", "s.png", "--depfile", "pics/d"],
      ["-o", "s.png", "--depfile", "d", "--manifest", "pics/m.json"],
      ["-o", "s.png", "--depfile", "d", "--html", "pics/p.html"],
      ["-o", "s.png", "--depfile", "d", "--report", "pics/r.json"],
    ])
  func outputFolder(options: [String]) throws {
    let folder = try Self.folder()
    #expect(try run(["pics", "-r"] + options, in: folder).status == 0)
    let name = try #require(options.firstIndex(of: "--depfile"))
    let names = try rule(folder, options[name + 1])
    #expect(!names.contains("pics") && names.contains("pics/sub"))
  }

  @Test("A list from a pipe or device is not a prerequisite")
  func pipe() throws {
    let folder = try Self.folder()
    try folder.write(Array("pics/a.png\n".utf8), to: "list")
    let status = try CommandRun.statusOfShell(
      """
      "$0" --files-from <(echo pics/a.png) --files-from /dev/stdin -o s.png --depfile d <list
      """, in: folder)
    #expect(status == 0)
    #expect(try rule(folder) == ["s.png:", "pics/a.png"])
  }

  @Test("A list from a named pipe is not a prerequisite, because make cannot compare its time")
  func namedPipe() throws {
    let folder = try Self.folder()
    let status = try CommandRun.statusOfShell(
      """
      mkfifo fifo && { echo pics/a.png > fifo & } &&
      "$0" --files-from fifo -o s.png --depfile d
      """, in: folder)
    #expect(status == 0)
    #expect(try rule(folder) == ["s.png:", "pics/a.png"])
  }

  @Test(
    "A depfile is refused if there is no target name or no sheet is made",
    arguments: [
      (
        ["-o", "-"],
        "--depfile needs the name of the sheet's file, and --output - has none; name a file"
      ),
      (["--dry-run"], "--depfile and --dry-run: --dry-run makes no sheet; leave out --depfile"),
    ])
  func refused(options: [String], message: String) throws {
    let folder = try Self.folder()
    let run = try run(["pics", "--depfile", "d"] + options, in: folder)
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(!folder.names.contains("d"))
  }

  @Test("A depfile is refused for a plan whose sheet goes to standard output")
  func streamedPlan() throws {
    let folder = try Self.folder()
    try CommandRun(["pics", "--dry-run", "--manifest", "p.json", "-o", "-"], in: folder)
    let run = try CommandRun(["--from-plan", "p.json", "--depfile", "d"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.contains("which has no name; name a file with --output"))
  }

  @Test("Names that make cannot read are left out with one note, and the sheet is made")
  func names() throws {
    let folder = try Self.folder()
    try folder.writePicture("pics/a;b.png")
    var run = try run(["pics", "-o", "s.png", "--depfile", "d"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(
        "make or ninja cannot read the name of 'pics/a;b.png' in a depfile, so the file is left out"
      ))
    try folder.writePicture("pics/a\nb.png")
    run = try self.run(["pics", "-o", "s.png", "--depfile", "d"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains(#"the name of 'pics/a\nb.png' (and 1 more) in a depfile"#),
      "\(run.standardError)")
    #expect(
      folder.contents("d").map { String(decoding: $0, as: UTF8.self) }?.contains("a;b") == false)
  }

  @Test("Only our own depfile is replaced, and never by another output of the run")
  func replaced() throws {
    let folder = try Self.folder()
    let options = ["pics", "-o", "s.png", "--depfile"]
    try folder.write(Array("s.png: mine\n".utf8), to: "d")
    var run = try run(options + ["d"], in: folder)
    #expect(run.status == 2)
    #expect(
      run.standardError.contains(
        "'d': it exists and is not a depfile of a contact sheet; use --force to replace it"
      ))
    #expect(folder.contents("d") == Array("s.png: mine\n".utf8))
    #expect(!folder.names.contains("s.png"))
    #expect(try self.run(options + ["d", "--force"], in: folder).status == 0)
    #expect(try self.run(options + ["d"], in: folder).status == 0)
    run = try self.run(options + ["./s.png"], in: folder)
    #expect(run.status == 2)
    #expect(run.standardError.contains("choose another name for --depfile"), "\(run.standardError)")
    run = try self.run(options + ["pics/a.png", "--force"], in: folder)
    #expect(run.standardError.contains("is both an input and an output"))
  }

  @Test("If a run fails, the depfile stays unchanged")
  func failure() throws {
    let folder = try Self.folder()
    let options = ["pics", "-o", "s.png", "--depfile", "d"]
    #expect(try run(options, in: folder).status == 0)
    let before = folder.contents("d")
    try folder.writePicture("pics/c.png")
    #expect(try run(options + ["--manifest", "/dev/full"], in: folder).status == 2)
    #expect(folder.contents("d") == before)
    #expect(try run(options, in: folder).status == 0)
    #expect(folder.contents("d") != before)
  }
}
