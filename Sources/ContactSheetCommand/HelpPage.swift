internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

/// The text of `--help` and `--help=TOPIC`, for terminals of 80 columns.
enum HelpPage {
  /// Every topic and every option.
  static var all: String {
    let topics = topicNames.joined(separator: ", ")
    return
      ([
        CommandDescription.abstract.wrapped(),
        "Usage: contactsheet [options] <folder or file>...",
        """
        contactsheet --help=TOPIC shows a part of this page, and --help=NAME describes one option. \
        Topics:
        """.wrapped() + "\n" + topics.wrapped(indent: 2),
        CommandDescription.discussion, lengths,
      ] + OptionCatalog.headings.map(section)).joined(separator: "\n\n")
      + "\n"
      + entry(
        "--help[=<topic>]", "Show this page, a topic of it, or one option: --help=layout.")
  }

  /// The page of a topic, or of the option of that name.
  ///
  /// - Throws: ``CommandError`` if there is neither.
  static func about(_ name: String) throws(CommandError) -> String {
    let word = String(name.lowercased().drop { $0 == "-" })
    if let topic = topics.first(where: { $0.name == word }) { return topic.text() }
    if let option = OptionCatalog.option(named: word) { return page(of: [option]) }
    if let page = page(onWord: String(name.drop { $0 == "-" })) { return page }
    let all = topicNames
    if let advice = Synonyms.replacement(for: word) {
      throw CommandError("there is no help for '\(name.shortPrintable)'; \(advice)")
    }
    let meant =
      (all + OptionCatalog.all.map(\.name)).nearest(to: word)
      .map { "did you mean '--help=\($0)'?" } ?? "the topics are \(all.joined(separator: ", "))"
    throw CommandError("there is no help for '\(name.shortPrintable)'; \(meant)")
  }

  /// The page about a word that is used with options; nil if there is none.
  ///
  /// The word may be the letter of an option, the first word in the names of several options, a
  /// value, a preset or a token.
  private static func page(onWord word: String) -> String? {
    let lowercased = word.lowercased()
    if let option = OptionCatalog.all.first(where: { $0.letter.map(String.init) == word }) {
      return page(of: [option])
    }
    if builtInPresets.contains(where: { $0.key == lowercased }) { return presets }
    let begun = OptionCatalog.all.filter { $0.name.hasPrefix("\(lowercased)-") }
    if !begun.isEmpty { return page(of: begun) }
    let isToken = (PictureTokens.all + PageTokens.all).contains { $0.name == lowercased }
    if isToken || ["token", "tokens", "template", "templates"].contains(lowercased) {
      return facts
    }
    let option =
      LayoutKind.allCases.contains { $0.rawValue == lowercased }
      ? OptionCatalog.known("layout")
      : OptionCatalog.all.filter { $0.choices.contains(lowercased) }.only
    return option.map { page(of: [$0]) }
  }

  private static let lengths =
    "Sizes are in pixels unless they have a unit: mm, cm, in or pt.".wrapped()

  static var topicNames: [String] { topics.map(\.name) }

  /// The topics: the sections of options, and some that cut across them.
  private static var topics: [(name: String, text: () -> String)] {
    OptionCatalog.headings.filter { !$0.title.isEmpty }.map { heading in
      (heading.title.lowercased(), { page(of: heading.options) })
    } + [
      ("conditions", { conditions }), ("examples", { examples }), ("facts", { facts }),
      ("paper", { paper }), ("presets", { presets }),
    ]
  }

  private static var examples: String {
    "Examples:\n" + CommandDescription.examples.map { "  \($0)" }.joined(separator: "\n")
  }

  private static var conditions: String {
    """
    Conditions of --where, and of rules such as --span '{rating} >= 5=2x2':

    """ + entry("rating >= 4", "a number, 20MB or 1/250, with >=, >, <=, <, = or !=")
      + entry("taken < 2025-07", "a date, a month or a time")
      + entry("camera ~ 'Canon*'", "a pattern; case is ignored")
      + entry("people = Anna", "one item of a list, such as people or keywords")
      + entry("not keywords", "a fact that an image lacks")
      + entry("width < height", "two facts")
      + entry("true != {pred}", "two columns; a word without braces is text")
      + entry("a and (b or c)", "several conditions")
      + "\n\n" + page(of: [OptionCatalog.known("where")])
  }

  private static var facts: String {
    func braces(_ tokens: [TemplateToken]) -> String {
      tokens.map { "{\($0.name)}" }.joined(separator: " ").wrapped(indent: 2)
    }
    return """
      Facts of each image, for --label, --list, --sort, --group-by and --where, with
      examples of values, which include their units:
      \(samples)

      Facts of each page, for --title, --header and --footer:
      \(braces(PageTokens.all))

      --parse and the columns of --table add more; --list shows all facts of an image.

      """ + entry("{rating|-}", "text for images that lack the fact")
        + entry("{taken:%d.%m.%Y}", "a date by its parts")
        + entry("{index:3}", "3 digits, such as 007")
        + entry("{index:a}", "letters, such as a, b and c, for the panels of a figure")
        + entry("{score:.2f}", "2 decimals")
        + entry("{taken.first}", "in titles, the lowest value among all images")
        + entry("{text:Title}", "text stored in a PNG, by its keyword")
        + entry("{column:Name}", "a column of --table, by its heading")
  }

  /// The tokens of images in two columns, each with an example of its value.
  private static var samples: String {
    let entries = PictureTokens.samples.map { sample in
      let name = "{\(sample.token.name)\(suffix(of: sample.token))}"
      return "\(name.padded(to: 15)) \(sample.text)"
    }
    let rows = (entries.count + 1) / 2
    return (0..<rows).map { row in
      let other = row + rows < entries.count ? entries[row + rows] : ""
      return ("  " + entries[row].padded(to: 42) + other).withoutEndBlanks
    }.joined(separator: "\n")
  }

  /// An example of the keyword after the name of a token that takes one; empty for other tokens.
  private static func suffix(of token: TemplateToken) -> String {
    switch token.parameter {
    case .keyword: ":Title"
    case .optionalKeyword: ":Score"
    case .none, .digits, .time, .number: ""
    }
  }

  private static var paper: String {
    let sizes = Sheet.Paper.formats.map(\.name).joined(separator: ", ")
    let names = ["paper", "size", "dpi", "cell", "tile", "gap", "margin", "per-page", "orient"]
    return "Paper: \(sizes), or a size such as 10x15cm, each also with -landscape or -portrait."
      .wrapped()
      + "\n\n" + page(of: names.map(OptionCatalog.known))
  }

  private static var presets: String {
    let entries = builtInPresets.map { name, text in
      let description = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
        .map { $0.drop { "# ".contains($0) } }.joined(separator: " ")
      return entry(name, description)
    }.joined()
    return entries.dropFirst() + """


      contactsheet --preset proof --print-config prints the options of a preset, from
      which you can make your own.
      """
  }

  /// A heading, if there is one, and options with their help.
  private static func section(_ title: String, _ options: [Option]) -> String {
    title.isEmpty
      ? String(entries(of: options).dropFirst()) : "\(title.uppercased()):\(entries(of: options))"
  }

  /// Options with their help, and how their lengths are written if they take any.
  private static func page(of options: [Option]) -> String {
    let units = options.contains(where: \.takesLengths) ? "\n\n" + lengths : ""
    return entries(of: options).dropFirst() + units
  }

  private static func entries(of options: [Option]) -> String {
    options.map { entry($0.signature, $0.wholeHelp) }.joined()
  }

  /// A name, and text in a column beside it, or below it if the name is long.
  private static func entry(_ name: String, _ text: String) -> String {
    let column = 26
    let lines = text.wrapped(indent: column)
    return name.count + 4 > column
      ? "\n  \(name)\n\(lines)"
      : "\n  \(name.padded(to: column - 2))\(lines.dropFirst(column))"
  }
}

extension Option {
  /// The option as it is written: `-o, --output <file>`, `--trim[=<N>]`.
  fileprivate var signature: String {
    if kind == .positional { return "<\(valueName)>" }
    let names = [letter.map { "-\($0)" }, flag].compactMap(\.self).joined(separator: ", ")
    switch kind {
    case .flag, .positional: return names
    case .flagOrValue: return "\(names)[=<\(valueName)>]"
    case .value, .list: return "\(names) <\(valueName)>"
    }
  }
}

extension String {
  /// The text wrapped to 80 columns, with each line indented; a word that is too long to fit has a
  /// line of its own.
  fileprivate func wrapped(indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > 80 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return (lines + [line]).map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }
}
