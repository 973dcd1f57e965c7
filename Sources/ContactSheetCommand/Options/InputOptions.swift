internal import ArgumentParser
internal import ContactSheet
internal import SystemPackage

/// Which pictures go onto the sheet, and in which order.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders, whose PNG files are taken, and PNG files; - reads a list from standard input.",
      valueName: "folder or file"),
    completion: .file())
  var paths: [String] = []

  @Flag(name: .shortAndLong, help: "Look into subfolders too.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Take the paths listed in a file, one a line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: [String] = []

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Paths in lists end with a NUL character instead of a line end.")
  var null = false

  @Option(
    help: ArgumentHelp(
      """
      Render a manifest of an earlier run or --dry-run instead; only options of Output and \
      Running go with it, and --page. Of a --preset or a configuration only these are taken.
      """,
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var fromPlan: String?

  @Option(
    help: ArgumentHelp(
      "Take only files whose name matches a pattern such as 'IMG_*'; may be repeated.",
      valueName: "glob"))
  var include: [String] = []

  @Option(
    help: ArgumentHelp(
      "Leave out files whose name matches a pattern; may be repeated.", valueName: "glob"))
  var exclude: [String] = []

  @Flag(help: "Take hidden files and folders too.")
  var hidden = false

  @Option(help: ArgumentHelp("The order of the pictures; ties go by path.", valueName: "key"))
  var sort: SortKey = .natural

  @Option(
    help: ArgumentHelp("Which of the orders --sort shuffle takes.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Turn the order round.")
  var reverse = false

  @Option(
    help: ArgumentHelp(
      "What stands in for a picture that cannot be read: a placeholder tile, nothing, or no sheet.",
      valueName: "policy"))
  var onError: UnreadablePolicy = .placeholder

  @Option(
    help: ArgumentHelp(
      "Turn pictures upright as their metadata say, or show them as they are stored.",
      valueName: "policy"))
  var orient: OrientationPolicy = .auto

  /// What is named by arguments and lists, in that order.
  var inputs: [ImageFinder.Input] {
    let standardInput = "-"
    return paths.map { path in
      path == standardInput ? .list(list(.descriptor(.standardInput))) : .path(FilePath(path))
    }
      + filesFrom.map { path in
        .list(
          list(path == standardInput ? .descriptor(.standardInput) : .file(FilePath(path))))
      }
  }

  var finder: ImageFinder {
    var finder = ImageFinder()
    finder.isRecursive = recursive
    finder.takesHidden = hidden
    finder.include = include.map(Glob.init)
    finder.exclude = exclude.map(Glob.init)
    return finder
  }

  var order: ImageOrder { ImageOrder(by: sort, seed: seed, isReversed: reverse) }

  private func list(_ source: PathList.Source) -> PathList {
    PathList(source, separator: null ? .nul : .newline)
  }

  /// Whether a list of paths comes from standard input.
  var readsStandardInput: Bool { (paths + filesFrom).contains("-") }

  /// Makes sure that there is something to put on a sheet.
  func requireAny() throws {
    if paths.isEmpty, filesFrom.isEmpty {
      throw ValidationError("Name a folder of PNG files, or PNG files.")
    }
  }
}
