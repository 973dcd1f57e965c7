internal import ContactSheet
internal import SheetModel

/// Texts about the command as a whole, for the help, the manual page and `-h`.
enum CommandDescription {
  static let name = "contactsheet"
  /// The version of the command and the library.
  static let version = LibraryVersion.current
  static let abstract =
    "Turns a folder of images into a contact sheet: a PNG, JPEG or multi-page PDF."

  /// The examples of `-h`.
  private static let firstExamples = [
    "contactsheet photos",
    "contactsheet photos --label '{name}' --paper A4 -o proofs.pdf",
    "contactsheet after --compare before -o changes.png",
  ]

  static let examples =
    firstExamples + [
      "contactsheet photos -o sheet.png --cell 320x240",
      "contactsheet photos --size 1920x1080 --scale fill",
      "contactsheet photos --layout tiered --size 1200",
      "contactsheet photos --sort taken --group-by day --group-break section",
      "contactsheet photos --where 'rating >= 4' -o best.jpg",
      "contactsheet out/chrome out/firefox -r --layout matrix",
      "find . -name '*.png' -print0 | contactsheet --files-from - -0",
    ]

  /// The address for reports of bugs.
  static let issues = "https://github.com/contactsheet/contactsheet/issues"

  /// The meaning of each exit status, and a shorter form for `-h`.
  static let exitStatuses: [(status: String, short: String?, meaning: String)] = [
    ("0", "complete", "the sheet is complete"),
    ("3", "images differ", "the sheet is complete, and --compare has found differences"),
    (
      "1", "some unreadable",
      "the sheet is written, but some images could not be fully read"
    ),
    (
      "2", "no sheet",
      "no sheet is written; older sheets stay unless a message says otherwise"
    ),
    ("64", "usage", "usage error"),
    ("128 + n", nil, "ended by signal n; older sheets are untouched"),
  ]

  /// The text of the help after the abstract.
  static let discussion = """
    Examples:
    \(examples.map { "  \($0)" }.joined(separator: "\n"))

    Exit status:
    \(exitStatuses.map { "  \($0.status.padded(to: 8))\($0.meaning)" }.joined(separator: "\n"))
    """

  /// The text of `-h`: the most frequently used options, on a screen of 80 columns and 24 lines.
  static var brief: String {
    let rows = briefOptions.map { names, words in
      "  \(briefName(of: names.map(OptionCatalog.known)).padded(to: 25))\(words)"
    }
    let statuses = exitStatuses.compactMap { row in row.short.map { "\(row.status) \($0)" } }
    let presets = "Presets: \(builtInPresets.map(\.key).joined(separator: ", "))"
    let end = "Exit: \(statuses.joined(separator: ", "))"
    let examples = firstExamples.map { "  \($0)" }
    return ([abstract] + examples + [""] + rows + [presets, end]).joined(separator: "\n")
  }

  private static var briefOptions: [([String], words: String)] {
    func choices(_ name: String, upTo count: Int = 7) -> String {
      OptionCatalog.known(name).choices.prefix(count).joined(separator: ", ")
    }
    return [
      (["output"], "PNG, JPEG or PDF, by extension; - for standard output"),
      (["recursive"], "search subfolders"),
      (["where"], "only images that match, as in 'rating >= 4'"),
      (["sort", "group-by"], "name, taken, size...; by day, folder, camera..."),
      (["layout"], choices("layout")),
      (["size", "paper"], "1600 or 1600x1200 for the whole sheet; A4 to print"),
      (["columns", "tile"], "columns, or columns and rows of each page: 5x4"),
      (["cell", "gap", "margin"], "size of cells, space between and around them"),
      (["scale", "upscale"], "\(choices("scale")); enlarge small images"),
      (["label", "title"], "text for each image, such as '{name}'; for each page"),
      (["rows-by", "columns-by"], "a matrix by facts, such as '{scene}'"),
      (["compare"], "show what changed; exit status 3 if anything did"),
      (["background", "quality"], "white, '#202020', none...; 1-100 for JPEG and PDF"),
      (["preset"], "many options at once; the names are below"),
      (["dry-run"], "print the plan instead of making the sheet"),
      (["quiet", "verbose"], "print less, print more"),
      ([], "this page; every option, or --help=text for a topic"),
    ]
  }

  /// The names of options; for a single option also its letter, and its value if there is room.
  private static func briefName(of options: [Option]) -> String {
    if options.isEmpty { return "-h, --help, --version" }
    guard options.count == 1 else { return options.map(\.flag).joined(separator: ", ") }
    let names = [options[0].letter.map { "-\($0)" }, options[0].flag].compactMap(\.self)
    let name = names.joined(separator: ", ")
    let whole = "\(name) <\(options[0].valueName)>"
    return options[0].kind == .flag || whole.count > 23 ? name : whole
  }
}

extension String {
  /// The text, padded to a width with at least one space.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

/// The text of `--version`.
enum VersionDescription {
  /// The version and the optional libraries.
  ///
  /// With `isVerbose`, libraries on which the bytes of sheets depend are marked.
  static func text(isVerbose: Bool) -> String {
    let version = ["\(CommandDescription.name) \(CommandDescription.version)"]
    let lines = version + (isVerbose ? influences : LibraryReport.all.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static var influences: [String] {
    let libraries = LibraryReport.all
    return [
      "The bytes of a sheet depend on its images, its options and this version,",
      "and, if the sheet needs them, on",
    ] + libraries.filter(\.changesBytes).map { "  \($0)" } + [
      "  installed fonts, if Pango draws text; --font builtin needs neither",
      "They do not depend on",
    ] + libraries.filter { !$0.changesBytes }.map { "  \($0)" } + [
      "  libpng, zlib, the processor, the number of workers or the locale",
      "The libraries are",
    ] + LibraryReport.files.map { "  \($0.printable)" }
  }
}

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
