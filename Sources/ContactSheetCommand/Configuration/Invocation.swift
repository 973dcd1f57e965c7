internal import ArgumentParser
internal import ContactSheet
internal import SheetText

/// One call of the program: its arguments, and the configuration under them.
struct Invocation {
  private let arguments: [String]
  /// nil where there is none to think of, which costs two attempts to open a file.
  private let configuration: Configuration?

  /// Creates the invocation with `arguments`, and reads configuration files if they allow it.
  ///
  /// - Throws: `ValidationError` for a wrong configuration, or what the command line alone
  ///   asks for instead of a sheet, such as the help.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    do {
      let options = arguments.prefix { $0 != "--" }
      let texts = options.contains("--no-config") ? [] : try ConfigurationText.all()
      guard !texts.isEmpty || options.contains(where: Self.needsConfiguration) else {
        configuration = nil
        return
      }
      configuration = try Configuration(
        texts, under: arguments, catalog: OptionCatalog(of: ContactSheetCommand.self))
    } catch let error as ConfigurationError {
      try Self.exitCleanly(arguments)
      let message = "\(error)"
      throw ValidationError(message.hasSuffix("?") ? message : message + ".")
    }
  }

  /// Whether an argument has a meaning of its own for the configuration.
  private static func needsConfiguration(_ argument: String) -> Bool {
    argument.hasPrefix("--preset") || argument == "--print-config"
      || argument.hasPrefix("--no-") && argument != "--no-config"
  }

  /// The arguments where they are plain and nothing but them counts; nil where the argument
  /// parser has to be asked.
  var plainArguments: PlainArguments? {
    configuration == nil ? PlainArguments(arguments) : nil
  }

  /// The command with all its options.
  ///
  /// - Throws: what the argument parser throws; where a file or preset is at fault,
  ///   `ValidationError` with its name before the reason. Instead of a command that is to
  ///   print its configuration, that as `CleanExit`.
  func command() throws -> ContactSheetCommand {
    guard let configuration else { return try Self.command(arguments) }
    let command: ContactSheetCommand
    do {
      command = try Self.command(configuration.arguments + configuration.commandLine)
    } catch {
      try Self.exitCleanly(arguments)
      throw Self.explanation(of: error, in: configuration) ?? error
    }
    guard command.settings.printConfig else { return command }
    throw CleanExit.message("\(ConfigurationListing(configuration))")
  }

  private static func command(_ arguments: [String]) throws -> ContactSheetCommand {
    try ContactSheetCommand.parse(arguments)
  }

  /// Why arguments are refused; nil where they are not.
  private static func failure(of arguments: [String]) -> (any Error)? {
    do {
      _ = try command(arguments)
      return nil
    } catch {
      return error
    }
  }

  /// Throws what arguments ask for instead of a sheet: no configuration stands in its way.
  private static func exitCleanly(_ arguments: [String]) throws {
    guard let failure = failure(of: arguments),
      ContactSheetCommand.exitCode(for: failure).isSuccess
    else { return }
    throw failure
  }

  /// An error with the file and key that it is from; nil where the command line alone is at fault.
  ///
  /// What is at fault leads to the same message alone: first the command line, then every option
  /// of the configuration, then every file and preset.
  private static func explanation(
    of error: any Error, in configuration: Configuration
  ) -> ValidationError? {
    let message = ContactSheetCommand.message(for: error)
    func isBlamed(_ arguments: [String]) -> Bool {
      failure(of: arguments).map(ContactSheetCommand.message) == message
    }
    let entries = configuration.entries.filter { $0.origin != .commandLine }
    if entries.isEmpty { return nil }
    if isBlamed(configuration.commandLine) { return nil }
    let anyInput = ["-"]
    for entry in entries where isBlamed(entry.setting.arguments + anyInput) {
      let line = entry.setting.line.map { ", line \($0)" } ?? ""
      return ValidationError("\(entry.origin.place)\(line): \(entry.setting.key): \(message)")
    }
    var origins: [Configuration.Origin] = []
    for entry in entries where !origins.contains(entry.origin) { origins.append(entry.origin) }
    for origin in origins {
      let settings = entries.filter { $0.origin == origin }.map(\.setting)
      if isBlamed(settings.flatMap(\.arguments) + anyInput) {
        return ValidationError("\(origin.place): \(message)")
      }
    }
    let places = origins.map(\.place).joined(separator: " and ")
    return ValidationError(
      "\(message)\nOptions also come from \(places); see --print-config, or give --no-config.")
  }
}

extension Configuration.Origin {
  /// The file, preset or command line as a message names it.
  fileprivate var place: String {
    switch self {
    case .file(let path, _): "'\(path.printable)'"
    case .preset(let name, nil): "preset '\(name.printable)'"
    case .preset(let name, let file?): "'\(file.printable)': preset '\(name.printable)'"
    case .commandLine: "the command line"
    }
  }
}
