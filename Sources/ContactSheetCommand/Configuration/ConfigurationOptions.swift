internal import ArgumentParser

/// Where options come from that the command line does not give.
///
/// ``Invocation`` has acted on these by the time that arguments are parsed; here they
/// are declared, so that the parser takes them and the help tells of them.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Options for a purpose: \(Preset.builtIn.map(\.name).joined(separator: ", ")), or a preset \
      of a configuration file.
      """,
      valueName: "name"))
  var preset: String?

  @Flag(
    help: """
      Read no configuration file. One flag of a configuration is taken back by its name after \
      --no-, as in --no-recursive.
      """)
  var noConfig = false

  @Flag(help: "Print the options in force as a configuration file that says where each is from.")
  var printConfig = false
}
