internal import ArgumentParser
internal import ContactSheet

/// The work, and messages about it.
struct RunningOptions: OptionSection {
  var jobs: Int?
  var maxPixels: PixelCount?
  var maxMemory: ByteLimit?
  var onError: UnreadablePolicy?
  var quiet, verbose: Bool?

  static let title = "Running"
  static let isFixedByPlan = false
  @OptionListBuilder static var options: [Option] {
    Option(
      "jobs", \.running.jobs, letter: "j", value: "N", .number(1...1024),
      unset: "the number of processors",
      limit: { $0 ?? Processors.available },
      "How many pictures are decoded at once, as far as --max-memory has room for them.")
    Option(
      "max-pixels", \.running.maxPixels, value: "N",
      .written("a number from 1, perhaps with k, M or G"),
      default: .standard, limit: { ($0 ?? .standard).value },
      "The largest sheet that is made, in pixels; k, M and G are understood.")
    Option(
      "max-memory", \.running.maxMemory, value: "N",
      .written("a number of bytes from 1, such as 500MB or 2GiB"),
      default: .standardMemory, limit: { ($0 ?? .standardMemory).value },
      """
      The most memory for pictures that are held whole while they are decoded, such as interlaced PNGs, \
      progressive JPEGs, WebPs and HEICs: all at once have no more, and larger ones are not read.
      """)
    Option(
      "on-error", \.running.onError, value: "policy", .choice, default: .placeholder,
      note: "or what a plan says",
      """
      What stands in for a picture that cannot be read: a placeholder tile, nothing, or no sheet. \
      With placeholder, one that lacks its end is shown as far as it goes.
      """)
    Option(
      "quiet", \.running.quiet, letter: "q", "Print errors only.")
    Option(
      "verbose", \.running.verbose, letter: "v", "Say what was planned and how long it took.")
  }

  static let rules: [OptionRule] = [
    .either("quiet", "verbose", "one says less, the other more")
  ]
}

/// Sources of options besides the command line.
struct ConfigurationOptions: OptionSection {
  var preset, config: String?
  var noConfig, printConfig: Bool?

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
      Read this configuration, which may say what yours may, and no other: neither yours nor the folder's.
      """)
    Option(
      "no-config", \.configuration.noConfig,
      onlyOnCommandLine: "it would have to be known before the file is read",
      """
      Read no configuration file and none of your own presets. --no- before its name takes back a \
      single flag of a configuration, as in --no-recursive.
      """)
    Option(
      "print-config", \.configuration.printConfig,
      onlyOnCommandLine: "it asks for a text instead of a sheet",
      "Print the options in force as a configuration file that says where each is from.")
  }

  static let rules: [OptionRule] = [
    .either("config", "no-config", "one names a file, and the other reads none")
  ]
}

/// Requests for a text instead of a sheet.
struct VersionOptions: OptionSection {
  var completions: CompletionShell?
  var man, version, usage: Bool?

  static let title = ""

  private static let asksForText = "it asks for a text instead of a sheet"
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
