internal import ArgumentParser
internal import ContactSheet
internal import SystemPackage

/// Makes a contact sheet from the command line.
@main
struct ContactSheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contactsheet",
    abstract: "Turns a folder of PNGs into one picture that shows them all.",
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

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Layout") var layout: LayoutOptions
  @OptionGroup(title: "Pages") var page: PageOptions
  @OptionGroup(title: "Tile") var tile: TileOptions
  @OptionGroup(title: "Text") var text: TextOptions
  @OptionGroup(title: "Furniture") var furniture: FurnitureOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Configuration") var settings: ConfigurationOptions

  @Flag(help: "Show the version, and which optional libraries were found.")
  var version = false

  static func main() async {
    StandardDescriptors.fillClosed()
    // Making the parser takes longer than all else that this run has to do.
    if CommandLine.arguments.dropFirst() == ["--version"] {
      print(versions)
      return
    }
    do {
      let invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
      if let plain = invocation.plainArguments {
        await end(after: plain.run)
      } else {
        await end(after: try invocation.command().run)
      }
    } catch {
      exit(withError: error)
    }
  }

  /// Ends the program where the work has ended: `main` would need one more thread to return to.
  private static func end(after work: @Sendable () async throws -> Void) async -> Never {
    do {
      try await work()
      exit()
    } catch {
      exit(withError: error)
    }
  }

  /// The version, and which optional libraries were found.
  private static var versions: String {
    (["contactsheet \(version)"] + LibraryReport.all.map(\.description)).joined(separator: "\n")
  }

  func validate() throws {
    if version {
      throw CleanExit.message(Self.versions)
    }
    if let argument = RawArguments.firstInvalid {
      throw ValidationError(
        "'\(argument)' is not UTF-8; give a picture or folder of such a name with --files-from.")
    }
    guard input.fromPlan == nil else { return try rejectOptionsBesidePlan() }
    if !settings.printConfig { try input.requireAny() }
    try rejectContradictions()
  }

  func run() async throws {
    let messages = running.messages
    try await SheetRun.make(saying: messages) { try sheetRun(messages) }
  }

  /// The run that the options ask for.
  ///
  /// - Throws: ``SheetError``, ``FolderNameError``, and what ``planningJob()`` throws.
  func sheetRun(_ messages: Messages) throws -> SheetRun {
    SheetRun(
      plan: try plan(), workers: running.workers, isDryRun: output.dryRun,
      progress: running.progress, messages: messages)
  }

  /// The plan that the options ask for, which is yet to be made.
  private func plan() throws -> @Sendable () async throws -> SheetPlan {
    let workers = running.workers
    if let path = input.fromPlan {
      let decoded = try SheetPlan(contentsOf: FilePath(path))
      var encoding = decoded.encoding
      output.apply(to: &encoding)
      let plan = decoded.replacing(
        pages: page.page?.pages, output: try output.output.map(OutputOptions.destination),
        manifest: try output.manifestDestination(), encoding: encoding,
        maximumPixels: running.maxPixels)
      return { try await plan.checked(workers: workers) }
    }
    var job = try planningJob()
    job.paging.pages = page.page?.pages
    output.apply(to: &job.encoding)
    job.manifest = try output.manifestDestination()
    job.maximumPixels = running.maxPixels
    return { [job] in try await job.plan(workers: workers) }
  }
}
