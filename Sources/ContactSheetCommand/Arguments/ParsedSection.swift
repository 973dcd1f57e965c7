internal import ArgumentParser

// The argument parser finds the options of a type among the children of its mirror, and decodes
// their values by the same names. Property wrappers give it both; here declarations do. All values
// are texts to it, so that it looks up two types at run time and not one for each option.

/// The options of a section, as the argument parser takes them.
struct ParsedSection<Section: OptionSection>: ParsableArguments, CustomReflectable {
  private(set) var entries: [Arguments.Entry] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionKey.self)
    for option in OptionCatalog.options(of: Section.self) {
      let given = try option.given(in: container)
      if !given.isEmpty { entries.append(Arguments.Entry(option: option, given: given)) }
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: OptionCatalog.options(of: Section.self).flatMap(\.parserChildren))
  }
}

extension OptionSection {
  /// The section as a property of the command.
  static var parserChild: Mirror.Child {
    (label: key.stringValue, value: OptionGroup<ParsedSection<Self>>(title: title))
  }

  /// What the command line says of the options of the section.
  static func entries(
    in container: KeyedDecodingContainer<OptionKey>
  ) throws -> [Arguments.Entry] {
    try container.decode(OptionGroup<ParsedSection<Self>>.self, forKey: key).wrappedValue.entries
  }

  private static var key: OptionKey { OptionKey(stringValue: "section \(title)") }
}

/// The name of an option, or of a section, to the argument parser.
struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}

extension OptionFacts {
  /// The properties that declare the option.
  fileprivate var parserChildren: [Mirror.Child] {
    let help = ArgumentHelp("\(wholeHelp)", valueName: valueName.isEmpty ? nil : valueName)
    let read: @Sendable (String) throws -> OptionReading = { [self] in try reading($0) }
    switch kind {
    case .positional:
      let argument = Argument<[OptionReading]>(
        wrappedValue: [], help: help, completion: completion, transform: read)
      return [(name, argument)]
    case .flag:
      return flags(help)
    case .flagOrValue:
      let value = ArgumentParser.Option<[OptionReading]>(
        wrappedValue: [], name: .customLong(nameWithValue), help: .hidden, transform: read)
      return flags(help) + [(nameWithValue, value)]
    case .value, .list:
      let option = ArgumentParser.Option<[OptionReading]>(
        wrappedValue: [], name: names, help: help, completion: completion, transform: read)
      return [(name, option)]
    }
  }

  private func flags(_ help: ArgumentHelp) -> [Mirror.Child] {
    flagNames.map { flag, _ in
      let isInverse = flag != name
      return (
        flag,
        Flag<Bool>(
          wrappedValue: false, name: isInverse ? .customLong(flag) : names,
          help: isInverse ? .hidden : help)
      )
    }
  }

  /// What the command line says of the option: nothing where it is not given.
  fileprivate func given(in container: KeyedDecodingContainer<OptionKey>) throws -> [OptionReading]
  {
    func parsed<Wrapper: Decodable>(_ type: Wrapper.Type, _ name: String) throws -> Wrapper {
      try container.decode(type, forKey: OptionKey(stringValue: name))
    }
    switch kind {
    case .positional: return try parsed(Argument<[OptionReading]>.self, name).wrappedValue
    case .flag, .flagOrValue:
      let flags = try flagNames.filter { try parsed(Flag<Bool>.self, $0.name).wrappedValue }
        .map { try reading($0.text) }
      guard kind == .flagOrValue else { return flags }
      return flags
        + (try parsed(ArgumentParser.Option<[OptionReading]>.self, nameWithValue).wrappedValue)
    case .value, .list:
      return try parsed(ArgumentParser.Option<[OptionReading]>.self, name).wrappedValue
    }
  }

  /// The names of a flag, and of the one that takes it back, with what they stand for.
  private var flagNames: [(name: String, text: String)] {
    [(name, Self.flagIsSet)]
      + (onlyOnCommandLine == nil ? [(inverseName, Self.flagIsTakenBack)] : [])
  }

  /// The name to the parser of an option that has the value behind it, which may be left out; nobody
  /// can type it.
  var nameWithValue: String { "\(name) value" }

  /// The name that takes back a flag.
  var inverseName: String { "no-\(name)" }

  private var names: NameSpecification {
    let long = NameSpecification.Element.customLong(name)
    // As in -j4 and -osheet.png.
    let isJoined = kind == .value
    return NameSpecification(
      letter.map { [.customShort($0, allowingJoined: isJoined), long] } ?? [long])
  }
}
