internal import SheetModel
internal import SheetPlans
internal import SheetText

/// Words that other programs use, and the corresponding names here.
enum Synonyms {
  /// Options of other programs, without dashes, and what to use instead.
  static let options: [(words: [String], instead: String)] = [
    (
      ["format", "type", "output-format"],
      "the name of the sheet determines its format: '--output sheet.png', 'sheet.jpg' or 'sheet.pdf'"
    ),
    (
      ["width", "w", "max-width", "resize", "dimensions"],
      "'--size 1600' is a sheet 1600 pixels wide"
    ),
    (["height"], "'--size 1600x1200' is a sheet of that size; '--max-height' cuts pages"),
    (["cols", "across", "per-row"], "did you mean '--columns'?"),
    (["rows"], "'--tile x4' is a grid of 4 rows; '--layout rows' makes justified ones"),
    (["spacing", "space", "gutter", "shim"], "did you mean '--gap'?"),
    (["out", "outfile", "output-file", "dest"], "did you mean '--output'?"),
    (
      ["thumb", "thumbnail", "thumbnail-size", "tile-size", "cell-size", "thumb-size"],
      "did you mean '--cell'?"
    ),
    (["cover", "fill"], "did you mean '--scale fill'?"),
    (["fit", "contain"], "did you mean '--scale fit'?"),
    (["gravity", "position"], "did you mean '--align'?"),
    (
      ["caption", "captions"],
      "'--label {description}' writes the pictures' own descriptions, '--label {name}' their names"
    ), (["labels", "names", "filenames"], "'--label {name}' writes names"),
    (["bg", "bgcolor", "background-color", "background-colour"], "did you mean '--background'?"),
    (["labels-from", "csv", "data"], "did you mean '--table'?"),
    (["heading", "headings"], "'--group-heading' is for groups, '--header' for pages"),
    (["colour"], "did you mean '--color'?"),
    (["text-colour", "font-color", "fg"], "did you mean '--text-color'?"),
    (["font-size", "pointsize"], "'--font \'auto 14\'' is a size of 14 points"),
    (["threads", "workers", "parallel"], "did you mean '--jobs'?"),
    (["resolution", "density", "ppi"], "did you mean '--dpi'?"),
    (["pattern", "glob"], "did you mean '--include'?"),
    (["select", "query", "only", "if"], "did you mean '--where'?"),
    (["head", "first", "top", "max-count", "max"], "did you mean '--limit'?"),
    (["ignore"], "did you mean '--exclude'?"),
    (["overwrite", "clobber", "yes"], "did you mean '--force'?"),
    (["silent"], "did you mean '--quiet'?"),
    (["theme", "profile"], "did you mean '--preset'?"),
    (["pages", "number-of-pages", "page-number"], "did you mean '--page-count'?"),
    (
      ["landscape", "portrait", "orientation"],
      "'--paper A4-landscape' lays pages on their side; '--orient' is about pictures"
    ),
    (
      ["rotate", "rotation", "auto-orient", "autorotate"],
      "pictures are turned by their metadata, or with '--orient ignore' shown as they are stored"
    ),
    (
      ["watermark", "overlay", "copyright"],
      "'--label \'© {artist}\' --label-position over' writes over pictures"
    ),
    (["dark", "dark-mode", "black"], "'--background #181818' is dark; so is '--preset web'"),
    (["transparent"], "did you mean '--background none'?"),
    (
      ["numbers", "number", "numbered", "index-numbers"], "'--label {index}' writes numbers"
    ),
    (["page-size", "paper-size"], "did you mean '--paper'?"),
    (["shuffle", "random"], "did you mean '--sort shuffle'?"),
    (["dedupe", "deduplicate", "copies", "unique"], "did you mean '--duplicates skip'?"),
    (["burst", "bursts", "series"], "did you mean '--stack 2s'?"),
    (["similar", "similarity"], "did you mean '--sort likeness'?"),
    (["rounded", "corner-radius"], "did you mean '--radius'?"),
    (["json"], "did you mean '--manifest'?"),
    (["gallery", "web-page", "index"], "did you mean '--html'?"),
    (["preview", "simulate"], "did you mean '--dry-run'?"),
    (["collage", "fill-page"], "'--layout collage' fills a page with whole pictures"),
    (["by"], "'--layout matrix' puts pictures into rows and columns"),
    (["diff", "baseline", "reference", "against"], "'--compare folder' shows what changed since"),
    (["threshold", "fuzz", "sensitivity"], "did you mean '--tolerance'?"),
    (["include-aa", "includeaa", "antialiasing"], "did you mean '--ignore-antialiasing'?"),
    (["montage", "justified", "mosaic"], "'--layout' chooses the layout"),
  ]

  /// Values of other programs, and their names here, by the options that take them.
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
    "mosaic": ["tiered"], "quilted": ["tiered"], "table": ["matrix"], "compare": ["matrix"],
    "pivot": ["matrix"],
    "photos": ["collage"], "slicing": ["collage"], "treemap": ["collage"], "ignore": ["skip"],
    "stop": ["fail"], "error": ["fail"], "under": ["below"], "bicubic": ["catmull-rom"],
    "cubic": ["mitchell"], "bilinear": ["triangle"], "linear": ["triangle"],
    "point": ["nearest"], "vertical": ["columns"], "horizontal": ["rows"], "on": ["always"],
    "off": ["never"], "directory": ["folder"], "dir": ["folder"],
    "by-columns": ["grid:by-columns"], "by-rows": ["grid:by-rows"], "compact": ["grid:compact"],
  ]

  /// Words for orders, and the facts and directions that give these orders.
  static let orders = [
    "best": "rating --reverse", "worst": "rating", "newest": "taken --reverse", "oldest": "taken",
    "latest": "taken --reverse", "earliest": "taken", "largest": "size --reverse",
    "biggest": "size --reverse", "smallest": "size",
  ]

  /// The value or option that was meant by a value that an option does not accept; nil if unknown.
  static func meant(by text: String, of option: String) -> String? {
    switch option {
    case "size": Sheet.Paper(text) == nil ? nil : "--paper \(text)"
    case "filter": text.contains(/[<>=~]/) ? "--where \(text)" : nil
    case "font", "title-font": FontChoice("auto \(text)") == nil ? nil : "auto \(text)"
    case "paper":
      text.firstMatch(of: /^([0-9.]+)x[0-9.]+$/).map {
        (Double($0.1) ?? 0) < 60 ? "\(text)cm' or '\(text)in" : "\(text)mm"
      }
    default: nil
    }
  }

  /// The value that a user may have meant, among the values that an option accepts.
  static func value(meantBy text: String, among names: [String]) -> String? {
    let word = text.lowercased()
    return values[word]?.first { names.contains($0) } ?? names.nearest(to: word)
  }

  /// The error that a text is not one of the names that an option accepts.
  ///
  /// The text may also stand for one of `others`, which the error does not list.
  static func noName(
    _ text: String, _ names: [String], or other: String = "", others: [String] = []
  ) -> CommandError {
    CommandError(
      "there is no such value; write one of \(names.joined(separator: ", "))\(other)"
        + (value(meantBy: text, among: names + others).map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// The error that an option does not exist, and what to do about it.
  static func noOption(_ text: String, inFile: Bool) -> String {
    let word = String(text.drop { $0 == "-" }.map { $0 == "_" ? "-" : $0 }).lowercased()
    let other = options.first { $0.words.contains(word) }?.instead
    let resembling = OptionCatalog.option(resembling: text, inFile: inFile)
      .map { "did you mean '\($0.flag)'?" }
    return "option '\(text.shortPrintable)'; \(other ?? resembling ?? "--help lists them all")"
  }
}
