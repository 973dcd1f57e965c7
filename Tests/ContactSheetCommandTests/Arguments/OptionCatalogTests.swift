import ArgumentParser
import ContactSheet
import Foundation
import Testing

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
      #expect((line.3 == nil) == (option.kind == .flag), "\(option.name)")
    }
  }

  @Test("Every default and every value that the help lists is understood")
  func values() throws {
    for option in OptionCatalog.all {
      for text in option.choices + [option.standard].compactMap(\.self) {
        #expect(throws: Never.self, "--\(option.name) \(text)") { _ = try option.reading(text) }
      }
    }
    #expect(LayoutOptions().size.standard == nil)
    #expect(LayoutOptions().layout.standard.name == "grid")
    #expect(OutputOptions().compression.standard == 6)
  }

  @Test("The library has the same defaults, so that it makes the same sheet without any option")
  func defaults() throws {
    let job = try parsed([]).job()
    #expect(job.layout as? GridLayout == GridLayout())
    #expect(job.gap == .standard && job.margin == .standard)
    #expect(job.style == .init() && job.paging == .init() && job.encoding == .init())
  }

  @Test("Each option is either refused beside a plan, with any value, or used there")
  func besidePlan() throws {
    let texts = [
      "1", "A4", "2x2", "+1+1", "1:2", "red", "a", "fixed(9)", "a=1", "1/2", "{x}",
      "a=0,1", "a=0,0,1,1", "a=2x2",
    ]
    // What others are about.
    let companions = ["embed": ["--html=p"], "embed-limit": ["--html=p", "--embed"]]
    for option in OptionCatalog.all
    where option.name != "from-plan"
      && !OptionCatalog.options(of: VersionOptions.self).contains(where: { $0.name == option.name })
    {
      let ownTexts = option.choices + [option.standard, option.nothing].compactMap(\.self)
      let values =
        option.kind == .flag
        ? [option.flag] + (option.onlyOnCommandLine == nil ? ["--\(option.inverseName)"] : [])
        : (ownTexts + texts).filter { (try? option.reading($0)) != nil }
      #expect(!values.isEmpty, "--\(option.name)")
      for value in values {
        let isAlone = option.kind == .flag || option.kind == .positional
        let arguments = try parsed(
          ["--from-plan", "plan.json"] + companions[option.name, default: []]
            + (isAlone ? [value] : [option.flag, value]))
        let message = ruleBroken(by: arguments)
        let refusal = "\(option.flag) does nothing with --from-plan: the plan already decides it."
        let listing =
          ["list", "list-format"].contains(option.name)
          ? "--from-plan has no effect with \(option.flag), which makes no sheet." : nil
        #expect(
          message == (option.isSettledByPlan ? refusal : listing), "\(option.flag) \(value)")
      }
    }
  }

  @Test("What a plan does not settle is how and where it is rendered")
  func unsettled() {
    #expect(
      OptionCatalog.all.filter { !$0.isSettledByPlan }.map(\.name) == [
        "dry-run", "list", "list-format", "manifest", "depfile", "html", "report", "embed",
        "embed-limit", "from-plan", "root", "page", "shard",
        "skip-existing", "output", "force",
        "keep-unchanged", "compression", "quality", "depth", "dpi", "no-links", "jobs",
        "max-pixels",
        "on-error",
        "progress", "quiet", "verbose", "preset", "no-config",
        "print-config", "completions", "man", "version", "usage",
      ])
  }

  @Test("An option that stands for a single run cannot stand in a file, and the reason is told")
  func reasons() throws {
    let refused = OptionCatalog.all.filter { $0.onlyOnCommandLine != nil }.map(\.name)
    #expect(
      refused == [
        "paths", "files-from", "compare", "dry-run", "list", "list-format", "from-plan", "root",
        "shard",
        "force", "no-config", "print-config", "completions", "man", "version", "usage",
      ])
  }

  @Test(
    "What was meant by a misspelt option is guessed, unless it is nothing like one",
    arguments: [
      ("--rowheight", "row-height"), ("--row_height", "row-height"), ("--Gap", "gap"),
      ("--colums", "columns"), ("--presset", "preset"), ("r", "recursive"), ("-0", "null"),
      ("--background-colour", nil), ("", nil), (String(repeating: "gap", count: 9999), nil),
    ] as [(String, String?)])
  func guesses(word: String, name: String?) throws {
    #expect(OptionCatalog.option(resembling: word)?.name == name)
  }

  @Test("Words of other programs lead to options that there are, and are none themselves")
  func otherWords() throws {
    let words = OtherWords.options.flatMap(\.words)
    #expect(Set(words).count == words.count)
    for (words, instead) in OtherWords.options {
      for word in words { #expect(OptionCatalog.option(named: word) == nil, "\(word)") }
      for name in instead.matches(of: /--([a-z-]+)/).map(\.1) {
        #expect(OptionCatalog.option(named: String(name)) != nil, "\(name)")
      }
    }
  }

  @Test("The help of --force names every option whose file it replaces")
  func forced() {
    for name in ["output"] + DocumentKind.all.map(\.name) {
      #expect(options.output.force.facts.help.contains("--\(name)"), "\(name)")
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

/// What the command line says, without configuration.
func parsed(_ arguments: [String]) throws -> Arguments {
  try ContactSheetCommand.parse(arguments).arguments
}

/// What is told of the first rule that arguments break; nil where they keep all.
func ruleBroken(by arguments: Arguments) -> String? {
  do {
    try OptionRules.check(arguments)
    return nil
  } catch {
    return ContactSheetCommand.message(for: error)
  }
}
