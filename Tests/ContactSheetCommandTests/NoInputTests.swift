import CommandFixtures
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct NoInputTests {
  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...3 { try folder.writePicture("\(number).png") }
    try folder.writePicture("below/4.png")
    return folder
  }

  @Test(
    "At a terminal, or without any input, the sheet shows the current folder",
    arguments: [true, false])
  func sheet(readsTerminal: Bool) throws {
    let folder = try Self.folder()
    let run = try TerminalRun([], in: folder, readsInput: readsTerminal)
    #expect(run.status == 0, "\(run.text)")
    let line = /contact-sheet.png: 3 images in this folder, .*/
    #expect(run.lines.last?.wholeMatch(of: line) != nil, "\(run.text)")
    let sheet = folder.contents("contact-sheet.png")
    // The sheet is not an input of the next run.
    #expect(try TerminalRun([], in: folder, readsInput: readsTerminal).status == 0)
    #expect(folder.contents("contact-sheet.png") == sheet)
    #expect(try CommandRun([".", "-o", "named.png"], in: folder).status == 0)
    #expect(folder.contents("named.png") == sheet)
  }

  @Test("Options also apply if the current folder is the input", arguments: ["</dev/null", "<&-"])
  func options(input: String) throws {
    let folder = try Self.folder()
    let script = "\"$0\" -r --list='{name}' \(input) >names"
    #expect(try CommandRun.statusOfShell(script, in: folder) == 0)
    #expect(folder.contents("names") == Array("1.png\n2.png\n3.png\n4.png\n".utf8))
  }

  @Test(
    "If standard input is a pipe or a file, a note suggests the argument `-`",
    arguments: [[], ["-r"], ["--paper", "A4"]])
  func pipe(options: [String]) throws {
    let folder = try Self.folder()
    let run = try CommandRun(options, in: folder)
    #expect(run.status == 64)
    #expect(run.standardError.contains("no images are named; name a folder"))
    #expect(run.standardError.contains("or - to read a list from standard input"))
    try folder.write(Array("1.png\n".utf8), to: "list")
    #expect(try CommandRun.statusOfShell("\"$0\" <list", in: folder) == 64)
    #expect(try CommandRun.statusOfShell("\"$0\" - <list", in: folder) == 0)
    #expect(!folder.names.contains("contact-sheet.jpg"))
  }

  @Test(
    "Options that print text need no pictures", arguments: ["--print-config", "--version"])
  func texts(flag: String) throws {
    #expect(try CommandRun([flag], in: TemporaryFolder()).status == 0)
  }

  @Test("A folder without pictures gives an error")
  func empty() throws {
    let run = try TerminalRun([], in: TemporaryFolder())
    #expect(run.status == 2)
    #expect(run.text.contains("cannot make a sheet: no images in '.'"), "\(run.text)")
  }
}
