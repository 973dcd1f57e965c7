internal import SheetModel
internal import SheetPlanning
internal import SheetPlans
internal import SheetText

/// Words that other programs use, and the corresponding names here.
enum Synonyms {
  /// Options of other programs, without their dashes, and their replacements.
  static let options: [(words: [String], instead: Advice)] = [
    (
      ["format", "type", "output-format"],
      """
      the name of the sheet determines its format: \(typing: "--output", "sheet.png"), sheet.jpg or \
      sheet.pdf
      """
    ),
    (["pdf"], .meaning("--output", "sheet.pdf")), (["png"], .meaning("--output", "sheet.png")),
    (["jpg", "jpeg"], .meaning("--output", "sheet.jpg")),
    (
      ["width", "w", "max-width", "resize", "dimensions"],
      "\(typing: "--size", "1600") makes a sheet 1600 pixels wide"
    ),
    (
      ["height"],
      """
      \(typing: "--size", "1600x1200") sets both sides; \(typing: "--max-height", "2000") limits the height of pages
      """
    ),
    (["cols", "across", "per-row"], .meaning("--columns")),
    (
      ["rows"],
      """
      \(typing: "--tile", "x4") makes a grid of 4 rows; \(typing: "--layout", "rows") makes justified rows
      """
    ),
    (["grid"], "\(typing: "--tile", "5x7") makes a grid of 5 columns and 7 rows"),
    (
      ["square", "squares"],
      """
      \(typing: "--cell-aspect", "1:1") makes square cells, which \(typing: "--scale", "fill") fills
      """
    ),
    (["spacing", "space", "gutter", "shim"], .meaning("--gap")),
    (["out", "outfile", "output-file", "dest"], .meaning("--output")),
    (
      ["thumb", "thumbnail", "thumbnail-size", "tile-size", "cell-size", "thumb-size"],
      .meaning("--cell")
    ),
    (["aspect", "aspect-ratio", "ratio"], .meaning("--cell-aspect")),
    (["fill"], .meaning("--scale", "fill")),
    (
      ["cover", "cover-page", "title-page", "front-page"],
      """
      there are no title pages; \(typing: "--title", "Summer") writes a title at the top of each \
      page, and \(typing: "--scale", "fill") makes images cover their cells
      """
    ),
    (
      ["grayscale", "greyscale", "gray", "grey", "monochrome", "black-and-white", "bw"],
      """
      images keep their colours; convert the images, or the finished sheet, with another program. \
      \(typing: "--color", "convert") is about colour profiles
      """
    ),
    (["fit", "contain"], .meaning("--scale", "fit")),
    (["gravity", "position"], .meaning("--align")),
    (
      ["caption", "captions"],
      """
      \(typing: "--label", "{description}") writes the images' own descriptions, and \
      \(typing: "--label", "{name}") their names
      """
    ),
    (["labels", "names", "filenames"], "\(typing: "--label", "{name}") writes names"),
    (["bg", "bgcolor", "background-color", "background-colour"], .meaning("--background")),
    (["labels-from", "csv", "data"], .meaning("--table")),
    (
      ["heading", "headings"],
      """
      \(typing: "--group-heading", "{group}") is for groups, and \(typing: "--header", "{folder}") \
      for pages
      """
    ),
    (["colour"], .meaning("--color")),
    (["text-colour", "font-color", "fg"], .meaning("--text-color")),
    (
      ["font-size", "pointsize", "label-size", "text-size", "label-font"],
      "\(typing: "--font", "auto 14") sets text in 14 points"
    ),
    (["title-size"], "\(typing: "--title-font", "auto 30") sets the title in 30 points"),
    (["threads", "workers", "parallel"], .meaning("--jobs")),
    (["resolution", "density", "ppi"], .meaning("--dpi")),
    (["pattern", "glob"], .meaning("--include")),
    (["select", "query", "only", "if"], .meaning("--where")),
    (
      ["stars", "star", "rating", "min-rating", "picks"],
      "\(typing: "--where", "rating >= 4") selects images with four stars or more"
    ),
    (
      ["per-group", "limit-per-group", "per-class", "max-per-group"],
      .meaning("--group-limit")
    ),
    (["head", "first", "top", "max-count", "max"], .meaning("--limit")),
    (["ignore"], .meaning("--exclude")), (["overwrite", "clobber", "yes"], .meaning("--force")),
    (["silent"], .meaning("--quiet")), (["theme", "template"], .meaning("--preset")),
    (
      ["profile", "icc", "colorspace", "color-space"],
      """
      sheets are sRGB, and images are converted using their profiles; \
      \(typing: "--color", "ignore") treats all as sRGB. \(typing: "--preset", "print") uses a preset
      """
    ),
    (["pages", "number-of-pages", "page-number"], .meaning("--page-count")),
    (
      ["landscape", "portrait", "orientation"],
      """
      \(typing: "--paper", "A4-landscape") turns pages; \(typing: "--orient", "fit") rotates images
      """
    ),
    (
      ["rotate", "rotation", "turn", "auto-orient", "autorotate"],
      """
      images are rotated as their metadata says, or shown as stored with \(typing: "--orient", "ignore"); \
      \(typing: "--orient", "fit") also rotates those that then become larger, and \
      \(typing: "--orient", "IMG_4021=right") rotates one
      """
    ),
    (
      ["overlay", "copyright", "stamp", "mark"],
      """
      \(typing: "--watermark", "© {artist}") writes translucent text across images, and \
      \(typing: "--watermark", "file:logo.png") draws a translucent image
      """
    ),
    (
      ["dark", "dark-mode", "black"],
      "\(typing: "--background", "#181818") is dark; so is \(typing: "--preset", "web")"
    ),
    (["transparent"], .meaning("--background", "none")),
    (
      ["numbers", "number", "numbered", "index-numbers"],
      "\(typing: "--label", "{index}") writes numbers"
    ),
    (["page-size", "paper-size"], .meaning("--paper")),
    (["shuffle", "random"], .meaning("--sort", "shuffle")),
    (["dedupe", "deduplicate", "copies", "unique"], .meaning("--duplicates", "skip")),
    (["burst", "bursts", "series"], .meaning("--stack", "2s")),
    (["similar", "similarity"], .meaning("--sort", "likeness")),
    (["rounded", "corner-radius"], .meaning("--radius")),
    (["json"], .meaning("--manifest")), (["gallery", "web-page", "index"], .meaning("--html")),
    (["preview", "simulate"], .meaning("--dry-run")),
    (
      ["collage", "mosaic", "fill-page"],
      "\(typing: "--layout", "collage") fills a page with whole images"
    ),
    (
      ["by", "group", "groups", "grouped", "split-by"],
      """
      \(typing: "--group-by", "day") groups images; \(typing: "--layout", "matrix") puts them into rows \
      and columns
      """
    ),
    (
      ["diff", "baseline", "reference", "against"],
      "\(typing: "--compare", "folder") shows what has changed"
    ),
    (["threshold", "fuzz", "sensitivity"], .meaning("--tolerance")),
    (["include-aa", "includeaa", "antialiasing"], .meaning("--ignore-antialiasing")),
    (["montage", "justified"], "\(typing: "--layout", "rows") makes rows of equal height"),
  ]

  /// Values of other programs, each with the corresponding values here.
  private static let values: [String: [String]] = [
    "cover": ["fill"], "crop": ["fill"], "zoom": ["fill"], "contain": ["fit"], "inside": ["fit"],
    "letterbox": ["fit"], "squash": ["stretch"], "distort": ["stretch"], "original": ["none"],
    "date": ["taken", "day"], "taken": ["day"], "time": ["taken"], "mtime": ["modified"],
    "random": ["shuffle"], "similar": ["likeness"], "similarity": ["likeness"],
    "version": ["natural"], "numeric": ["natural"], "ratio": ["aspect"], "filesize": ["size"],
    "centre": ["center"], "middle": ["center"], "north": ["top"], "south": ["bottom"],
    "west": ["left"], "east": ["right"], "northwest": ["top-left"], "northeast": ["top-right"],
    "southwest": ["bottom-left"], "southeast": ["bottom-right"], "justify": ["justified"],
    "justified": ["rows"], "flow": ["rows"], "waterfall": ["masonry"], "pinterest": ["masonry"],
    "mosaic": ["collage"], "quilted": ["tiered"], "table": ["matrix"], "compare": ["matrix"],
    "pivot": ["matrix"],
    "photos": ["collage"], "slicing": ["collage"], "treemap": ["collage"], "ignore": ["skip"],
    "stop": ["fail"], "error": ["fail"], "under": ["below"], "bicubic": ["catmull-rom"],
    "cubic": ["mitchell"], "bilinear": ["triangle"], "linear": ["triangle"],
    "point": ["nearest"], "vertical": ["columns"], "horizontal": ["rows"], "on": ["always"],
    "off": ["never"], "directory": ["folder"], "dir": ["folder"],
    "always": ["hairline"], "line": ["hairline"],
    "top": ["over-top"], "over:top": ["over-top"], "over-bottom": ["over"], "bottom": ["over"],
    "overlay": ["over"],
    "by-columns": ["grid:by-columns"], "by-rows": ["grid:by-rows"], "compact": ["grid:compact"],
  ]

  /// Words for sort orders, with the fact to sort by and the direction.
  static let orders: [String: (fact: String, isReversed: Bool)] = [
    "best": ("rating", true), "worst": ("rating", false), "newest": ("taken", true),
    "oldest": ("taken", false), "latest": ("taken", true), "earliest": ("taken", false),
    "largest": ("size", true), "biggest": ("size", true), "smallest": ("size", false),
  ]

  /// Asks whether the user meant another option or value, when an option does not take the given
  /// one; nil if there is no guess.
  static func meant(by text: String, of option: String) -> Advice? {
    guard text.shortPrintable == text else { return nil }
    switch option {
    case "size": return Sheet.Paper(text) == nil ? nil : .meaning("--paper", text)
    case "cell":
      return Sheet.CellRatio(text) == nil ? nil : .meaning("--cell-aspect", text)
    case "filter": return text.contains(/[<>=~]/) ? .meaning("--where", text) : nil
    case "background", "cell-background":
      return ["checkerboard", "checkered", "checks", "chequered"].contains(text.lowercased())
        ? "did you mean \(value: "checker")?" : nil
    case "label-position": return corner(text)
    case "border", "frame", "shadow":
      return text.first?.isNumber == true && text.contains("{") && text.ruleSigns.isEmpty
        ? "a colour is a CSS name, #RGB, #RRGGBB or #RRGGBBAA, and cannot be a template" : nil
    case "color":
      return ["gray", "grey", "grayscale", "greyscale", "monochrome", "cmyk", "rgb"]
        .contains(text.lowercased())
        ? """
        images keep their colours, and sheets are RGB, or grey if everything on them is; convert \
        the images, or the finished sheet, with another program
        """ : nil
    case "font", "title-font":
      return FontChoice("auto \(text)") == nil ? nil : "did you mean \(value: "auto \(text)")?"
    case "paper":
      guard let match = text.firstMatch(of: /^([0-9.]+)x[0-9.]+$/) else { return nil }
      if Double(match.1) ?? 0 >= 60 { return "did you mean \(value: "\(text)mm")?" }
      return "did you mean \(value: "\(text)cm") or \(value: "\(text)in")?"
    default: return nil
    }
  }

  /// Advice on how to put labels into a corner of images, such as `top-left` or
  /// `over:bottom-right`; nil if the text names no corner.
  private static func corner(_ text: String) -> Advice? {
    let words = text.lowercased().split { "-:_ ,".contains($0) }.filter { $0 != "over" }
    let edges = ["top": "over-top", "upper": "over-top", "bottom": "over", "lower": "over"]
    let sides = ["left": "left", "right": "right", "center": "center", "centre": "center"]
    guard words.count == 2, let edge = words.lazy.compactMap({ edges[String($0)] }).first,
      let side = words.lazy.compactMap({ sides[String($0)] }).first
    else { return nil }
    return .meaning("--label-position", edge, "--label-align", side)
  }

  /// The value that a user may have meant, among the values that an option accepts.
  static func value(meantBy text: String, among names: [String]) -> String? {
    let word = text.lowercased()
    return values[word]?.first { names.contains($0) } ?? names.nearest(to: word)
  }

  /// The error that a string is not one of the names that an option accepts.
  ///
  /// The text may also stand for one of `others`, which the error does not list.
  static func noName(
    _ text: String, _ names: [String], or other: String = "", others: [String] = []
  ) -> CommandError {
    CommandError(
      "there is no such value; write one of \(names.joined(separator: ", "))\(other)"
        + (value(meantBy: text, among: names + others).map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// What to write instead of an option of another program, given without its dashes; nil if it is
  /// not known.
  static func replacement(for word: String) -> Advice? {
    options.first { $0.words.contains(word) }?.instead
  }

  /// The error that an option does not exist, and what to do about it.
  static func noOption(_ text: String, inFile: Bool) -> String {
    let word = String(text.drop { $0 == "-" }.map { $0 == "_" ? "-" : $0 }).lowercased()
    let other = replacement(for: word)
    let resembling = OptionCatalog.option(resembling: text, inFile: inFile)
      .map { Advice.meaning($0.flag) }
    let advice = other ?? unsetting(text, inFile: inFile) ?? resembling
    return "option '\(text.shortPrintable)'; \(advice ?? "--help lists them all")"
  }

  /// How to unset an option that takes a value, for someone who wrote `--no-` followed by its name;
  /// nil if there is no such option, or if no value unsets it.
  private static func unsetting(_ text: String, inFile: Bool) -> Advice? {
    guard text.hasPrefix("--no-"),
      let option = OptionCatalog.option(named: String(text.dropFirst("--no-".count))),
      !option.isFlag, !inFile || option.onlyOnCommandLine == nil,
      let nothing = option.nothingToWrite
    else { return nil }
    return "write \(typing: option.flag, nothing)"
  }
}
