import Foundation
import TestSupport
import Testing

/// Files that say something wrong, or are not configurations at all.
@Suite struct ConfigurationFileTests {
  @Test(
    "What is wrong in a file is told with the file, the line, the key and the remedy",
    arguments: [
      ("\nrowheight = 9", "2: rowheight: there is no such key; did you mean 'row-height'?"),
      ("tilee = 1\n", "1: tilee: there is no such key; did you mean 'tile'?"),
      (
        "zzzz = 1", "1: zzzz: there is no such key; keys are the long names of options, see --help."
      ),
      ("gap = [1]", "1: gap: it takes <N|NxM> as a string or number, not an array."),
      ("gap = 2026-01-01", "1: gap: it takes <N|NxM> as a string or number, not a date or time."),
      ("gap = true", "1: gap: it takes <N|NxM> as a string or number, not a boolean."),
      ("[gap]\na = 1", "1: gap: it takes <N|NxM> as a string or number, not a table."),
      ("recursive = \"yes\"", "1: recursive: it takes true or false, not a string."),
      ("exclude = [[1]]", "1: exclude: it takes <glob> as a string, or an array of them"),
      ("preset = 1", "1: preset: it takes the name of a preset as a string, not a number."),
      ("[preset.mine]", "1: preset: it takes the name of a preset as a string, not a table."),
      ("presets = 1", "1: presets: it takes a table for every preset, as [presets.NAME], not a"),
      ("presets.mine = 1", "1: presets.mine: it takes a table, as [presets.NAME], not a number."),
      ("[presets.mine]\nga = 1", "2: presets.mine.ga: there is no such key; did you mean 'gap'?"),
      ("presets.a.preset = \"b\"", "1: presets.a.preset: this cannot stand in a file: presets do"),
      ("version = true", "1: version: this cannot stand in a file: it asks for a text instead"),
      ("from-plan = \"a\"", "1: from-plan: this cannot stand in a file: it names what a single"),
      ("output = \"/etc/x\"", "1: output: '/etc/x' leads out of the folder"),
      ("manifest = \"a/../../x\"", "1: manifest: 'a/../../x' leads out of the folder"),
      ("labels-from = \"/dev/zero\"", "1: labels-from: '/dev/zero' leads out of the folder"),
      ("cell = \"0x0\"", "1: cell: The value '0x0' is invalid for '--cell <N|WxH>': write pixels"),
      ("\n\nrow-height = 0\nlayout='rows'", "3: row-height: --row-height is 1 or more pixels"),
      ("dpi = 0", "1: dpi: --dpi is 1 to 100000, not 0."),
    ])
  func wrong(text: String, message: String) throws {
    let refusal = try Folders(project: text).refusal(["-"])
    #expect(refusal.hasPrefix("Error: '.contactsheet.toml', line \(message)"), "\(refusal)")
  }

  @Test("Keys that contradict each other are told with their file, or the preset in it")
  func contradictions() throws {
    #expect(
      try Folders(project: "cell = 9\nsize = 99").refusal(["-"])
        .hasPrefix("Error: '.contactsheet.toml': --size and --cell exclude each other"))
    #expect(
      try Folders(project: "preset = \"p\"\n[presets.p]\nsort = \"x\"").refusal(["-"])
        .hasPrefix("Error: '.contactsheet.toml': preset 'p', line 3: sort: The value 'x' is inv"))
  }

  @Test("What is not TOML is told with its line and column")
  func syntax() throws {
    let refusal = try Folders(project: "gap = 1\nsize = \u{1B}[31m").refusal(["-"])
    #expect(
      refusal.hasPrefix(
        #"Error: '.contactsheet.toml', line 2, column 8: expected a value, but found '\u{1B}'."#),
      "\(refusal)")
  }

  @Test("An error of the command line stays one")
  func commandLine() throws {
    let folders = try Folders(user: "layout = \"rows\"", project: "gap = 4")
    let refusal = try folders.refusal(["-", "--gap", "x"])
    #expect(refusal.hasPrefix("Error: The value 'x' is invalid for '--gap <N|NxM>'"))
    #expect(try folders.refusal([]).hasPrefix("Error: Name a folder of PNG files"))
  }

  @Test("A file that is no text of a sensible size is refused with a way out")
  func noText() throws {
    let folders = try Folders()
    for (bytes, reason) in [
      ([0xFF, 0xFE, 0x00], "it is not UTF-8"),
      ([UInt8](repeating: 0x23, count: 10_000_000), "it is larger than 16384 bytes"),
    ] {
      try folders.work.write(bytes, to: ".contactsheet.toml")
      #expect(
        try folders.refusal(["-"]).hasPrefix(
          "Error: cannot read the configuration '.contactsheet.toml': \(reason); --no-config"))
    }
    #expect(try folders.listing(["--no-config"]).contains("# default"))
  }

  @Test("A folder, a pipe or a device in the file's place is refused without waiting for it")
  func noFile() throws {
    let folders = try Folders()
    let path = folders.work.url.appendingPathComponent(".contactsheet.toml").path
    for make in [
      { mkdir(path, 0o700) }, { mkfifo(path, 0o600) }, { symlink("/dev/zero", path) },
    ] {
      #expect(make() == 0)
      #expect(
        try folders.refusal(["-"]).contains("'.contactsheet.toml': it is not a regular file"))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(symlink("nowhere", path) == 0)
    #expect(try folders.listing([]).contains("# default"))
  }

  @Test(
    "Links do not lead a project's file out of its folder",
    arguments: [
      ("output = \"out.png\"", "out.png", "../precious.png", "'out.png' is a symbolic link"),
      ("output = \"out.png\"", "out-001.png", "../precious.png", "'out-001.png' is a symbolic"),
      ("output = \"%d.png\"", "7.png", "../precious.png", "'7.png' is a symbolic link"),
      ("output = \"out.png\"", "out.png", "nowhere", "'out.png' is a symbolic link"),
      ("output = \"up/out.png\"", "up", "..", "'up/out.png' leads out of the folder"),
      ("manifest = \"m.json\"", "m.json", "../precious.png", "'m.json' is a symbolic link"),
      ("manifest = \"up/./m.json\"", "up", "/tmp", "'up/./m.json' leads out of the folder"),
      ("labels-from = \"l.csv\"", "l.csv", "/dev/zero", "'l.csv' is a symbolic link"),
      ("labels-from = \"up/l.csv\"", "up", "..", "'up/l.csv' leads out of the folder"),
      ("presets.p.output = \"o.png\"", "o.png", "../precious.png", "'o.png' is a symbolic link"),
    ])
  func links(text: String, name: String, destination: String, message: String) throws {
    let folders = try Folders()
    try folders.work.write(Array("precious".utf8), to: "precious.png")
    let inner = TemporaryFolder(in: folders.work)
    try inner.writePicture("x.png")
    try inner.write(Array(text.utf8), to: ".contactsheet.toml")
    #expect(symlink(destination, inner.url.appendingPathComponent(name).path) == 0)
    let names = folders.work.names
    let run = try CommandRun(["x.png"], in: inner)
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    #expect(folders.work.contents("precious.png") == Array("precious".utf8))
    #expect(folders.work.names == names)
  }

  @Test("Links below a project's folder, and a link to it, are no obstacle")
  func harmlessLinks() throws {
    let outer = TemporaryFolder()
    try outer.writePicture("real/x.png")
    try outer.write(Array("output = \"link/sheet.png\"".utf8), to: "real/.contactsheet.toml")
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
    "A file that may not be read is refused", .enabled(if: geteuid() != 0, "root may read all"))
  func permission() throws {
    let folders = try Folders(project: "")
    chmod(folders.work.url.appendingPathComponent(".contactsheet.toml").path, 0)
    #expect(try folders.refusal(["-"]).contains("Permission denied; --no-config does without it"))
  }

  @Test("A byte order mark, carriage returns and an empty file are no obstacle")
  func harmless() throws {
    #expect(try Folders(project: "\u{FEFF}gap = 5\r\n").listing([]).contains("\ngap = 5  #"))
    #expect(try Folders(project: "").listing([]).contains("# gap: 8  # default"))
  }
}
