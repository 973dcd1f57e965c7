internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetText
internal import SystemPackage

/// What is said of options, by the command line and by what is configured under it.
struct Arguments: Sendable {
  /// What is said of one option.
  struct Entry: Sendable {
    let option: OptionFacts
    /// What is given, at least once; for a flag, whether it is set.
    var given: [OptionReading]
    var origin = Origin.commandLine
    /// The line of a file, counted from 1; for an option that is repeated, the last.
    var line: Int?

    /// Whether this does more than take back a weaker entry.
    var hasEffect: Bool {
      option.kind == .flag
        ? texts.last == OptionFacts.flagIsSet
        : !texts.suffix(1).contains { OptionFacts.says($0, nothing: option.nothing) }
    }

    /// Whether this both sets a flag and takes it back.
    var contradictsItself: Bool {
      (option.kind == .flag || option.kind == .flagOrValue)
        && texts.contains(OptionFacts.flagIsTakenBack)
        && texts.contains { $0 != OptionFacts.flagIsTakenBack }
    }

    var texts: [String] { given.map(\.text) }

    var flag: String { option.flag }

    /// The file and the line, or the preset, as a message names it; nil for the command line.
    var place: String? {
      origin.place.map { place in line.map { "\(place), line \($0)" } ?? place }
    }
  }

  /// Who says it.
  enum Origin: Equatable, Sendable {
    case commandLine
    case file(FilePath)
    /// A preset; one of the program where it is in no file.
    case preset(String, FilePath?)

    /// Where the file is; nil where it is none.
    var path: FilePath? {
      switch self {
      case .commandLine: nil
      case .file(let path): path
      case .preset(_, let path): path
      }
    }

    /// The file, or the preset, as a message names it; nil for the command line.
    var place: String? {
      if case .preset(let name, nil) = self { return "preset '\(name.shortPrintable)'" }
      return path?.quoted
    }
  }

  /// The entries in force, strongest first, one for each option.
  var entries: [Entry] = []
  /// The configuration files and presets that were read, whether or not they say anything.
  var configurationFiles: [FilePath] = []

  /// Nothing but defaults.
  init() {}

  /// What a decoder of the argument parser says.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionKey.self)
    entries = try OptionCatalog.sections.flatMap { try $0.entries(in: container) }
  }

  /// What is said of an option; nil where nothing is, even if it has a default.
  func given<Value>(_ option: Option<Value>) -> Value? {
    entry(for: option.facts.name).map { option.value($0.given) }
  }

  /// The value of an option, or its default.
  subscript<Value>(option: Option<Value>) -> Value { given(option) ?? option.standard }

  /// What is said of an option of this name.
  func entry(for name: String) -> Entry? { entries.first { $0.option.name == name } }

  /// Whether anything is said of a side of a rule.
  func has(_ side: OptionRule.Side) -> Bool { entries.contains(where: side.contains) }

  /// What the options ask for where no plan has been made yet.
  ///
  /// - Throws: `ValidationError` for what no rule between options can tell.
  func job() throws -> SheetJob {
    let arguments = try inPixels()
    var job = SheetJob()
    for option in optionsInOrder { try option.putIntoJob?(&job, arguments) }
    // The columns of a table are known when it is read.
    if job.table == nil {
      do { try job.checkTokens(nil, listing: self[options.plan.list]?.template) } catch {
        let place = place(of: error).map { "\($0): " } ?? ""
        throw ValidationError("\(place)\(note(on: error)).")
      }
    }
    if isOnPaperIfLarge {
      let paper = options.layout.paper.facts
      var arguments = self
      arguments.entries.removeAll { $0.option.name == paper.name }
      arguments.entries.append(
        Entry(option: paper, given: [try paper.reading(LayoutOptions.paperOfPDF)]))
      job.ifLarge = .over(side: LayoutOptions.largestOffPaper, try arguments.job())
    }
    return job
  }

  /// Whether the sheet is a PDF whose size is not given in any way, which is on paper where pictures
  /// are large.
  var isOnPaperIfLarge: Bool {
    let layout = options.layout
    return !SheetName(self[options.output.output]).written.isPicture
      && layoutKind.name != MatrixLayout.name
      && !has(
        .any(
          layout.size, layout.paper, layout.cell, layout.geometry, options.pages.maxHeight,
          options.compare.compare, options.compare.match))
  }

  /// The file and the line of the template that an error is about; nil for the command line.
  private func place(of error: PlanningError) -> String? {
    guard case .template(let use, _) = error else { return nil }
    let (input, matrix) = (options.input, options.matrix)
    let otherNames: [TemplateUse: any DeclaredOption] = [
      .order: input.sort, .group: options.pages.groupBy, .listing: options.plan.list,
      .rows: matrix.rowsBy, .columns: matrix.columnsBy,
    ]
    return entry(for: otherNames[use]?.facts.name ?? use.rawValue)?.place
  }

  /// What is asked of the run besides, and the first thing that is wrong with it.
  ///
  /// A wrong output is told like any other failure of a run, in the report as well, so all else is
  /// in the request.
  func request() -> (request: SheetRequest, fault: (any Error)?) {
    var request = SheetRequest()
    var fault: (any Error)?
    request.otherOrigins = configurationFiles
    // The default of what the job has as well is left to the job, or to a plan.
    for option in optionsInOrder where option.putIntoJob == nil || entry(for: option.name) != nil {
      do { try option.putIntoRequest?(&request, self) } catch { fault = fault ?? error }
    }
    // What a preset says besides does not fail where something is missing.
    request.requiresQuality = entry(for: options.output.quality.facts.name)?.origin == .commandLine
    return (request, fault)
  }

  /// The options in the order in which they take effect: those that have their defaults, then
  /// those that are given.
  ///
  /// So an option may set what is the default of another, as `--paper` does with margins.
  private var optionsInOrder: [OptionFacts] {
    let given = Set(entries.filter(\.hasEffect).map(\.option.name))
    return OptionCatalog.all.filter { !given.contains($0.name) }
      + OptionCatalog.all.filter { given.contains($0.name) }
  }

  /// Puts weaker entries under these.
  ///
  /// An entry overrides weaker ones for the same option, and those that it excludes by
  /// ``OptionRules``. What has no effect because something is missing that it needs is left out, as
  /// it waits for its turn; on the command line it is a mistake.
  ///
  /// - Parameter layers: What files and presets say, strongest first.
  /// - Returns: The entries of both that are in force.
  func over(_ layers: [[Entry]]) -> Arguments {
    var result = self
    for layer in layers {
      let stronger = result.entries
      result.entries += layer.filter { entry in
        !stronger.contains {
          $0.option.name == entry.option.name || OptionRules.exclude($0, entry)
        }
      }
    }
    while let index = result.entries.firstIndex(where: {
      $0.origin != .commandLine && OptionRules.isIdle($0, in: result)
    }) {
      result.entries.remove(at: index)
    }
    return result
  }

  /// The same with limits no higher than those of other arguments.
  func limited(to other: Arguments) -> Arguments {
    var result = self
    for option in OptionCatalog.all {
      let entry = entry(for: option.name)
      guard let limit = option.limit, entry?.hasEffect != false, limit(self) > limit(other) else {
        continue
      }
      result.entries.removeAll { $0.option.name == option.name }
      if let weaker = other.entry(for: option.name) {
        result.entries.append(weaker)
      } else if option.kind == .flagOrValue, var entry,
        let usual = try? option.reading(OptionFacts.flagIsSet)
      {
        // What is limited stays, up to what it has alone.
        entry.given = [usual]
        result.entries.append(entry)
      }
    }
    return result
  }
}
