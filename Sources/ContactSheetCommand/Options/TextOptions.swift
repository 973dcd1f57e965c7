internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// What is written on the sheet, and how.
struct TextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What stands with each picture: text with tokens such as {name}, {stem}, {path}, {folder}, \
      {index:3}, {count} for the number of all pictures, {width}, {height}, {size}, {modified}, \
      {page} or {text:Title}; \\n is a new line. (default: nothing, as is '')
      """,
      valueName: "template"),
    transform: PictureTemplate.init)
  var label: PictureTemplate?

  @Option(
    help: ArgumentHelp(
      """
      Where labels stand; over lies on the lower edge of the picture and takes no room. \
      (default: below)
      """,
      valueName: "place"))
  var labelPosition: CellFurniture.Label.Position?

  @Option(
    help: ArgumentHelp(
      """
      What is done about a label that is wider than its cell: its middle or its end is left out, \
      or it goes on in the next line. (default: middle)
      """,
      valueName: "way"))
  var labelOverflow: TextOverflow?

  @Option(
    help: ArgumentHelp(
      """
      The number of lines that labels have room for. (default: those of the template or table, \
      and 2 more with --label-overflow wrap)
      """,
      valueName: "N"))
  var labelLines: Int?

  @Option(
    help: ArgumentHelp(
      """
      Take labels from a table, CSV or with tabs, with a path and a label in each row; pictures \
      that are not in it keep --label; - is standard input.
      """,
      valueName: "file"),
    completion: .file(extensions: ["csv", "tsv"]))
  var labelsFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      A large line at the top of each page: text with {page}, {pages}, {date}, {count} for the \
      number of all pictures and, with --group-by, {folder}; \\t divides it into left and right, \
      or left, middle and right. (default: nothing)
      """,
      valueName: "template"),
    transform: PageTemplate.init)
  var title: PageTemplate?

  @Option(
    help: ArgumentHelp(
      """
      A small line over the title, of the same tokens, which \\t divides likewise. \
      (default: nothing)
      """,
      valueName: "template"),
    transform: PageTemplate.init)
  var header: PageTemplate?

  @Option(
    help: ArgumentHelp(
      "A small line at the foot of each page, like --header. (default: nothing)",
      valueName: "template"),
    transform: PageTemplate.init)
  var footer: PageTemplate?

  @Option(
    help: ArgumentHelp(
      """
      A line under the title for the group of the page, of the same tokens; needs --group-by. \
      (default: nothing)
      """,
      valueName: "template"),
    transform: PageTemplate.init)
  var heading: PageTemplate?

  @Option(
    help: ArgumentHelp(
      """
      The font, and the size of labels in points: builtin needs nothing installed, a family such \
      as 'Noto Sans 11' needs Pango, auto takes Pango where builtin lacks a character. \
      (default: auto 12)
      """,
      valueName: "font"),
    transform: parser(
      FontChoice.init, of: "auto, builtin or a family, perhaps with a size, such as 'Noto Sans 11'")
  )
  var font: FontChoice?

  @Option(
    help: ArgumentHelp(
      """
      The colour of all text. (default: black or white, whichever is easier to read)
      """,
      valueName: "color"),
    transform: visibleColor)
  var textColor: Color?

  /// What is to be written.
  ///
  /// - Throws: ``LabelTableError``.
  func texts() throws(LabelTableError) -> SheetTexts {
    var texts = SheetTexts()
    texts.label = label?.orNone
    texts.labelTable = try labelTable()
    texts.labelPosition = labelPosition ?? .below
    texts.labelOverflow = labelOverflow ?? .middle
    texts.labelLines = labelLines
    texts.header = header?.orNone
    texts.title = title?.orNone
    texts.heading = heading?.orNone
    texts.footer = footer?.orNone
    texts.font = font ?? .auto
    texts.color = textColor
    return texts
  }

  /// The table of labels, if one is wanted.
  private func labelTable() throws(LabelTableError) -> LabelTable? {
    switch labelsFrom {
    case nil, "": nil
    case "-": try .readingStandardInput()
    case let path?: try LabelTable(contentsOf: FilePath(path))
    }
  }

  /// Makes sure that the time of the run is known where a text tells it.
  private func checkDate() throws(SourceDateError) {
    let needsDate = [header, title, heading, footer].contains { $0?.needsDate == true }
    if needsDate { _ = try CivilTime.ofRun() }
  }

  /// Makes sure that a heading has groups to stand over.
  func requireGroups(by key: GroupKey?) throws {
    if heading?.orNone != nil, key == nil {
      throw ValidationError("--heading needs --group-by folder, which makes the groups.")
    }
  }

  func validate() throws {
    if let labelLines, !(1...Self.maximumLines ~= labelLines) {
      throw ValidationError("--label-lines is 1 to \(Self.maximumLines), not \(labelLines).")
    }
    if label?.orNone == nil, (labelsFrom ?? "").isEmpty,
      let option = labelSettings.first(where: \.isGiven)?.name
    {
      throw ValidationError("\(option) has no effect without --label or --labels-from.")
    }
    do {
      try checkDate()
    } catch {
      throw ValidationError("\(error).")
    }
  }

  /// More lines than anyone reads under a picture.
  private static let maximumLines = 100

  private var labelSettings: [(isGiven: Bool, name: String)] {
    [
      (labelPosition != nil, "--label-position"), (labelOverflow != nil, "--label-overflow"),
      (labelLines != nil, "--label-lines"),
    ]
  }
}

/// The colour that a text names, unless nothing of it would be seen.
@Sendable private func visibleColor(_ text: String) throws -> Color {
  let color = try Color(parsing: text)
  guard color.alpha > 0 else {
    throw ValidationError("text cannot be transparent; leave it out, as with --label ''.")
  }
  return color
}

extension TextTemplate {
  /// The template; nil where it is empty, which takes back a preset's.
  fileprivate var orNone: TextTemplate? { source.isEmpty ? nil : self }
}
