/// What the command line says of options, before anything of it is parsed.
struct CommandLineSettings {
  /// The options in the order in which they were first given.
  private(set) var settings: [Setting] = []
  /// The arguments without those that take back a flag, which only configurations set.
  private(set) var arguments: [String] = []

  /// Creates the settings of `arguments`, which may also be wrong: the parser will tell.
  ///
  /// An argument that begins with a dash is never the value of the option before it.
  ///
  /// - Throws: ``ConfigurationError/bothWays(flag:)``.
  init(_ arguments: [String], catalog: OptionCatalog) throws(ConfigurationError) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    for (index, argument) in arguments[..<end].enumerated() {
      let next = index + 1 < end ? arguments[index + 1] : nil
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : next.flatMap { $0.isValue ? $0 : nil }
      if let flag = Self.flagTakenBack(by: argument, catalog: catalog) {
        try put(.flag(false), for: flag)
        continue
      }
      self.arguments.append(argument)
      if argument.hasPrefix("--") {
        try put(value, for: catalog[String(parts[0].dropFirst(2))])
      } else if argument.hasPrefix("-") {
        for letter in parts[0].dropFirst() { try put(value, for: catalog[letter]) }
      }
    }
    self.arguments += arguments[end...]
  }

  /// The name of the flag where an argument is `--no-` and that name.
  static func flagTakenBack(by argument: String, catalog: OptionCatalog) -> String? {
    guard argument.hasPrefix("--no-"), catalog[String(argument.dropFirst(2))] == nil,
      let option = catalog[String(argument.dropFirst(5))], option.kind == .flag
    else { return nil }
    return option.name
  }

  private mutating func put(
    _ value: String?, for option: OptionCatalog.Option?
  ) throws(ConfigurationError) {
    guard let option else { return }
    switch (option.kind, value) {
    case (.flag, _): try put(.flag(true), for: option.name)
    case (.value, let value?): try put(.text(value), for: option.name)
    case (.list, let value?): try put(.list([value]), for: option.name)
    case (_, nil): return
    }
  }

  private mutating func put(
    _ value: Setting.Value, for key: String
  ) throws(ConfigurationError) {
    guard let index = settings.firstIndex(where: { $0.key == key }) else {
      return settings.append(Setting(key: key, value: value))
    }
    switch (settings[index].value, value) {
    case (.flag(let isSet), .flag(let other)) where isSet != other: throw .bothWays(flag: key)
    case (.list(let texts), .list(let others)): settings[index].value = .list(texts + others)
    default: settings[index].value = value
    }
  }
}

extension String {
  /// Whether an argument can be the value of the option before it.
  fileprivate var isValue: Bool { self == "-" || !hasPrefix("-") }
}
