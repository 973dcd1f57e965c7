import CommandFixtures
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

/// A project file may have been written by an attacker.
@Suite struct ProjectLimitTests {
  /// The options that protect the computer.
  static let limits = OptionCatalog.all.filter { $0.limit != nil }

  @Test(
    "Every option that names a file is marked as confined to the folder, and every limit as a limit"
  )
  func complete() {
    let inFiles = OptionCatalog.all.filter { $0.onlyOnCommandLine == nil }
    let named = inFiles.filter {
      ["file", "folder", "path|glob=path"].contains($0.valueName) || $0.valueName.contains("file:")
    }.map(\.name)
    #expect(inFiles.filter { $0.inProject != nil }.map(\.name) == named)
    #expect(Self.limits.map(\.name) == ["embed", "jobs", "max-pixels", "max-memory"])
  }

  /// The options without which a limit has no effect.
  static func companions(of limit: String) -> [String] {
    limit == "--embed" ? ["--html", "page.html"] : []
  }

  /// An option with a value, as a listing writes it.
  static func given(_ option: String, _ value: some CustomStringConvertible) -> String {
    option == "--embed" ? "\(option)=\(value)" : "\(option) \(value)"
  }

  /// The options with which a project file may name a file.
  static let files = OptionCatalog.all.filter {
    $0.valueName == "file" && $0.onlyOnCommandLine == nil
  }

  /// Pictures in folders that give sheets their names, and a table for each option that reads one.
  static func folders(_ project: String) throws -> Folders {
    let folders = try Folders(project: project)
    for name in ["in/a/1.png", "in/a/2.png", "in/b/1.png"] { try folders.work.writePicture(name) }
    return folders
  }

  /// Makes a sheet of each folder, with several pages; the run must fail.
  static func refusal(_ folders: Folders, _ option: String) throws -> String {
    let output = option == "--output" ? [] : ["-o", "s.png"]
    let run = try folders.run(["in", "-r", "--group-by", "folder", "--per-page", "1"] + output)
    #expect([2, 64].contains(run.status), "\(run.standardError)")
    return run.standardError
  }

  /// An option of a project file, its value, and the name of one of the files that the value stands
  /// for.
  typealias Named = (option: String, value: String, name: String)

  static let outputs: [Named] = [
    ("--output", "x.png", "x-001.png"), ("--output", "%03d.png", "002.png"),
    ("--output", "pdf:x", "x"),
    ("--output", "x-{folder}.png", "x-a-001.png"), ("--output", "x-{group}.png", "x-b.png"),
    ("--output", "in/../x-{folder}-%d.png", "x-a-2.png"),
  ]
  static let otherFiles = files.filter { $0.name != "output" }
  static let named: [Named] =
    outputs + otherFiles.map { option -> Named in (option.flag, "x", "x") }
    + [("--watermark", "file:x", "x"), ("--overlay", "x=40%", "x")]
    + DocumentKind.allCases.filter(\.isByPage).map { kind -> Named in
      ("--\(kind.name)", "%d.json", "2.json")
    }

  @Test(
    "No option in a project file makes a run wait for a pipe, whatever the names of files are",
    arguments: named)
  func pipe(option: String, value: String, name: String) throws {
    let folders = try Self.folders("\(option) \(value)")
    #expect(mkfifo(folders.work.url.appending(path: name).path, 0o600) == 0)
    let refusal = try Self.refusal(folders, option)
    #expect(
      refusal.contains("\(name)' is a pipe or device")
        || refusal.contains("\(name)': it is a pipe"), "\(refusal)")
  }

  @Test(
    "A project file cannot make a run wait for standard input or output",
    arguments: files.map(\.flag) + ["--overlay"])
  func standardStreams(option: String) throws {
    let refusal = try Folders(project: "\(option) -").refusal(["1.png"])
    #expect(refusal.contains("\(option): '-' is a pipe or a terminal"), "\(refusal)")
  }

  @Test(
    "A project file cannot make a run write to standard output in any format",
    arguments: ["png:-", "pdf:-", "jpeg:-", "PDF:-"])
  func formattedStandardOutput(value: String) throws {
    let refusal = try Folders(project: "--output \(value)").refusal(["1.png"])
    #expect(refusal.contains("--output: '-' is a pipe or a terminal"), "\(refusal)")
  }

  @Test(
    "A project file cannot name a symbolic link, wherever the link leads",
    arguments: named,
    ["pipe", "1.png", "/dev/null", "nowhere", "../outside.png"])
  func link(_ named: (option: String, value: String, name: String), target: String) throws {
    let folders = try Self.folders("\(named.option) \(named.value)")
    try folders.work.writePicture("1.png")
    let picture = folders.work.contents("1.png")
    #expect(mkfifo(folders.work.url.appending(path: "pipe").path, 0o600) == 0)
    #expect(symlink(target, folders.work.url.appending(path: named.name).path) == 0)
    let refusal = try Self.refusal(folders, named.option)
    #expect(refusal.contains("is a symbolic link"), "\(refusal)")
    #expect(folders.work.contents("1.png") == picture)
    #expect(
      folders.work.contents("nowhere") == nil && folders.work.contents("../outside.png") == nil)
  }

  @Test(
    "No path in a project file can lead out of the folder, either directly or by a symbolic link",
    arguments: ["../x.png", "ABSOLUTE/x.png", "out/x.png", "out/{folder}.png", "in/../../%d.png"],
    ["--output ", "--watermark file:", "--overlay "] + otherFiles.map { "\($0.flag) " })
  func outside(value: String, option: String) throws {
    let other = TemporaryFolder()
    let folders = try Self.folders(option + value.replacing("ABSOLUTE", with: other.url.path))
    #expect(symlink(other.url.path, folders.work.url.appending(path: "out").path) == 0)
    let refusal = try Self.refusal(folders, option.hasPrefix("--output") ? "--output" : option)
    #expect(refusal.contains("leads out of the folder"), "\(refusal)")
    #expect(other.names.isEmpty)
    // An option on the command line may name a file outside the folder.
    if option == "--output " {
      let run = try folders.run(["in", "-r", "--group-by", "folder", "-o", "out/y-{folder}.png"])
      #expect(run.status == 0 && other.names == ["y-a.png", "y-b.png"], "\(run.standardError)")
    }
  }

  @Test("Links in a folder of overlays are followed only if the command line names the folder")
  func linkedOverlays() throws {
    let other = TemporaryFolder()
    for name in ["a.png", "c.png"] { try other.writePicture(name) }
    for (project, options, isFollowed) in [
      ("--overlay masks=40%", [], false), ("--gap 3", ["--overlay", "masks=40%"], true),
    ] as [(String, [String], Bool)] {
      let folders = try Folders(project: project)
      for name in ["in/a.png", "in/b.png", "in/sub/c.png", "masks/b.png", "inside.png"] {
        try folders.work.writePicture(name)
      }
      let masks = folders.work.url.appending(path: "masks")
      for (link, target) in [
        ("a.png", other.url.appending(path: "a.png").path), ("sub", other.url.path),
      ] {
        #expect(symlink(target, masks.appending(path: link).path) == 0)
      }
      let run = try folders.run(
        ["in", "-r", "-o", "s.png", "--depfile", "d", "--manifest", "m.json"] + options)
      #expect(run.status == 0, "\(run.standardError)")
      #expect(run.standardError.contains("2 of 3 images have no overlay") != isFollowed)
      for file in ["d", "m.json"] {
        let text = String(decoding: try #require(folders.work.contents(file)), as: UTF8.self)
          .replacing("\\/", with: "/")
        #expect(text.contains("masks/b.png"))
        #expect(text.contains("masks/a.png") == isFollowed, "\(file)")
        #expect(text.contains("masks/sub") == isFollowed, "\(file)")
      }
    }
  }

  @Test("Links in a folder of masks are followed only if the command line names the folder")
  func linkedMasks() throws {
    let other = TemporaryFolder()
    for name in ["a.png", "c.png"] { try other.writePicture(name, width: 77, height: 55) }
    for (project, options, isFollowed) in [
      ("--masks masks", [], false), ("--gap 3", ["--masks", "masks"], true),
    ] as [(String, [String], Bool)] {
      for (link, target) in [("a.png", "a.png"), ("sub", ".")] {
        let folders = try Folders(project: project)
        for name in ["old/a.png", "new/a.png", "old/sub/c.png", "new/sub/c.png", "masks/b.png"] {
          try folders.work.writePicture(name)
        }
        #expect(
          symlink(
            other.url.appending(path: target).path,
            folders.work.url.appending(path: "masks/\(link)").path) == 0)
        let run = try folders.run(
          ["new", "--compare", "old", "-o", "s.png", "--depfile", "d"] + options)
        #expect(run.status == (isFollowed ? 2 : 0), "\(run.standardError)")
        #expect(run.standardError.contains("77 x 55") == isFollowed, "\(run.standardError)")
        if !isFollowed {
          let depfile = String(decoding: try #require(folders.work.contents("d")), as: UTF8.self)
          #expect(!depfile.contains("masks/\(link)"), "\(depfile)")
        }
      }
    }
  }

  @Test("A project file's limit is used if it is lower", arguments: limits.map(\.flag))
  func lowered(option: String) throws {
    let expected = "\n# from '.contactsheet', line 1\n\(Self.given(option, 1))\n"
    let companions = Self.companions(of: option)
    #expect(try Folders(project: Self.given(option, 1)).listing(companions).contains(expected))
    let folders = try Folders(user: Self.given(option, 2), project: Self.given(option, 1))
    #expect(try folders.listing(companions).contains(expected))
  }

  @Test(
    "A limit in a project file, or in a preset that it names, never raises a limit",
    arguments: limits.map(\.flag))
  func raised(option: String) throws {
    let presets = [
      "low": Self.given(option, 1), "high": Self.given(option, 1024), "none": "--gap 3",
    ]
    for user in [Self.given(option, 1), "--preset low"] {
      for project in [Self.given(option, 1024), "--preset high", "--preset none"] {
        let folders = try Folders(user: user, project: project, presets: presets)
        let listing = try folders.listing(Self.companions(of: option))
        #expect(listing.contains("\n\(Self.given(option, 1))\n"), "\(user), \(project)")
      }
    }
    let highest = ["--jobs": "1024", "--max-memory": "2GiB"][option] ?? "300M"
    let folders = try Folders(project: Self.given(option, highest))
    let listing = try folders.listing(Self.companions(of: option))
    let usual = option == "--embed" ? "\n--embed\n" : "\n# \(option): "
    #expect(listing.contains(usual), "the default still applies")
  }

  @Test("The command line and the user's file can raise limits", arguments: limits.map(\.flag))
  func own(option: String) throws {
    let raised = try Folders(
      user: Self.given(option, 1024), project: Self.given(option, 1000))
    let companions = Self.companions(of: option)
    #expect(try raised.listing(companions).contains("\n\(Self.given(option, 1000))\n"))
    let folders = try Folders(user: Self.given(option, 1), project: Self.given(option, 2))
    #expect(
      try folders.listing(companions + ["\(option)=1024"])
        .contains("\n\(Self.given(option, 1024))\n"))
  }

  @Test("A project file overrides the user's value of every option that is not a limit")
  func others() throws {
    let texts = [
      "1", "A4", "2x2", "+1+1", "red", "a", "fixed(9)", "a=1", "{a}", "{a} => {a}", ">= 0.1",
      "auto",
    ]
    for option in OptionCatalog.all
    where option.kind == .value && option.onlyOnCommandLine == nil && option.limit == nil
      && option.name != "preset"
    {
      let values = (option.choices + [option.standard].compactMap(\.self) + texts)
        .filter { (try? option.check($0)) != nil }
      let text = try #require(values.first, "\(option.flag)")
      func file(_ path: FilePath) throws -> RawOptions {
        var options = RawOptions()
        try options.set(option, [text], .file(path), line: 1)
        return options
      }
      let layered = try RawOptions().over([file(".contactsheet"), file("config")])
      let held = try layered.limited(to: RawOptions().over([file("config")]))
      #expect(held.entries.map(\.origin) == layered.entries.map(\.origin), "\(option.flag)")
      #expect(held.entries.allSatisfy { $0.origin == .file(".contactsheet") })
    }
  }
}
