internal import ContactSheet
internal import SystemPackage

/// What a configuration file says.
struct ConfigurationFile: Equatable, Sendable {
  let path: FilePath
  let scope: ConfigurationText.Scope
  /// The options in the order of the file.
  private(set) var settings: [Setting] = []
  /// The preset that the file puts under its own options.
  private(set) var presetName: String?
  /// The presets that the file defines.
  private(set) var presets: [Preset] = []

  /// Understands a file.
  ///
  /// - Throws: ``ConfigurationError`` for what is not TOML, and for the first key that is
  ///   not an option or whose value is not of its type. What values mean is left to the parser
  ///   of arguments.
  init(_ source: ConfigurationText, catalog: OptionCatalog) throws(ConfigurationError) {
    path = source.path
    scope = source.scope
    let document: TOMLTable
    do {
      document = try TOMLReader.table(parsing: source.text)
    } catch {
      throw .file(path, .syntax(error))
    }
    for entry in document.entries {
      switch (entry.key, entry.value) {
      case ("preset", .text(let name)):
        presetName = name
      case ("preset", _):
        throw wrongType(of: entry, takes: "the name of a preset as a string")
      case ("presets", .table(let table)):
        for preset in table.entries { try define(preset, catalog: catalog) }
      case ("presets", _):
        throw wrongType(of: entry, takes: "a table for every preset, as [presets.NAME]")
      default:
        settings.append(try setting(entry, catalog: catalog))
      }
    }
  }

  private mutating func define(
    _ preset: TOMLTable.Entry, catalog: OptionCatalog
  ) throws(ConfigurationError) {
    guard case .table(let table) = preset.value else {
      throw wrongType(of: preset, in: "presets", takes: "a table, as [presets.NAME]")
    }
    var settings: [Setting] = []
    for entry in table.entries {
      settings.append(try setting(entry, in: "presets.\(preset.key)", catalog: catalog))
    }
    presets.append(Preset(name: preset.key, settings: settings, file: path))
  }

  private func setting(
    _ entry: TOMLTable.Entry, in table: String? = nil, catalog: OptionCatalog
  ) throws(ConfigurationError) -> Setting {
    guard let option = catalog[entry.key] else {
      throw error(entry, in: table, .unknown(resembling: catalog.key(resembling: entry.key)))
    }
    if let reason = OptionCatalog.reason(againstKey: entry.key) {
      throw error(entry, in: table, .notSetting(reason: reason))
    }
    guard let value = Setting.Value(entry.value, of: option.kind) else {
      throw wrongType(of: entry, in: table, takes: option.form)
    }
    if scope == .project, let problem = Self.problem(withPathOf: option, value) {
      throw error(entry, in: table, problem)
    }
    return Setting(key: entry.key, value: value, line: entry.line)
  }

  /// Why an option must not have the path that it has, if so: a folder that is from somewhere
  /// else must not have files read or written anywhere else, and may hold links to anywhere.
  private static func problem(
    withPathOf option: OptionCatalog.Option, _ value: Setting.Value
  ) -> ConfigurationError.KeyProblem? {
    guard case .text(let text) = value, !["", "-"].contains(text) else { return nil }
    let path = FilePath(text)
    let workingDirectory: FilePath = "."
    let link: FilePath?
    switch option.name {
    case "output": link = OutputNames(path).link
    case "manifest", "labels-from": link = path.isSymbolicLink ? path : nil
    default: return nil
    }
    if path.leadsOut(of: workingDirectory) { return .outsideFolder(path: text) }
    return link.map { .link($0) }
  }

  private func wrongType(
    of entry: TOMLTable.Entry, in table: String? = nil, takes: String
  ) -> ConfigurationError {
    error(entry, in: table, .wrongType(found: entry.value.typeName, takes: takes))
  }

  private func error(
    _ entry: TOMLTable.Entry, in table: String?, _ problem: ConfigurationError.KeyProblem
  ) -> ConfigurationError {
    let key = (table.map { "\($0)." } ?? "") + entry.key
    return .key(key, line: entry.line, in: path, problem)
  }
}

extension Setting.Value {
  /// What a value says of an option; nil where it is of another type.
  fileprivate init?(_ value: TOMLValue, of kind: OptionCatalog.Option.Kind) {
    switch (kind, value) {
    case (.flag, .boolean(let isSet)): self = .flag(isSet)
    case (.value, .number(let text)), (.value, .text(let text)): self = .text(text)
    case (.list, .number(let text)), (.list, .text(let text)): self = .list([text])
    case (.list, .array(let values)):
      var texts: [String] = []
      for value in values {
        guard case .text(let text) = Self(value, of: .value) else { return nil }
        texts.append(text)
      }
      self = .list(texts)
    default: return nil
    }
  }
}

extension OptionCatalog.Option {
  /// What the option takes in a file, for messages.
  fileprivate var form: String {
    switch kind {
    case .flag: "true or false"
    case .value: "<\(valueName)> as a string or number"
    case .list: "<\(valueName)> as a string, or an array of them"
    }
  }
}
