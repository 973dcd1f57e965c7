internal import SheetFacts

/// Options that form a group of the help: their fields, their declarations and their rules.
protocol OptionSection: Sendable {
  /// The heading in the help.
  static var title: String { get }
  static var options: [Option] { get }
  /// Whether an earlier plan has fixed the options.
  static var isFixedByPlan: Bool { get }
  /// Options that exclude each other, or need another.
  static var rules: [OptionRule] { get }
}

extension OptionSection {
  static var isFixedByPlan: Bool { true }
  static var rules: [OptionRule] { [] }
}

/// The options by sections and names.
enum OptionCatalog {
  /// The sections in the order of the help.
  static let sections: [any OptionSection.Type] = [
    InputOptions.self, LayoutOptions.self, MatrixOptions.self, CompareOptions.self,
    PageOptions.self, TileOptions.self, TextOptions.self, FurnitureOptions.self, PlanOptions.self,
    OutputOptions.self, RunningOptions.self, ConfigurationOptions.self, VersionOptions.self,
  ]

  static let all = sections.flatMap(options(of:))

  private static let byTitle = Dictionary(
    uniqueKeysWithValues: sections.map { section in
      let options = section.options.map { option in
        var option = option
        option.isFixedByPlan = section.isFixedByPlan
        return option
      }
      return (section.title, options)
    })

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func options(of section: any OptionSection.Type) -> [Option] {
    byTitle[section.title] ?? []
  }

  /// The option of a long name.
  static func option(named name: String) -> Option? { byName[name] }

  /// The option of a name that the program itself uses.
  static func known(_ name: String) -> Option {
    guard let option = byName[name] else { preconditionFailure("no option is called \(name)") }
    return option
  }

  /// The option that a line of a file begins with: `--gap` or `-r`.
  static func option(written text: String) -> Option? {
    if text.hasPrefix("--") { return option(named: String(text.dropFirst(2))) }
    guard text.count == 2, text.hasPrefix("-") else { return nil }
    return all.first { $0.letter == text.last }
  }

  /// The flag that `--no-` and its name unset.
  static func flag(unsetBy text: String) -> Option? {
    guard text.hasPrefix("--no-"), option(written: text) == nil,
      let option = option(named: String(text.dropFirst("--no-".count))), option.isFlag,
      option.onlyOnCommandLine == nil
    else { return nil }
    return option
  }

  /// Arguments in the form of the argument parser: `--trim=10` is not the flag `--trim`.
  static func named(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      guard let sign = argument.firstIndex(of: "="),
        let option = option(written: String(argument[..<sign])), option.kind == .flagOrValue
      else { return argument }
      return "--\(option.nameWithValue)\(argument[sign...])"
    } + arguments[end...]
  }

  /// The option that a user may have meant who wrote `text`, among the options that a file may contain.
  static func option(resembling text: String, inFile: Bool = true) -> Option? {
    let word = text.drop { $0 == "-" }
    if word.count == 1 { return all.first { $0.letter == word.first } }
    let names = all.filter { $0.kind != .positional && (!inFile || $0.onlyOnCommandLine == nil) }
      .map(\.name)
    let spelling = String(word.map { $0 == "_" ? "-" : $0 })
    return names.nearest(to: spelling).flatMap(option(named:))
  }
}
