import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

@Suite struct SeveralTemplatesTests {
  @Test("Of several --parse templates the first that matches is used, and an empty one removes all")
  func parse() throws {
    let folders = try Folders(project: "--parse {scene}-{spp:1}\n--parse {spp:1}_{scene}\n")
    for name in ["hall-64.png", "16_attic.png", "7_room-8.png", "other.png"] {
      try folders.work.writePicture(name)
    }
    let list = [".", "--list={scene|-} {spp|-}"]
    let run = try folders.run(list)
    #expect(run.text == "7_room 8\nattic 16\nhall 64\n- -\n", "\(run.text)")
    #expect(
      run.standardError.contains(
        "1 of 4 names does not match '{scene}-{spp:1}' or '{spp:1}_{scene}', so it lacks its facts"),
      "\(run.standardError)")
    let none = try folders.run([".", "--parse", "", "--list={scene}"])
    #expect(none.status == 64 && none.standardError.contains("there is no token {scene}"))
  }

  @Test(
    "A fact's name in another program is answered with our name",
    arguments: [
      (["--label", "%f"], "there is no '%f' here; write '{name}'"),
      (["--label", "%t\n%b"], "here"),
      (["--caption", "x"], "'--label {description}'"),
    ])
  func otherPrograms(arguments: [String], answer: String) throws {
    #expect(try Folders().refusal(["."] + arguments).contains(answer))
  }

  @Test("{shutter} is answered with {exposure}, and a percent sign in a label is kept")
  func labels() throws {
    let folders = try Folders()
    try folders.work.writePicture("1.png")
    for (label, fact) in [("{shutter}", "exposure"), ("{caption}", "description")] {
      let run = try folders.run([".", "--label", label])
      #expect(run.status == 64)
      #expect(run.standardError.contains("perhaps {\(fact)} is meant"), "\(run.standardError)")
    }
    #expect(try folders.run([".", "--label", "100%free", "--dry-run"]).status == 0)
  }

  @Test("Paper can be a size with units, converted with --dpi")
  func paper() throws {
    let folders = try Folders()
    try folders.work.writePicture("1.png")
    let run = try folders.run([".", "--paper", "10x15cm", "--dry-run"])
    #expect(
      run.status == 0 && run.text.contains("1181") && run.text.contains("1772"), "\(run.text)")
  }
}
