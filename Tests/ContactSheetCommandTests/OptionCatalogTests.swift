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
  @Test("Help on an option's letter or value, a preset or a token shows the page that describes it")
  func helpOnWords() throws {
    for option in OptionCatalog.all {
      guard let letter = option.letter else { continue }
      #expect(try HelpPage.about("\(letter)").contains("-\(letter), --\(option.name)"))
    }
    #expect(try HelpPage.about("collage").contains("--layout <"))
    #expect(try HelpPage.about("proof") == HelpPage.about("presets"))
    #expect(try HelpPage.about("taken") == HelpPage.about("facts"))
    for name in ["group-by", "group-limit", "group-break", "group-heading"] {
      #expect(try HelpPage.about("group").contains("--\(name) <"))
    }
    #expect(throws: CommandError.self) { try HelpPage.about("labels-from") }
  }

  @Test(
    "Every option in the help is declared with its kind, and the help contains every declared option"
  )
  func complete() throws {
    let help = HelpPage.all
    let lines = help.matches(of: /^ {2}(?:(-.), )?--([a-z-]+)( <)?/.anchorsMatchLineEndings())
    let options = OptionCatalog.all.filter { $0.kind != .positional }
    #expect(lines.map { String($0.2) } == options.map(\.name) + ["help"])
    for (line, option) in zip(lines, options) {
      #expect(line.1 == option.letter.map { "-\($0)" }, "\(option.name)")
      #expect(
        (line.3 == nil) == option.isFlag, "\(option.name)")
    }
  }

  @Test("The help on facts gives each of them with an example, on lines of at most 80 columns")
  func facts() throws {
    #expect(PictureTokens.samples.map(\.token.name) == PictureTokens.all.map(\.name))
    let help = try HelpPage.about("facts")
    for sample in PictureTokens.samples {
      #expect(help.contains("{\(sample.token.name)"), "\(sample.token.name)")
      #expect(help.contains(" \(sample.text)"), "\(sample.text)")
    }
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("Every default and every value in the help is valid")
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

  @Test("The library has the command's defaults, and makes the same sheet without options")
  func defaults() throws {
    let job = try parsed([]).resolved().job
    #expect(job.layout as? GridLayout == GridLayout())
    #expect(job.gap == .standard && job.margin == .standard)
    // Without an output name, a large sheet may be split into several files.
    var paging = Paging()
    paging.isDividedIfLarge = true
    // Unlike a sheet, `TileStyle()` on its own has no edges.
    #expect(job.style == .init(edge: .auto) && job.paging == paging && job.encoding == .init())
  }

  @Test("With a plan, each option is either used, or refused whatever its value")
  func besidePlan() throws {
    let texts = [
      "1", "A4", "2x2", "+1+1", "1:2", "red", "a", "fixed(9)", "a=1", "1/2", "{x}",
      "a=0,1", "a=0,0,1,1", "a=2x2", "a=+1s", "{a} => {a}-old", ">= 0.1", "auto", "7 px",
    ]
    // Without a page, there is nothing to embed pictures in.
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
          "cannot combine --from-plan and \(option.flag): the plan already determines it; leave out "
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

  @Test("With a plan, options only choose how and where the plan is rendered")
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

  @Test("An option for a single run is refused in a file, with the reason")
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
    "A misspelt option gets the right suggestion, but not if it resembles no option closely",
    arguments: [
      ("--rowheight", "row-height"), ("--row_height", "row-height"), ("--Gap", "gap"),
      ("--colums", "columns"), ("--presset", "preset"), ("r", "recursive"), ("-0", "null"),
      ("--background-colour", nil), ("", nil), (String(repeating: "gap", count: 9999), nil),
    ] as [(String, String?)])
  func guesses(word: String, name: String?) throws {
    #expect(OptionCatalog.option(resembling: word)?.name == name)
  }

  @Test("An optional value follows an equals sign, on the command line and in files")
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
        == "cannot read 'config', line 1: the value of --trim must follow =; write --trim=10")
    #expect(
      CommandLineMistake.first(in: ["--trim=x"])
        == "cannot use 'x' as --trim <N>: it is not valid; write a whole number from 0 to 255")
  }

  @Test(
    "--compare-show takes which pairs to show, the word heat, or both with a comma between them")
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

  @Test("A positional argument is never suggested as an option")
  func positional() {
    for word in ["--path", "--paths", "paths"] {
      #expect(OptionCatalog.option(resembling: word)?.kind != .positional)
      let message = Synonyms.noOption(word, inFile: false)
      #expect(!message.contains("naming images"), "\(message)")
    }
  }

  @Test(
    "No option known from other programs is one of ours, and the options suggested for it exist")
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

  @Test("If an option that takes a value is negated, the error names the value that unsets it")
  func negated() throws {
    var count = 0
    for option in OptionCatalog.all where !option.isFlag && option.kind != .positional {
      let name = "--\(option.inverseName)"
      guard OptionCatalog.option(written: name) == nil else { continue }
      let message = try #require(CommandLineMistake.first(in: [name]), "\(name)")
      let isNone =
        option.choices.contains("none") || option.standard == "none"
        || option.defaultNote == "none"
      guard isNone || option.nothing != nil else { continue }
      count += 1
      let value = option.nothing ?? "none"
      #expect(
        message == "there is no option '\(name)'; write \(option.flag) \(value.shellWord)",
        "\(message)")
      #expect(throws: Never.self) { try option.check(value) }
    }
    #expect(count > 20)
    #expect(CommandLineMistake.first(in: ["--no-label"])?.hasSuffix("write --label none") == true)
    #expect(CommandLineMistake.first(in: ["--no-border"])?.hasSuffix("write --border none") == true)
    #expect(CommandLineMistake.first(in: ["--no-trim"]) == nil)
  }

  @Test("The help for --force names every option whose file --force overwrites")
  func forced() {
    for name in ["output"] + DocumentKind.allCases.map(\.name) {
      #expect(OptionCatalog.known("force").help.contains("--\(name)"), "\(name)")
    }
  }

  @Test("The guide's options page names every option")
  func guide() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: ".github/guide/reference/options.md"),
      encoding: .utf8)
    let named = Set(page.matches(of: /`--([a-z-]+)/).map { String($0.1) })
    let options = OptionCatalog.all.filter { $0.kind != .positional }.map(\.name) + ["help"]
    #expect(options.filter { !named.contains($0) } == [])
  }
}

/// The parsed options of a command line, without configuration.
func parsed(_ arguments: [String]) throws -> RawOptions {
  try ContactSheetCommand.parse(OptionCatalog.named(arguments)).options
}

/// The message about the first rule that the options break; nil if they break none.
func ruleBroken(by options: RawOptions) -> String? {
  do {
    try OptionRules.check(options)
    return nil
  } catch {
    return ContactSheetCommand.message(for: error)
  }
}
