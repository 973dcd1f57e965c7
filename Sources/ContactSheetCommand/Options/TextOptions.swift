internal import ArgumentParser
internal import ContactSheet
internal import SheetImaging
internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// What is written on the sheet, and how.
struct TextOptions: OptionSection {
  static let title = "Text"

  let label = Option<PictureTemplate?>(
    "label", value: "template", .label,
    unset: "none", nothing: "none",
    """
    What stands with each picture: text with tokens such as {name}, {stem}, {folder}, {index:3}, \
    {width}, {size}, {taken:%d %B %Y}, {psnr:.1f} or {iso+ISO {iso}|no ISO}, where a plus sign \
    stands before what is written with the fact, and a bar before what is without it; \\n is a new line, \
    and '{name+none}' the word none. --list shows all facts.
    """, .job { $0.texts.label = $1 })
  let labelPosition = Option<CellFurniture.Label.Position>(
    "label-position", value: "place", .choice, default: .below,
    "Where labels stand; over lies on the lower edge of the picture and takes no room.",
    .job { $0.texts.labelPosition = $1 })
  let labelAlign = Option<TextAlignment?>(
    "label-align", value: "side", .choice, unset: "that of all text",
    "Where the lines of labels stand in the width of their cells.",
    .job { $0.texts.labelAlignment = $1 })
  let labelColor = Option<Color?>(
    "label-color", value: "color", .visibleColor, unset: "that of all text",
    "The colour of labels.", .job { $0.texts.labelColor = $1 })
  let labelLines = Option<Int?>(
    "label-lines", value: "N", .number(1...100),
    unset: "those of the template or table, and 1 more if needed",
    "The most lines that labels take, which are set smaller and broken until they fit.",
    .job { $0.texts.labelLines = $1 })
  let labelsFrom = Option<String?>(
    "labels-from", value: "file", .file("csv", "tsv", inProject: .ownFile), nothing: "",
    """
    Take labels from a table, CSV or with tabs, with a path and a label in each row; pictures \
    that are not in it keep --label. Under a heading with path, each column is a fact, such as \
    {score}; - is standard input.
    """, .job { $0.table = $1.map { $0 == "-" ? .standardInput : .file(FilePath($0)) } })
  let best = Option<BestPictures?>(
    "best", value: "template", .parsed { try BestPictures(parsing: $0) }, unset: "none",
    nothing: "none",
    """
    Set the label of the best picture of each row of a matrix, or of each group, in bold, or \
    underlined where the font has no bold: that with the largest number by a template such as \
    '{psnr}', or with the smallest by 'least {rmse}'; needs a label.
    """, .job { $0.best = $1 })
  let title = Option<PageTemplate?>(
    "title", value: "template", .parsed { try PageTemplate($0) }, unset: "none", nothing: "none",
    """
    A large line at the top of each page: text with {page}, {pages}, {date}, {count} for the \
    number of all pictures and, with --group-by, {folder} and {group}; of facts it knows the least \
    and the greatest, {taken.first} and {taken.last}, and {score.min}, {score.max} and \
    {score.mean}; \\t divides it into left and right, or left, middle and right.
    """, .line(\.title))
  let header = Option<PageTemplate?>(
    "header", value: "template", .parsed { try PageTemplate($0) }, unset: "none", nothing: "none",
    "A small line over the title, of the same tokens, which \\t divides likewise.", .line(\.header))
  let footer = Option<PageTemplate?>(
    "footer", value: "template", .parsed { try PageTemplate($0) }, unset: "none", nothing: "none",
    "A small line at the foot of each page, like --header.", .line(\.footer))
  let heading = Option<HeadingTemplate?>(
    "heading", value: "template", .parsed { try HeadingTemplate($0, others: .any) },
    unset: "nothing", nothing: "",
    """
    A line under the title for the group of the page, or with --group-break section over each group, \
    where {group} is the default; of the same tokens, which count in the group, of {total} for the \
    number of all pictures, and of facts that all pictures of the group share; needs --group-by.
    """, .line(\.heading))
  let font = Option<FontChoice>(
    "font", value: "font",
    .written("auto, builtin or a family, perhaps with a size, such as 'Noto Sans 11'"),
    default: .auto, note: "12 points, 8 on paper",
    """
    The font, and the size of labels in points: builtin needs nothing installed, a family such \
    as 'Noto Sans 11' needs Pango, auto takes Pango for all texts of the sheet where builtin \
    lacks a character of one.
    """, .job { $0.texts.font = $1 })
  let titleFont = Option<FontChoice?>(
    "title-font", value: "font",
    .written("auto, builtin or a family, perhaps with a size, such as 'Noto Serif 30'"),
    unset: "that of --font at twice its size, or at 24 points, on paper 20, if it has none",
    "The font of the title, and its size in points, such as 'auto 30' or 'Noto Serif Bold 24'.",
    .job { $0.texts.titleFont = $1 })
  let textAlign = Option<TextAlignment>(
    "text-align", value: "side", .choice, default: .center,
    """
    Where titles, headers and footers that \\t does not divide stand between the edges of the \
    pictures, and labels in their cells.
    """, .job { $0.texts.alignment = $1 })
  let textColor = Option<Color?>(
    "text-color", value: "color", .visibleColor,
    unset: "black or white, whichever is easier to read", "The colour of all text.",
    .job { $0.texts.color = $1 })
}

extension ValueForm where Value == PictureTemplate {
  /// A template; one of montage, without a token of ours, is answered with that.
  fileprivate static var label: Self {
    let tokens = [
      "%f": "{name}", "%t": "{stem}", "%d": "{folder}", "%i": "{path}", "%w": "{width}",
      "%h": "{height}", "%b": "{size}",
    ]
    return parsed { text in
      let words = text.split(whereSeparator: \.isWhitespace)
      let meant = tokens.first { words.contains($0.key[...]) && !text.contains("{") }
      if let meant { throw CommandError("'\(meant.key)' is '\(meant.value)' here") }
      return try PictureTemplate(text, others: .any)
    }
  }
}

extension OptionEffect {
  /// A line of pages; where it has the date, that must be known.
  fileprivate static func line<Tokens>(
    _ line: any WritableKeyPath<SheetTexts, Value> & Sendable
  ) -> Self where Value == TextTemplate<Tokens>? {
    job { job, template in
      job.texts[keyPath: line] = template
      guard template?.needsDate == true else { return }
      do { _ = try CivilTime.ofRun() } catch { throw ValidationError("\(error).") }
    }
  }
}
