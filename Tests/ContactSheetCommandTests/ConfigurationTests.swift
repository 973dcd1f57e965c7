import Foundation
import TestSupport
import Testing

/// Options from files, presets and the command line, and which of them are in force.
@Suite struct ConfigurationTests {
  @Test("An option of the project is stronger than the user's, one of the command line than both")
  func layers() throws {
    let folders = try Folders(
      user: "gap = 1\nmargin = 1\ndepth = 16", project: "gap = 2\nmargin = 2")
    let listing = try folders.listing(["--margin", "3"])
    #expect(listing.contains("\ngap = 2  # project: .contactsheet.toml\n"))
    #expect(listing.contains("\nmargin = 3  # command line\n"))
    #expect(
      listing.contains(
        "\ndepth = 16  # user: \(folders.user.url.path)/contactsheet/config.toml\n"))
    #expect(listing.contains("\nsort = \"natural\"  # default\n"))
  }

  @Test("A configuration makes the sheet that its options make")
  func sheet() throws {
    let folders = try Folders(
      project: "cell = \"40x30\"\ngap = 3\nbackground = \"red\"\nexclude = [\"2*\", \"3*\"]")
    for number in 1...4 { try folders.work.writePicture("\(number).png") }
    #expect(try folders.run([".", "-o", "configured.png"]).status == 0)
    let options = ["--cell", "40x30", "--gap", "3", "--background", "red"]
    try folders.run(["--no-config", "1.png", "4.png", "-o", "given.png"] + options)
    #expect(folders.work.contents("configured.png") == folders.work.contents("given.png"))
    #expect(folders.work.contents("given.png") != nil)
  }

  @Test("The command line replaces the values of an option that may be repeated")
  func lists() throws {
    let folders = try Folders(user: "exclude = [\"a\", \"b\"]\ninclude = \"c\"")
    let listing = try folders.listing(["--exclude", "d", "--exclude=e"])
    #expect(listing.contains("\nexclude = [\"d\", \"e\"]  # command line\n"))
    #expect(listing.contains("\ninclude = [\"c\"]  # user: "))
  }

  @Test(
    "A flag is taken back by a stronger file, or by its name after --no-",
    arguments: [
      ("recursive = false", [], "false  # project: .contactsheet.toml"),
      ("", ["--no-recursive"], "false  # command line"),
      ("recursive = false", ["-r"], "true  # command line"),
      ("", [], "true  # user: "),
      ("", ["--no-config"], "false  # default"),
    ] as [(String, [String], String)])
  func flags(project: String, arguments: [String], expected: String) throws {
    let folders = try Folders(user: "recursive = true", project: project)
    #expect(try folders.listing(arguments).contains("\nrecursive = \(expected)"))
  }

  @Test("A flag cannot be given both ways, and --no- says nothing of an option with a value")
  func contradictions() throws {
    let folders = try Folders()
    #expect(
      try folders.refusal(["-r", "--no-recursive"])
        .contains("--recursive and --no-recursive exclude each other"))
    #expect(try folders.refusal(["-", "--no-gap"]).contains("Unknown option '--no-gap'"))
  }

  @Test("The preset of a file lies under the file's own options, over weaker files")
  func presets() throws {
    let folders = try Folders(
      user: "gap = 1\nmargin = 1\ncompression = 1\npreset = \"print\"",
      project: "preset = \"mine\"\ngap = 2\n[presets.mine]\ngap = 3\nmargin = 3")
    let listing = try folders.listing([])
    #expect(listing.contains("\ngap = 2  # project: "))
    #expect(listing.contains("\nmargin = 3  # preset mine of .contactsheet.toml\n"))
    #expect(listing.contains("\ncompression = 1  # user: "))
    #expect(!listing.contains("preset print"))
  }

  @Test("The preset of the command line lies over all files and replaces theirs")
  func givenPreset() throws {
    let folders = try Folders(project: "preset = \"web\"\ngap = 2\nmargin = 2\ncell = 9")
    let listing = try folders.listing(["--preset=print", "--margin", "5"])
    #expect(listing.contains("\ngap = \"24x48\"  # preset print\n"))
    #expect(listing.contains("\nmargin = 5  # command line\n"))
    #expect(listing.contains("\npaper = \"A4\"  # preset print\n"))
    #expect(!listing.contains("\ncell = "))
    #expect(!listing.contains("preset web"))
  }

  @Test("A preset that a file defines replaces the program's own of that name")
  func ownPreset() throws {
    let folders = try Folders(user: "[presets.web]\ngap = 77")
    let listing = try folders.listing(["--preset", "web"])
    #expect(listing.contains("\ngap = 77  # preset web of "))
    #expect(listing.contains("# background: white"))
  }

  @Test("Beside a plan only such options of a configuration count as may stand there")
  func besidePlan() throws {
    let folders = try Folders(
      user: "recursive = true\ncell = 9\nscale = \"fill\"\norder = \"columns\"\ncompression = 0",
      project: "preset = \"print\"")
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

  @Test("Without XDG_CONFIG_HOME, or where it is relative, the user's file is in ~/.config")
  func home() throws {
    let folders = try Folders()
    try folders.user.write([UInt8]("gap = 5".utf8), to: ".config/contactsheet/config.toml")
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
      let listing = String(
        decoding: output.contents(), as: UTF8.self)
      process.waitUntilExit()
      #expect(listing.contains("\ngap = 5  # user: "))
    }
  }

  @Test("Folders above the working directory are not searched")
  func parents() throws {
    let folders = try Folders(project: "gap = 5")
    let inner = TemporaryFolder(in: folders.work)
    let run = try CommandRun(["--print-config"], in: inner)
    #expect(run.text.contains("# gap: 8  # default"))
  }

  @Test(
    "No configuration stands in the way of the help and the version",
    arguments: ["-h", "--version"])
  func help(option: String) throws {
    let run = try Folders(project: "gap = \"wrong\"\nwrong = 1").run([option])
    #expect(run.status == 0)
    #expect(run.standardError.isEmpty)
    #expect(run.text.contains("contactsheet"))
  }
}
