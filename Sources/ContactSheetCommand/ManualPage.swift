/// The manual page, made from the help.
///
/// It uses the macros of man(7), which every viewer of manual pages supports.
struct ManualPage: CustomStringConvertible {
  var description: String {
    let lines =
      [
        ".TH CONTACTSHEET 1 \"\" \"contactsheet \(CommandDescription.version)\" \"User Commands\"",
        ".SH NAME",
        "contactsheet \\- turn a folder of images into a contact sheet",
        ".SH SYNOPSIS",
        ".B contactsheet",
        "[\\fIoptions\\fR] \\fIfolder or file\\fR...",
        ".SH DESCRIPTION",
        Self.text(CommandDescription.abstract),
        Self.text("The sheet is written to contact-sheet.png unless --output names another file."),
        ".SH OPTIONS",
      ] + OptionCatalog.headings.flatMap(section) + help
      + [".SH EXIT STATUS"]
      + CommandDescription.exitStatuses.flatMap {
        [".TP", ".B \($0.status)", Self.text($0.meaning)]
      }
      + [".SH FILES"]
      + files.flatMap { [".TP", ".I \(Self.text($0.0))", Self.text($0.1)] }
      + [".SH ENVIRONMENT"]
      + variables.flatMap { [".TP", ".B \($0.0)", Self.text($0.1)] }
      + [".SH EXAMPLES"]
      + CommandDescription.examples.flatMap { [".PP", ".nf", ".RS", Self.text($0), ".RE", ".fi"] }
      + [
        ".SH BUGS", Self.text("Report bugs at \(CommandDescription.issues)."), ".SH SEE ALSO",
        ".BR montage (1),", ".BR vips (1),", ".BR feh (1),", ".BR exiftool (1)",
      ]
    return lines.joined(separator: "\n")
  }

  private let files = [
    ("contact-sheet.png", "The sheet, if --output is not given."),
    (
      ".contactsheet",
      "The project's options, one per line, in the current folder or above it in the repository."
    ),
    ("~/.config/contactsheet/config", "The user's options for every run."),
    ("~/.config/contactsheet/presets/", "The user's presets, each a file of options."),
  ]

  private let variables = [
    ("NO_COLOR", "If set, messages are not coloured."),
    ("SOURCE_DATE_EPOCH", "The time to use for {date} and in PDFs, in seconds since 1970."),
    ("XDG_CONFIG_HOME", "The folder that contains the contactsheet folder, instead of ~/.config."),
  ]

  private let help = [
    ".TP", "\\fB\\-\\-help\\fR[=\\fItopic\\fR]",
    "Show all options in full, a topic, or one option.",
  ]

  private func section(_ title: String, _ options: [Option]) -> [String] {
    (title.isEmpty ? [] : [".SS \(title)"])
      + options.flatMap { [".TP", names(of: $0), Self.text($0.wholeHelp)] }
  }

  private func names(of option: Option) -> String {
    let value = option.valueName.isEmpty ? "" : "\\fI\(Self.escaped(option.valueName))\\fR"
    guard option.kind != .positional else { return value }
    let names = [option.letter.map { "-\($0)" }, option.flag].compactMap(\.self)
    let text = names.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
    if option.kind == .flagOrValue { return "\(text)[=\(value)]" }
    return text + (value.isEmpty ? "" : " \(value)")
  }

  /// A line of text, escaped so that no part of it is read as a macro or an escape.
  private static func text(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("\n", with: " ")
  }
}
