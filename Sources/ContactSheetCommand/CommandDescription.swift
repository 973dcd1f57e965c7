internal import ContactSheet
internal import SheetModel

/// Text about the command as a whole, for the help, the manual page and `-h`.
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
