internal import SheetText

/// Options that stand together in the help, as properties of type ``Option`` or lists of them.
protocol OptionSection: Sendable {
  /// What the help calls them.
  static var title: String { get }
  static var shared: Self { get }
}

enum OptionCatalog {
  static let sections: [any OptionSection.Type] = [
    InputOptions.self, LayoutOptions.self, MatrixOptions.self, CompareOptions.self,
    PageOptions.self,
    TileOptions.self,
    TextOptions.self, FurnitureOptions.self, PlanOptions.self, OutputOptions.self,
    RunningOptions.self,
    ConfigurationOptions.self, VersionOptions.self,
  ]

  private static let optionsByTitle = Dictionary(
    uniqueKeysWithValues: sections.map { ($0.title, $0.declarations.map(\.facts)) })

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

  /// The option that someone may have meant who wrote `text`, among those that may stand in a file.
  static func option(resembling text: String, inFile: Bool = true) -> OptionFacts? {
    let word = text.drop { $0 == "-" }
    if word.count == 1 { return all.first { $0.letter == word.first } }
    let names = all.filter { !inFile || $0.onlyOnCommandLine == nil }.map(\.name)
    let spelling = String(word.map { $0 == "_" ? "-" : $0 })
    return names.nearest(to: spelling).flatMap(option(named:))
  }
}

extension OptionSection {
  static var declarations: [any DeclaredOption] {
    Mirror(reflecting: shared).children.flatMap { child in
      (child.value as? any DeclaredOption).map { [$0] } ?? child.value as? [any DeclaredOption]
        ?? []
    }
  }
}
