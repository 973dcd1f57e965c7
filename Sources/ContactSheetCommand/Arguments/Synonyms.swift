internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SheetText

/// Words that other programs use, and the corresponding names here.
enum Synonyms {
  /// Options of other programs, without their dashes, and their replacements.
  static let options: [(words: [String], instead: Advice)] = [
    (
      ["format", "type", "output-format"],
      """
      the name of the sheet determines its format, PNG, JPEG or PDF: \
      \(giving: "--output", "sheet.png", as: { sheet(in: $0) })
      """
    ),
    (["pdf"], output("pdf")), (["png"], output("png")), (["jpg", "jpeg"], output("jpg")),
    (["resize", "dimensions"], .meaning("--size")),
    (
      ["width", "w", "max-width"],
      "\(giving: "--size", "1600") sets the width of the sheet, in pixels"
    ),
    (
      ["height"],
      """
      \(giving: "--max-height", "2000") limits the height of pages; \(typing: "--size", "1600x1200") sets both sides
      """
    ),
    (["cols", "across", "per-row"], .meaning("--columns")),
    (
      ["rows"],
      """
      \(giving: "--tile", "x4", as: { "x\($0)" }) makes a grid of that many rows; \
      \(typing: "--layout", "rows") makes justified rows
      """
    ),
    (["grid"], "\(giving: "--tile", "5x7") makes a grid of that many columns and rows"),
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
      ["greyscale", "gray", "grey", "monochrome", "black-and-white", "bw"], .meaning("--grayscale")
    ),
    (["fit", "contain"], .meaning("--scale", "fit")),
    (["gravity", "position"], .meaning("--align")),
    (
      ["caption", "captions"],
      """
      \(giving: "--label", "{description}", as: template) writes the images' own descriptions, and \
      \(typing: "--label", "{name}") writes their names
      """
    ),
    (
      ["labels", "names", "filenames"],
      "\(giving: "--label", "{name}", as: template) writes a label under each image"
    ),
    (["bg", "bgcolor", "background-color", "background-colour"], .meaning("--background")),
    (["labels-from", "csv", "data"], .meaning("--table")),
    (
      ["heading", "headings"],
      """
      \(giving: "--group-heading", "{group}", as: template) is for groups, and \
      \(typing: "--header", "{folder}") is for pages
      """
    ),
    (
      [
        "group-title", "group-titles", "group-label", "group-header", "section-title",
        "section-heading",
      ], .meaning("--group-heading")
    ),
    (
      [
        "footer-left", "footer-center", "footer-centre", "footer-right", "left-footer",
        "right-footer",
      ],
      #"\#(typing: "--footer", #"left\tmiddle\tright"#) divides the line with \t"#
    ),
    (
      [
        "header-left", "header-center", "header-centre", "header-right", "left-header",
        "right-header",
      ],
      #"\#(typing: "--header", #"left\tmiddle\tright"#) divides the line with \t"#
    ),
    (["colour"], .meaning("--color")),
    (
      [
        "normalize", "normalise", "autocontrast", "auto-contrast", "autolevel", "auto-level",
        "auto-levels", "contrast-stretch", "window", "intensity-range", "vmin", "vmax", "clim",
      ],
      """
      for images with more than 8 bits per channel, \(giving: "--stretch", "auto", as: stretch) \
      stretches the contrast of each image, and \(typing: "--stretch", "all") uses one range for all
      """
    ),
    (
      [
        "cmap", "colourmap", "color-map", "colour-map", "palette", "lut", "tint", "false-color",
        "false-colour", "falsecolor", "pseudocolor", "pseudo-color", "pseudocolour",
      ],
      """
      \(giving: "--colormap", "viridis", as: colormap) shows grey images in colours, and \
      \(typing: "--colormap", "*_GFP*=green") shows one channel in green
      """
    ),
    (["band", "channel", "channels"], .meaning("--bands")),
    (
      ["colorbar-title", "colorbar-label", "colormap-label", "colorbar", "units"],
      .meaning("--colormap-title")
    ),
    (["text-colour", "font-color", "fg"], .meaning("--text-color")),
    (["label-font"], .meaning("--font")),
    (
      ["font-size", "pointsize", "label-size", "text-size"],
      "\(giving: "--font", "auto 14", as: fontSize) sets the size of text, in points"
    ),
    (
      ["title-size"],
      "\(giving: "--title-font", "auto 30", as: fontSize) sets the size of the title, in points"
    ),
    (
      ["title-align", "title-alignment", "title-position", "center-title", "centre-title"],
      """
      titles are centred; \(typing: "--title", #"Title\t"#) puts one on the left, and \
      \(typing: "--title", #"\tTitle"#) puts one on the right
      """
    ),
    (["threads", "workers", "parallel"], .meaning("--jobs")),
    (["resolution", "density", "ppi"], .meaning("--dpi")),
    (["pattern", "glob"], .meaning("--include")),
    (["select", "query", "only", "if"], .meaning("--where")),
    (
      ["stars", "star", "rating", "min-rating", "picks"],
      "\(giving: "--where", "rating >= 4", as: rating) selects images by their stars"
    ),
    (
      ["per-group", "limit-per-group", "per-class", "max-per-group"],
      .meaning("--group-limit")
    ),
    (["head", "first", "top", "max-count", "max"], .meaning("--limit")),
    (["step", "nth", "every-nth", "stride", "interval"], .meaning("--every")),
    (
      ["skip"],
      """
      \(typing: "--every", "10") uses every tenth image, and \(typing: "--exclude", "IMG_12*") \
      leaves out images by name
      """
    ),
    (
      ["sample", "samples", "subsample", "evenly"],
      """
      \(giving: "--spread", "24") uses that many images at even intervals, and \
      \(typing: "--sort", "shuffle") with \(giving: "--limit", "24") picks them at random
      """
    ),
    (["ignore"], .meaning("--exclude")), (["overwrite", "clobber", "yes"], .meaning("--force")),
    (["silent"], .meaning("--quiet")),
    (["theme", "template"], "did you mean \(giving: "--preset", nil, as: preset)?"),
    (
      ["profile", "icc", "colorspace", "color-space"],
      """
      sheets are sRGB, and images are converted using their profiles; \
      \(typing: "--color", "ignore") treats all images as sRGB. \(typing: "--preset", "print") uses a preset
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
      \(typing: "--orient", "IMG_4021=right") rotates one image
      """
    ),
    (
      ["copyright", "stamp", "mark", "watermark-text", "watermark-image"],
      """
      \(giving: "--watermark", "© {artist}", as: { isPicture($0) ? nil : $0 }) writes translucent text \
      across images, and \
      \(giving: "--watermark", "file:logo.png", as: { isPicture($0) ? "file:\($0)" : nil }) draws a \
      translucent image
      """
    ),
    (
      ["dark", "dark-mode", "black"],
      "\(typing: "--background", "#181818") makes a dark sheet; so does \(typing: "--preset", "web")"
    ),
    (["transparent"], .meaning("--background", "none")),
    (
      ["numbers", "number", "numbered", "index-numbers"],
      "\(typing: "--label", "{index}") writes numbers"
    ),
    (
      ["start", "start-number", "number-start", "first-number", "start-index"],
      .meaning("--number-from")
    ),
    (
      [
        "start-cell", "start-position", "first-label", "skip-cells", "skip-labels", "offset",
        "blank-cells",
      ], .meaning("--first-cell")
    ),
    (
      ["date-format", "time-format"],
      "\(giving: "--label", "{taken:%d.%m.%Y}", as: date) writes dates in that form"
    ),
    (["page-size", "paper-size"], .meaning("--paper")),
    (
      ["pixel-size", "ruler", "microns"],
      "\(typing: "--scale-bar", "50 µm at 0.32 µm") draws a bar of 50 µm if a pixel is 0.32 µm wide"
    ),
    (
      [
        "margin-top", "margin-right", "margin-bottom", "margin-left", "top-margin", "right-margin",
        "bottom-margin", "left-margin",
      ],
      "\(typing: "--margin", "10,10,10,25") sets the margins at the top, right, bottom and left"
    ),
    (
      [
        "true-size", "real-size", "life-size", "actual-size", "physical-size", "true-scale",
        "scale-ratio", "drawing-scale",
      ],
      """
      \(giving: "--scale", "1:1") with \(typing: "--paper", "A4") sets the scale of what the images \
      show, if the files or a table say how wide a pixel is; 1:1 is true size
      """
    ),
    (["holes", "punch", "inner-margin", "binding-margin"], .meaning("--binding", "10mm")),
    (["shuffle", "random"], .meaning("--sort", "shuffle")),
    (
      ["seed", "random-seed"],
      """
      \(giving: "--sort", "shuffle:7", as: shuffle) puts images in another random order, the same on \
      each run; \(typing: "--where", "seed = 7") selects images by the seed that generated them
      """
    ),
    (["sort-by", "order-by", "sortby", "orderby"], .meaning("--sort")),
    (["dedupe", "deduplicate", "unique"], .meaning("--duplicates", "skip")),
    (["repeat", "times", "prints"], .meaning("--copies")),
    (
      ["crop-marks", "cropmarks", "cut-marks", "cutmarks", "trim-marks"],
      """
      cut marks are drawn around cells of an exact size, as with \
      \(typing: "--paper", "A4", "--cell", "60x40mm")
      """
    ),
    (
      ["bleed"],
      """
      make the paper larger by the bleed on every side: for 30 x 20 cm and a bleed of 3 mm, write \
      \(typing: "--paper", "306x206mm"), and \(typing: "--margin", "0") to fill it
      """
    ),
    (["burst", "bursts", "series"], "did you mean \(giving: "--stack", "2s")?"),
    (["similar", "similarity"], .meaning("--sort", "likeness")),
    (
      ["rounded", "corner-radius", "border-radius", "round", "round-corners", "rounded-corners"],
      "did you mean \(giving: "--radius", "12")?"
    ),
    (
      [
        "allow-empty", "on-empty", "if-empty", "ignore-empty", "skip-empty", "accept-empty",
        "empty-ok", "no-run-if-empty", "pass-with-no-tests",
      ], .meaning("--allow", "nothing")
    ),
    (["json"], .meaning("--manifest")),
    (
      [
        "css", "sprite", "sprites", "spritesheet", "sprite-sheet", "pack", "packed", "packing",
        "atlas",
      ],
      """
      \(giving: "--manifest", "sheet.json", as: json) writes where each image is on the sheet, and \
      \(typing: "--preset", "pixels") keeps every pixel of sprites
      """
    ),
    (
      ["strict", "fail", "fail-on-error", "exit-on-error", "abort-on-error"],
      .meaning("--on-error", "fail")
    ),
    (
      [
        "border-color", "border-colour", "border-width", "bordercolor", "outline", "stroke",
      ], "\(giving: "--border", "2 red", as: border) draws a line around each image"
    ),
    (
      ["from-file", "file-list", "filelist", "list-file", "input-list", "from-list", "listfile"],
      .meaning("--files-from")
    ),
    (
      [
        "boxes", "box", "bbox", "bboxes", "bounding-boxes", "detections", "annotations",
        "rectangles",
      ],
      """
      boxes cannot be drawn on images; \(typing: "--overlay", "masks=red") draws masks over them, and \
      \(typing: "--inset", "0.6,0.2,0.15,0.15") outlines a region and enlarges it
      """
    ),
    (
      ["inset-color", "inset-colour", "inset-colors", "inset-colours"],
      """
      the colours of insets are fixed: with up to four \(typing: "--inset", "0.6,0.2,0.15,0.15"), they \
      are yellow, blue, orange and green
      """
    ),
    (
      ["max-size", "file-size", "filesize", "max-filesize", "max-file-size", "size-limit"],
      .meaning("--max-bytes")
    ),
    (["gallery", "web-page", "index"], .meaning("--html")),
    (["preview", "simulate"], .meaning("--dry-run")),
    (
      ["collage", "mosaic", "fill-page"],
      "\(typing: "--layout", "collage") fills a page with whole images"
    ),
    (
      ["by", "group", "groups", "grouped", "split-by"],
      """
      \(giving: "--group-by", "day") groups images; \(typing: "--layout", "matrix") puts them into rows \
      and columns
      """
    ),
    (
      ["diff", "baseline", "reference", "against"],
      "\(giving: "--compare", "folder") shows what has changed"
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
    "point": ["nearest"], "vertical": ["columns"], "rtl": ["right-to-left"],
    "manga": ["right-to-left"], "horizontal": ["rows"], "on": ["always"],
    "off": ["never"], "directory": ["folder"], "dir": ["folder"],
    "always": ["hairline"], "line": ["hairline"],
    "top": ["over-top"], "over:top": ["over-top"], "over-bottom": ["over"], "bottom": ["over"],
    "overlay": ["over"],
    "by-columns": ["grid:by-columns"], "by-rows": ["grid:by-rows"], "compact": ["grid:compact"],
  ]

  /// The values here that correspond to a value of another program.
  static func values(meantBy text: String) -> [String] { values[text.lowercased()] ?? [] }

  /// Words for sort orders, with the fact to sort by and the direction.
  static let orders: [String: (fact: String, isReversed: Bool)] = [
    "best": ("rating", true), "worst": ("rating", false), "newest": ("taken", true),
    "oldest": ("taken", false), "latest": ("taken", true), "earliest": ("taken", false),
    "largest": ("size", true), "biggest": ("size", true), "smallest": ("size", false),
  ]

  /// Asks whether the user meant another option or another value, for a value that an option does
  /// not accept; nil if there is no guess.
  static func meant(by text: String, of option: String) -> Advice? {
    guard text.shortPrintable == text else { return nil }
    switch option {
    case "size":
      if let scale = Sheet.DrawingScale(text), scale.drawn == 1 || scale.actual == 1 {
        return .meaning("--scale", text)
      }
      return Sheet.Paper(text) == nil ? nil : .meaning("--paper", text)
    case "scale":
      let ratio = text.replacing(/[\/∶]/, with: ":").filter { $0 != " " }
      if Sheet.DrawingScale(ratio) != nil { return "did you mean \(value: ratio)?" }
      let words = ["true", "true-size", "real", "real-size", "life-size", "actual", "actual-size"]
      return words.contains(text.lowercased()) ? "did you mean \(value: "1:1")?" : nil
    case "cell":
      let ratio = ratios[text.lowercased()] ?? text
      return Sheet.CellRatio(ratio) == nil ? nil : .meaning("--cell-aspect", ratio)
    case "cell-aspect":
      return ratios[text.lowercased()].map { "did you mean \(value: $0)?" }
    case "filter": return text.contains(/[<>=~]/) ? .meaning("--where", text) : nil
    case "background", "cell-background":
      let word = text.lowercased()
      return word.hasPrefix("check") || word.hasPrefix("cheq")
        ? "did you mean \(value: "checker")?" : nil
    case "colormap":
      switch text.lowercased() {
      case "jet", "rainbow", "hsv", "parula", "spectral":
        return "did you mean \(value: "turbo") or \(value: "viridis")?"
      case "hot", "heat", "afmhot": return "did you mean \(value: "inferno")?"
      case "bwr", "seismic": return "did you mean \(value: "coolwarm") or \(value: "RdBu_r")?"
      default: return nil
      }
    case "label-position": return corner(text)
    case "border", "frame", "shadow":
      guard text.first?.isNumber == true, text.contains("{"), text.ruleSigns.isEmpty else {
        return nil
      }
      return option == "border"
        ? """
        a colour is a CSS name, #RGB, #RRGGBB or #RRGGBBAA, and cannot be a template; \
        \(typing: "--border", "{color-label} = Red=6 red") sets the borders of some images
        """
        : "a colour is a CSS name, #RGB, #RRGGBB or #RRGGBBAA, and cannot be a template"
    case "color":
      let word = text.lowercased()
      if ["gray", "grey", "grayscale", "greyscale", "monochrome"].contains(word) {
        return .meaning("--grayscale")
      }
      return ["cmyk", "rgb"].contains(word)
        ? "sheets are RGB, or grey if everything on them is; for CMYK, convert the finished sheet"
        : nil
    case "font", "title-font":
      return FontChoice("auto \(text)") == nil ? nil : "did you mean \(value: "auto \(text)")?"
    case "paper":
      guard let match = text.firstMatch(of: /^([0-9.]+)x[0-9.]+$/) else { return nil }
      if Double(match.1) ?? 0 >= 60 { return "did you mean \(value: "\(text)mm")?" }
      return "did you mean \(value: "\(text)cm") or \(value: "\(text)in")?"
    default: return nil
    }
  }

  /// Words for the shape of cells.
  private static let ratios = ["square": "1:1", "landscape": "3:2", "portrait": "2:3"]

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

  /// The error for a string that is not one of the names that an option accepts.
  ///
  /// The text may also stand for one of `others`, which the error does not list.
  static func noName(
    _ text: String, _ names: [String], or other: String = "", others: [String] = []
  ) -> CommandError {
    CommandError(
      "there is no such value; write one of \(names.joined(separator: ", "))\(other)"
        + (value(meantBy: text, among: names + others).map { "; did you mean \($0.shellQuoted)?" }
          ?? ""))
  }

  /// What to write instead of an option of another program, given without its dashes; nil if the
  /// option is not known.
  static func replacement(for word: String) -> Advice? {
    options.first { $0.words.contains(word) }?.instead
  }

  /// The error for an option that does not exist, with what to do about it.
  ///
  /// - Parameters:
  ///   - text: The option as typed.
  ///   - value: What follows the option, if that may be its value; otherwise nil.
  ///   - inFile: Whether the option is in a file of options.
  /// - Returns: The error.
  static func noOption(_ text: String, value: String? = nil, inFile: Bool) -> String {
    let word = String(text.drop { $0 == "-" }.map { $0 == "_" ? "-" : $0 }).lowercased()
    let resembling = OptionCatalog.option(resembling: text, inFile: inFile)
      .map { Advice.meaning($0.flag) }
    let advice =
      (replacement(for: word) ?? unsetting(text, inFile: inFile) ?? onFact(word) ?? resembling
      ?? beginning(word, inFile: inFile))?
      .given(value)
    let remedy = inFile ? advice?.inFile : advice?.description
    return "option '\(text.shortPrintable)'; \(remedy ?? "--help lists them all")"
  }

  /// Advice for someone who wrote the name of a fact as an option; nil if it is not one.
  private static func onFact(_ word: String) -> Advice? {
    let isName = PictureTokens.all.contains { $0.name == word }
    guard word.count > 1, let name = isName ? word : PictureTokens.name(meantBy: word) else {
      return nil
    }
    return """
      \(giving: "--where", name, as: { condition(on: name, $0) }) selects images by this fact, and \
      \(typing: "--label", "{\(name)}") shows it
      """
  }

  /// Advice for someone who wrote an option followed by a word that says more, as in
  /// `--sharpen-amount`; nil if the text does not begin with an option.
  private static func beginning(_ word: String, inFile: Bool) -> Advice? {
    let options = OptionCatalog.all.filter { option in
      option.kind != .positional && (!inFile || option.onlyOnCommandLine == nil)
        && word.hasPrefix(option.name + "-")
    }
    return options.max { $0.name.count < $1.name.count }.map { .meaning($0.flag) }
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

// How values of other programs are written here.
extension Synonyms {
  private static func isPicture(_ text: String) -> Bool {
    FormatTable.standard.named(Array(text.utf8)[...])?.kind == .picture
  }

  /// Asks whether an output with this extension was meant.
  private static func output(_ suffix: String) -> Advice {
    let form: Advice.Form = { text in
      if text.lowercased().hasSuffix(".\(suffix)") { return text }
      return text.contains(".") ? nil : "\(text).\(suffix)"
    }
    return "did you mean \(giving: "--output", "sheet.\(suffix)", as: form)?"
  }

  /// The name of a sheet in a format; nil if there is no such format.
  private static func sheet(in format: String) -> String? {
    let name = "sheet.\(format.lowercased())"
    return SheetFormat.all.contains { $0.format.names(Array(name.utf8)[...]) } ? name : nil
  }

  /// A random order that depends on a seed; nil for text that is not a whole number.
  @Sendable private static func shuffle(_ seed: String) -> String? {
    UInt64(seed) == nil ? nil : "shuffle:\(seed)"
  }

  /// A range of samples, written with a colon or a comma; nil for other text.
  @Sendable private static func stretch(_ text: String) -> String? {
    let range = text.replacing(",", with: ":")
    return range.contains(":") ? range : nil
  }

  /// A border with a width or a colour; nil for other text.
  @Sendable private static func border(_ text: String) -> String? {
    [text, "2 \(text)", "\(text) black"].first { Sheet.Line(border: $0) != nil }
  }

  /// The name of a JSON file; nil for other text.
  @Sendable private static func json(_ text: String) -> String? {
    text.hasSuffix(".json") ? text : nil
  }

  /// A template; nil for text without tokens.
  @Sendable private static func template(_ text: String) -> String? {
    text.contains("{") ? text : nil
  }

  /// A colour map; nil for other text.
  @Sendable private static func colormap(_ text: String) -> String? {
    Sheet.Colormap(text) == nil ? nil : text
  }

  /// The default font in a size; nil for text that is not a size.
  @Sendable private static func fontSize(_ text: String) -> String? {
    text.first?.isNumber == true ? "auto \(text)" : nil
  }

  /// The name of a built-in preset; nil if there is none with this name.
  @Sendable private static func preset(_ text: String) -> String? {
    builtInPresets.contains { $0.key == text } ? text : nil
  }

  /// A condition on the rating: at least as many stars as a number says, or with the given
  /// operator.
  @Sendable private static func rating(_ text: String) -> String? {
    Int(text) == nil ? condition(on: "rating", text) : "rating >= \(text)"
  }

  /// A label with dates in a form such as `%d.%m.%Y` or `DD.MM.YYYY`.
  @Sendable private static func date(_ text: String) -> String? {
    if text.contains("{") { return text }
    return (text.contains("%") ? text : TimeFormat.format(meantBy: text)).map { "{taken:\($0)}" }
  }

  /// A condition on a fact; nil if the value does not fit the fact.
  @Sendable private static func condition(on name: String, _ text: String) -> String? {
    let token = PictureTokens.all.first { $0.name == name }
    let condition: String
    if text.first?.isComparisonSign == true {
      condition = "\(name) \(text)"
    } else if token?.parameter == TemplateToken.Parameter.none {
      let pattern = text.contains("*") ? text : "*\(text)*"
      condition = "\(name) ~ " + (text.contains("\"") ? "'\(pattern)'" : "\"\(pattern)\"")
    } else {
      condition = "\(name) = \(text)"
    }
    let names = ConditionNames(PictureTokens.all, others: [], columns: [], without: [])
    return (try? Condition(condition).resolved(with: names)) == nil ? nil : condition
  }
}
