internal import ArgumentParser
internal import CProcess
internal import ContactSheet
internal import SheetText
internal import SystemPackage

/// Makes a contact sheet from the command line.
@main
struct ContactSheetCommand: ParsableCommand, CustomReflectable {
  static let configuration = CommandConfiguration(
    commandName: CommandDescription.name, abstract: CommandDescription.abstract,
    discussion: CommandDescription.discussion, helpNames: .long)

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

  static func main() {
    cprocess_install()
    cprocess_tune_memory()
    StandardDescriptors.fillClosed()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
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

  /// Ends the program with the status of an error, or with the text that was asked for.
  ///
  /// Wrong usage is one message, so that the reason is not lost above a page of help.
  private static func end(with error: any Error, _ mistake: String? = nil) -> Never {
    let messages = Messages(Arguments())
    switch exitCode(for: error) {
    case .success:
      do { try StandardOutput.write("\(fullMessage(for: error))\n") } catch {
        messages.error(error)
        exit(withError: ExitCode(2))
      }
      exit()
    case let code:
      let message = mistake ?? message(for: error)
      if !message.isEmpty { messages.error(message) }
      exit(withError: code)
    }
  }

  /// Checks what no configuration can change.
  func validate() throws {
    if let text = textAskedFor { throw CleanExit.message(text) }
    if let argument = RawArguments.firstInvalid {
      throw ValidationError(
        "'\(String(printable: argument))' is not UTF-8; give a picture or folder of such a name with --files-from."
      )
    }
  }

  /// The text that is requested instead of a sheet, such as the version.
  private var textAskedFor: String? {
    if arguments[options.version.usage] { return CommandDescription.brief }
    if arguments[options.version.version] {
      return VersionDescription.text(isVerbose: arguments[options.running.verbose])
    }
    if arguments[options.version.man] { return "\(ManualPage())" }
    return arguments[options.version.completions].map { Self.completionScript(for: $0) }
  }

  func run() throws {
    let arguments = try arguments.configured()
    try OptionRules.check(arguments)
    var job = try arguments.job()
    // One name is for one sheet.
    job.paging.isDividedIfLarge = arguments.given(options.output.output) == nil
    if arguments[options.configuration.printConfig] {
      throw CleanExit.message("\(OptionListing(arguments: arguments))")
    }
    guard
      !arguments[options.input.paths].isEmpty || !arguments[options.input.filesFrom].isEmpty
        || arguments[options.plan.fromPlan] != nil
    else {
      throw ValidationError(
        "Name a folder of pictures, or single ones, as in 'contactsheet photos'; -h shows more.")
    }
    try CommandLineRun(arguments, job).make()
  }
}
