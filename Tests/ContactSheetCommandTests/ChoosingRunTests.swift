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

  @Test("Conditions on the command line replace those in the project file, and all must be met")
  func conditions() throws {
    let list = [".", "--list={stem}"]
    let run = try folders.run(list)
    #expect(run.status == 0 && run.text == "3\n2\n1\n")
    #expect(run.standardError == "contactsheet: 3 of 4 images chosen\n")
    let limited = try folders.run(list + ["--limit", "2"])
    #expect(limited.text == "3\n2\n")
    #expect(limited.standardError == "contactsheet: 3 of 4 images chosen, 2 shown\n")
    for options in [["--every", "2"], ["--group-by", "width", "--group-limit", "2"]] {
      let run = try folders.run([".", "--dry-run"] + options)
      #expect(
        run.standardError.contains("3 of 4 images chosen, 2 shown\n"), "\(run.standardError)")
    }
    let own = ["--where", "stem > 1", "--where", "stem != 3"]
    #expect(try folders.run(list + own).text == "4\n2\n")
    #expect(
      try folders.listing(own).contains(
        "# from the command line\n--where stem > 1\n--where stem != 3"))
  }

  @Test("With --copies, a listing has a numbered line for each copy of the chosen images")
  func copies() throws {
    let list = [".", "--copies", "2", "--list={index} {stem} {count}"]
    #expect(try folders.run(list + ["--limit", "2"]).text == "1 3 4\n2 3 4\n3 2 4\n4 2 4\n")
    #expect(
      try folders.run(list + ["--copies", "3*=1"]).text
        == "1 3 5\n2 2 5\n3 2 5\n4 1 5\n5 1 5\n")
  }

  @Test("If no picture meets the condition, nothing is written and the status is 2")
  func none() throws {
    let run = try folders.run([".", "--where", "rating > 4"])
    #expect(run.status == 2)
    #expect(
      run.standardError.hasSuffix(
        ": none of the 4 images meets 'rating > 4'; change --where, or print the facts with --list\n"
      ))
    #expect(!folders.work.names.contains("contact-sheet.png"))
  }

  @Test("A listing is empty if no picture meets the condition, but fails if there is an error")
  func emptyListing() throws {
    let run = try folders.run([".", "--where", "rating > 4", "--list={path}"])
    #expect(run.status == 0 && run.standardOutput.isEmpty)
    #expect(run.standardError.contains("none of the 4 images meets 'rating > 4'"))
    let missing = try folders.run(["nowhere", "--where", "rating > 4", "--list={path}"])
    #expect(missing.status == 2, "\(missing.standardError)")
    let misspelt = try folders.run([".", "--where", "raating > 4", "--list={path}"])
    #expect(misspelt.status == 2, "\(misspelt.standardError)")
  }

  @Test("The note on a bare word that names a --parse part also appears with --list")
  func wordsInListing() throws {
    let folder = TemporaryFolder()
    for name in ["cat_cat.png", "cat_dog.png"] { try folder.writePicture(name) }
    let run = try CommandRun(
      [".", "--parse={true}_{pred}", "--where", "true != pred", "--list={name}"], in: folder)
    #expect(
      run.standardError.contains(
        "'pred' is taken as text in 'true != pred', which all images meet; {pred} stands for the part of "
          + "the file names"),
      "\(run.standardError)")
  }

  @Test("A mistake in a condition or limit is a usage error, and the message says what is wrong")
  func mistakes() throws {
    #expect(
      try folders.refusal([".", "--where", "stem > 1 stem"]).contains(
        "at character 10: 'and' or 'or' is missing here"))
    #expect(
      try folders.refusal([".", "--where", "e % 10 = 0"]).contains(
        "at character 3: conditions cannot do arithmetic; put the results in a column of a table, or "
          + "choose images by their names with --include, or use --every 10 for one image in 10"))
    #expect(try !folders.refusal([".", "--where", "e / 10 = 0"]).contains("--every"))
    #expect(
      try !folders.refusal([".", "--border", "{e} % 10 = 0=red"]).contains("--include"))
    #expect(try folders.refusal([".", "--select", "stem"]).contains("did you mean --where stem?"))
    #expect(try folders.refusal([".", "--limit", "0"]).contains("--limit"))
    #expect(
      try folders.refusal([".", "--compare", "old", "--limit", "3"]).contains(
        "cannot combine --compare and --limit: --compare compares all pairs; select"))
  }

  @Test("A bare word that names a column or a --parse part gets a note, unless it is also a value")
  func bareWords() throws {
    let folders = try Folders()
    for name in ["a-cat-dog.png", "b-dog-dog.png"] { try folders.work.writePicture(name) }
    try folders.work.write(
      Array("path,true class,pred\na-cat-dog.png,cat,dog\nb-dog-dog.png,dog,dog\n".utf8),
      to: "t.csv")
    func messages(_ condition: String, _ options: String...) throws -> String {
      try folders.run([".", "--list={stem}", "--where", condition] + options).standardError
    }
    let table = "--table=t.csv"
    #expect(
      try messages("{column:true class} != Pred", table).contains(
        "'Pred' is taken as text in '{column:true class} != Pred', which all images meet; {pred} "
          + "stands for the column\n"))
    #expect(
      try messages("true = pred or id = a", "--parse={id}-{true}-{pred}").contains(
        "'pred' is taken as text in 'true = pred or id = a'; {pred} stands"))
    #expect(try messages("{column:true class} != {pred}", table).contains("1 of 2 images chosen"))
    let parse = "--parse={id}-{true}-{pred}"
    let none = try messages("true = pred", parse)
    #expect(
      none.contains(
        "'pred' is taken as text in 'true = pred'; {pred} stands for the part of the file names\n"))
    #expect(none.contains("none of the 2 images meets 'true = pred'"))
    #expect(try !messages("pred = dog", parse, "--label", "{pred}").contains("is taken as text"))
    for condition in ["true != {pred}", "true != 'pred'", "true != dogs", "pred != cat"] {
      #expect(try !messages(condition, parse).contains("is taken as text"), "\(condition)")
    }
    try folders.work.writePicture("c-pred-dog.png")
    #expect(try !messages("true = pred", parse).contains("is taken as text"))
  }

  @Test("Semicolon-separated tables use decimal commas, and the path column is found by its values")
  func decimalCommas() throws {
    let folders = try Folders()
    for name in ["1.png", "2.png", "3.png"] { try folders.work.writePicture(name) }
    func listed(_ table: String, _ template: String) throws -> String {
      try folders.work.write(Array(table.utf8), to: "t.csv")
      return try folders.run([".", "--list=\(template)", "--table=t.csv"]).text
    }
    let table = "Photo ref;best of run;id\n1.png;31,5;1,2\n2.png;-4;a\n3.png;0,75;2,3\n"
    #expect(try listed(table, "{best of run:.1f}") == "31.5\n-4.0\n0.8\n")
    #expect(try listed(table, "{column:best of run}") == "31.5\n-4\n0.75\n")
    #expect(try listed("img;weight\n1.png;70,5\n2.png;1\n", "{stem}") == "1\n2\n3\n")
    #expect(
      try listed("img;best prompt\n1.png;a_red\n2.png;b-c\n3.png;7\n", "{column:best prompt:words}")
        == "a red\nb c\n7\n")
    // One value is not a number, so all are texts.
    #expect(try listed(table, "{id}") == "1,2\na\n2,3\n")
    for heading in ["img_path", "Image Name", "SourceFile", "picture file"] {
      let table = "\(heading),score\n1.png,\"1,5\"\n2.png,2\n3.png,3\n"
      #expect(try listed(table, "{score}") == "1,5\n2\n3\n", "\(heading)")
    }
    #expect(try listed("a;focus;path\n0,5;0,1;1.png\n", "{column:focus|-}") == "0,1\n-\n-\n")
  }

  @Test("In a comparison, conditions apply to the new picture")
  func compared() throws {
    let folder = TemporaryFolder()
    for name in ["old/1.png", "old/2.png", "new/1.png"] { try folder.writePicture(name) }
    // The new picture's bytes must be unique, or it would count as a renamed copy of the second
    // one.
    try folder.writePicture("new/3.png", width: 7)
    let run = try CommandRun(
      ["new", "--compare", "old", "--where", "stem < 3", "--compare-show", "all"], in: folder)
    #expect(run.standardError.contains("2 of 3 images chosen"), "\(run.standardError)")
  }
}
