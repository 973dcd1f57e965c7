internal import ArgumentParser
internal import ContactSheet
internal import SheetFiles
internal import SheetText
internal import SystemPackage

/// Which pictures go onto the sheet, and in which order.
struct InputOptions: OptionSection {
  static let title = "Input"

  let paths = Option<[String]>(
    "paths", value: "folder or file", .list(.file(), .positional), default: [],
    onlyOnCommandLine: "it names what a single run is about",
    """
    Folders, whose pictures are taken, and pictures: \(FormatTable.standard.readNames); \
    - reads a list from standard input.
    """,
    .job { job, paths, arguments in
      job.inputs += paths.map { $0 == "-" ? arguments.list($0) : .path(FilePath($0)) }
    })
  let recursive = Option(
    "recursive", letter: "r", "Look into subfolders too.",
    .job { job, _, arguments in job.search.isRecursive = arguments.searchesSubfolders })
  let filesFrom = Option<[String]>(
    "files-from", value: "file", .list(.file()), default: [],
    onlyOnCommandLine: "it names what a single run is about",
    "Take the paths listed in a file, one a line; - is standard input.",
    .job { $0.inputs += $1.map($2.list) })
  let null = Option(
    "null", letter: "0", "Paths in lists end with a NUL character instead of a line end.", .detail)
  let include = Option<[String]>(
    "include", value: "glob", .list(.text), default: [],
    "Take only files whose name matches a pattern such as 'IMG_*'; may be repeated.",
    .job { $0.search.include = $1.map(Glob.init) })
  let exclude = Option<[String]>(
    "exclude", value: "glob", .list(.text), default: [],
    "Leave out files whose name matches a pattern; may be repeated.",
    .job { $0.search.exclude = $1.map(Glob.init) })
  let hidden = Option(
    "hidden", "Take hidden files and folders too.", .job { $0.search.takesHidden = $1 })
  let parse = Option<[NameTemplate?]>(
    "parse", value: "template",
    // An empty one takes back those of a file.
    .list(.parsed { $0.isEmpty ? nil : try NameTemplate($0, reserved: NameTemplate.tokens) }),
    default: [],
    """
    Take names apart: '{scene}_{spp:1}spp' makes {scene} and {spp} facts, where :1 is for digits \
    only and * for what does not matter; with slashes, the end of the path. It may be repeated: the \
    first that matches a name counts.
    """, .job { $0.parsing = $1.compactMap(\.self) })
  let conditions = Option<[Condition]>(
    "where", value: "condition", .list(.parsed { try Condition($0) }), default: [],
    """
    Take only pictures that meet a condition on their facts: 'rating >= 4 and taken < 2025-07', \
    'camera ~ "Canon*" or not keywords', 'people = Anna', 'width < height', 'size > 20MB'; may be \
    repeated, and all count. What is noted in .xmp files beside pictures counts, too.
    """, .job { $0.conditions = $1 })
  let duplicates = Option<DuplicatePolicy>(
    "duplicates", value: "policy", .choice, default: .show,
    """
    Whether copies of pictures ahead of them, smaller or saved anew perhaps, are shown, marked with \
    '= IMG_12' under them, or left out with a note.
    """, .job { $0.duplicates = $1 })
  let stack = Option<StackRule?>(
    "stack", value: "time|likeness", .written("a time such as 2s, or likeness"), unset: "no",
    """
    Show a burst as one tile with a badge such as +3: pictures of a folder that look alike, each \
    taken within a time such as 2s of the one before, or with likeness, whenever they were taken. \
    The best rated is shown, or else the sharpest.
    """, .job { $0.stacking = $1 })
  let limit = Option<Int?>(
    "limit", value: "N", .number(1...Int.max), unset: "all",
    "Take only the first pictures of the order: the best twenty by --sort score --reverse --limit 20.",
    .job { $0.limit = $1 })
  let sort = Option<SortKey>(
    "sort", value: "key", .sortKey, default: .auto,
    """
    The order of the pictures; ties go by path. auto keeps the order of a list and of what is \
    named, and takes natural order within a folder, its subfolders last, and where a shell has \
    sorted what is named, as for *.png; natural mixes all; likeness puts each picture beside those \
    that look most like it; shuffle:7 is another order than shuffle. Any other fact goes by its name, such as sharpness, and a template such \
    as '{scene} {spp}' by what it comes to.
    """, .job { $0.order.key = $1 })
  let reverse = Option(
    "reverse", "Reverse the order.", .job { $0.order.isReversed = $1 })
  let orient = Option<OrientationPolicy>(
    "orient", value: "policy", .choice, default: .auto,
    "Turn pictures upright as their metadata say, or show them as they are stored.",
    .job { $0.metadata.orientation = $1 })
}

extension Arguments {
  /// The list of paths in a file, or in standard input.
  fileprivate func list(_ path: String) -> SheetInput {
    .list(
      PathList(
        path == "-" ? .descriptor(.standardInput) : .file(FilePath(path)),
        separator: self[options.input.null] ? .nul : .newline))
  }
}

/// How pictures are divided among pages.
struct PageOptions: OptionSection {
  static let title = "Pages"

  let perPage = Option<Int?>(
    "per-page", value: "N", .number(1...Int.max), unset: "all",
    "The number of pictures on a page.", .job { $0.paging.picturesPerPage = $1 })
  let pageCount = Option<Int?>(
    "page-count", value: "N", .number(1...Int.max), unset: "as pictures and paper need",
    """
    The number of pages, filled evenly; 1 is an index print. Where groups start pages, that of each \
    group.
    """, .job { $0.paging.pageCount = $1 })
  let maxHeight = Option<Int?>(
    "max-height", value: "N", .pixels(1...Extent.maximumSide), unset: "none",
    "The height that no page exceeds; pages are cut between tiles.",
    .job { $0.paging.maximumHeight = $1 })
  let groupBy = Option<GroupKey?>(
    "group-by", value: "key", .groupKey, unset: "no",
    """
    Make groups of the pictures of every folder, day, month or year, of every camera, or of \
    whatever a template such as '{scene}' comes to.
    """, .job { $0.paging.groupKey = $1 })
  let groupBreak = Option<GroupBreak>(
    "group-break", value: "place", .choice, default: .page,
    """
    Where a group starts: on a new page, or as a section under the group before it, with a heading \
    over its pictures; needs --group-by.
    """, .job { $0.paging.groupBreak = $1 })
  let order = Option<ReadingOrder>(
    "order", value: "direction", .choice, default: .rows,
    "Whether pictures follow each other row by row or column by column.",
    .job { $0.paging.readingOrder = $1 })
}

extension NameTemplate {
  /// The names of tokens, which parts of names cannot have.
  fileprivate static let tokens = Set(
    (PictureTokens.all + PageTokens.all).filter { !$0.isRecent }.map(\.name))
}

extension ValueForm where Value == SortKey {
  /// A word, the name of a fact, or a template.
  fileprivate static var sortKey: Self {
    let facts = ["modified", "size", "width", "height", "aspect", "taken", "hue"]
    return parsed { text in
      text.contains("{")
        ? .facts(try PictureTemplate(text, others: .any)) : try SortKey(word: text)
    }.with(\.choices, SortKey.words.map(\.word) + facts)
  }
}

extension ValueForm where Value == GroupKey {
  /// A word or a template.
  fileprivate static var groupKey: Self {
    let words = GroupKey.words.map(\.word)
    return parsed { text in
      guard !words.contains(text), !text.contains("{") else { return try GroupKey(parsing: text) }
      throw OtherWords.noName(text, words, or: ", or a template such as '{scene}'")
    }.with(\.choices, words)
  }
}
