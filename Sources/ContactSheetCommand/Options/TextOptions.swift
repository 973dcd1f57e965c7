internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetText

/// Text on the sheet, and what it looks like.
struct TextOptions: OptionSection {
  var labelColor: LabelColors?

  static let title = "Text"
  @OptionListBuilder static var options: [Option] {
    Option(
      "label", \.sheet.label, value: "template", .label,
      unset: Option.none,
      """
      Label each image with text and tokens such as {name}, {stem}, {folder}, {index:3}, {width}, \
      {size}, {taken:%d %B %Y} or {psnr:.1f}. {iso+ISO {iso}|no ISO} writes the part after + if \
      the image has that fact, otherwise the part after |. \\n starts a new line, and \
      '{name+none}' writes the word none as a label. This option overrides the label column of the \
      table, and '' means no labels. --list prints all facts.
      """)
    Option(
      "number-from", \.[\.sheet.numberFrom], value: "N", .number(0...1_000_000_000), default: 1,
      "Set the number of the first image, at which {index} begins.")
    Option(
      "label-position", \.[\.sheet.labelPosition], value: "place", .choice, default: .below,
      """
      Put labels below or above images, to their left or right (in a grid), or over them, where \
      labels take no space: over puts labels along the bottom edge, and over-top along the top edge, \
      like the panel letters of a figure.
      """)
    Option(
      "label-align", \.sheet.labelAlign, value: "side", .choice, unset: "--text-align",
      "Align labels within the width of their cells.")
    Option(
      "label-color", \.text.labelColor, value: "color", .labelColors, unset: "--text-color",
      """
      Set the colour of labels; '#333,#888' sets one colour for the first line and another for the \
      rest.
      """)
    Option(
      "label-lines", \.sheet.labelLines, value: "N", .number(1...100),
      unset: "as many lines as the template or table has, plus 1 if needed",
      "Limit the number of lines in a label; labels shrink and wrap to fit.")
    Option(
      "table", \.sheet.table, value: "file", .file("csv", "tsv", inProject: .input),
      nothing: "",
      """
      Read labels from a CSV or tab-separated file with a path and a label in each row; other \
      images use --label. If the first row gives a column the name path, SourceFile, file or name, \
      every column is a fact, such as {score}, and a column called label is shown if there is no \
      --label. Columns with the names of facts from --parse, such as scene and method, can also \
      identify images. - is standard input.
      """)
    Option(
      "missing", \.sheet.missing, value: "template",
      .checked { try PictureTemplate($0, others: .any) }, nothing: "",
      """
      Show a cell with this text, such as 'no photo' or '{reason|no photo}', for each row of the \
      table that names no image, or names one that does not exist. Such cells have labels, and are \
      sorted and grouped like images. '' leaves these rows out; the word none has no special \
      meaning here.
      """)
    Option(
      "best", \.[\.sheet.best], value: "template",
      .list(.checked { try BestPictures(parsing: $0) }), unset: Option.none,
      """
      Set the best value in each row of a matrix, or in each group, in bold, or underline it if \
      the font has no bold. '{psnr}' picks the highest number, and 'least {rmse}' picks the \
      lowest. If the label shows this number among other facts, only the number is emphasised; \
      otherwise, the whole label is. May be repeated to emphasise several facts. Needs --label or \
      --table.
      """)
    Option(
      "watermark", \.sheet.watermark, value: "template|file:image",
      .checked { try SheetWatermark(parsing: $0) }.restricted(by: .watermark), unset: Option.none,
      """
      Mark each image with translucent text, such as PROOF or '© {artist}', along its diagonal, or \
      with another image, such as file:logo.png, in its middle. The text can contain the tokens of \
      --label. Images embedded in an HTML page are marked too.
      """)
    Option(
      "scale-bar", \.[\.sheet.scaleBar], value: "length|glob=length", .list(.rule(.scaleBar)),
      unset: Option.none,
      """
      Draw a scale bar at the lower right of each image: '50 µm at 0.32 µm' draws a bar of 50 µm \
      if a pixel is 0.32 µm wide. '50 µm' is enough if the file (OME-TIFF, ImageJ) or a pixel-size \
      column in the table gives the width of a pixel. For scans, '1 cm at ppi' uses the resolution \
      that the file states, and '1 cm at 600 ppi' uses 600 pixels per inch. '50 µm, no text' draws \
      the bar alone, and '50 µm, black' draws a black bar for pale images. Units are nm, µm or um, \
      mm, cm, m, km and px. '*_40x*=20 µm at 0.16 µm' applies to matching images only. Select \
      images by a glob, or by a condition with facts in braces. May be repeated; the last match is \
      used.
      """)
    Option(
      "title", \.sheet.title, value: "template", .checked { try PageTemplate($0) },
      unset: Option.none,
      """
      Write a line of large text at the top of each page. Its tokens are {page}, {pages}, {date}, \
      {count} (the number of images) and, with --group-by, {folder} and {group}; {taken.first}, \
      {taken.last}, {score.min}, {score.max}, {score.mean}, {score.median}, {score.std} and \
      {price.sum} summarise all images. \\t divides the line into left and right, or left, middle \
      and right.
      """)
    Option(
      "logo", \.sheet.logo, value: "file", .file("png", "jpg", inProject: .logo), nothing: "",
      """
      Draw an image at the top right, as tall as the title. If there is no title, or to choose \
      another height, give the height after the file name, as in 'studio.png 12mm'.
      """)
    Option(
      "header", \.sheet.header, value: "template", .checked { try PageTemplate($0) },
      unset: Option.none,
      """
      Write a line of small text above the title. It takes the same tokens as --title, including \\t.
      """)
    Option(
      "footer", \.sheet.footer, value: "template", .checked { try PageTemplate($0) },
      unset: Option.none,
      """
      Write a line of small text at the bottom of each page. It takes the same tokens as --title, \
      including \\t.
      """)
    Option(
      "group-heading", \.sheet.groupHeading, value: "template",
      .checked { try HeadingTemplate($0, others: .any) },
      unset: "{group}",
      """
      Write a heading for each group: below the title or, with --group-break section, above the \
      group. The default is {group}, unless the title contains it; if groups start new pages, '' \
      leaves out the heading. In a heading, the tokens of --title describe the images of the group; \
      {total} is the total number of images, and facts shared by the whole group are available as \
      tokens too. Needs --group-by.
      """)
    Option(
      "font", \.[\.sheet.font], value: "font",
      .font("Noto Sans 11"),
      default: "auto", note: "at 12 points, or 8 on paper",
      """
      Set the font, and the size of labels in points. builtin needs nothing installed. A \
      family, with or without a size, as in 'Noto Sans 11', needs Pango. auto uses Pango for the \
      whole sheet if builtin lacks a character.
      """)
    Option(
      "title-font", \.sheet.titleFont, value: "font",
      .font("Noto Serif 30"),
      unset: "twice the size in --font; without one, 24 points, or 20 on A4 paper",
      """
      Set the font of the title and its size in points, such as 'auto 30' or 'Noto Serif Bold 24'.
      """)
    Option(
      "text-align", \.[\.sheet.textAlign], value: "side", .choice, default: .center,
      """
      Align labels within their cells. Titles, headers and footers are aligned within the width of \
      the images, unless they contain \\t.
      """)
    Option(
      "text-color", \.sheet.textColor, value: "color", .visibleColor,
      unset: "black or white, whichever is easier to read",
      "Set the colour of all text.")
  }

  static let rules: [OptionRule] = [
    .needs(
      .any("label-position", "label-align", "label-color", "label-lines", "best"), "label",
      "table", because: "which provide the labels"),
    .needs(.any("missing"), "table", because: "whose rows it shows"),
    .needs(.any("title-font"), "title", because: "whose font it sets"),
    .excludes(
      .given("table") { $0.sheet.table == "-" },
      .given("paths", "files-from") {
        $0.sheet.inputs.contains("-") || $0.sheet.filesFrom.contains("-")
      }
    ) { _, _ in
      "both read standard input; name a file for one of them"
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
      .plainLabel, "--label: every label is '\(text)'",
      remedy: "did you mean \("{\(text)}".shellQuoted)?")
  }
}

extension RawOptions {
  /// The note on a watermark that is the name of an image file; otherwise nil.
  var noteOnNamedWatermark: Note? {
    guard let text = given["watermark"]?.texts.last,
      case .template(let template) = WrittenWatermark(text), !template.contains("{"),
      FormatTable.standard.named(Array(template.utf8)[...]) != nil
    else { return nil }
    return Note(
      .plainLabel, "--watermark: the text on every image is '\(text)'",
      remedy: "did you mean \("file:\(text)".shellQuoted)?")
  }
}

extension ValueParser where Value == String {
  /// A font, optionally with a size.
  fileprivate static func font(_ example: String) -> Self {
    written("auto, builtin or a family, optionally with a size, such as '\(example)'") {
      FontChoice($0) == nil ? nil : $0
    }
  }

  /// A template for labels.
  ///
  /// A montage template that has none of our tokens leads to a suggestion.
  fileprivate static var label: Self {
    let tokens = [
      "%f": "{name}", "%t": "{stem}", "%d": "{folder}", "%i": "{path}", "%w": "{width}",
      "%h": "{height}", "%b": "{size}",
    ]
    return checked { text in
      let words = text.split(whereSeparator: \.isWhitespace)
      let meant = tokens.first { words.contains($0.key[...]) && !text.contains("{") }
      if let meant {
        throw CommandError("there is no '\(meant.key)' here; write \(meant.value.shellQuoted)")
      }
      return try PictureTemplate(text, others: .any)
    }
  }
}
