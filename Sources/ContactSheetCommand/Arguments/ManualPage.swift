/// The manual page, made from the help.
///
/// Written in the macros of man(7), which every reader of manual pages knows.
struct ManualPage: CustomStringConvertible {
  var description: String {
    let lines =
      [
        ".TH CONTACTSHEET 1 \"\" \"contactsheet \(CommandDescription.version)\" \"User Commands\"",
        ".SH NAME",
        "contactsheet \\- make contact sheets: one PNG, JPEG or PDF, from a folder of pictures",
        ".SH SYNOPSIS",
        ".B contactsheet",
        "[\\fIoptions\\fR] \\fIfolder or file\\fR...",
        ".SH DESCRIPTION",
        Self.text(CommandDescription.abstract),
        Self.text("The sheet is written to contact-sheet.png unless --output names another file."),
        ".SH OPTIONS",
      ] + OptionCatalog.sections.flatMap(section) + help
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
    return lines.joined(separator: "\n")
  }

  private let files = [
    ("contact-sheet.png", "The sheet, if --output is not given."),
    (
      ".contactsheet",
      "Options for the folder in which the command is run, or above it in its repository, one per line."
    ),
    ("~/.config/contactsheet/config", "The user's options for every run."),
    ("~/.config/contactsheet/presets/", "The user's own presets, each a file of options."),
  ]

  private let variables = [
    ("NO_COLOR", "If it is set, messages have no colours."),
    ("SOURCE_DATE_EPOCH", "The time of the run for {date} and in PDFs, in seconds since 1970."),
    ("XDG_CONFIG_HOME", "The folder that has the folder contactsheet, instead of ~/.config."),
  ]

  private let help = [".TP", "\\fB\\-\\-help\\fR", "Show all options in full."]

  private func section(_ section: any OptionSection.Type) -> [String] {
    let options = OptionCatalog.options(of: section)
    return (section.title.isEmpty ? [] : [".SS \(section.title)"])
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

  /// A line of text, escaped so that no part of it is a macro or an escape.
  private static func text(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("\n", with: " ")
  }
}
