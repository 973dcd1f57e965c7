internal import ArgumentParser
internal import FoundationEssentials

/// The options of the command as it declares them.
///
/// It is made from the description that the argument parser gives of a command, so an
/// option is known here as soon as it is declared. That takes some milliseconds and is
/// done only where there is a configuration.
struct OptionCatalog: Sendable {
  /// One option or flag.
  struct Option: Sendable {
    /// How much an option takes.
    enum Kind: Sendable {
      case flag
      case value
      /// Values, as the option may be repeated.
      case list
    }

    /// The long name without its dashes, which is the key in configuration files.
    let name: String
    let shortName: Character?
    let kind: Kind
    /// The title that the option stands under in the help.
    let section: String
    /// What the help calls the value.
    let valueName: String
    /// The default, where the declaration has one.
    let defaultValue: String?
    /// What the help says.
    let summary: String
  }

  /// The options in the order of the help.
  let options: [Option]
  private let indexByName: [String: Int]
  private let nameByLetter: [Character: String]

  /// Creates a catalog of the options of a command.
  ///
  /// - Throws: `DecodingError` where the argument parser describes commands in another way
  ///   than it did; a test would have told.
  init(of command: any ParsableCommand.Type) throws {
    let description = try JSONDecoder().decode(
      ToolDescription.self, from: Data(command._dumpHelp().utf8))
    options = description.command.arguments.compactMap(Option.init)
    indexByName = Dictionary(
      zip(options.map(\.name), options.indices), uniquingKeysWith: { first, _ in first })
    nameByLetter = Dictionary(
      options.compactMap { option in option.shortName.map { ($0, option.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The option of a long name.
  subscript(name: String) -> Option? { indexByName[name].map { options[$0] } }

  /// The option of a letter.
  subscript(letter: Character) -> Option? { nameByLetter[letter].flatMap { self[$0] } }
}

extension OptionCatalog.Option {
  fileprivate init?(_ argument: ToolDescription.Argument) {
    let names = argument.names ?? []
    guard argument.kind != "positional",
      let name = names.first(where: { $0.kind == "long" })?.name
    else { return nil }
    self.init(
      name: name,
      shortName: names.first { $0.kind == "short" }?.name.first,
      kind: argument.kind == "flag" ? .flag : argument.isRepeating ? .list : .value,
      section: argument.sectionTitle ?? "", valueName: argument.valueName ?? "value",
      defaultValue: argument.defaultValue, summary: argument.abstract ?? "")
  }
}

/// The part that is needed of what the argument parser says of a command, as JSON.
private struct ToolDescription: Decodable {
  struct Command: Decodable {
    let arguments: [Argument]
  }

  struct Argument: Decodable {
    let kind: String
    let isRepeating: Bool
    let names: [Name]?
    let sectionTitle: String?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
  }

  struct Name: Decodable {
    let kind: String
    let name: String
  }

  let command: Command
}
