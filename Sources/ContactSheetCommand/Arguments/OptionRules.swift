internal import ArgumentParser
internal import ContactSheet
internal import SheetModel
internal import SheetPlanning
internal import SystemPackage

/// Options that exclude each other, and options that need another option.
///
/// On the command line or within one file, breaking a rule is an error. Between the command line
/// and a file, or between two files, the stronger option overrides the weaker one. Each section has
/// the rules for its own options.
enum OptionRules {
  /// The rules; the first one that is broken is reported.
  static let all: [OptionRule] =
    [
      .excludes(.any("from-plan"), .fixedByPlan) {
        "the plan already determines it; leave out \($1.flag)"
      }
    ] + OptionCatalog.sections.flatMap { $0.rules } + LayoutOptions.rulesOfLayouts

  /// Whether two options, each from its own set of options, exclude each other.
  static func exclude(
    _ one: GivenOption, _ options: RawOptions, _ other: GivenOption, _ others: RawOptions
  ) -> Bool {
    all.contains {
      $0.side.contains(one, options) && $0.excluded.contains(other, others)
        || $0.side.contains(other, others) && $0.excluded.contains(one, options)
    }
  }

  /// Whether an option has no effect because an option that it needs is missing.
  static func isIdle(_ entry: GivenOption, in options: RawOptions) -> Bool {
    all.contains { $0.side.contains(entry, options) && $0.isMissingNeeds(options) }
  }

  /// Checks options that are in force together.
  ///
  /// - Throws: `ValidationError` for the first rule that they break, with the file and the line if
  ///   the options come from a file.
  static func check(_ options: RawOptions) throws {
    let entries = options.entries
    for entry in entries where entry.contradictsItself {
      let option = entry.option
      throw error(
        "combine \(option.flag) and --\(option.inverseName)", [entry],
        "one unsets the other; leave out one of them")
    }
    for rule in all {
      guard let entry = entries.first(where: { rule.side.contains($0, options) }) else { continue }
      if rule.isMissingNeeds(options) { throw error(rule.message(entry, entry), about: [entry]) }
      if let other = entries.first(where: { rule.excluded.contains($0, options) }) {
        throw error(rule.message(entry, other), about: [entry, other])
      }
    }
  }

  private static func error(_ message: String, about entries: [GivenOption]) -> ValidationError {
    let flags = entries.map(\.flag).joined(separator: " and ")
    return error(entries.count == 1 ? "use \(flags) here" : "combine \(flags)", entries, message)
  }

  private static func error(
    _ action: String, _ entries: [GivenOption], _ message: String
  ) -> ValidationError {
    // The last of the options' lines is the one that breaks the rule.
    let place = entries.max { ($0.line ?? 0) < ($1.line ?? 0) }?.place
    return ValidationError("cannot \(action)\(place.map { " (\($0))" } ?? ""): \(message)")
  }
}

/// Options that exclude each other, or need another option.
struct OptionRule: Sendable {
  /// A set of options, possibly under conditions on their values.
  struct Side: Sendable {
    /// Whether an option belongs to the side, given the other options.
    let contains: @Sendable (GivenOption, RawOptions) -> Bool

    /// Any of these options, unless it only unsets a weaker one.
    static func any(_ names: String...) -> Side { self.names(names) }

    /// Any option with one of these names, unless it only unsets a weaker one.
    static func names(_ names: [String]) -> Side {
      let names = Set(names.map { OptionCatalog.known($0).name })
      return Side { entry, _ in names.contains(entry.option.name) && entry.hasEffect }
    }

    /// Any option for a document whose kind and file names meet a condition.
    static func documents(
      where isMeant: @escaping @Sendable (DocumentKind, OutputNames) -> Bool
    ) -> Side {
      Side { entry, _ in
        guard let kind = DocumentKind.allCases.first(where: { $0.name == entry.option.name }) else {
          return false
        }
        return isMeant(kind, OutputNames(FilePath(entry.texts.last ?? "")))
      }
    }

    /// Any option that a plan has determined, even if it only unsets a weaker option.
    static var fixedByPlan: Side { Side { entry, _ in entry.option.isFixedByPlan } }

    /// Any of these options, if the given options meet a condition.
    static func given(
      _ names: String..., where condition: @escaping @Sendable (RawOptions) -> Bool
    ) -> Side {
      let names = Set(names.map { OptionCatalog.known($0).name })
      return Side { names.contains($0.option.name) && condition($1) }
    }
  }

  let side: Side
  /// The options that ``side`` excludes.
  fileprivate var excluded = Side { _, _ in false }
  /// Whether something that an option on ``side`` needs is missing.
  fileprivate var isMissingNeeds: @Sendable (RawOptions) -> Bool = { _ in false }
  fileprivate let message: @Sendable (GivenOption, GivenOption) -> String

  /// Two sides that exclude each other.
  ///
  /// The reason and the remedy are completed with an option from each side.
  static func excludes(
    _ side: Side, _ other: Side,
    _ message: @escaping @Sendable (GivenOption, GivenOption) -> String
  ) -> OptionRule {
    OptionRule(side: side, excluded: other, message: message)
  }

  /// Two options that exclude each other, with the reason.
  static func either(_ one: String, _ other: String, _ reason: String) -> OptionRule {
    excludes(.any(one), .any(other)) { _, _ in "\(reason); leave out one of them" }
  }

  /// Options that have no effect together with options of the other side, and the reason, such as
  /// "decides it".
  static func idle(_ side: Side, _ other: Side, _ reason: String) -> OptionRule {
    excludes(side, other) { "\($1.flag) \(reason); leave out \($0.flag)" }
  }

  /// Options that have no effect unless one of the other options is given, with the reason.
  static func needs(_ side: Side, _ others: String..., because reason: String) -> OptionRule {
    let flags = others.map { "--\($0)" }.listed("or")
    let other = Side.names(others)
    return needs(side, { $0.has(other) }) { _ in
      "it needs \(flags), \(reason); add \(others.count == 1 ? flags : "one of them")"
    }
  }

  /// Options that have no effect unless the given options meet a condition.
  static func needs(
    _ side: Side, _ condition: @escaping @Sendable (RawOptions) -> Bool,
    _ message: @escaping @Sendable (GivenOption) -> String
  ) -> OptionRule {
    OptionRule(
      side: side, isMissingNeeds: { !condition($0) }, message: { entry, _ in message(entry) })
  }
}
