internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

/// The pictures of the sheet, and their order.
enum InputOptions: OptionSection {
  static let title = "Input"
  @OptionListBuilder static var options: [Option] {
    Option(
      "paths", \.[\.sheet.inputs], value: "folder or file", .list(.file(), .positional),
      default: [],
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Use these images, and search these folders for images: \(FormatTable.standard.readNames); - \
      reads a list of paths from standard input. By default, the current folder is searched.
      """)
    Option(
      "recursive", \.sheet.isRecursive, letter: "r",
      "Search subfolders, except system folders such as @eaDir.")
    Option(
      "files-from", \.[\.sheet.filesFrom], value: "file", .list(.file()), default: [],
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Read a list of paths from a file, one per line; - is standard input. From a CSV \
      or tab-separated file with a column called path, SourceFile, file or name, only that column \
      is read. If \
      folders are given as well, each line selects one of their images and may be partial: 4021 \
      matches _MG_4021.CR3.
      """)
    Option(
      "null", \.[\.sheet.isNULSeparated], letter: "0",
      "Split lists at NUL characters, which find -print0 writes, instead of at line breaks.")
    Option(
      "include", \.[\.sheet.include], value: "glob", .list(.text), default: [],
      """
      Use only files whose names match a glob such as 'IMG_*'; a glob with a slash, such as \
      'raw/*', matches the end of the path. May be repeated.
      """)
    Option(
      "exclude", \.[\.sheet.exclude], value: "glob", .list(.text), default: [],
      "Skip files whose names match a glob. May be repeated.")
    Option(
      "hidden", \.[\.sheet.includesHidden],
      "Include hidden files and folders.")
    Option(
      "parse", \.[\.sheet.parse], value: "template",
      // An empty string unsets the templates from a file.
      .listOrNone(.checked { try NameTemplate($0, reserved: NameTemplate.reservedNames) }),
      default: [],
      """
      Extract facts from file names: '{scene}_{spp:1}spp' provides {scene} and {spp}. {spp:1} \
      stands for one or more digits, so '{row}{col:1}' divides A1 into A and 1; a * stands for any \
      text. A template with slashes matches the end of the path. If names can be divided in \
      several ways, the values listed in --column-values or --row-values decide. May be repeated; \
      the first template that matches is used.
      """)
    Option(
      "where", \.[\.sheet.conditions], value: "condition", .list(.checked { try Condition($0) }),
      default: [],
      """
      Use only images that meet a condition on their metadata or other facts: 'rating >= 4 and \
      taken < 2025-07', 'camera ~ "Canon*" or not keywords', 'people = Anna', 'epoch in 1, 5, 10', \
      'width < height', 'size > 20MB'. Metadata in .xmp sidecars counts too. May be repeated; all \
      conditions must hold.
      """)
    Option(
      "frames", \.[\.sheet.frames], value: "pages", .choice, default: .first,
      """
      Show the first page of a multi-page TIFF and the first frame of a GIF, or show every page \
      and frame as a separate image. The argument 'scan.tif[3]' selects a single page; pages are \
      counted from 0.
      """)
    Option(
      "clock", \.[\.sheet.clock], value: "glob=time",
      // An empty string unsets the clock corrections from a file.
      .listOrNone(.rule(.clock)), default: [],
      """
      Shift the capture times of images. Select images by camera or file name, as in \
      'Canon*=+1h3m', '*=-2d' or 'DSC_*=+0:00:30', or by a condition with facts in braces, as in \
      '{taken} < 2025=+1h'. Sorting, groups, stacks and labels use the corrected times. Camera \
      names are case-insensitive. May be repeated; if several shifts apply to an image, they are \
      added together.
      """)
    Option(
      "duplicates", \.[\.sheet.duplicates], value: "policy", .choice, default: .show,
      """
      Choose what to do with duplicates: show them, mark their labels with the name of the image \
      they copy (as in '= IMG_12'), skip them with a note, or show only images that have copies, \
      each followed by its copies. Resized and re-encoded copies are recognised.
      """)
    Option(
      "stack", \.sheet.stack, value: "time|likeness",
      .written("a time such as 2s or 10m, or likeness"),
      unset: Option.none,
      """
      Show each burst as one tile with a badge such as +3. A burst is a run of similar images in \
      the same folder, each taken within this time of the one before: 2s or 10m, for example. \
      likeness ignores capture times. The highest-rated image is shown or, if several share the \
      highest rating, the sharpest of them.
      """)
    Option(
      "limit", \.sheet.limit, value: "N", .number(1...Int.max), unset: Option.none,
      """
      Use only the first N images after sorting: --sort rating --reverse --limit 20 selects the \
      best.
      """)
    Option(
      "every", \.sheet.every, value: "N", .number(1...Int.max), unset: Option.none,
      """
      Use only every Nth image after sorting, starting with the first: --every 10 uses images 1, \
      11, 21 and so on.
      """)
    Option(
      "spread", \.sheet.spread, value: "N", .number(1...Int.max), unset: Option.none,
      """
      Use only N images at even intervals after sorting, including the first and the last: \
      --spread 24 gives an overview of a time lapse or of the frames of a video.
      """)
    Option(
      "copies", \.[\.sheet.copies], value: "N|glob=N", .list(.rule(.copies)), default: [],
      for: [.grid, .tiered, .columns, .rows, .masonry, .collage],
      """
      Show each image N times, as on a sheet of passport photos; 'anna*=4' shows matching images \
      four times, and 'bob*=0' leaves matching images out. Select images by a glob, or by a \
      condition with facts in braces, as in '{rating} >= 5=3'. --limit and other options that \
      choose images count only originals. May be repeated; the last match is used.
      """)
    Option(
      "sort", \.[\.sheet.sort], value: "key", .sortKey, default: .auto,
      """
      Sort images; ties are broken by path. auto keeps the order of arguments and lists, and sorts \
      the images in folders naturally (img2 before img10), with subfolders last; arguments in \
      alphabetical order, as from *.png, are sorted naturally too. natural ignores the order of \
      arguments. likeness puts similar images next to each other. auto:taken sorts by capture time \
      if every image has one. shuffle is random but the same in every run; shuffle:7 gives another \
      order. Any other fact, such as sharpness, or a template, such as '{scene} {spp}', sorts by \
      its value.
      """)
    Option(
      "reverse", \.[\.sheet.isReversed],
      "Reverse the sort order. --sort -taken is short for --sort taken --reverse.")
    Option(
      "orient", \.[\.sheet.orient], value: "policy|glob=turn", .orienting, default: .auto,
      """
      Rotate images upright (auto), as their metadata or .xmp sidecars say, or leave them as \
      stored (ignore). fit also rotates images 90° left if that fills equal cells better. \
      'IMG_4021=right' rotates matching images 90° right, starting from upright; instead of right, \
      write left, auto (no further rotation), or 90, 180 or 270 (degrees clockwise). Select images \
      by a glob, or by a condition with facts in braces. May be repeated; the last match is used.
      """)
  }

  static let rules: [OptionRule] = [
    .either("limit", "every", samplesTwice), .either("limit", "spread", samplesTwice),
    .either("every", "spread", samplesTwice),
  ]

  private static let samplesTwice = "both determine how many images are used"
}

extension RawOptions {
  /// Whether the working folder is meant, because nothing else is given.
  var isAboutThisFolder: Bool {
    sheet.inputs.isEmpty && sheet.filesFrom.isEmpty && plan.fromPlan == nil
  }
}

/// How pictures are divided among pages.
enum PageOptions: OptionSection {
  static let title = "Pages"
  @OptionListBuilder static var options: [Option] {
    Option(
      "per-page", \.sheet.perPage, value: "N", .number(1...Int.max), unset: "automatic",
      for: [.grid, .tiered, .columns, .rows, .masonry, .collage],
      "Start a new page after N images.")
    Option(
      "page-count", \.sheet.pageCount, value: "N", .number(1...Int.max),
      unset: "automatic",
      """
      Spread the images evenly over N pages; 1 makes an index print. If groups start new pages, \
      every group gets N pages. On paper, a matrix is shrunk to fit on at most N pages.
      """)
    Option(
      "max-height", \.sheet.maxHeight, value: "N", .length(from: 1),
      unset: Option.none,
      "Start a new page before a row that would make the page taller than this.")
    Option(
      "group-by", \.sheet.groupBy, value: "key", .groupKey, unset: Option.none,
      """
      Group images by folder, day, month, year or camera, by another fact such as lens or a column \
      of a table, or by a template such as '{scene}'. gap:2h starts a group after two hours \
      without an image. Groups by time are in chronological order unless --sort says otherwise; \
      --reverse reverses them. Other groups are in the order of their first images; to put folders \
      in another order, name them in that order, as in 'b a'. --sort shuffle shuffles only the \
      images within groups.
      """)
    Option(
      "group-limit", \.sheet.groupLimit, value: "N", .number(1...Int.max), unset: Option.none,
      """
      Use only the first N images of each group after sorting: --sort shuffle --group-limit 8 \
      selects eight random images from each group. With --rows-by instead of --group-by, each row \
      is a group. Needs --group-by or --rows-by.
      """)
    Option(
      "group-break", \.[\.sheet.groupBreak], value: "place", .choice, default: .page,
      """
      Start each group on a new page, or as a section below the previous group. Needs --group-by.
      """)
    Option(
      "order", \.[\.sheet.order], value: "direction", .choice, default: .rows,
      """
      Fill pages row by row, column by column, or row by row from right to left, as in manga. \
      right-to-left cannot be used for matrices or sections.
      """)
    Option(
      "first-cell", \.[\.sheet.firstCell], value: "N", .number(1...10_000), default: 1,
      for: [.grid, .columns],
      """
      Put the first image into the Nth cell of the first page, and leave the cells before it empty, \
      as on a partly used sheet of labels. Only for grids and the columns layout, without sections.
      """)
  }

  static let rules: [OptionRule] = [
    .either("page-count", "per-page", "both determine where pages end"),
    .either("page-count", "max-height", "both determine where pages end"),
    .excludes(.any("page-count"), .given("tile") { $0.layout.tile?.isFull == true }) {
      "--tile \($1.texts[0]) already sets the number of images per page; leave out \($0.flag)"
    },
    .needs(.any("group-heading", "group-break"), "group-by", because: "which forms the groups"),
    .needs(.any("group-limit"), "group-by", "rows-by", because: "which forms the groups"),
    .excludes(.any("first-cell"), .given("group-break") { $0.sheet.groupBreak == .section }) {
      "sections start in the first cell of a row; leave out \($0.flag), or write \($1.flag) page"
    },
  ]
}

extension ValueParser where Value == Sheet.Sort {
  /// A key to sort by: a word, the name of a fact, or a template.
  fileprivate static var sortKey: Self {
    let facts = ["modified", "size", "width", "height", "aspect", "taken", "hue"]
    return parsed(
      { text in
        _ = try ImageOrder(parsing: text)
        return .by(text)
      }, text: \.text
    ).with(\.choices, SortKey.words.map(\.word) + facts)
  }
}

extension ValueParser where Value == Sheet.Grouping {
  /// A key to group by: a word, the name of a fact, or a template.
  fileprivate static var groupKey: Self {
    parsed { text in
      if text.hasPrefix(GroupGap.prefix) {
        let number = text.dropFirst(GroupGap.prefix.count)
        if Double(number) ?? 0 > 0 {
          throw CommandError(
            "it has no unit; write \(text)h for hours, \(text)m for minutes or \(text)s for seconds"
          )
        }
        guard case .gap? = try? GroupKey(parsing: text) else {
          throw CommandError("it names no pause; write one such as gap:2h or gap:30m")
        }
        return .by(text)
      }
      do { _ = try GroupKey(parsing: text) } catch  where !text.contains("{") {
        throw GroupKey.noKey(text)
      }
      // Each time at which a picture was taken would be a separate group.
      if text == FactKey.taken.name { throw GroupKey.noKey(text) }
      return .by(text)
    }.with(\.choices, GroupKey.words)
  }
}

extension GroupKey {
  /// The error for text that is not a key by which pictures can be grouped.
  ///
  /// The text may be a misspelling of `name`.
  static func noKey(_ text: String, resembling name: String? = nil) -> CommandError {
    Synonyms.noName(
      text, words, or: ", a pause such as gap:2h, or a template such as '{scene}'",
      others: [name].compactMap(\.self).filter { $0 != FactKey.taken.name })
  }
}
