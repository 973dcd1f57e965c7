internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetText

/// Texts on the sheet, and their look.
struct TextOptions: OptionSection {
  var labelColor: LabelColors?

  static let title = "Text"
  @OptionListBuilder static var options: [Option] {
    Option(
      "label", \.sheet.label, value: "template", .label,
      unset: "none", nothing: "none",
      """
      The label of each picture: text with tokens such as {name}, {stem}, {folder}, {index:3}, \
      {width}, {size}, {taken:%d %B %Y}, {psnr:.1f} or {iso+ISO {iso}|no ISO}. The text after a \
      plus sign is shown if the picture has the fact, and the text after a bar if it lacks the \
      fact; \\n is a new line, and '{name+none}' the word none. --list shows all facts.
      """)
    Option(
      "number-from", \.[\.sheet.numberFrom], value: "N", .number(0...1_000_000_000), default: 1,
      "The number of the first picture, at which {index} begins.")
    Option(
      "label-position", \.[\.sheet.labelPosition], value: "place", .choice, default: .below,
      "The position of labels; over is on the lower edge of the picture and takes no room.")
    Option(
      "label-align", \.sheet.labelAlign, value: "side", .choice, unset: "--text-align",
      "The alignment of labels in the width of their cells.")
    Option(
      "label-color", \.text.labelColor, value: "color", .labelColors, unset: "--text-color",
      "The colour of labels; '#333,#888' is for the first line and for the lines after it.")
    Option(
      "label-lines", \.sheet.labelLines, value: "N", .number(1...100),
      unset: "the lines of the template or table, and 1 more if needed",
      "The maximum number of lines of labels, which are made smaller and broken until they fit.")
    Option(
      "labels-from", \.sheet.labelsFrom, value: "file", .file("csv", "tsv", inProject: .input),
      nothing: "",
      """
      Take labels from a table, CSV or with tabs, with a path and a label in each row; pictures \
      that are not in it keep --label. If its first row has path, SourceFile, file or name, each \
      column is a fact, such as {score}. - is standard input.
      """)
    Option(
      "best", \.sheet.best, value: "template", .checked { try BestPictures(parsing: $0) },
      unset: "none",
      nothing: "none",
      """
      Set the label of the best picture of each row of a matrix, or of each group, in bold, or \
      underlined if a family has no bold. The best picture has the largest number by a template \
      such as '{psnr}', or the smallest by 'least {rmse}'; needs a label.
      """)
    Option(
      "watermark", \.sheet.watermark, value: "template",
      .checked { try PictureTemplate($0, others: .any) }, unset: "none", nothing: "none",
      """
      A translucent text across each picture, such as PROOF or '© {artist}', with the tokens of --label. \
      Pictures in the page of --html have it, too.
      """)
    Option(
      "title", \.sheet.title, value: "template", .checked { try PageTemplate($0) },
      unset: "none",
      nothing: "none",
      """
      A large line at the top of each page: text with {page}, {pages}, {date}, {count} for the \
      number of all pictures and, with --group-by, {folder} and {group}. {taken.first}, \
      {taken.last}, {score.min}, {score.max} and {score.mean} are of all pictures. \\t divides the \
      line into left and right, or left, middle and right.
      """)
    Option(
      "logo", \.sheet.logo, value: "file", .file("png", "jpg", inProject: .logo), nothing: "",
      """
      A picture at the top right, beside the title if there is one, and as high as it. A height may follow \
      the file, as in 'studio.png 12mm'.
      """)
    Option(
      "header", \.sheet.header, value: "template", .checked { try PageTemplate($0) },
      unset: "none",
      nothing: "none",
      "A small line over the title, with the tokens of --title; \\t divides it, too.")
    Option(
      "footer", \.sheet.footer, value: "template", .checked { try PageTemplate($0) },
      unset: "none",
      nothing: "none",
      "A small line at the foot of each page, like --header.")
    Option(
      "heading", \.sheet.heading, value: "template",
      .checked { try HeadingTemplate($0, others: .any) },
      unset: "{group}",
      """
      A line under the title for the group of the page; with --group-break section it is over each \
      group. {group} is the default, unless the title has it; '' is no line. It has the tokens of --title for the pictures of the \
      group, {total} for the number of all pictures, and the facts that all pictures of the group \
      share; needs --group-by.
      """)
    Option(
      "font", \.[\.sheet.font], value: "font",
      .font("Noto Sans 11"),
      default: "auto", note: "12 points, 8 on paper",
      """
      The font, and the size of labels in points: builtin needs nothing installed, a family such \
      as 'Noto Sans 11' needs Pango, and auto uses Pango for all texts of the sheet if builtin \
      lacks a character of one.
      """)
    Option(
      "title-font", \.sheet.titleFont, value: "font",
      .font("Noto Serif 30"),
      unset: "--font at twice its size, or at 24 points (20 on paper) if it has none",
      "The font of the title, and its size in points, such as 'auto 30' or 'Noto Serif Bold 24'.")
    Option(
      "text-align", \.[\.sheet.textAlign], value: "side", .choice, default: .center,
      """
      The alignment of labels in their cells, and of titles, headers and footers without \\t \
      between the edges of the pictures.
      """)
    Option(
      "text-color", \.sheet.textColor, value: "color", .visibleColor,
      unset: "black or white, whichever is easier to read", "The colour of all text.")
  }

  static let rules: [OptionRule] = [
    .needs(
      .any("label-position", "label-align", "label-color", "label-lines", "best"), "label",
      "labels-from", because: "which give the texts"),
    .needs(.any("title-font"), "title", because: "which is written in it"),
    .excludes(
      .given("labels-from") { $0.sheet.labelsFrom == "-" },
      .given("paths", "files-from") {
        $0.sheet.inputs.contains("-") || $0.sheet.filesFrom.contains("-")
      }
    ) { _, _ in
      "both read standard input; name a file for one"
    },
  ]
}

extension RawOptions {
  /// The note on a label that is the name of a token without its braces; otherwise nil.
  var noteOnPlainLabel: Note? {
    guard let text = given["label"]?.texts.last,
      PictureTokens.all.contains(where: { $0.name == text })
    else { return nil }
    return Note(
      .plainLabel, "--label: every label is '\(text)'", remedy: "did you mean '{\(text)}'?")
  }
}

extension ValueParser where Value == String {
  /// A font, perhaps with a size.
  fileprivate static func font(_ example: String) -> Self {
    written("auto, builtin or a family, perhaps with a size, such as '\(example)'") {
      FontChoice($0) == nil ? nil : $0
    }
  }

  /// A template.
  ///
  /// A template of montage, without a token of ours, is answered with a suggestion.
  fileprivate static var label: Self {
    let tokens = [
      "%f": "{name}", "%t": "{stem}", "%d": "{folder}", "%i": "{path}", "%w": "{width}",
      "%h": "{height}", "%b": "{size}",
    ]
    return checked { text in
      let words = text.split(whereSeparator: \.isWhitespace)
      let meant = tokens.first { words.contains($0.key[...]) && !text.contains("{") }
      if let meant { throw CommandError("there is no '\(meant.key)' here; write '\(meant.value)'") }
      return try PictureTemplate(text, others: .any)
    }
  }
}
