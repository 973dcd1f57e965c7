import ArgumentParser
import CommandFixtures
import Foundation
import SheetLayout
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct ArgumentFileTests {
  @Test(
    "A line holds an option and its value, which is the rest of the line",
    arguments: [
      ("--gap 4", "gap", ["4"]), ("--gap=4", "gap", ["4"]), ("  --gap \t 4\t ", "gap", ["4"]),
      ("--gap 4\r\n", "gap", ["4"]), ("\u{FEFF}--gap 4", "gap", ["4"]),
      ("# a comment\n\n \t\n#--gap 5\n--gap 4\n", "gap", ["4"]),
      ("--label 'a' # \"b\"", "label", ["'a' # \"b\""]), ("--label =a=b", "label", ["=a=b"]),
      ("--label=a b", "label", ["a b"]), ("--label= a", "label", [" a"]),
      ("--label=", "label", [""]), ("--label -x", "label", ["-x"]),
      ("-o a b.png", "output", ["a b.png"]),
      ("-r", "recursive", ["true"]), ("--recursive", "recursive", ["true"]),
      ("--no-recursive", "recursive", ["false"]), ("--gap 4\n--gap 5", "gap", ["5"]),
      ("--exclude a\n--exclude b", "exclude", ["a", "b"]),
    ])
  func lines(text: String, name: String, texts: [String]) throws {
    let file = try ArgumentFile(text, origin: .file(".contactsheet"), kind: .project("."))
    #expect(file.options.entries.map(\.option.name) == [name])
    #expect(file.options.entries.map(\.texts) == [texts])
  }

  @Test(
    "The error about a mistake in a file gives the file, the line, the option and a remedy",
    arguments: [
      ("\n--rowheight 9", "2: there is no option '--rowheight'; did you mean --row-height 9?"),
      ("--tilee=1\n", "1: there is no option '--tilee'; did you mean --tile 1?"),
      (
        "--wehre rating >= 4",
        "1: there is no option '--wehre'; did you mean --where rating >= 4?"
      ),
      ("--zzzz 1", "1: there is no option '--zzzz'; --help lists them all"),
      ("gap 4", "1: 'gap' is not an option; write --gap"),
      ("photos", "1: 'photos' is not an option; name images on the command line"),
      ("--", "1: there is no option '--'; --help lists them all"),
      ("--paths a", "1: there is no option '--paths'"),
      ("--gap", "1: --gap needs <N|NxM>; write --gap=VALUE"),
      ("--recursive yes", "1: --recursive takes no value; --no-recursive unsets it"),
      ("--recursive=", "1: --recursive takes no value; --no-recursive unsets it"),
      ("--no-recursive 1", "1: --no-recursive takes no value"),
      ("--no-gap", "1: there is no option '--no-gap'"),
      ("--version", "1: --version cannot be in a file: it prints text instead"),
      ("--help", "1: there is no option '--help'"),
      ("--from-plan a", "1: --from-plan cannot be in a file: it names the inputs of"),
      ("--files-from a", "1: --files-from cannot be in a file: it names the inputs of"),
      ("--dry-run", "1: --dry-run cannot be in a file: with it, no run would write a sheet"),
      ("--no-config", "1: --no-config cannot be in a file: it must be known before"),
      ("--table /dev/zero", "1: --table: '/dev/zero' leads out of the folder"),
      ("--logo ../logo.png", "1: --logo: '../logo.png' leads out of the folder"),
      ("--logo ../logo.png 12mm", "1: --logo: '../logo.png' leads out of the folder"),
      ("--overlay ../masks", "1: --overlay: '../masks' leads out of the folder"),
      ("--overlay ../masks=40%", "1: --overlay: '../masks' leads out of the folder"),
      (
        "--overlay m\n--overlay ../masks=red,40%",
        "2: --overlay: '../masks' leads out of the folder"
      ),
      ("--overlay a*=../masks", "1: --overlay: '../masks' leads out of the folder"),
      ("--overlay {width} > 9=../m=red", "1: --overlay: '../m' leads out of the folder"),
      ("--watermark file:../logo.png", "1: --watermark: '../logo.png' leads out of the folder"),
      ("--watermark file:/dev/zero", "1: --watermark: '/dev/zero' leads out of the folder"),
      ("--cell 0x0", "1: --cell 0x0: it is not valid; write pixels as N or WxH, each at least 1"),
      (
        "\n\n--row-height 0\n--layout rows",
        "3: --row-height 0: it is not valid; write whole pixels from 1 up"
      ),
      ("--dpi 0", "1: --dpi 0: it is not valid; write a whole number from 1 to 100000"),
      ("--sort x", "1: cannot sort by 'x': there is no such order or fact; the facts are {name}"),
      ("--columns fixd(9)", "1: --columns fixd(9): found "),
      ("--label \u{1B}[31m{", #"1: --label \u{1B}[31m{: at character"#),
      ("--gap \0", "1: --gap: the value contains a NUL character"),
    ])
  func wrong(text: String, message: String) throws {
    let refusal = try Folders(project: text).refusal(["-"])
    #expect(
      refusal.hasPrefix("contactsheet: cannot read '.contactsheet', line \(message)"), "\(refusal)")
    #expect(!refusal.contains("\u{1B}"))
  }

  @Test(
    "A contradiction between two lines is reported at the later line",
    arguments: [
      ("--cell 9\n--size 99", "combine --size and --cell ('.contactsheet', line 2): one follows"),
      (
        "-r\n--no-recursive", "--recursive and --no-recursive ('.contactsheet', line 2): one unsets"
      ),
    ])
  func brokenRule(text: String, message: String) throws {
    let refusal = try Folders(project: text).refusal(["-"])
    #expect(refusal.contains("contactsheet: cannot ") && refusal.contains(message), "\(refusal)")
  }

  @Test(
    "The example in the guide is a valid argument file",
    arguments: [".github/guide/reference/configuration.md"])
  func example(document: String) throws {
    let text = try String(
      contentsOf: Repository.root.appendingPathComponent(document), encoding: .utf8)
    let parts = text.components(separatedBy: "```")
    let example = try #require(
      parts.first { $0.hasPrefix("\n# for every sheet\n") }, "no example in \(document)")
    let file = try ArgumentFile(example, origin: .file(".contactsheet"), kind: .project("."))
    #expect(file.options.configuration.preset == "proof")
    #expect(
      file.options.entries.map(\.option.name) == [
        "recursive", "exclude", "gap", "footer", "preset",
      ])
  }

  @Test("A mistake on the command line is not attributed to a file")
  func commandLine() throws {
    let folders = try Folders(user: "--layout rows", project: "--gap 4")
    let refusal = try folders.refusal(["-", "--gap", "x"])
    #expect(refusal.hasPrefix("contactsheet: cannot use 'x' as --gap <N|NxM>: it is not valid; "))
    #expect(try folders.refusal([]).contains(": no images are named; name a folder"))
  }

  @Test("A file that is not text or is too large is refused, and the error suggests a remedy")
  func noText() throws {
    let folders = try Folders()
    for (bytes, reason) in [
      ([0xFF, 0xFE, 0x00], "it is not UTF-8"),
      ([UInt8](repeating: 0x23, count: 10_000_000), "it is larger than 16 KiB"),
    ] {
      try folders.work.write(bytes, to: ".contactsheet")
      #expect(
        try folders.refusal(["-"]).hasPrefix(
          "contactsheet: cannot read the configuration '.contactsheet': \(reason); --no-config"))
    }
    #expect(try folders.listing(["--no-config"]).contains("(default)"))
  }

  @Test("A folder or pipe in place of the file is refused at once, and a broken link is ignored")
  func noFile() throws {
    let folders = try Folders()
    let path = folders.work.url.appendingPathComponent(".contactsheet").path
    for make in [{ mkdir(path, 0o700) }, { mkfifo(path, 0o600) }] {
      #expect(make() == 0)
      #expect(try folders.refusal(["-"]).contains("'.contactsheet': it is not a regular file"))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(symlink("nowhere", path) == 0)
    #expect(try folders.listing([]).contains("(default)"))
  }

  @Test(
    "Links cannot lead a project file out of its folder",
    arguments: [
      ("--output out.png", "out.png", "../precious.png", "'out.png': it is a symbolic link"),
      ("-o %d.png", "1.png", "../precious.png", "'1.png': it is a symbolic link"),
      ("--output=out.png", "out.png", "nowhere", "'out.png': it is a symbolic link"),
      ("--output up/out.png", "up", "..", "'up/out.png': it leads out of the folder"),
      ("--manifest m.json", "m.json", "../precious.png", "'m.json': it is a symbolic link"),
      ("--manifest up/./m.json", "up", "/tmp", "'up/./m.json': it leads out of the folder"),
      ("--table l.csv", "l.csv", "/dev/zero", "'l.csv' is a symbolic link"),
      ("--table up/l.csv", "up", "..", "'up/l.csv' leads out of the folder"),
      ("--title a\n--logo l.png", "l.png", "../precious.png", "'l.png' is a symbolic link"),
      ("--watermark file:l.png", "l.png", "../precious.png", "'l.png' is a symbolic link"),
    ])
  func links(text: String, name: String, destination: String, message: String) throws {
    let folders = try Folders()
    try folders.work.write(Array("precious".utf8), to: "precious.png")
    let inner = TemporaryFolder(in: folders.work)
    try inner.writePicture("x.png")
    try inner.write(Array(text.utf8), to: ".contactsheet")
    #expect(symlink(destination, inner.url.appendingPathComponent(name).path) == 0)
    let names = folders.work.names
    let run = try CommandRun(["x.png"], in: inner)
    // A table is read together with the options. An output's folder is checked only when the output
    // is opened.
    #expect(run.status == (message.contains("it is") || message.contains("it leads") ? 2 : 64))
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(folders.work.contents("precious.png") == Array("precious".utf8))
    #expect(folders.work.names == names)
  }

  @Test(
    "A watermark's image path is relative to the file's folder; a watermark's text is unchanged")
  func watermark() throws {
    for (value, located) in [
      ("file:logo.png", "file:up/logo.png"), ("file:a/../b c.png", "file:up/a/../b c.png"),
      ("../PROOF", "../PROOF"), ("none", "none"), ("© {artist}", "© {artist}"),
    ] {
      let file = try ArgumentFile(
        "--watermark \(value)", origin: .file("up/.contactsheet"), kind: .project("up"))
      #expect(file.options.given["watermark"]?.texts == [located])
    }
  }

  @Test(
    "The folder of an overlay is relative to the file's folder; its images, colour and opacity are unchanged"
  )
  func overlay() throws {
    for (value, located) in [
      ("masks", "up/masks"), ("a/m=40%", "up/a/m=40%"), ("/m", "/m"), ("m=red,9%", "up/m=red,9%"),
      ("a*=m", "a*=up/m"), ("{width} = 9=m=red", "{width} = 9=up/m=red"), ("a*=/m=9%", "a*=/m=9%"),
    ] {
      let file = try ArgumentFile(
        "--overlay \(value)", origin: .file("up/.contactsheet"), kind: .project("up"))
      #expect(file.options.given["overlay"]?.texts == [located])
    }
    // The folder's own path may contain an equals sign.
    let folder = TemporaryFolder()
    try folder.writePicture("k=1/m/a.png")
    let root = "\(folder.url.path)/k=1"
    let file = try ArgumentFile(
      "--overlay a*=m", origin: .file(FilePath("\(root)/.contactsheet")),
      kind: .project(FilePath(root)))
    #expect(file.options.given["overlay"]?.texts == ["a*=\(root)/m"])
  }

  @Test(
    "An overlay without a path is a mistake, and does not mean the file's folder",
    arguments: ["a*=", "=40%", "a*==40%", "{width} = 9==red"])
  func overlayWithoutPath(value: String) throws {
    let error = #expect(throws: (any Error).self) {
      try ArgumentFile(
        "--overlay \(value)", origin: .file("up/.contactsheet"), kind: .project("up"))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("--overlay \(value): it names no folder or file;"), "\(message)")
  }

  @Test("Links inside a project folder, and a link to the folder, are allowed")
  func harmlessLinks() throws {
    let outer = TemporaryFolder()
    try outer.writePicture("real/x.png")
    try outer.write(Array("--output link/sheet.png".utf8), to: "real/.contactsheet")
    try outer.write([], to: "real/sheets/empty")
    let path = outer.url.path
    #expect(symlink("sheets", "\(path)/real/link") == 0)
    let project = TemporaryFolder()
    try FileManager.default.removeItem(at: project.url)
    #expect(symlink("\(path)/real", project.url.path) == 0)
    let run = try CommandRun(["x.png"], in: project)
    #expect(run.status == 0, "\(run.standardError)")
    #expect(outer.contents("real/sheets/sheet.png") != nil)
  }

  @Test(
    "A configuration file without read permission is refused", .needs(.boundByPermissions))
  func permission() throws {
    let folders = try Folders(project: "")
    chmod(folders.work.url.appendingPathComponent(".contactsheet").path, 0)
    #expect(try folders.refusal(["-"]).contains("Permission denied; --no-config ignores it"))
  }
}
