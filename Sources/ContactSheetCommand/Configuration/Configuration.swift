internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// The options in force, and where each is from.
///
/// From the weakest to the strongest, options are from the user's file, the project's
/// file, the preset of the command line, and the command line itself. The preset that a
/// file names stands just below that file's own options, and is not used where something stronger
/// names another. An option makes weaker ones go that have its name or settle the same
/// thing. What a file says of another layout than the one in force waits for its turn, whereas on
/// the command line it would be a mistake.
struct Configuration: Sendable {
  /// Where an option is from.
  enum Origin: Equatable, Sendable {
    case file(FilePath, ConfigurationText.Scope)
    case preset(String, definedIn: FilePath?)
    case commandLine
  }

  /// An option in force.
  struct Entry: Equatable, Sendable {
    let setting: Setting
    let origin: Origin
  }

  let catalog: OptionCatalog
  /// The options, strongest first.
  let entries: [Entry]
  /// The arguments of the command line, without flags that it takes back.
  let commandLine: [String]

  /// Creates the configuration that `texts` and `arguments` come to.
  ///
  /// - Throws: ``ConfigurationError``.
  init(
    _ texts: [ConfigurationText], under arguments: [String], catalog: OptionCatalog
  ) throws(ConfigurationError) {
    let given = try CommandLineSettings(arguments, catalog: catalog)
    var files: [ConfigurationFile] = []
    for text in texts { files.append(try ConfigurationFile(text, catalog: catalog)) }
    let layers = try Self.layers(files, preset: given["preset"]?.effect)

    var entries = given.settings.map { Entry(setting: $0, origin: .commandLine) }
    let isBesidePlan = given["from-plan"] != nil
    for (origin, settings) in layers.reversed() {
      let stronger = entries
      for setting in settings where !isBesidePlan || catalog.isTakenBesidePlan(setting.key) {
        let isReplaced = stronger.contains {
          $0.setting.key == setting.key || OptionExclusion.excludes($0.setting, setting)
        }
        if !isReplaced { entries.append(Entry(setting: setting, origin: origin)) }
      }
    }
    self.catalog = catalog
    self.entries = entries.filter { $0.origin == .commandLine || $0.setting.matters(in: entries) }
    commandLine = given.arguments
  }

  /// The arguments that the configuration puts before those of the command line.
  var arguments: [String] {
    entries.reversed().filter { $0.origin != .commandLine }.flatMap(\.setting.arguments)
  }

  /// Files and presets with what they say, weakest first.
  private static func layers(
    _ files: [ConfigurationFile], preset name: String?
  ) throws(ConfigurationError) -> [(origin: Origin, settings: [Setting])] {
    let presets = files.reversed().flatMap(\.presets) + Preset.builtIn
    func layer(
      preset name: String, namedIn file: FilePath?
    ) throws(ConfigurationError) -> (origin: Origin, settings: [Setting]) {
      guard let preset = presets.first(where: { $0.name == name }) else {
        throw .unknownPreset(name, known: presets.map(\.name), namedIn: file)
      }
      return (.preset(name, definedIn: preset.file), preset.settings)
    }

    let nameGiver = name == nil ? files.last { $0.presetName != nil } : nil
    var layers: [(origin: Origin, settings: [Setting])] = []
    for file in files {
      if file == nameGiver, let name = file.presetName {
        layers.append(try layer(preset: name, namedIn: file.path))
      }
      layers.append((.file(file.path, file.scope), file.settings))
    }
    if let name { layers.append(try layer(preset: name, namedIn: nil)) }
    return layers
  }
}

extension Setting {
  /// Whether the setting has an effect beside others.
  fileprivate func matters(in entries: [Configuration.Entry]) -> Bool {
    let layout = entries.first { $0.setting.key == "layout" }?.setting.effect ?? "grid"
    let owner = LayoutOptions.ownedByLayouts.first { $0.name == "--\(key)" }
    guard owner?.layouts.map(\.rawValue).contains(layout) != false else { return false }
    func isGiven(_ keys: String...) -> Bool {
      entries.contains { keys.contains($0.setting.key) && $0.setting.effect?.isEmpty == false }
    }
    switch key {
    // In a grid the ratio of cells is free only where the sheet's size is given.
    case "cell-aspect" where layout == "grid": return isGiven("size", "paper")
    case "label-position", "label-overflow", "label-lines": return isGiven("label", "labels-from")
    case "heading": return isGiven("group-by")
    default: return true
    }
  }
}

extension CommandLineSettings {
  /// What the command line says of an option; nil where it says nothing.
  subscript(key: String) -> Setting? { settings.first { $0.key == key } }
}

extension Configuration.Origin: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path, let scope): "\(scope.rawValue): \(path.printable)"
    case .preset(let name, nil): "preset \(name.printable)"
    case .preset(let name, let file?): "preset \(name.printable) of \(file.printable)"
    case .commandLine: "command line"
    }
  }
}
