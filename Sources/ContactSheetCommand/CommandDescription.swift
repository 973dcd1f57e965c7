internal import ContactSheet

/// What the help, the manual page and `-h` say of the command as a whole.
enum CommandDescription {
  static let name = "contactsheet"
  /// The version of the command and the library.
  static let version = LibraryVersion.current
  static let abstract = "Makes contact sheets: one PNG, JPEG or PDF, from a folder of pictures."

  static let examples = [
    "contactsheet photos",
    "contactsheet photos -o sheet.png --cell 320x240",
    "contactsheet photos --size 1920x1080 --scale fill",
    "contactsheet photos --layout tiered --size 1200",
    "contactsheet photos --label '{name}' --paper A4 --footer '{page} / {pages}'",
    "contactsheet photos --paper A4 -o sheet.pdf",
    "contactsheet out/chrome out/firefox -r --layout matrix",
    "contactsheet after --compare before -o changes.png",
    "find . -name '*.png' -print0 | contactsheet --files-from - -0",
  ]

  /// What an exit status means, and the same in as few words as `-h` has room for.
  static let exitStatuses: [(status: String, short: String?, meaning: String)] = [
    ("0", "complete", "the sheet is complete"),
    ("3", "pictures differ", "it is, and pictures differ that --compare compared"),
    (
      "1", "some unreadable",
      "the sheet is written, but pictures could not be read to their end"
    ),
    (
      "2", "no sheet",
      "no sheet is written; older ones stay unless a message tells otherwise"
    ),
    ("64", "usage", "wrong usage"),
    ("128 + n", nil, "ended by signal n; older sheets are untouched"),
  ]

  /// What the help says behind the abstract.
  static let discussion = """
    Examples:
    \(examples.map { "  \($0)" }.joined(separator: "\n"))

    Exit status:
    \(exitStatuses.map { "  \($0.status.padded(to: 8))\($0.meaning)" }.joined(separator: "\n"))
    """

  /// What `-h` shows: the most used options, on a screen of 80 columns and 24 lines.
  static var brief: String {
    let indent = String(repeating: " ", count: 27)
    let rows = briefOptions.map { options, words in
      "  \(briefName(of: options.map(\.facts)).padded(to: 25))"
        + words.replacing("\n", with: "\n\(indent)")
    }
    let statuses = exitStatuses.compactMap { row in row.short.map { "\(row.status) \($0)" } }
    let usage = "  contactsheet [options] <folder or file>...     # writes contact-sheet.png"
    let end = ["Exit: \(statuses.joined(separator: ", "))"]
    return ([abstract, "", usage, ""] + rows + [""] + end).joined(separator: "\n")
  }

  private static var briefOptions: [([any DeclaredOption], words: String)] {
    let (input, layout, matrix) = (options.input, options.layout, options.matrix)
    let (tile, text, running) = (options.tile, options.text, options.running)
    let presets = builtInPresets.map(\.key)
    func choices(_ option: any DeclaredOption, upTo count: Int = 7) -> String {
      option.facts.choices.prefix(count).joined(separator: ", ")
    }
    return [
      ([options.output.output], "the sheet, a PNG or a PDF; - is standard output"),
      ([input.recursive], "look into subfolders too"),
      ([layout.layout], choices(layout.layout)),
      ([layout.size, layout.paper], "the size of the sheet, or pages to print such as A4"),
      ([layout.cell], "the size of the cells of a grid or a matrix"),
      ([layout.tile], "columns and rows of a page: 5x4, 5 or x4"),
      ([layout.gap, layout.margin], "the space between cells, and around all of them"),
      ([tile.scale, tile.upscale], "\(choices(tile.scale)); enlarge small ones"),
      ([input.sort, input.reverse], choices(input.sort, upTo: 6)),
      ([text.label, text.title], "a line for each picture, as '{name}', and for all"),
      ([matrix.rowsBy, matrix.columnsBy], "what pictures of a row or column share, as '{scene}'"),
      ([options.compare.compare], "show what changed since; then the status is 3"),
      ([tile.background], "white, '#202020', none, checker..."),
      (
        [options.configuration.preset],
        presets.prefix(6).joined(separator: ", ") + ",\n"
          + presets.dropFirst(6).joined(separator: ", ")
      ),
      ([options.plan.dryRun], "say what would come out"),
      ([running.quiet, running.verbose], "say less, say more"),
      ([options.version.usage], "this page; --help describes every option"),
    ]
  }

  /// The names of options; of a single one also its letter, and its value if there is room.
  private static func briefName(of options: [OptionFacts]) -> String {
    guard options.count == 1 else { return options.map(\.flag).joined(separator: ", ") }
    let names = [options[0].letter.map { "-\($0)" }, options[0].flag].compactMap(\.self)
    let name = names.joined(separator: ", ")
    let whole = "\(name) <\(options[0].valueName)>"
    return options[0].kind == .flag || whole.count > 23 ? name : whole
  }
}

extension String {
  /// The text with spaces behind it up to a width, at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

/// What `--version` prints.
enum VersionDescription {
  /// The version and the optional libraries; with `isVerbose` by whether bytes of sheets depend on
  /// them.
  static func text(isVerbose: Bool) -> String {
    let version = ["\(CommandDescription.name) \(CommandDescription.version)"]
    let lines = version + (isVerbose ? influences : LibraryReport.all.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static var influences: [String] {
    let libraries = LibraryReport.all
    return [
      "The bytes of a sheet depend on its pictures, its options and this version;",
      "where a sheet needs them, also on",
    ] + libraries.filter(\.changesBytes).map { "  \($0)" } + [
      "  fonts of the machine, where Pango sets a text; --font builtin needs neither",
      "They do not depend on",
    ] + libraries.filter { !$0.changesBytes }.map { "  \($0)" } + [
      "  libpng, zlib, the processor, the number of workers or the locale"
    ]
  }
}
