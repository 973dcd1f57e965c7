internal import ArgumentParser
internal import ContactSheet

/// Which pictures go onto the sheet, and in which order.
struct InputOptions: OptionSection {
  static let title = "Input"
  static let isSettledByPlan = true
  static let shared = InputOptions()

  let paths = Option(
    "paths", .positional, value: "folder or file", completion: .file(),
    onlyOnCommandLine: "it names what a single run is about",
    "Folders, whose PNG files are taken, and PNG files; - reads a list from standard input.")
  let recursive = Option("recursive", letter: "r", "Look into subfolders too.")
  let filesFrom = Option(
    "files-from", value: "file", completion: .file(),
    onlyOnCommandLine: "it names what a single run is about",
    "Take the paths listed in a file, one a line; - is standard input.")
  let null = Option(
    "null", letter: "0", "Paths in lists end with a NUL character instead of a line end.")
  let include = Option(
    "include", value: "glob",
    "Take only files whose name matches a pattern such as 'IMG_*'; may be repeated.")
  let exclude = Option(
    "exclude", value: "glob",
    "Leave out files whose name matches a pattern; may be repeated.")
  let hidden = Option("hidden", "Take hidden files and folders too.")
  let sort = Option<SortKey>(
    "sort", value: "key", .choice, default: "natural",
    "The order of the pictures; ties go by path.")
  let seed = Option<UInt64>(
    "seed", value: "number", .written("a whole number from 0") { UInt64($0) }, default: "1",
    "Which of the orders --sort shuffle takes.")
  let reverse = Option("reverse", "Reverse the order.")
  let orient = Option<OrientationPolicy>(
    "orient", value: "policy", .choice, default: "auto",
    "Turn pictures upright as their metadata say, or show them as they are stored.")
}

/// How pictures are divided among pages.
struct PageOptions: OptionSection {
  static let title = "Pages"
  static let isSettledByPlan = true
  static let shared = PageOptions()

  let perPage = Option<Int?>(
    "per-page", value: "N", .number(1...Int.max), unset: "all",
    "The number of pictures on a page.")
  let maxHeight = Option<Int?>(
    "max-height", value: "N", .pixels(1...Extent.maximumSide), unset: "none",
    "The height that no page exceeds, in pixels; pages are cut between tiles.")
  let groupBy = Option<GroupKey?>(
    "group-by", value: "key", .choice, unset: "no", "Start a new page for every folder.")
  let order = Option<ReadingOrder>(
    "order", value: "direction", .choice, default: "rows",
    "Whether pictures follow each other row by row or column by column.")
}

/// What starts a new page.
enum GroupKey: String, CaseIterable {
  case folder
}
