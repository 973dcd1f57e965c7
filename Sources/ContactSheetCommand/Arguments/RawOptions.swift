internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetModel
internal import SystemPackage

/// The options that are given: the sheet, the settings of the run, and values that several options
/// determine together.
///
/// The command line, files and presets are each read into a value of this type, and ``over(_:)``
/// combines them. ``resolved()`` makes a job and a request.
struct RawOptions: Sendable {
  /// The sheet and the settings of the run, as far as single options determine them.
  var sheet = Sheet()
  var request = RenderRequest()
  /// The other options, by section of the help.
  var layout = LayoutOptions()
  var matrix = MatrixOptions()
  var compare = CompareOptions()
  var tile = TileOptions()
  var text = TextOptions()
  var plan = PlanOptions()
  var output = OutputOptions()
  var running = RunningOptions()
  var configuration = ConfigurationOptions()
  var version = VersionOptions()

  /// The values of each option that is given, by name, with their source.
  private(set) var given: [String: GivenOption] = [:]
  /// The configuration files and presets that were read, including empty ones.
  var configurationFiles: [FilePath] = []
  /// The notes on the user's files that the user is not allowed to read.
  var unreadFiles: [Note] = []
  /// The project file; nil if none was read.
  var projectFile: ProjectFile?

  init() {}
}

extension RawOptions {
  /// Whether an option with a name is given and does more than unset a weaker one.
  func gives(_ name: String) -> Bool { given[name]?.hasEffect == true }

  /// The value of an option for which nil stands for the default.
  subscript<Value>(field: any WritableKeyPath<RawOptions, Value> & Sendable) -> Value? {
    get { self[keyPath: field] }
    set { self[keyPath: field] = newValue ?? RawOptions()[keyPath: field] }
  }
}

/// The values of an option as written, and their source.
struct GivenOption: Sendable {
  let option: Option
  /// The values as written, of which there is at least one; for a flag, whether it is set.
  let texts: [String]
  let origin: Origin
  /// The line in the file, counted from 1; for a repeated option, its last line.
  let line: Int?

  /// Whether the option does more than unset a weaker one.
  var hasEffect: Bool { option.hasEffect(texts) }

  /// Whether the values both set and unset a flag.
  var contradictsItself: Bool {
    option.isFlag && texts.contains(Option.isUnset) && texts.contains { $0 != Option.isUnset }
  }

  var flag: String { option.flag }

  /// The file and the line, or the preset, as in messages; nil on the command line.
  var place: String? {
    origin.place.map { place in line.map { "\(place), line \($0)" } ?? place }
  }

  /// Where an option is set.
  enum Origin: Equatable, Sendable {
    case commandLine
    case file(FilePath)
    /// A preset; a preset that comes with the program has no file.
    case preset(String, FilePath?)

    /// The path of the file; nil if there is none.
    var path: FilePath? {
      switch self {
      case .commandLine: nil
      case .file(let path): path
      case .preset(_, let path): path
      }
    }

    /// The file or the preset, as in messages; nil on the command line.
    var place: String? {
      if case .preset(let name, nil) = self { return "preset '\(name.shortPrintable)'" }
      return path?.quoted
    }
  }
}

extension RawOptions {
  /// The options that are given, in the order of the help.
  var entries: [GivenOption] {
    given.isEmpty ? [] : OptionCatalog.all.compactMap { given[$0.name] }
  }

  /// The folder to which an option's file is confined; nil if the project file does not set the
  /// option.
  func folderHolding(_ name: String) -> FilePath? {
    guard let projectFile, given[name]?.origin == .file(projectFile.path) else { return nil }
    return projectFile.folder
  }

  /// Reads the values of an option.
  ///
  /// - Throws: The mistake in values that are invalid at every resolution.
  mutating func set(
    _ option: Option, _ texts: [String], _ origin: GivenOption.Origin = .commandLine,
    line: Int? = nil
  ) throws {
    try option.read(&self, texts)
    given[option.name] = GivenOption(option: option, texts: texts, origin: origin, line: line)
  }

  /// Whether any of the options on a rule's side is set.
  func has(_ side: OptionRule.Side) -> Bool { entries.contains { side.contains($0, self) } }

  /// Combines these options with weaker ones.
  ///
  /// An option overrides weaker options with the same name, and weaker options that it excludes by
  /// ``OptionRules``. An option from a file is left out if an option that it needs is missing; such
  /// an option on the command line is a mistake.
  ///
  /// - Parameter layers: The options from files and presets, strongest first.
  /// - Returns: All options that are in force.
  func over(_ layers: [RawOptions]) -> RawOptions {
    var result = self
    for layer in layers {
      let stronger = result
      for entry in layer.entries { result.keepPolicy(of: entry) }
      for entry in layer.entries
      where entry.option.name != "preset" && stronger.given[entry.option.name] == nil {
        if !stronger.excludes(entry, of: layer) {
          result.take(entry.option, from: layer)
        } else if let columns = layer.columnsAlone(of: entry),
          !stronger.excludes(entry, of: columns)
        {
          result.take(entry.option, from: columns)
        }
      }
    }
    while let idle = result.entries.first(where: {
      $0.origin != .commandLine && OptionRules.isIdle($0, in: result)
    }) {
      result.take(idle.option, from: RawOptions())
    }
    return result
  }

  private func excludes(_ weaker: GivenOption, of layer: RawOptions) -> Bool {
    entries.contains { OptionRules.exclude($0, self, weaker, layer) }
  }

  /// Options that set only the columns of `--tile`; nil for any other option, or if `--tile` does
  /// not give both columns and rows.
  ///
  /// If a stronger option sets the number of pages, only the rows give way: a strip of film has six
  /// frames, whatever the number of pages.
  private func columnsAlone(of entry: GivenOption) -> RawOptions? {
    guard entry.option.name == "tile", case .exactly(let columns, _) = layout.tile else {
      return nil
    }
    var shape = RawOptions()
    guard (try? shape.set(entry.option, ["\(columns)x"], entry.origin, line: entry.line)) != nil
    else { return nil }
    return shape
  }

  /// The options, with limits no higher than the limits in another set of options.
  func limited(to other: RawOptions) -> RawOptions {
    var result = self
    for option in OptionCatalog.all {
      guard let limit = option.limit, given[option.name]?.hasEffect != false,
        limit(self) > limit(other)
      else { continue }
      let origin = given[option.name]?.origin
      result.take(option, from: other)
      // An option with an optional value gets the limit if it has no value.
      if option.isFlag, other.given[option.name] == nil, let origin {
        try? result.set(option, [Option.isSet], origin)
      }
    }
    return result
  }

  /// Keeps a weaker policy for all pictures if only rules for some of the pictures are given.
  private mutating func keepPolicy(of weaker: GivenOption) {
    let option = weaker.option
    guard let own = given[option.name], !own.texts.contains(where: option.isPolicy),
      let policy = weaker.texts.last(where: option.isPolicy)
    else { return }
    // Both values were valid when they were first read.
    try? set(option, [policy] + own.texts, own.origin, line: own.line)
  }

  private mutating func take(_ option: Option, from other: RawOptions) {
    option.copy(&self, other)
    given[option.name] = other.given[option.name]
  }
}
