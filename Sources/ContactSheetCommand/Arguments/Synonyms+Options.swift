internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SheetText

extension Synonyms {
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
    partsOfLine("footer"), partsOfLine("header"),
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
      ["subtitle", "sub-title"],
      "\(typing: "--title", "Iceland\\nSummer 2025") has a second line after \\n"
    ),
    (
      ["panel", "panels", "letters", "panel-labels"],
      "\(typing: "--label", "({index:a})") letters the images: (a), (b), (c)"
    ),
    (["flow", "fill-order", "direction"], .meaning("--order", "columns")),
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

  /// What to write instead of an option of another program, given without its dashes; nil if the
  /// option is not known.
  static func replacement(for word: String) -> Advice? {
    options.first { $0.words.contains(word) }?.instead
  }
}

// Conversions of other programs' values to the notation of this program.
extension Synonyms {
  /// Options for the parts of a line of text on pages, such as `--footer-left`.
  private static func partsOfLine(_ option: String) -> (words: [String], instead: Advice) {
    (
      ["left", "center", "centre", "right"].map { "\(option)-\($0)" }
        + ["left-\(option)", "right-\(option)"],
      #"\#(typing: "--\(option)", #"left\tmiddle\tright"#) divides the line with \t"#
    )
  }

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
    Sheet.Line(border: text) == nil ? nil : text
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
  @Sendable static func condition(on name: String, _ text: String) -> String? {
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
