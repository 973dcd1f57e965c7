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
      "Decode up to N images at once, as far as --max-memory allows.")
    Option(
      "max-pixels", \.[\.request.maximumPixels], value: "N",
      .written("a number of at least 1, optionally with k, M or G"),
      default: .standard, limit: { ($0 ?? .standard).value },
      "Limit the number of pixels in a sheet; N may end in k, M or G.")
    Option(
      "max-memory", \.[\.request.maximumMemory], value: "bytes",
      .written("a number of bytes, at least 1, such as 500MB or 2GiB"),
      default: .standardMemory, limit: { ($0 ?? .standardMemory).value },
      """
      Limit the memory for images that must be decoded whole, such as progressive JPEGs, \
      interlaced PNGs, WebPs and HEICs. Images that do not fit together are decoded one \
      after another. An image that would exceed the limit by itself is not read, and a message says \
      how much memory would be enough.
      """)
    Option(
      "on-error", \.request.unreadablePolicy, value: "policy", .choice, default: .placeholder,
      note: "unless a plan says otherwise",
      """
      Choose what to do with images that cannot be read: show a placeholder tile, skip the image, \
      or fail without a sheet. With placeholder, a truncated image is shown as far as it \
      can be decoded.
      """)
    Option(
      "quiet", \.running.quiet, letter: "q",
      "Print only errors.")
    Option(
      "verbose", \.running.verbose, letter: "v",
      "Print what was planned, and how long the run took.")
  }

  static let rules: [OptionRule] = [
    .either("quiet", "verbose", "one prints less, and the other more")
  ]
}

/// Where options come from, other than the command line.
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
      Use a ready-made set of options: \(builtInPresets.map(\.key).joined(separator: ", ")), or your \
      own file of options in ~/.config/contactsheet/presets.
      """)
    Option(
      "config", \.configuration.config, value: "file", .file(),
      onlyOnCommandLine: "it names the configuration file itself",
      """
      Read only this configuration file, instead of your own and the project's. It can set the \
      same options as your own file.
      """)
    Option(
      "no-config", \.configuration.noConfig,
      onlyOnCommandLine: "it must be known before the file is read",
      """
      Ignore configuration files and your own presets. To unset a single flag, put --no- before \
      its name, as in --no-recursive.
      """)
    Option(
      "require", \.configuration.require, value: "version",
      .checked { try VersionRequirement($0).check(CommandDescription.version) },
      """
      Stop with exit status 64 unless the version of contactsheet meets this requirement, such as \
      '>= 1.2' or '>= 1.2, < 2'. Put it at the top of a project file.
      """)
    Option(
      "print-config", \.configuration.printConfig,
      onlyOnCommandLine: "it prints text instead of making a sheet",
      "Print the effective options as a configuration file, with the origin of each.")
  }

  static let rules: [OptionRule] = [
    .either("config", "no-config", "one names a configuration file, and the other ignores them all")
  ]
}

/// Requests for printed text instead of a sheet.
struct VersionOptions: OptionSection {
  /// The shell for which completions are printed.
  var completions: CompletionShell?
  /// Whether to print the manual page, the version or the brief help.
  var man, version, usage: Bool?

  static let title = ""

  private static let asksForText = "it prints text instead of making a sheet"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "completions", \.version.completions, value: "shell",
      .named([.bash, .zsh, .fish], by: \.rawValue),
      onlyOnCommandLine: asksForText,
      "Print a completion script for a shell.")
    Option(
      "man", \.version.man, onlyOnCommandLine: asksForText,
      "Print the manual page, as in: contactsheet --man | man -l -")
    Option(
      "version", \.version.version, onlyOnCommandLine: asksForText,
      """
      Print the version and the optional libraries that were found; with --verbose, also \
      everything that can affect the output bytes.
      """)
    Option(
      "usage", \.version.usage, letter: "h", onlyOnCommandLine: asksForText,
      "Print the most used options on one screen.")
  }
}
