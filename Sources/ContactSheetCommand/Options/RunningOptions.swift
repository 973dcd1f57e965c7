internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetPlanning
internal import SheetPlans

/// How the work is done, and messages about it.
struct RunningOptions: OptionSection {
  var jobs: Int?
  /// Whether to print less, and whether to print more.
  var quiet, verbose: Bool?

  static let title = "Running"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "jobs", \.running.jobs, letter: "j", value: "N", .number(1...1024),
      unset: "the number of processors",
      limit: { $0 ?? Processors.available },
      "The number of pictures to decode at once, as far as --max-memory allows.")
    Option(
      "max-pixels", \.[\.request.maximumPixels], value: "N",
      .written("a number from 1, perhaps with k, M or G"),
      default: .standard, limit: { ($0 ?? .standard).value },
      "The maximum number of pixels of a sheet; also with k, M or G.")
    Option(
      "max-memory", \.[\.request.maximumMemory], value: "N",
      .written("a number of bytes from 1, such as 500MB or 2GiB"),
      default: .standardMemory, limit: { ($0 ?? .standardMemory).value },
      """
      Memory limit for all pictures that must be held while they are decoded, such as progressive \
      JPEGs, interlaced PNGs, WebPs and HEICs. They wait for each other if they do not fit together. One \
      that does not fit by itself is not read, and the message says what is enough.
      """)
    Option(
      "on-error", \.request.unreadablePolicy, value: "policy", .choice, default: .placeholder,
      note: "or what a plan says",
      """
      The treatment of pictures that cannot be read: show a placeholder tile, skip the picture, or \
      fail without a sheet. With placeholder, an incomplete picture is shown as far as it goes.
      """)
    Option(
      "quiet", \.running.quiet, letter: "q", "Print errors only.")
    Option(
      "verbose", \.running.verbose, letter: "v", "Print what was planned, and how long it took.")
  }

  static let rules: [OptionRule] = [
    .either("quiet", "verbose", "one prints less, the other more")
  ]
}

/// Where options come from besides the command line.
struct ConfigurationOptions: OptionSection {
  var preset, config, require: String?
  var noConfig: Bool?
  /// Whether to print the options in force.
  var printConfig: Bool?

  static let title = "Configuration"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "preset", \.configuration.preset, value: "name", .text,
      """
      Options for a purpose: \(builtInPresets.map(\.key).joined(separator: ", ")), or the name of \
      a file of options in ~/.config/contactsheet/presets.
      """)
    Option(
      "config", \.configuration.config, value: "file", .file(),
      onlyOnCommandLine: "it names the file that is read",
      """
      Read only this configuration file, instead of yours and the folder's. It may set every \
      option that yours may.
      """)
    Option(
      "no-config", \.configuration.noConfig,
      onlyOnCommandLine: "it would have to be known before the file is read",
      """
      Read no configuration file and none of your own presets. --no- before its name unsets a \
      single flag of a configuration, as in --no-recursive.
      """)
    Option(
      "require", \.configuration.require, value: "version",
      .checked { try VersionRequirement($0).check(CommandDescription.version) },
      """
      The versions of contactsheet that the options are written for, as in '>= 1.2' or \
      '>= 1.2, < 2'; any other version ends with status 64. It belongs at the top of a project's file.
      """)
    Option(
      "print-config", \.configuration.printConfig,
      onlyOnCommandLine: "it prints a text instead of a sheet",
      "Print the options in force as a configuration file, with the source of each.")
  }

  static let rules: [OptionRule] = [
    .either("config", "no-config", "one names a file, and the other reads none")
  ]
}

/// Requests for a text instead of a sheet.
struct VersionOptions: OptionSection {
  /// The shell for which completions are printed.
  var completions: CompletionShell?
  /// Whether to print one of these texts.
  var man, version, usage: Bool?

  static let title = ""

  private static let asksForText = "it prints a text instead of a sheet"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "completions", \.version.completions, value: "shell",
      .named([.bash, .zsh, .fish], by: \.rawValue),
      onlyOnCommandLine: asksForText, "Print a script that completes options in a shell.")
    Option(
      "man", \.version.man, onlyOnCommandLine: asksForText,
      "Print the manual page, for man -l or a file.")
    Option(
      "version", \.version.version, onlyOnCommandLine: asksForText,
      """
      Show the version, and which optional libraries were found; with --verbose also what the \
      bytes of a sheet depend on.
      """)
    Option(
      "usage", \.version.usage, letter: "h", onlyOnCommandLine: asksForText,
      "Show the most used options on one screen.")
  }
}
