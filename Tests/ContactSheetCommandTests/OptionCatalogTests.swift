import ArgumentParser
import CommandFixtures
import Foundation
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand

@Suite struct OptionCatalogTests {
  @Test("Every option of the help is declared with its kind, and every declaration is in the help")
  func complete() throws {
    let help = ContactSheetCommand.helpMessage()
    let lines = help.matches(of: /^ {2}(?:(-.), )?--([a-z-]+)( <)?/.anchorsMatchLineEndings())
    let options = OptionCatalog.all.filter { $0.kind != .positional }
    #expect(lines.map { String($0.2) } == options.map(\.name) + ["help"])
    for (line, option) in zip(lines, options) {
      #expect(line.1 == option.letter.map { "-\($0)" }, "\(option.name)")
      #expect(
        (line.3 == nil) == option.isFlag, "\(option.name)")
    }
  }

  @Test("Every default and every value of the help is valid")
  func values() throws {
    for option in OptionCatalog.all {
      for text in option.choices + [option.standard].compactMap(\.self) {
        #expect(throws: Never.self, "--\(option.name) \(text)") { try option.check(text) }
      }
    }
    #expect(OptionCatalog.known("size").standard == nil)
    #expect(OptionCatalog.known("layout").standard == "grid")
    #expect(OptionCatalog.known("compression").standard == "6")
  }

  @Test("The library has the same defaults, so it makes the same sheet without options")
  func defaults() throws {
    let job = try parsed([]).resolved().job
    #expect(job.layout as? GridLayout == GridLayout())
    #expect(job.gap == .standard && job.margin == .standard)
    // If the output has no name, a large sheet may become several files.
    var paging = Paging()
    paging.isDividedIfLarge = true
    // A style by itself has no hairlines.
    #expect(job.style == .init(edge: .hairline) && job.paging == paging && job.encoding == .init())
  }

  @Test("Each option is either refused beside a plan, with any value, or used there")
  func besidePlan() throws {
    let texts = [
      "1", "A4", "2x2", "+1+1", "1:2", "red", "a", "fixed(9)", "a=1", "1/2", "{x}",
      "a=0,1", "a=0,0,1,1", "a=2x2", "a=+1s", "{a} => {a}-old", ">= 0.1", "auto",
    ]
    // The option without which there is no page to hold the pictures.
    let companions = ["embed": ["--html=p"]]
    for option in OptionCatalog.all
    where option.name != "from-plan"
      && !OptionCatalog.options(of: VersionOptions.self).contains(where: { $0.name == option.name })
    {
      let ownTexts = option.choices + [option.standard, option.nothing].compactMap(\.self)
      let values =
        option.kind == .flag
        ? [option.flag] + (option.onlyOnCommandLine == nil ? ["--\(option.inverseName)"] : [])
        : (ownTexts + texts).filter { (try? option.check($0)) != nil }
      #expect(!values.isEmpty, "--\(option.name)")
      for value in values {
        let isAlone = option.kind == .flag || option.kind == .positional
        let words =
          option.kind == .flagOrValue ? ["\(option.flag)=\(value)"] : [option.flag, value]
        let arguments = try parsed(
          ["--from-plan", "plan.json"] + companions[option.name, default: []]
            + (isAlone ? [value] : words))
        let message = ruleBroken(by: arguments)
        let refusal =
          "cannot combine --from-plan and \(option.flag): the plan has fixed it already; leave out "
          + option.flag
        let listing =
          option.name == "list"
          ? "cannot combine --from-plan and --list: --list makes no sheet; leave out --from-plan"
          : nil
        #expect(
          message == (option.isFixedByPlan ? refusal : listing), "\(option.flag) \(value)")
      }
    }
  }

  @Test("Beside a plan, options choose how and where it is rendered")
  func unsettled() {
    #expect(
      OptionCatalog.all.filter { !$0.isFixedByPlan }.map(\.name) == [
        "dry-run", "list", "manifest", "depfile", "html", "report", "embed", "from-plan", "root",
        "page", "shard",
        "skip-existing", "output", "force",
        "keep-unchanged", "compression", "quality", "max-bytes", "depth", "dpi", "no-links", "jobs",
        "max-pixels", "max-memory",
        "on-error",
        "quiet", "verbose", "preset", "config", "no-config", "require",
        "print-config", "completions", "man", "version", "usage",
      ])
  }

  @Test("An option for a single run cannot be in a file, and the reason is given")
  func reasons() throws {
    let refused = OptionCatalog.all.filter { $0.onlyOnCommandLine != nil }.map(\.name)
    #expect(
      refused == [
        "paths", "files-from", "compare", "dry-run", "list", "from-plan", "root",
        "shard",
        "force", "config", "no-config", "print-config", "completions", "man", "version", "usage",
      ])
  }

  @Test(
    "The correct name of a misspelt option is guessed, unless it is too different",
    arguments: [
      ("--rowheight", "row-height"), ("--row_height", "row-height"), ("--Gap", "gap"),
      ("--colums", "columns"), ("--presset", "preset"), ("r", "recursive"), ("-0", "null"),
      ("--background-colour", nil), ("", nil), (String(repeating: "gap", count: 9999), nil),
    ] as [(String, String?)])
  func guesses(word: String, name: String?) throws {
    #expect(OptionCatalog.option(resembling: word)?.name == name)
  }

  @Test("An optional value follows =, on the command line and in files")
  func perhapsValue() throws {
    let listed = try parsed(["--list", "photos"])
    #expect(listed.plan.list == .json && listed.sheet.inputs == ["photos"])
    #expect(try parsed(["--list={name}"]).plan.list?.template?.source == "{name}")
    #expect(try parsed(["--", "--list={name}"]).sheet.inputs == ["--list={name}"])
    for (words, trimming) in [
      (["--trim"], .ofFormat), (["--trim=10"], .upTo(10)), (["--no-trim"], nil),
      (["--trim", "--trim=10"], .upTo(10)),
    ] as [([String], Sheet.Trimming?)] {
      let job = try parsed(words).resolved().job
      #expect(job.trimming == trimming, "\(words)")
      let file = try ArgumentFile(
        words.joined(separator: "\n"), origin: .file("config"), kind: .user)
      #expect(try RawOptions().over([file.options]).resolved().job.trimming == trimming)
    }
    #expect(throws: (any Error).self) { try parsed(["--trim=256"]) }
    let error = #expect(throws: ValidationError.self) {
      try ArgumentFile("--trim 10", origin: .file("config"), kind: .user)
    }
    #expect(
      error?.message
        == "cannot read 'config', line 1: a value of --trim follows =; write --trim=10")
    #expect(
      CommandLineMistake.first(in: ["--trim=x"])
        == "cannot use 'x' as --trim <N>: it does not fit; write a whole number from 0 to 255")
  }

  @Test("The shown pairs, and heat, are one value")
  func shownComparison() throws {
    for (text, pairs, differences) in [
      ("all", .all, .changes), ("heat", .changed, .heat), ("all,heat", .all, .heat),
      ("heat,none", .none, .heat), ("changed", .changed, .changes),
    ] as [(String, FolderComparison.ShownPairs, ShownDifferences)] {
      let job = try parsed(["a", "--compare", "b", "--compare-show", text]).resolved().job
      #expect(job.comparison?.shown == pairs && job.comparison?.shownAs == differences)
    }
    for text in ["", "all,none", "heat,heat", "all,", "changes"] {
      #expect(throws: (any Error).self, "\(text)") { try parsed(["--compare-show", text]) }
    }
  }

  @Test("A word that is not an option is never suggested")
  func positional() {
    for word in ["--path", "--paths", "paths"] {
      #expect(OptionCatalog.option(resembling: word)?.kind != .positional)
      let message = Synonyms.noOption(word, inFile: false)
      #expect(!message.contains("naming pictures"), "\(message)")
    }
  }

  @Test("Words of other programs lead to existing options, and are not options")
  func otherWords() throws {
    let words = Synonyms.options.flatMap(\.words)
    #expect(Set(words).count == words.count)
    for (words, instead) in Synonyms.options {
      for word in words { #expect(OptionCatalog.option(named: word) == nil, "\(word)") }
      for name in instead.description.matches(of: /--([a-z-]+)/).map(\.1) {
        #expect(OptionCatalog.option(named: String(name)) != nil, "\(name)")
      }
    }
  }

  @Test("The help of --force names every option whose file it replaces")
  func forced() {
    for name in ["output"] + DocumentKind.allCases.map(\.name) {
      #expect(OptionCatalog.known("force").help.contains("--\(name)"), "\(name)")
    }
  }

  @Test("The README has all options in its table, which UPDATE_GOLDEN=1 rewrites")
  func readme() throws {
    let url = Repository.root.appendingPathComponent("README.md")
    let readme = try String(contentsOf: url, encoding: .utf8)
    let header = "| group | options |\n| --- | --- |\n"
    let start = try #require(readme.range(of: header)).upperBound
    let end = try #require(readme.range(of: "\n\n", range: start..<readme.endIndex)).lowerBound
    var rows = OptionCatalog.sections.map { section in
      let names = OptionCatalog.options(of: section).filter { $0.kind != .positional }
        .map { "`--\($0.name)`" }
      return (section.title.lowercased(), names)
    }
    rows[rows.count - 1] = ("help", rows[rows.count - 1].1 + ["`--help`"])
    let table = rows.map { "| \($0.0) | \($0.1.joined(separator: ", ")) |" }
      .joined(separator: "\n")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try readme.replacingCharacters(in: start..<end, with: table)
        .write(to: url, atomically: true, encoding: .utf8)
    } else {
      for (line, row) in zip(
        readme[start..<end].split(separator: "\n"), table.split(separator: "\n"))
      {
        #expect(line == row)
      }
      #expect(readme[start..<end].split(separator: "\n").count == rows.count)
    }
  }
}

/// The options of a command line, without configuration.
func parsed(_ arguments: [String]) throws -> RawOptions {
  try ContactSheetCommand.parse(OptionCatalog.named(arguments)).options
}

/// The message about the first rule that arguments break; nil if they keep all.
func ruleBroken(by options: RawOptions) -> String? {
  do {
    try OptionRules.check(options)
    return nil
  } catch {
    return ContactSheetCommand.message(for: error)
  }
}
