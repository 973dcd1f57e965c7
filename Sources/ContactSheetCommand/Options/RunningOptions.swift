internal import ArgumentParser
internal import ContactSheet

/// How the work is done and what is told of it.
struct RunningOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many pictures are decoded at once. (default: the number of processors)",
      valueName: "N"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      The largest sheet that is made, in pixels; k, M and G are understood. \
      (default: \(PixelCount.standard))
      """,
      valueName: "N"),
    transform: parser(PixelCount.init, of: "a number from 1, perhaps with k, M or G"))
  var maxPixels = PixelCount.standard

  @Option(
    help: ArgumentHelp(
      "A progress bar on standard error; auto shows it on a terminal.", valueName: "when"))
  var progress: ProgressChoice = .auto

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what was planned and how long it took.")
  var verbose = false

  var workers: Int { jobs ?? Processors.available }

  var messages: Messages { Messages(isQuiet: quiet, isVerbose: verbose) }

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) {
      throw ValidationError("--jobs is 1 to 1024, not \(jobs).")
    }
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
  }
}
