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
      let texts = try option.texts(in: container)
      if !texts.isEmpty { entries.append(Arguments.Entry(option: option, texts: texts)) }
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
    let read: @Sendable (String) throws -> String = { [check] text in
      try check(text)
      return text
    }
    switch kind {
    case .positional:
      return [
        (
          name,
          Argument<[String]>(
            wrappedValue: [], help: help, completion: completion, transform: read)
        )
      ]
    case .flag:
      let flag = Flag<Bool>(wrappedValue: false, name: names, help: help)
      guard onlyOnCommandLine == nil else { return [(name, flag)] }
      let inverse = Flag<Bool>(
        wrappedValue: false, name: .customLong(inverseName), help: .hidden)
      return [(name, flag), (inverseName, inverse)]
    case .value:
      return [
        (
          name,
          ArgumentParser.Option<String?>(
            name: names, help: help, completion: completion, transform: read)
        )
      ]
    case .list:
      return [
        (
          name,
          ArgumentParser.Option<[String]>(
            wrappedValue: [], name: names, help: help, completion: completion, transform: read)
        )
      ]
    }
  }

  /// What the command line says of the option: nothing where it is not given.
  fileprivate func texts(in container: KeyedDecodingContainer<OptionKey>) throws -> [String] {
    let key = OptionKey(stringValue: name)
    switch kind {
    case .positional:
      return try container.decode(Argument<[String]>.self, forKey: key).wrappedValue
    case .flag:
      var texts: [String] = []
      if try container.decode(Flag<Bool>.self, forKey: key).wrappedValue {
        texts.append(Self.flagIsSet)
      }
      guard onlyOnCommandLine == nil else { return texts }
      let inverseKey = OptionKey(stringValue: inverseName)
      if try container.decode(Flag<Bool>.self, forKey: inverseKey).wrappedValue {
        texts.append(Self.flagIsTakenBack)
      }
      return texts
    case .value:
      let text = try container.decode(ArgumentParser.Option<String?>.self, forKey: key)
      return text.wrappedValue.map { [$0] } ?? []
    case .list:
      return try container.decode(ArgumentParser.Option<[String]>.self, forKey: key).wrappedValue
    }
  }

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
