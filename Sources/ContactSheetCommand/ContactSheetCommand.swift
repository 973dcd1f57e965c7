internal import ArgumentParser
internal import ContactSheet

/// Makes a contact sheet from the command line.
@main
struct ContactSheetCommand: AsyncParsableCommand, CustomReflectable {
  static let configuration = CommandConfiguration(
    commandName: "contactsheet",
    abstract: "Makes contact sheets: one PNG from a folder of PNGs.",
    discussion: """
      Examples:
        contactsheet photos
        contactsheet photos -o sheet.png --cell 320x240
        contactsheet photos --size 1920x1080 --scale fill
        contactsheet photos --layout tiered --size 1200
        contactsheet photos --label '{name}' --paper A4 --footer '{page} / {pages}'
        find . -name '*.png' -print0 | contactsheet --files-from - -0

      Exit status: 0 the sheet is complete; 1 it is written, but some pictures could not be \
      read; 2 no sheet was written; 64 wrong usage.
      """)

  /// The version of the command and the library.
  private static let version = "0.1.0"

  /// What the command line says.
  private(set) var arguments = Arguments()

  init() {}

  init(from decoder: any Decoder) throws {
    arguments = try Arguments(from: decoder)
  }

  /// The sections of options, for the argument parser.
  var customMirror: Mirror {
    Mirror(self, children: OptionCatalog.sections.map { $0.parserChild })
  }

  static func main() async {
    StandardDescriptors.fillClosed()
    do {
      let command = try parse()
      try await command.run()
      // The work ends the program: to return would need one more thread.
      exit()
    } catch {
      exit(withError: error)
    }
  }

  /// Finds what no configuration can change.
  func validate() throws {
    if arguments[VersionOptions.shared.version] {
      let versions = ["contactsheet \(Self.version)"] + LibraryReport.all.map(\.description)
      throw CleanExit.message(versions.joined(separator: "\n"))
    }
    if let argument = RawArguments.firstInvalid {
      throw ValidationError(
        "'\(argument)' is not UTF-8; give a picture or folder of such a name with --files-from.")
    }
  }

  func run() async throws {
    let arguments = try arguments.configured()
    try OptionRules.check(arguments)
    let job = try arguments.job()
    if arguments[ConfigurationOptions.shared.printConfig] {
      throw CleanExit.message("\(OptionListing(arguments: arguments))")
    }
    let input = InputOptions.shared
    let isAnyNamed = !arguments[input.paths].isEmpty || !arguments[input.filesFrom].isEmpty
    guard isAnyNamed || arguments[PlanOptions.shared.fromPlan] != nil else {
      throw ValidationError("Name a folder of PNG files, or PNG files.")
    }
    let workers = arguments.workers
    try await SheetRun(
      plan: { try await arguments.plan(job, workers: workers) }, workers: workers,
      isDryRun: arguments[PlanOptions.shared.dryRun],
      progress: arguments[RunningOptions.shared.progress], messages: arguments.messages
    ).make()
  }
}
