internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import SheetModel
internal import SystemPackage

/// Makes a contact sheet from the command line.
@main
struct ContactSheetCommand: ParsableCommand, CustomReflectable {
  static let configuration = CommandConfiguration(
    commandName: CommandDescription.name, abstract: CommandDescription.abstract,
    discussion: CommandDescription.discussion, helpNames: .long)

  /// The options on the command line.
  private(set) var options = RawOptions()

  init() {}

  init(from decoder: any Decoder) throws {
    options = try RawOptions(from: decoder)
  }

  /// All options, for the argument parser.
  var customMirror: Mirror {
    Mirror(self, children: OptionCatalog.parserChildren)
  }

  nonisolated static func main() {
    cprocess_install()
    cprocess_tune_memory()
    StandardDescriptors.fillClosed()
    cprocess_run_with_stack(WorkerThreads.stackSize) { ContactSheetCommand.runOnThisThread() }
  }

  nonisolated private static func runOnThisThread() {
    let arguments = CommandLine.arguments.dropFirst().joiningSortKeys
    do {
      if let help = try helpAskedFor(arguments) { throw CleanExit.message(help) }
      let command: Self
      do { command = try parse(OptionCatalog.named(arguments)) } catch {
        end(with: error, CommandLineMistake.first(in: arguments))
      }
      try command.run()
      exit()
    } catch {
      end(with: error)
    }
  }

  /// The text of `--help` or `--help=TOPIC`; nil if neither is given.
  private static func helpAskedFor(_ arguments: [String]) throws -> String? {
    let asked = arguments.prefix { $0 != "--" }
      .first { $0 == "--help" || $0.hasPrefix("--help=") }
    guard let asked else { return nil }
    let topic = asked.dropFirst("--help=".count)
    do { return topic.isEmpty ? HelpPage.all : try HelpPage.about(String(topic)) } catch {
      throw ValidationError("\(error)")
    }
  }

  /// Ends the program with the status of an error, or with the requested text.
  ///
  /// Incorrect usage is reported in a single message, so that the reason is not lost above a page
  /// of help.
  private static func end(with error: any Error, _ mistake: String? = nil) -> Never {
    let messages = Messages(RawOptions())
    switch exitCode(for: error) {
    case .success where mistake == nil:
      do { try StandardOutput.write("\(fullMessage(for: error))\n") } catch {
        messages.error(error)
        exit(withError: ExitCode(2))
      }
      exit()
    case let code:
      let message = mistake ?? message(for: error)
      if !message.isEmpty {
        let text = CommandLineMistake.standardized(message)
        messages.error(text)
        UsageReport(in: Array(CommandLine.arguments.dropFirst()))?.write(text, messages)
      }
      exit(withError: code == .success ? .validationFailure : code)
    }
  }

  /// Checks options that are never in configuration files.
  func validate() throws {
    if let text = textAskedFor { throw CleanExit.message(text) }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let mistake = CommandLineMistake.detachedValue(in: arguments)
      ?? CommandLineMistake.dividedCondition(in: arguments)
    {
      throw ValidationError(mistake)
    }
    if let argument = RawArguments.firstInvalid {
      throw ValidationError(
        "cannot read the options: '\(String(printable: argument))' is not UTF-8; list images and "
          + "folders with such names in a file for --files-from"
      )
    }
  }

  /// The text that is requested instead of a sheet, such as the version.
  private var textAskedFor: String? {
    if options.version.usage == true { return CommandDescription.brief }
    if options.version.version == true {
      return VersionDescription.text(isVerbose: options.running.verbose == true)
    }
    if options.version.man == true { return "\(ManualPage())" }
    return options.version.completions.map { Self.completionScript(for: $0) }
  }

  func run() throws {
    // This check comes first, because reading configuration files opens files too.
    do { _ = try OpenFiles.workers(upTo: 1) } catch {
      Messages(RawOptions()).error(error)
      throw ExitCode(2)
    }
    var options = try options.configured()
    let isFolderNamed = !options.isAboutThisFolder
    if !isFolderNamed { try options.set(OptionCatalog.known("paths"), ["."]) }
    try OptionRules.check(options)
    let resolved = try options.resolved()
    if options.configuration.printConfig == true {
      throw CleanExit.message("\(OptionListing(given: options))")
    }
    guard isFolderNamed || !StandardInput.holdsData else {
      throw ValidationError(
        "cannot make a sheet: no images are named; name a folder, as in 'contactsheet photos', "
          + "or - to read a list from standard input, with -0 if it is NUL-separated; "
          + "see -h for more")
    }
    try CommandLineRun(options, resolved).make()
  }
}
