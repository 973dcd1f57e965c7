internal import SystemPackage

/// What a configuration file says.
struct ConfigurationFile: Equatable, Sendable {
  let path: FilePath
  let scope: ConfigurationText.Scope
  /// The options, in the order of the bytes of their names.
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
    let document: TOMLDocument
    do {
      document = try TOMLDocument(parsing: source.text)
    } catch {
      throw .file(path, error)
    }
    for entry in document.entries {
      let (key, value) = (entry.key, entry.value)
      switch (key, value) {
      case ("preset", .text(let name)):
        presetName = name
      case ("preset", _):
        throw problem(with: key, value, takes: "the name of a preset as a string")
      case ("presets", .table(let tables)):
        for table in tables { try define(table.key, table.value, catalog: catalog) }
      case ("presets", _):
        throw problem(with: key, value, takes: "a table for every preset, as [presets.NAME]")
      default:
        settings.append(try setting(key, value, catalog: catalog))
      }
    }
  }

  private mutating func define(
    _ name: String, _ value: TOMLDocument.Value, catalog: OptionCatalog
  ) throws(ConfigurationError) {
    guard case .table(let entries) = value else {
      throw problem(with: "presets.\(name)", value, takes: "a table, as [presets.NAME]")
    }
    var settings: [Setting] = []
    for entry in entries {
      let table = "presets.\(name)."
      settings.append(try setting(entry.key, entry.value, table: table, catalog: catalog))
    }
    presets.append(Preset(name: name, settings: settings, file: path))
  }

  private func setting(
    _ key: String, _ value: TOMLDocument.Value, table: String = "", catalog: OptionCatalog
  ) throws(ConfigurationError) -> Setting {
    guard let option = catalog[key] else {
      throw .key(table + key, in: path, .unknown(resembling: catalog.key(resembling: key)))
    }
    if let reason = OptionCatalog.reason(againstKey: key) {
      throw .key(table + key, in: path, .notSetting(reason: reason))
    }
    guard let said = Setting.Value(value, of: option.kind) else {
      throw problem(with: table + key, value, takes: option.form)
    }
    let setting = Setting(key: key, value: said)
    try requireInside(setting, table: table)
    return setting
  }

  /// Makes sure that a folder from elsewhere cannot have files written anywhere else.
  private func requireInside(_ setting: Setting, table: String) throws(ConfigurationError) {
    guard scope == .project, ["output", "manifest"].contains(setting.key),
      let text = setting.effect, text != "-"
    else { return }
    let path = FilePath(text)
    guard path.isAbsolute || path.components.contains(where: { $0.kind == .parentDirectory })
    else { return }
    throw .key(table + setting.key, in: self.path, .outsideFolder(path: text))
  }

  private func problem(
    with key: String, _ value: TOMLDocument.Value, takes: String
  ) -> ConfigurationError {
    .key(key, in: path, .wrongType(found: value.typeName, takes: takes))
  }
}

extension Setting.Value {
  /// What a value says of an option; nil where it is of another type.
  fileprivate init?(_ value: TOMLDocument.Value, of kind: OptionCatalog.Option.Kind) {
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
