import CommandFixtures
import Foundation
import TestSupport
import Testing

@testable import ContactSheetCommand

/// Commands as written by people who have not read the documentation.
@Suite struct FirstTryTests {
  let folder = TemporaryFolder()

  init() throws {
    for name in ["a_x1", "a_x2", "b_x1"] { try folder.writePicture("in/\(name).png") }
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["in", "-o", "s.png", "--force"] + arguments, in: folder)
  }

  @Test(
    "The error about a common mistake in a condition, such as name=a_*, says what to write instead",
    arguments: [
      ("name = a_*", "= compares the whole text: --where 'name ~ a_*' matches a pattern"),
      ("name=a_*", "--where 'name~a_*' matches a pattern"),
      (
        "name == 'a_*' and width > 1",
        #"--where 'name ~ '\''a_*'\'' and width > 1' matches a pattern"#
      ),
      ("name = c", "change --where"), ("name ~ a_", "--where 'name ~ *a_*' finds it anywhere"),
      ("name like a_*", "'like' is not an operator; write ~ and a pattern"),
      ("name contains x1", "'contains' is not an operator"),
      ("duplicate", "--duplicates skip leaves out copies"),
      ("index <= 12", "--limit 12 uses the first 12 images"),
    ])
  func conditions(condition: String, message: String) throws {
    let run = try run("--where", condition)
    #expect(run.status != 0)
    #expect(run.standardError.contains(message), "\(run.standardError)")
  }

  @Test(
    "The error about an everyday word for a fact suggests the token, with its format",
    arguments: [
      ("{letter}", "did you mean {index:a}?"), ("{bytes}", "did you mean {size}?"),
      ("{dimensions}", "did you mean {width}x{height}?"), ("{time}", "did you mean {taken:%H:%M}?"),
      ("{day}", "did you mean {taken:%Y-%m-%d}?"), ("{number}", "did you mean {index}?"),
    ])
  func tokens(label: String, message: String) throws {
    let run = try run("--label", label)
    #expect(run.status == 64)
    #expect(run.standardError.contains(message), "\(run.standardError)")
    // What is suggested is accepted.
    let token = try #require(message.dropFirst("did you mean ".count).split(separator: "?").first)
    #expect(try self.run("--label", String(token), "--dry-run").status == 0)
  }

  @Test(
    "The error about an option of another program suggests ours",
    arguments: [
      ("--seed", "7", "--sort shuffle:7"), ("--normalize", "", "--stretch auto"),
      ("--group-title", "{group}", "--group-heading '{group}'"),
      ("--max-size", "1MB", "--max-bytes 1MB"),
      ("--footer-right", "x", #"--footer 'left\tmiddle\tright'"#),
      ("--strict", "", "--on-error fail"),
      ("--border-color", "red", "--border red"), ("--from-file", "l.txt", "--files-from l.txt"),
      ("--sort-by", "size", "--sort size"), ("--sharpen-amount", "1", "--sharpen 1"),
      ("--css", "", "--manifest sheet.json"), ("--boxes", "b.csv", "--overlay masks=red"),
    ])
  func options(option: String, value: String, hint: String) throws {
    let message = Synonyms.noOption(option, value: value.isEmpty ? nil : value, inFile: false)
    #expect(message.contains(hint), "\(message)")
  }

  @Test("A colour is enough for a border, and a crop needs no pattern")
  func bareValues() throws {
    #expect(try run("--border", "red").status == 0)
    let red = folder.contents("s.png")
    #expect(try run("--border", "2 red").status == 0)
    #expect(folder.contents("s.png") == red)
    #expect(try run("--border", "*a*=red", "--border", "*b*=red").status == 0)
    #expect(folder.contents("s.png") == red)
    #expect(try run("--border", "rot").status == 64)

    #expect(try run("--crop", "*=2,3,16,12").status == 0)
    let part = folder.contents("s.png")
    for crop in ["2,3,16,12", "16x12+2+3", "*=16x12+2+3"] {
      #expect(try run("--crop", crop).status == 0)
      #expect(folder.contents("s.png") == part, "\(crop)")
    }
    #expect(try run("--crop", "16x12+2").status == 64)
    #expect(try run("--crop", "16x12-2+3").status == 64)
  }

  @Test("For a condition on {index}, --limit is suggested in --where, but not in a rule")
  func rulesByNumber() throws {
    let run = try run("--span", "{index} = 1=2x2")
    #expect(run.status != 0 && !run.standardError.contains("--limit"), "\(run.standardError)")
  }

  @Test("If every group starts a page, a note says why there are several files")
  func groupFiles() throws {
    let note =
      "contactsheet: each group starts a new page, so there are 2 files; --group-break section puts "
      + "all groups on one sheet\n"
    #expect(try run("--parse", "{scene}_*", "--group-by", "scene").standardError == note)
    // If groups have several pages, they are not the only reason, so there is no note.
    let paged = try run("--parse", "{scene}_*", "--group-by", "scene", "--per-page", "1")
    #expect(paged.status == 0 && !paged.standardError.contains("each group"))
    for options in [
      ["--group-break", "page"], ["--group-break", "section"], ["-o", "s-%d.png"], ["-o", "s.pdf"],
      ["-o", "{group}.png"], ["--quiet"],
    ] {
      let folder = TemporaryFolder()
      for name in ["a_1", "b_1"] { try folder.writePicture("in/\(name).png") }
      let run = try CommandRun(
        ["in", "-o", "s.png", "--parse", "{scene}_*", "--group-by", "scene"] + options, in: folder)
      #expect(run.status == 0 && run.standardError == "", "\(options): \(run.standardError)")
    }
  }

  @Test("Files named after days or months sort chronologically")
  func dates() throws {
    for day in ["20250802", "20250810", "20250901"] {
      try folder.writePicture("days/IMG_\(day)_120000.png")
    }
    for (key, names) in [
      ("day", ["2025-08-02", "2025-08-10", "2025-09-01"]), ("month", ["2025-08", "2025-09"]),
    ] {
      let out = folder.url.appending(path: key)
      try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
      let run = try CommandRun(["days", "--group-by", key, "-o", "\(key)/{group}.png"], in: folder)
      #expect(run.status == 0, "\(run.standardError)")
      let written = try FileManager.default.contentsOfDirectory(atPath: out.path).sorted()
      #expect(written == names.map { "\($0).png" })
    }
  }

  @Test(
    "If a table has rows for only a few of many pictures, a note gives a condition selecting these")
  func tables() throws {
    for number in 10..<30 { try folder.writePicture("many/\(number).png") }
    try folder.write(Array("path,price\n10.png,25\n11.png,30\n".utf8), to: "p.csv")
    let arguments = ["many", "-o", "s.png", "--force", "--table", "p.csv", "--label", "{price}"]
    let note = try CommandRun(arguments, in: folder).standardError
    #expect(
      note.contains(
        "18 of 20 images have no row in 'p.csv'; --where '{price}' uses only those that have one"),
      "\(note)")
    let chosen = try CommandRun(arguments + ["--where", "{price}", "--list={name}"], in: folder)
    #expect(chosen.standardOutput == Data("10.png\n11.png\n".utf8))
    #expect(!chosen.standardError.contains("no row"), "\(chosen.standardError)")
  }

  @Test(
    "If --rows-by is given a key of --group-by, a note says what to write instead",
    arguments: [
      ("day", "--rows-by '{taken:%-d %B %Y}' makes a row for each day"),
      ("folder", "--rows-by '{folder}' makes a row for each value"),
      ("gap:5s", "--group-by gap:5s with --group-break section makes groups"),
    ])
  func rows(rows: String, remedy: String) throws {
    let run = try run("--rows-by", rows)
    #expect(run.status == 0)
    #expect(
      run.standardError.contains("all images are in one row, called '\(rows)'; \(remedy)"),
      "\(run.standardError)")
  }
}
