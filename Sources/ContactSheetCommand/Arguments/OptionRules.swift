internal import ArgumentParser
internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// Options that exclude each other, and options that need another.
///
/// On the command line, or within one file, breaking a rule is an error. Between the command line
/// and a file, or two files, the stronger entry overrides the weaker one.
enum OptionRules {
  /// The rules; the first broken one is reported.
  static let all: [OptionRule] = {
    let (input, layout, pages) = (options.input, options.layout, options.pages)
    let (text, plan, output) = (options.text, options.plan, options.output)
    let makesNoSheet = "which makes no sheet"
    let rules: [OptionRule] = [
      .excludes(.any(plan.fromPlan), .settledByPlan) {
        "\($1.flag) does nothing with --from-plan: the plan already decides it."
      },
      .either(plan.page, plan.shard, "both say which pages are rendered"),
      .needs(
        .any(plan.skipExisting), plan.fromPlan,
        because: "as pages are compared with the plan's file"),
      .excludes(
        .any(plan.shard, plan.skipExisting),
        .documents { $0.scope == .sheet && !($0.isByPage && $1.hasPattern) }
      ) {
        "\($1.flag) tells of all pages, and a run with \($0.flag) knows only its own; write it once, "
          + "with --dry-run."
      },
      .needs(.any(plan.root), { $0.has(.names([DocumentKind.manifest.name, "from-plan"])) }) { _ in
        "--root says where the paths in a plan count from; it needs --manifest or --from-plan."
      },
      .excludes(.any(plan.skipExisting), .documents { kind, _ in kind.scope == .renderedPages }) {
        "\($1.flag) tells of the pages that a run renders, and --skip-existing leaves some out."
      },
      .settles(
        layout.geometry, "cells, gaps and margins",
        layout.cell, layout.size, layout.paper, layout.gap, layout.margin),
      .settles(
        layout.geometry, "how pictures fit their cells", options.tile.scale, options.tile.upscale),
      .settles(
        layout.paper, "the size of pages, from which that of cells follows",
        layout.size, layout.cell),
      .either(layout.size, layout.cell, "one follows from the other"),
      .idle(.any(pages.maxHeight), .any(layout.paper), "which decides it"),
      .either(pages.pageCount, pages.perPage, "both say where pages end"),
      .either(pages.pageCount, pages.maxHeight, "both say where pages end"),
      .excludes(.any(pages.pageCount), .given(layout.tile) { $0?.isFull == true }) {
        "\($0.flag) has no effect with --tile \($1.texts[0]), which fills pages."
      },
      .either(layout.tile, layout.columns, "both say how many columns there are"),
      .excludes(
        .given(layout.layout) { $0.hasSquareBlocks },
        .given(layout.gap) { $0.horizontal != $0.vertical }
      ) {
        "The \($0.texts[0]) layout has one --gap for both directions, not \($1.texts[0]); blocks "
          + "are square."
      },
      .needs(
        .given(layout.columns) { $0?.equalCount == nil },
        { $0[layout.layout].name != GridLayout.name }
      ) { _ in
        "A grid has equal columns, such as --columns 4; tracks need --layout columns or masonry."
      },
      .idle(.any(layout.cellAspect), .any(layout.cell, layout.geometry), "which decides it"),
      .needs(
        .any(
          text.labelPosition, text.labelAlign, text.labelColor, text.labelLines, text.best),
        text.label, text.labelsFrom, because: "which say what is written"),
      .needs(.any(text.titleFont), text.title, because: "which is written in it"),
      .needs(
        .any(text.heading, pages.groupBreak), pages.groupBy, because: "which makes the groups"),
      .excludes(
        .given(text.labelsFrom) { $0 == "-" },
        .given(input.paths, input.filesFrom) { $0.contains("-") }
      ) { _, _ in
        "Standard input is either a list of pictures or --labels-from -; name a file for one."
      },
      .idle(
        .any(plan.dryRun, plan.fromPlan, plan.page, plan.shard), .any(plan.list), makesNoSheet),
      .excludes(.any(plan.list), .documents { _, _ in true }) {
        "\($1.flag) tells of a sheet, and \($0.flag) makes none."
      },
      .idle(.documents { kind, _ in !kind.isInDryRun }, .any(plan.dryRun), makesNoSheet),
      .excludes(.any(plan.shard), .given(output.output) { SheetName($0).isOneFile }) { _, output in
        "\(output.texts[0]) holds all pages, and --shard has several tasks, which cannot write one "
          + "file; give each page its own, as in --output sheet-%d.pdf."
      },
      .excludes(
        .documents { $0.isByPage && $1.hasPattern },
        .given(output.output) { SheetName($0).isOneFile }
      ) {
        "\($0.flag) tells of each page alone, and \($1.texts[0]) holds all of them; give each page "
          + "its own, as in --output sheet-%d.pdf."
      },
      .excludes(
        .documents { kind, _ in kind.showsPages },
        .given(output.output) { !SheetName($0).written.isPicture }
      ) { document, output in
        let sheet = SheetName(output.texts[0]).written
        return "\(document.flag) shows pictures, and \(output.texts[0]) is \(sheet.noun)"
          + (sheet.hasLinks ? ", which has links itself" : "") + "; leave out one of them."
      },
      .needs(
        .any(output.noLinks),
        {
          SheetName($0[output.output]).written.hasLinks || $0[plan.fromPlan] != nil
            || $0.has(.documents { kind, _ in kind.showsPages })
        }
      ) { _ in "--no-links has no effect without a PDF or --html, which have links." },
      .needs(
        .any(plan.embed), { $0.has(.documents { kind, _ in kind.showsPages }) }
      ) { _ in "--embed puts pictures into the page of --html; name one." },
      .idle(.any(plan.embed), .any(plan.dryRun), makesNoSheet),
      .excludes(
        .documents { kind, _ in kind.namesPages },
        .given(output.output) { SheetName($0).isStandardOutput }
      ) { document, _ in
        "\(document.flag) needs a file to name; with --output - there is none."
      },
      .either(options.running.quiet, options.running.verbose, "one says less, the other more"),
    ]
    return rules + options.compare.rules + layout.rules
  }()

  static func exclude(_ one: Arguments.Entry, _ other: Arguments.Entry) -> Bool {
    all.contains {
      $0.side.contains(one) && $0.excluded.contains(other)
        || $0.side.contains(other) && $0.excluded.contains(one)
    }
  }

  /// Whether an entry has no effect because something is missing that it needs.
  static func isIdle(_ entry: Arguments.Entry, in arguments: Arguments) -> Bool {
    all.contains { $0.side.contains(entry) && $0.isMissingNeeds(arguments) }
  }

  /// Checks entries that are in force together.
  ///
  /// - Throws: `ValidationError` for the first rule that they break, with the file and the line if
  ///   they are from one.
  static func check(_ arguments: Arguments) throws {
    for entry in arguments.entries
    where entry.contradictsItself {
      let option = entry.option
      throw error("\(option.flag) and --\(option.inverseName) exclude each other.", about: [entry])
    }
    for rule in all {
      guard let entry = arguments.entries.first(where: rule.side.contains) else { continue }
      if rule.isMissingNeeds(arguments) { throw error(rule.message(entry, entry), about: [entry]) }
      if let other = arguments.entries.first(where: rule.excluded.contains) {
        throw error(rule.message(entry, other), about: [entry, other])
      }
    }
  }

  private static func error(_ message: String, about entries: [Arguments.Entry]) -> ValidationError
  {
    // Of two lines, the later one is where the rule is broken.
    let place = entries.max { ($0.line ?? 0) < ($1.line ?? 0) }?.place
    return ValidationError((place.map { "\($0): " } ?? "") + message)
  }
}

struct OptionRule: Sendable {
  typealias Entry = Arguments.Entry

  /// Options, as far as they have certain values.
  struct Side: Sendable {
    let contains: @Sendable (Entry) -> Bool

    /// Any of some options, if it has an effect.
    static func any(_ options: any DeclaredOption...) -> Side { names(options.map(\.facts.name)) }

    /// Any option of some names, if it has an effect.
    static func names(_ names: [String]) -> Side {
      let names = Set(names)
      return Side { names.contains($0.option.name) && $0.hasEffect }
    }

    /// Any document that meets a condition.
    static func documents(
      where isMeant: @escaping @Sendable (DocumentKind, OutputNames) -> Bool
    ) -> Side {
      Side { entry in
        let names = OutputNames(FilePath(entry.texts.last ?? ""))
        return DocumentKind.all.contains { $0.name == entry.option.name && isMeant($0, names) }
      }
    }

    /// Any option that a plan has settled, even if it only takes back another.
    static var settledByPlan: Side { Side { $0.option.isSettledByPlan } }

    /// Any of some options, if its value meets a condition.
    static func given<Value>(
      _ options: Option<Value>..., where condition: @escaping @Sendable (Value) -> Bool
    ) -> Side {
      Side { entry in
        options.contains { $0.facts.name == entry.option.name && condition($0.value(entry.given)) }
      }
    }
  }

  let side: Side
  /// What cannot stand beside it.
  fileprivate var excluded = Side { _ in false }
  /// Whether something that it needs is missing.
  fileprivate var isMissingNeeds: @Sendable (Arguments) -> Bool = { _ in false }
  fileprivate let message: @Sendable (Entry, Entry) -> String

  /// Two sides that exclude each other; the message gets an entry of each.
  static func excludes(
    _ side: Side, _ other: Side, _ message: @escaping @Sendable (Entry, Entry) -> String
  ) -> OptionRule {
    OptionRule(side: side, excluded: other, message: message)
  }

  /// Two options that exclude each other, and why.
  static func either(
    _ one: any DeclaredOption, _ other: any DeclaredOption, _ reason: String
  ) -> OptionRule {
    excludes(.any(one), .any(other)) { "\($0.flag) and \($1.flag) exclude each other: \(reason)." }
  }

  /// An option that settles what others say.
  static func settles(
    _ option: any DeclaredOption, _ what: String, _ others: any DeclaredOption...
  ) -> OptionRule {
    let names = others.map(\.facts.flag).listed("and")
    return excludes(.any(option), .names(others.map(\.facts.name))) { entry, _ in
      "\(entry.flag) settles \(what); it excludes \(names)."
    }
  }

  /// A side that has no effect beside another, and why.
  static func idle(_ side: Side, _ other: Side, _ reason: String) -> OptionRule {
    excludes(side, other) { "\($0.flag) has no effect with \($1.flag), \(reason)." }
  }

  /// A side that has no effect without one of some options, and why.
  static func needs(
    _ side: Side, _ others: any DeclaredOption..., because reason: String
  ) -> OptionRule {
    let names = others.map(\.facts.flag).listed("or")
    let other = Side.names(others.map(\.facts.name))
    return needs(side, { $0.has(other) }) { "\($0.flag) needs \(names), \(reason)." }
  }

  /// A side that has no effect unless the arguments meet a condition.
  static func needs(
    _ side: Side, _ condition: @escaping @Sendable (Arguments) -> Bool,
    _ message: @escaping @Sendable (Entry) -> String
  ) -> OptionRule {
    OptionRule(
      side: side, isMissingNeeds: { !condition($0) }, message: { entry, _ in message(entry) })
  }
}
