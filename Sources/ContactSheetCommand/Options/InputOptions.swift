internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

/// Pictures of the sheet, and their order.
enum InputOptions: OptionSection {
  static let title = "Input"
  @OptionListBuilder static var options: [Option] {
    Option(
      "paths", \.[\.sheet.inputs], value: "folder or file", .list(.file(), .positional),
      default: [],
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Folders of pictures, and pictures: \(FormatTable.standard.readNames); - reads a list from \
      standard input.
      """)
    Option(
      "recursive", \.sheet.recursive, letter: "r",
      "Look into subfolders too, except for system folders such as @eaDir.")
    Option(
      "files-from", \.[\.sheet.filesFrom], value: "file", .list(.file()), default: [],
      onlyOnCommandLine: "it names the inputs of a single run",
      """
      Take the paths listed in a file, one per line; - is standard input. If folders are given \
      too, a line may be a part of a path, such as 4021 for _MG_4021.CR3; it selects one of their \
      pictures.
      """)
    Option(
      "null", \.[\.sheet.null], letter: "0",
      "Paths in lists end with a NUL character instead of a line end.")
    Option(
      "include", \.[\.sheet.include], value: "glob", .list(.text), default: [],
      "Take only files whose name matches a pattern such as 'IMG_*'; may be repeated.")
    Option(
      "exclude", \.[\.sheet.exclude], value: "glob", .list(.text), default: [],
      "Leave out files whose name matches a pattern; may be repeated.")
    Option(
      "hidden", \.[\.sheet.hidden], "Take hidden files and folders too.")
    Option(
      "parse", \.[\.sheet.parse], value: "template",
      // An empty text unsets the templates of a file.
      .listOrNone(.checked { try NameTemplate($0, reserved: NameTemplate.reservedNames) }),
      default: [],
      """
      Read facts from names: '{scene}_{spp:1}spp' makes {scene} and {spp} facts; :1 matches digits \
      only, and * anything. A template with slashes matches the end of the path. May be repeated; \
      the first template that matches a name is used.
      """)
    Option(
      "where", \.[\.sheet.conditions], value: "condition", .list(.checked { try Condition($0) }),
      default: [],
      """
      Take only pictures that meet a condition on their facts: 'rating >= 4 and taken < 2025-07', \
      'camera ~ "Canon*" or not keywords', 'people = Anna', 'width < height', 'size > 20MB'. Facts \
      in .xmp files beside pictures are used, too. May be repeated; pictures must meet all \
      conditions.
      """)
    Option(
      "frames", \.[\.sheet.frames], value: "pages", .choice, default: .first,
      """
      Show the first page of a TIFF with several, or all of them, each as a picture of its own. \
      'scan.tif[3]' names one, counted from 0.
      """)
    Option(
      "clock", \.[\.sheet.clock], value: "glob=time",
      // An empty one unsets the clocks of a file.
      .listOrNone(.rule(.clock)), default: [],
      """
      Correct the times at which pictures were taken, for cameras or pictures whose names match a \
      pattern: 'Canon*=+1h3m', '*=-2d', 'DSC_*=+0:00:30'; or for pictures that meet a condition \
      with braces: '{taken} < 2025=+1h'. Case is ignored in names of cameras. \
      Orders, groups, bursts and labels use the corrected times. May be repeated; all corrections \
      that match a picture are added.
      """)
    Option(
      "duplicates", \.[\.sheet.duplicates], value: "policy", .choice, default: .show,
      """
      Show copies of better pictures, mark them with '= IMG_12' in their labels, or leave them out \
      with a note. Copies may be smaller, or saved again.
      """)
    Option(
      "stack", \.sheet.stack, value: "time|likeness",
      .written("a time such as 2s or 10m, or likeness"),
      unset: "no",
      """
      Show a burst as one tile with a badge such as +3. A burst is pictures of one folder that \
      look alike, each taken within a time such as 2s or 10m after the previous one; with likeness, times \
      do not matter. The best rated picture is shown, or else the sharpest.
      """)
    Option(
      "limit", \.sheet.limit, value: "N", .number(1...Int.max), unset: "all",
      "Take only the first pictures in the order: --sort rating --reverse --limit 20 takes the best."
    )
    Option(
      "sort", \.[\.sheet.sort], value: "key", .sortKey, default: .auto,
      """
      The order of the pictures; pictures with equal values are ordered by path. auto keeps the \
      order of arguments and lists, and uses natural order in folders, with subfolders last; \
      arguments that a shell has sorted, as for *.png, get natural order, too. natural ignores the \
      order of arguments. likeness puts each picture beside the pictures most like it. auto:taken \
      is taken if all pictures have a time, else auto. shuffle:7 is another random order than \
      shuffle. Any other fact sorts by its name, such as sharpness, and a template such as \
      '{scene} {spp}' by its values.
      """)
    Option(
      "reverse", \.[\.sheet.reverse], "Reverse the order.")
    Option(
      "orient", \.[\.sheet.orient], value: "policy", .choice, default: .auto,
      """
      Turn pictures upright by their metadata, also in .xmp files, or show them as they are \
      stored. fit also turns upright pictures by 90° to the left if they then fill more of equal \
      cells.
      """)
  }
}

extension RawOptions {
  /// Whether the working folder is meant: nothing else is named.
  var isAboutThisFolder: Bool {
    sheet.inputs.isEmpty && sheet.filesFrom.isEmpty && plan.fromPlan == nil
  }
}

/// Division of pictures among pages.
enum PageOptions: OptionSection {
  static let title = "Pages"
  @OptionListBuilder static var options: [Option] {
    Option(
      "per-page", \.sheet.perPage, value: "N", .number(1...Int.max), unset: "all",
      for: [.grid, .tiered, .columns, .rows, .masonry, .collage],
      "The number of pictures on a page.")
    Option(
      "page-count", \.sheet.pageCount, value: "N", .number(1...Int.max),
      unset: "as pictures and paper need",
      for: [.grid, .tiered, .columns, .rows, .masonry, .collage],
      """
      The number of pages, which are filled evenly; 1 is an index print. If groups start pages, it \
      is the number for each group.
      """)
    Option(
      "max-height", \.sheet.maxHeight, value: "N", .length(from: 1),
      unset: "none",
      "The height that no page exceeds; pages are cut between tiles.")
    Option(
      "group-by", \.sheet.groupBy, value: "key", .groupKey, unset: "no",
      """
      Group pictures by folder, day, month, year or camera, or by the value of a template such as \
      '{scene}'. gap:2h starts a group after two hours in which no picture was taken. Groups by a \
      time follow it, unless --sort says otherwise; --reverse reverses them.
      """)
    Option(
      "group-break", \.[\.sheet.groupBreak], value: "place", .choice, default: .page,
      """
      The start of a group: a new page, or a section below the previous group; needs --group-by.
      """)
    Option(
      "order", \.[\.sheet.order], value: "direction", .choice, default: .rows,
      "Fill pages row by row, or column by column.")
  }

  static let rules: [OptionRule] = [
    .either("page-count", "per-page", "both set where pages end"),
    .either("page-count", "max-height", "both set where pages end"),
    .excludes(.any("page-count"), .given("tile") { $0.layout.tile?.isFull == true }) {
      "--tile \($1.texts[0]) fills pages; leave out \($0.flag)"
    },
    .needs(.any("heading", "group-break"), "group-by", because: "which makes the groups"),
  ]
}

extension ValueParser where Value == Sheet.Sort {
  /// A word, the name of a fact, or a template.
  fileprivate static var sortKey: Self {
    let facts = ["modified", "size", "width", "height", "aspect", "taken", "hue"]
    return parsed(
      { text in
        _ = try SortKey(parsing: text)
        return .by(text)
      }, text: \.text
    ).with(\.choices, SortKey.words.map(\.word) + facts)
  }
}

extension ValueParser where Value == Sheet.Grouping {
  /// A word or a template.
  fileprivate static var groupKey: Self {
    let words = GroupKey.words.map(\.word)
    return parsed { text in
      if text.hasPrefix(GroupGap.prefix) {
        guard case .gap = try GroupKey(parsing: text) else {
          throw CommandError("it names no pause; write one such as gap:2h or gap:30m")
        }
        return .by(text)
      }
      guard !words.contains(text), !text.contains("{") else {
        _ = try GroupKey(parsing: text)
        return .by(text)
      }
      throw Synonyms.noName(
        text, words, or: ", a pause such as gap:2h, or a template such as '{scene}'")
    }.with(\.choices, words)
  }
}
