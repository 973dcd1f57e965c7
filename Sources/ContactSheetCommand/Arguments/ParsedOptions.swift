internal import ArgumentParser
internal import SheetPlans

// The argument parser finds the options of a type among the children of the type's mirror, and
// decodes their values by the names of the children. Usually, property wrappers supply the
// children. Here the declarations of options supply them, and every value is decoded as text.
// Sections are left out, because the help is not the parser's. Together this leaves three types for
// the runtime to look up, instead of one for each option and each section.

extension OptionCatalog {
  /// All options as properties of the command.
  static var parserChildren: [Mirror.Child] { all.flatMap(\.parserChildren) }
}

extension RawOptions {
  /// Reads the options from a decoder of the argument parser.
  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: JSONKey.self)
    for option in OptionCatalog.all {
      let texts = try option.texts(in: container)
      if !texts.isEmpty { try set(option, texts) }
    }
  }
}

extension Option {
  /// The properties that declare the option.
  fileprivate var parserChildren: [Mirror.Child] {
    let help = ArgumentHelp("\(wholeHelp)", valueName: valueName.isEmpty ? nil : valueName)
    let read: @Sendable (String) throws -> String = { text in
      try check(text)
      return text
    }
    let flags = flagNames.map { flag, text -> Mirror.Child in
      let isInverse = text == Self.isUnset
      return (
        flag,
        Flag<Bool>(
          wrappedValue: false, name: isInverse ? .customLong(flag) : names,
          help: isInverse ? .hidden : help)
      )
    }
    switch kind {
    case .positional:
      let argument = Argument<[String]>(
        wrappedValue: [], help: help, completion: completion, transform: read)
      return [(name, argument)]
    case .flag: return flags
    case .flagOrValue:
      let value = ArgumentParser.Option<[String]>(
        wrappedValue: [], name: .customLong(nameWithValue), help: .hidden, transform: read)
      return flags + [(nameWithValue, value)]
    case .value, .list:
      let option = ArgumentParser.Option<[String]>(
        wrappedValue: [], name: names, help: help, completion: completion, transform: read)
      return [(name, option)]
    }
  }

  /// The values of the option as written on the command line; empty if it is not given.
  fileprivate func texts(in container: KeyedDecodingContainer<JSONKey>) throws -> [String] {
    func parsed<Wrapper: Decodable>(_ type: Wrapper.Type, _ name: String) throws -> Wrapper {
      try container.decode(type, forKey: JSONKey(stringValue: name))
    }
    if kind == .positional { return try parsed(Argument<[String]>.self, name).wrappedValue }
    let flags =
      isFlag
      ? try flagNames.filter { try parsed(Flag<Bool>.self, $0.name).wrappedValue }.map(\.text) : []
    if kind == .flag { return flags }
    return flags
      + (try parsed(
        ArgumentParser.Option<[String]>.self, kind == .flagOrValue ? nameWithValue : name
      ).wrappedValue)
  }

  /// The names of a flag and of its negation, with their values.
  private var flagNames: [(name: String, text: String)] {
    [(name, Self.isSet)] + (onlyOnCommandLine == nil ? [(inverseName, Self.isUnset)] : [])
  }

  /// The parser's name for an option with an optional value; because of the space in it, nobody can
  /// type it.
  var nameWithValue: String { "\(name) value" }

  private var names: NameSpecification {
    let long = NameSpecification.Element.customLong(name)
    // A value may follow the letter directly, as in `-j4` and `-osheet.png`.
    let isJoined = kind == .value
    return NameSpecification(
      letter.map { [.customShort($0, allowingJoined: isJoined), long] } ?? [long])
  }
}
