import CommandFixtures
import Foundation
import SheetLayout
import SheetPictures
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Texts from other people that would affect a terminal, or imitate a message.
@Suite struct HostileTextTests {
  /// Characters that affect a terminal: a title, C1, and bidirectional controls.
  ///
  /// Zero-width characters and a second message follow.
  static let line =
    "x\u{1B}]0;X\u{7}\u{9B}31m\u{85}\u{202E}\u{2066}\u{200E}\u{200F}\u{61C}\u{200B}a\u{200D}\u{FEFF}\u{3164}\r\\n"
  static let text = line + "\ncontactsheet: forged"

  /// Expects that the output of a run does not affect a terminal, and that every message is one
  /// line.
  static func expectHarmless(_ run: CommandRun, _ comment: String) {
    for text in [run.standardError, run.text] {
      let harmful = text.unicodeScalars.filter { scalar in
        scalar != "\n"
          && (scalar.properties.isDefaultIgnorableCodePoint
            || [.control, .format].contains(scalar.properties.generalCategory))
      }
      #expect(harmful.isEmpty, "\(comment): \(text.debugDescription)")
      #expect(!text.contains("\ncontactsheet: forged"), "\(comment)")
    }
    for line in run.standardError.split(separator: "\n") {
      #expect(line.hasPrefix("contactsheet: "), "\(comment): \(line)")
    }
  }

  @Test(
    "No control characters from a value on the command line reach a terminal, for any option",
    arguments: OptionCatalog.all.map(\.name))
  func commandLine(name: String) throws {
    let option = try #require(OptionCatalog.option(named: name))
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    for (value, requested) in [(Self.text, "--dry-run"), ("0\(Self.text)", "--print-config")] {
      let given = option.kind == .positional ? [value] : ["\(option.flag)=\(value)"]
      let run = try CommandRun(["1.png", requested] + given, in: folder)
      Self.expectHarmless(run, "\(requested) \(option.flag)")
    }
    if let letter = option.letter {
      Self.expectHarmless(try CommandRun(["-\(letter)\(Self.text)"], in: folder), "-\(letter)")
    }
  }

  @Test(
    "A message shows only the start of a value of thousands of characters, for any option",
    arguments: OptionCatalog.all.map(\.name))
  func longValues(name: String) throws {
    let option = try #require(OptionCatalog.option(named: name))
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let texts = name.hasSuffix("font") ? ["--label", "{name}", "--title", "1"] : []
    for start in isThorough ? ["", "7", "{", "{name:", "'"] : ["", "{name:"] {
      let value = start + String(repeating: "x", count: 9_000)
      let given = option.kind == .positional ? [value] : ["\(option.flag)=\(value)"]
      let run = try CommandRun(["1.png", "--dry-run"] + texts + given, in: folder)
      for line in run.standardError.split(separator: "\n") {
        #expect(line.count < 1000, "\(option.flag): \(line.prefix(300))")
      }
    }
  }

  @Test(
    "No control characters from a value in a configuration reach a terminal, for any option",
    arguments: OptionCatalog.all.map(\.name))
  func configuration(name: String) throws {
    let project = try Folders(project: "--\(name) \(Self.line)")
    Self.expectHarmless(try project.run(["--print-config"]), "--\(name) of a project")
    let user = try Folders(user: "--\(name)=0\(Self.line)")
    try user.work.writePicture("1.png")
    Self.expectHarmless(try user.run(["1.png", "--dry-run"]), "--\(name) of a user")
  }

  @Test("No control characters from names of options, presets or files reach a terminal")
  func names() throws {
    let folder = TemporaryFolder()
    let name = Self.text.replacing("/", with: "")
    try folder.writePicture("\(name)/\(name).png")
    try folder.write([1, 2, 3], to: "\(name)/\(name)2.png")
    for arguments in [
      ["--\(Self.text)"], ["-\(Self.text)"], ["--preset", Self.text], [name], [name + "3"],
      [name, "-o", "\(name).png"], [name, "-o", "\(name).png", "--dry-run"], [name, "-v"],
      [name, "-o", "\(name)/"], [name, "-o", "\(name)/\(name).png"],
      [name, "-o", "\(name)/none/a"],
      ["--from-plan", name], ["--files-from", name], ["1.png", "--table", name],
    ] {
      Self.expectHarmless(try CommandRun(arguments, in: folder), "\(arguments)")
    }
  }

  @Test("JSON contains no control characters, and decodes to the original names")
  func json() throws {
    let folder = TemporaryFolder()
    let name = "\(Self.text.replacing("/", with: ""))\u{7F}\u{E0041}👨\u{200D}👩.png"
    try folder.writePicture("in/\(name)")
    try folder.write([1, 2, 3], to: "in/broken\(name)")
    for options in [
      ["--list"], ["--dry-run", "--manifest", "-"], ["-o", "s.png", "--report", "-"],
      ["-o", "s.png", "--force", "--manifest", "-", "--label", "{name}", "--title", "{folder}"],
    ] {
      let run = try CommandRun(["in"] + options, in: folder)
      // The joiner inside an emoji is part of the emoji, as in messages.
      let harmful = run.text.unicodeScalars.filter { scalar in
        scalar != "\n" && scalar != "\u{200D}"
          && (scalar.properties.isDefaultIgnorableCodePoint
            || [.control, .format].contains(scalar.properties.generalCategory))
      }
      #expect(harmful.isEmpty, "\(options): \(run.text.debugDescription)")
      for line in options == ["--list"]
        ? run.text.split(separator: "\n").map(String.init) : [run.text]
      {
        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
      }
    }
    let first = try CommandRun(["in", "--list"], in: folder).text.split(separator: "\n")
      .map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(first.contains { $0?["name"] as? String == name })
  }

  @Test("No control characters from any text in a plan reach a terminal, whatever the field")
  func plan() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let options = ["--label", "{name}", "--title", "a", "--border", "1", "--sharpen", "1"]
    try CommandRun(["1.png", "--dry-run", "--manifest", "plan.json"] + options, in: folder)
    let plan = String(decoding: try #require(folder.contents("plan.json")), as: UTF8.self)
    let hostile = String(
      decoding: try JSONEncoder().encode(Self.text), as: UTF8.self)
    let values = plan.matches(of: /: ("[^"\n]*")/)
    #expect(values.count > 15)
    for value in values {
      var changed = plan
      changed.replaceSubrange(value.output.1.startIndex..<value.output.1.endIndex, with: hostile)
      try folder.write(Array(changed.utf8), to: "changed.json")
      let run = try CommandRun(["--from-plan", "changed.json", "--verbose"], in: folder)
      Self.expectHarmless(run, changed)
    }
  }

  @Test("No control characters from tables or lists reach a terminal")
  func tables() throws {
    let folder = TemporaryFolder()
    try folder.writePicture("1.png")
    let quoted = "\"\(Self.text)\""
    for table in [
      "\(quoted),a\n", "1.png,\(quoted)\n", "path,weight\n1.png,\(quoted)\n", "\(quoted)\n",
      "1.png,a,\(quoted)\n",
    ] {
      try folder.write(Array(table.utf8), to: "labels.csv")
      let run = try CommandRun(["1.png", "--table", "labels.csv"], in: folder)
      Self.expectHarmless(run, table)
    }
    try folder.write(Array("1.png\0\(Self.text)\0".utf8), to: "list")
    let run = try CommandRun(["--files-from", "list", "-0"], in: folder)
    Self.expectHarmless(run, "list")
    #expect(run.status == 1)
  }

  @Test(
    "Arguments and names that are not UTF-8 are shown with their bytes escaped",
    .needs(.namesOfAnyBytes))
  func bytes() throws {
    let folder = TemporaryFolder()
    let status = try CommandRun.statusOfShell(
      #"""
      printf x > $'a\xE4\e.png'
      "$0" $'a\xE4\e.png' 2> argument; [ $? = 64 ] || exit 1
      "$0" . 2> name; [ $? = 2 ]
      """#, in: folder)
    #expect(status == 0)
    for (file, expected) in [
      ("argument", #"'a\xE4\u{1B}.png' is not UTF-8"#), ("name", "cannot read "),
    ] {
      let message = String(decoding: try #require(folder.contents(file)), as: UTF8.self)
      #expect(message.contains(expected), "\(message)")
      #expect(!message.contains("\u{1B}"))
    }
  }

  @Test("A line ending is distinguishable from a backslash and an n")
  func lineEnds() throws {
    let folder = TemporaryFolder()
    for option in OptionCatalog.all where option.kind == .value {
      let messages = try ["\n", "\\n"].map { end in
        try CommandRun(["\(option.flag)=0?\(end)"], in: folder).standardError
      }
      for (message, escaped) in zip(messages, [#"0?\n"#, #"0?\\n"#]) where message.contains("0?") {
        #expect(message.contains(escaped), "\(messages)")
      }
    }
  }
}
