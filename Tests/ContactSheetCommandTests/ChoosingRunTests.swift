import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct ChoosingRunTests {
  let folders: Folders

  init() throws {
    folders = try Folders(project: "--where name != 4.png\n--sort name\n--reverse\n")
    for number in 1...4 { try folders.work.writePicture("\(number).png") }
  }

  @Test("Conditions of the command line replace those of the folder's file, and all must be met")
  func conditions() throws {
    let list = [".", "--list={stem}"]
    let run = try folders.run(list)
    #expect(run.status == 0 && run.text == "3\n2\n1\n")
    #expect(run.standardError == "contactsheet: 3 of 4 pictures chosen\n")
    #expect(try folders.run(list + ["--limit", "2"]).text == "3\n2\n")
    let own = ["--where", "stem > 1", "--where", "stem != 3"]
    #expect(try folders.run(list + own).text == "4\n2\n")
    #expect(
      try folders.listing(own).contains(
        "# from the command line\n--where stem > 1\n--where stem != 3"))
  }

  @Test("If no picture meets a condition, nothing is written, and the status is 2")
  func none() throws {
    let run = try folders.run([".", "--where", "rating > 4"])
    #expect(run.status == 2)
    #expect(
      run.standardError.hasSuffix(": none of 4 pictures meets 'rating > 4'; change --where\n"))
    #expect(!folders.work.names.contains("contact-sheet.png"))
  }

  @Test("An invalid condition is wrong usage, and the message names its place")
  func mistakes() throws {
    #expect(
      try folders.refusal([".", "--where", "stem > 1 stem"]).contains(
        "at character 10: write 'and'"))
    #expect(try folders.refusal([".", "--select", "stem"]).contains("did you mean --where?"))
    #expect(try folders.refusal([".", "--limit", "0"]).contains("--limit"))
    #expect(
      try folders.refusal([".", "--compare", "old", "--limit", "3"]).contains(
        "cannot combine --compare and --limit: --compare compares all pairs; select"))
  }

  @Test("Conditions on pairs use the picture of after")
  func compared() throws {
    let folder = TemporaryFolder()
    for name in ["old/1.png", "old/2.png", "new/1.png"] { try folder.writePicture(name) }
    // Its bytes must be unique: otherwise it would be the second picture under another name.
    try folder.writePicture("new/3.png", width: 7)
    let run = try CommandRun(
      ["new", "--compare", "old", "--where", "stem < 3", "--compare-show", "all"], in: folder)
    #expect(run.standardError.contains("2 of 3 pictures chosen"), "\(run.standardError)")
  }
}
