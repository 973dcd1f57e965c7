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
        find . -name '*.png' -print0 | contactsheet --files-from - -0

      Exit status: 0 the sheet is complete; 1 it is written, but some pictures could not be \
      read; 2 no sheet was written; 64 wrong usage.
      """,
    version: "0.1.0")

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Layout") var layout: LayoutOptions
  @OptionGroup(title: "Tile") var tile: TileOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    _ = try job()
  }

  func run() async throws {
    let job = try job()
    let messages = Messages(isQuiet: running.quiet, isVerbose: running.verbose)
    let signals = Signals()
    defer { signals.stop() }
    let outcome = await Outcome.first(
      of: { try await SheetRun(job: job, progress: running.progress, messages: messages).report() },
      orSignal: signals.arriving)
    switch outcome {
    case .finished(let report):
      for image in report.unreadable { messages.error(image) }
      guard report.unreadable.isEmpty else { throw ExitCode(1) }
    case .failed(SheetError.notWritten(.system(_, .brokenPipe))):
      Signals.endWithBrokenPipe()
    case .failed(let error):
      messages.error("\(error)")
      throw ExitCode(2)
    case .interrupted(let signal):
      Signals.end(with: signal)
    }
  }

  /// What the options ask for.
  private func job() throws -> SheetJob {
    var job = SheetJob(inputs: input.inputs, output: output.destination)
    job.finder = input.finder
    job.order = input.order
    job.unreadablePolicy = input.onError
    job.layout = try layout.choice()
    job.gap = layout.gap
    job.margin = layout.margin
    job.style = tile.style
    job.encoding = output.encoding
    job.maximumPixels = running.maxPixels
    job.workers = running.workers
    return job
  }
}
