internal import SheetText

/// All options, by the sections in which the help shows them.
struct Options: Sendable {
  let input = InputOptions()
  let layout = LayoutOptions()
  let matrix = MatrixOptions()
  let compare = CompareOptions()
  let pages = PageOptions()
  let tile = TileOptions()
  let text = TextOptions()
  let furniture = FurnitureOptions()
  let plan = PlanOptions()
  let output = OutputOptions()
  let running = RunningOptions()
  let configuration = ConfigurationOptions()
  let version = VersionOptions()
}

/// The options of the command: `options.layout.gap`.
let options = Options()

extension Options {
  /// The sections in the order of the help.
  static let sections = Mirror(reflecting: options).children.compactMap {
    $0.value as? any OptionSection
  }
}

/// Options that stand together in the help, as properties of type ``Option`` or lists of them.
protocol OptionSection: Sendable {
  /// What the help calls them.
  static var title: String { get }
}

extension OptionSection {
  var declarations: [any DeclaredOption] {
    Mirror(reflecting: self).children.flatMap { child in
      (child.value as? any DeclaredOption).map { [$0] } ?? child.value as? [any DeclaredOption]
        ?? []
    }
  }
}

/// The options by sections and names.
enum OptionCatalog {
  static let sections = Options.sections.map { type(of: $0) as any OptionSection.Type }

  private static let optionsByTitle = Dictionary(
    uniqueKeysWithValues: Options.sections.map {
      (type(of: $0).title, $0.declarations.map(\.facts))
    })

  static let all = sections.flatMap(options(of:))

  private static let optionsByName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func options(of section: any OptionSection.Type) -> [OptionFacts] {
    optionsByTitle[section.title] ?? []
  }

  /// The option of a long name.
  static func option(named name: String) -> OptionFacts? { optionsByName[name] }

  /// The option that a line of a file begins with: `--gap` or `-r`.
  static func option(written text: String) -> OptionFacts? {
    if text.hasPrefix("--") { return option(named: String(text.dropFirst(2))) }
    guard text.count == 2, text.hasPrefix("-") else { return nil }
    return all.first { $0.letter == text.last }
  }

  /// The flag that `--no-` and its name take back.
  static func flag(takenBackBy text: String) -> OptionFacts? {
    guard text.hasPrefix("--no-"), option(written: text) == nil,
      let option = option(named: String(text.dropFirst("--no-".count))),
      option.onlyOnCommandLine == nil,
      option.kind == .flag || option.kind == .flagOrValue
    else { return nil }
    return option
  }

  /// Arguments with names that are known to the argument parser: `--trim=10` is no flag.
  static func named(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      guard let sign = argument.firstIndex(of: "="),
        let option = option(written: String(argument[..<sign])), option.kind == .flagOrValue
      else { return argument }
      return "--\(option.nameWithValue)\(argument[sign...])"
    } + arguments[end...]
  }

  /// The option that someone may have meant who wrote `text`, among those that may stand in a file.
  static func option(resembling text: String, inFile: Bool = true) -> OptionFacts? {
    let word = text.drop { $0 == "-" }
    if word.count == 1 { return all.first { $0.letter == word.first } }
    let names = all.filter { $0.kind != .positional && (!inFile || $0.onlyOnCommandLine == nil) }
      .map(\.name)
    let spelling = String(word.map { $0 == "_" ? "-" : $0 })
    return names.nearest(to: spelling).flatMap(option(named:))
  }
}
