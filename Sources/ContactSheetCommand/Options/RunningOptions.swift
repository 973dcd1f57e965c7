internal import ArgumentParser
internal import ContactSheet

/// How the work is done and what is printed of it.
struct RunningOptions: OptionSection {
  static let title = "Running"

  let jobs = Option<Int?>(
    "jobs", letter: "j", value: "N", .number(1...1024), unset: "the number of processors",
    limit: { $0 ?? Processors.available },
    "How many pictures are decoded at once.", .request { $0.workers = $1 ?? Processors.available })
  let maxPixels = Option<PixelCount>(
    "max-pixels", value: "N",
    .written("a number from 1, perhaps with k, M or G"),
    default: .standard, limit: { $0.value },
    "The largest sheet that is made, in pixels; k, M and G are understood.",
    .both(\.maximumPixels) { $0.maximumPixels = $1 })
  let onError = Option<UnreadablePolicy>(
    "on-error", value: "policy", .choice, default: .placeholder, note: "or what a plan says",
    """
    What stands in for a picture that cannot be read: a placeholder tile, nothing, or no sheet. \
    With placeholder, one that lacks its end is shown as far as it goes.
    """,
    .both(\.unreadablePolicy) { $0.unreadablePolicy = $1 })
  let quiet = Option(
    "quiet", letter: "q", "Print errors only.", .command)
  let verbose = Option(
    "verbose", letter: "v", "Say what was planned and how long it took.", .command)
}

/// Sources of options besides the command line.
struct ConfigurationOptions: OptionSection {
  static let title = "Configuration"

  let preset = Option<String?>(
    "preset", value: "name", .text,
    """
    Options for a purpose: \(builtInPresets.map(\.key).joined(separator: ", ")), or the name of \
    a file of options in ~/.config/contactsheet/presets.
    """, .command)
  let noConfig = Option(
    "no-config", onlyOnCommandLine: "it would have to be known before the file is read",
    """
    Read no configuration file and none of your own presets. --no- before its name takes back a \
    single flag of a configuration, as in --no-recursive.
    """, .command)
  let printConfig = Option(
    "print-config", onlyOnCommandLine: "it asks for a text instead of a sheet",
    "Print the options in force as a configuration file that says where each is from.", .command)
}

/// Requests for a text instead of a sheet.
struct VersionOptions: OptionSection {
  static let title = ""

  private static let asksForText = "it asks for a text instead of a sheet"

  let completions = Option<CompletionShell?>(
    "completions", value: "shell", .named([.bash, .zsh, .fish], by: \.rawValue),
    onlyOnCommandLine: asksForText, "Print a script that completes options in a shell.", .command)
  let man = Option(
    "man", onlyOnCommandLine: asksForText, "Print the manual page, for man -l or a file.", .command)
  let version = Option(
    "version", onlyOnCommandLine: asksForText,
    """
    Show the version, and which optional libraries were found; with --verbose also what the \
    bytes of a sheet depend on.
    """, .command)
  let usage = Option(
    "usage", letter: "h", onlyOnCommandLine: asksForText,
    "Show the most used options on one screen.", .command)
}
