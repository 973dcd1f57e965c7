import CommandFixtures
import Foundation
import TestSupport
import Testing

/// Options from files, presets and the command line, and which of them are in force.
@Suite struct ConfigurationTests {
  @Test("The project's options override the user's, and the command line overrides both")
  func layers() throws {
    let folders = try Folders(
      user: "--gap 1\n--margin 1\n--depth 16", project: "--gap 2\n--margin 2")
    let listing = try folders.listing(["--margin", "3"])
    #expect(listing.contains("\n# from '.contactsheet', line 1\n--gap 2\n"))
    #expect(listing.contains("\n# from the command line\n--margin 3\n"))
    let user = "\(folders.user.url.path)/contactsheet/config"
    #expect(listing.contains("\n# from '\(user)', line 3\n--depth 16\n"))
    #expect(listing.contains("\n# --sort: auto (default)\n"))
  }

  @Test("A configuration makes the same sheet as its options on the command line")
  func sheet() throws {
    let folders = try Folders(
      project: "--cell 40x30\n--gap=3\n--background red\n--exclude 2*\n--exclude 3*")
    for number in 1...4 { try folders.work.writePicture("\(number).png") }
    #expect(try folders.run([".", "-o", "configured.png"]).status == 0)
    let options = ["--cell", "40x30", "--gap", "3", "--background", "red"]
    try folders.run(["--no-config", "1.png", "4.png", "-o", "given.png"] + options)
    #expect(folders.work.contents("configured.png") == folders.work.contents("given.png"))
    #expect(folders.work.contents("given.png") != nil)
  }

  @Test("The command line replaces all values of a repeatable option")
  func lists() throws {
    let folders = try Folders(user: "--exclude a\n--exclude b\n--include c")
    let listing = try folders.listing(["--exclude", "d", "--exclude=e"])
    #expect(listing.contains("\n# from the command line\n--exclude d\n--exclude e\n"))
    #expect(listing.contains("\n--include c\n"))
  }

  @Test(
    "If --orient is given only for some pictures, a file's --orient still applies to the others",
    arguments: [
      (["--orient", "a*=right"], "--orient fit\n--orient a*=right\n"),
      (["--orient", "auto", "--orient", "a*=right"], "--orient auto\n--orient a*=right\n"),
      (["--orient", "ignore"], "--orient ignore\n"), ([], "line 1\n--orient fit\n"),
    ] as [([String], String)])
  func rotations(arguments: [String], expected: String) throws {
    let folders = try Folders(user: "--orient b*=left", project: "--orient fit")
    #expect(try folders.listing(arguments).contains(expected))
  }

  @Test(
    "A flag can be unset by its --no- form, in a higher-priority file or on the command line",
    arguments: [
      ("--no-recursive", [], "# from '.contactsheet', line 1\n--no-recursive\n"),
      ("", ["--no-recursive"], "# from the command line\n--no-recursive\n"),
      ("--no-recursive", ["-r"], "# from the command line\n--recursive\n"),
      ("", [], "line 1\n--recursive\n"), ("", ["--no-config"], "# --recursive (default)\n"),
    ] as [(String, [String], String)])
  func flags(project: String, arguments: [String], expected: String) throws {
    let folders = try Folders(user: "--recursive", project: project)
    #expect(try folders.listing(arguments).contains(expected))
  }

  @Test("A flag cannot be both set and unset, and --no- is not allowed for an option with a value")
  func contradictions() throws {
    let folders = try Folders()
    #expect(
      try folders.refusal(["-r", "--no-recursive"])
        .contains("--recursive and --no-recursive: one unsets the other"))
    #expect(try folders.refusal(["-", "--no-gap"]).contains("there is no option '--no-gap'"))
  }

  @Test("A file's preset ranks below the file's own options and above lower-priority files")
  func presets() throws {
    let folders = try Folders(
      user: "--gap 1\n--margin 1\n--compression 1\n--preset print",
      project: "--preset mine\n--gap 2", presets: ["mine": "--gap 3\n--margin 3"])
    let listing = try folders.listing([])
    #expect(listing.contains("\n# from '.contactsheet', line 2\n--gap 2\n"))
    #expect(listing.contains("/contactsheet/presets/mine', line 2\n--margin 3\n"))
    #expect(listing.contains("/contactsheet/config', line 3\n--compression 1\n"))
    #expect(!listing.contains("preset 'print'"))
  }

  @Test("A preset on the command line overrides all files and replaces their presets")
  func givenPreset() throws {
    let folders = try Folders(project: "--preset web\n--gap 2\n--margin 2\n--cell 9")
    let listing = try folders.listing(["--preset=print", "--margin", "5"])
    #expect(listing.contains("\n# from preset 'print', line 8\n--gap 2mm\n"))
    #expect(listing.contains("\n# from the command line\n--margin 5\n"))
    #expect(listing.contains("\n--paper A4\n"))
    #expect(!listing.contains("\n--cell "))
    #expect(!listing.contains("preset 'web'"))
  }

  @Test(
    "Configured options that cannot be combined with a plan are ignored when a plan is rendered")
  func besidePlan() throws {
    let folders = try Folders(
      user: "--recursive\n--cell 9\n--scale fill\n--order columns\n--compression 0",
      project: "--preset print")
    try folders.work.writePicture("1.png")
    try folders.run(["--no-config", "1.png", "--manifest", "plan.json", "-o", "0.png"])
    let run = try folders.run(["--from-plan", "plan.json", "-o", "1.png.png"])
    #expect(run.status == 0, "\(run.standardError)")
    try folders.run(
      ["--no-config", "--from-plan", "plan.json", "-o", "2.png"]
        + ["--compression", "0", "--dpi", "300"])
    #expect(folders.work.contents("1.png.png") == folders.work.contents("2.png"))
    #expect(folders.work.contents("2.png") != folders.work.contents("0.png"))
  }

  @Test("If XDG_CONFIG_HOME is unset or relative, the user's file is in ~/.config")
  func home() throws {
    let folders = try Folders()
    try folders.user.write([UInt8]("--gap 5".utf8), to: ".config/contactsheet/config")
    for folder in [nil, "", "relative"] {
      let process = Process()
      let output = Pipe()
      process.executableURL = CommandRun.executable
      process.arguments = ["--print-config"]
      process.currentDirectoryURL = folders.work.url
      process.environment = CommandRun.environment
      process.environment?["XDG_CONFIG_HOME"] = folder
      process.environment?["HOME"] = folders.user.url.path
      process.standardOutput = output
      try process.run()
      let listing = String(decoding: output.contents(), as: UTF8.self)
      process.waitUntilExit()
      #expect(listing.contains("/.config/contactsheet/config', line 1\n--gap 5\n"))
    }
  }

  @Test(
    "The user's presets are found and listed even if the path of the home folder is not UTF-8",
    .needs(.namesOfAnyBytes))
  func homeOfBytes() throws {
    let folder = TemporaryFolder()
    let script = #"""
      home="$PWD/$(printf 'h\377')" && mkdir -p "$home/.config/contactsheet/presets" &&
      echo "--gap 5" > "$home/.config/contactsheet/presets/mine" &&
      export HOME="$home" XDG_CONFIG_HOME= && "$0" --preset mine --print-config > listing &&
      ! "$0" --preset mien --print-config 2> refusal
      """#
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(String(decoding: folder.contents("listing") ?? [], as: UTF8.self).contains("--gap 5"))
    let refusal = String(decoding: folder.contents("refusal") ?? [], as: UTF8.self)
    #expect(
      refusal.contains("the preset 'mien': there is no such preset; write one of mine, proof"),
      "\(refusal)")
  }

  @Test(
    "A project file that links out of the folder is not followed, and its target stays hidden",
    arguments: ["../secret", "ABSOLUTE/secret", "up/secret", "../none", "hop"])
  func linkOut(destination: String) throws {
    let outer = TemporaryFolder()
    try outer.write(Array("password: hunter2\n".utf8), to: "secret")
    try outer.writePicture("work/1.png")
    let work = outer.url.appending(path: "work").path
    for (name, target) in [
      ("up", ".."), ("hop", "../secret"),
      (".contactsheet", destination.replacing("ABSOLUTE", with: outer.url.path)),
    ] {
      #expect(symlink(target, "\(work)/\(name)") == 0)
    }
    let command = "cd work && \"$0\" 1.png 2>../told"
    #expect(try CommandRun.statusOfShell(command, in: outer) == 64)
    let message = String(decoding: outer.contents("told") ?? [], as: UTF8.self)
    #expect(
      message
        == "contactsheet: cannot read the configuration '.contactsheet': it is a symbolic link "
        + "that leads out of the folder; --no-config ignores it\n")
    #expect(try CommandRun.statusOfShell("cd work && \"$0\" --no-config 1.png", in: outer) == 0)
  }

  @Test("A project file that is a link to another file in the folder is read")
  func linkInside() throws {
    let folders = try Folders()
    try folders.work.write(Array("--gap 3\n".utf8), to: "tools/sheets")
    let path = folders.work.url.appending(path: ".contactsheet").path
    for target in ["tools/sheets", "\(folders.work.url.path)/tools/sheets"] {
      #expect(symlink(target, path) == 0)
      #expect(try folders.listing([]).contains("\n--gap 3\n"))
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("Outside a repository, folders above the working folder are not searched")
  func parents() throws {
    let folders = try Folders(project: "--gap 5")
    let inner = TemporaryFolder(in: folders.work)
    let run = try CommandRun(["--print-config"], in: inner)
    #expect(run.text.contains("# --gap: 8, or up to 3mm on paper (default)"))
  }

  @Test(
    "--help and --version work despite a broken configuration",
    arguments: ["-h", "--version"])
  func help(option: String) throws {
    let run = try Folders(project: "--gap wrong\n--wrong 1").run([option])
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    #expect(run.text.contains("contactsheet"))
  }

  @Test(
    "The output of --print-config is a configuration with the same effect",
    arguments: [
      [], ["--preset", "web"], ["--cell", "9x8", "--exclude", "a", "--exclude", "'\"\\ é=#"],
      ["-r", "-o", "-", "--layout", "columns", "--columns", "2 * flexible", "--sharpen=0.7"],
      ["--geometry", "9x9+1+1", "-v", "--no-upscale", "--sort", "shuffle:18446744073709551615"],
      ["--trim=7", "--upscale"], ["--no-trim"], ["--trim"],
      ["--label", "  a", "--title", "", "--footer=-x", "--header", "#"],
    ])
  func fedBack(options: [String]) throws {
    let printed = try Folders().listing(options)
    let again = try Folders(user: printed).listing([])
    #expect(Self.values(of: again) == Self.values(of: printed))
    let count = options.count { $0.hasPrefix("-") && $0 != "-" }
    #expect(Self.values(of: printed).count >= count)
  }

  @Test(
    "A value that cannot be written on one line is reported without control characters",
    arguments: [
      ("a\nb", #"a\nb"#), ("a\\\nb", #"a\\\nb"#), ("a ", "a "), ("\u{202E}", #"\u{202E}"#),
    ])
  func noLine(value: String, quoted: String) throws {
    let listing = try Folders().listing(["--exclude", value, "--exclude", "c"])
    #expect(
      listing.contains(
        "\n# --exclude '\(quoted)' is in effect, but cannot be written on one line\n--exclude c\n"))
  }

  @Test("--print-config lists every option that a file may set once, and does not list inputs")
  func complete() throws {
    let listing = try Folders().listing(["somewhere"])
    let names = listing.matches(of: /^# --([a-z-]+)(?::| \()/.anchorsMatchLineEndings())
      .map { String($0.1) }
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSuperset(of: ["cell", "recursive", "exclude", "output", "verbose"]))
    #expect(Set(names).isDisjoint(with: ["help", "version", "from-plan", "preset", "no-config"]))
    #expect(!listing.contains("somewhere"))
  }

  /// The lines that are not comments.
  private static func values(of listing: String) -> [Substring] {
    listing.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  @Test(
    "With 3,000 user presets, the error about a misspelt one names ten and suggests the closest"
  )
  func manyPresets() throws {
    let folders = try Folders(user: "--gap 4")
    for number in 1...3000 {
      try folders.user.write([], to: "contactsheet/presets/mine-\(number)")
    }
    let refusal = try folders.refusal(["--preset", "mein-77"])
    #expect(refusal.count < 500 && refusal.contains(" more; did you mean 'mine-77'?"), "\(refusal)")
  }
}
