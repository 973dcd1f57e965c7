internal import ContactSheet
internal import SheetLayout
internal import SheetText
internal import SystemPackage

/// An error as the command tells it: what is wrong, and which options help.
///
/// The library names what is wrong and knows no options. A case that has its remedy in its own
/// description is not mentioned here.
///
/// - Parameters:
///   - error: The error.
///   - unit: What lengths are counted in that have no room.
/// - Returns: The message.
func described(_ error: any Error, in unit: LengthUnit = .pixels) -> String {
  let told = (error as? PlanningError)?.told(in: unit) ?? "\(error)"
  return remedy(for: error).map { "\(told); \($0)" } ?? told
}

/// What can be done about an error by options of the command; nil where its description says it.
private func remedy(for error: any Error) -> String? {
  let fewerOnPages =
    "put fewer pictures on a page with --per-page, or on more pages with --page-count"
  return switch error {
  case SheetError.notFound(let error): remedy(for: error)
  case SheetError.pagesToStandardOutput, SheetError.pagesToStream:
    "choose one with --page, or name a file"
  case SheetError.samePage: "choose another --output"
  case SheetError.notInFormat(_, _, .tooLong):
    "\(fewerOnPages), make it smaller with --size, or name a PNG"
  case SheetError.notInFormat(_, _, .transparent): "give --background white, or name a PNG"
  case SheetError.notInFormat(_, _, .depth): "give --depth 8, or name a PNG"
  case SheetError.oneFile(_, .selection): "--output says where"
  case SheetError.pagesNotShown(let kind, _, _):
    "leave out --\(kind.name), or choose another --output"
  case SheetError.sameOutput(let kind, _): "choose another --\(kind.name)"
  case SheetError.nothingGroups(_, "folder"):
    "--group-by folder, without --group-break section, divides them"
  case SheetError.nothingGroups: "--group-by, without --group-break section, divides them"
  case SheetError.noRoot: "name another folder with --root"
  case SheetError.pictureOutsideRoot: "name a folder that holds all pictures with --root"
  case SheetError.pageOutsideRoot: "name the sheet with --output"
  case SheetError.notText: "rename it, or leave out --manifest"
  case SheetError.notInRule: "rename it, or leave out --depfile"
  case SheetError.sheetWithoutName: "name a file with --output"
  case SheetError.notWritten(.system(_, .noMemory)):
    "raise the limit (ulimit -v), or give fewer --jobs"
  case SheetError.notASheet, SheetError.notADocument: "--force replaces it"

  case PlanningError.layout(.edgesTooWide):
    "make --margin or --font smaller, or --size or --paper larger"
  case PlanningError.layout(.noRoom):
    "make --gap, --margin or --font smaller, or --size or --paper larger, or \(fewerOnPages)"
  case PlanningError.layout(.headingsTooTall): "--per-page or --page-count puts fewer on each"
  case PlanningError.pageTooLow:
    "make --max-height or --paper larger, or --margin or --font smaller"
  case PlanningError.layout(.cellsTooSmall):
    "make --size or --paper larger or --gap smaller, or \(fewerOnPages)"
  case PlanningError.noColumnOrder:
    "leave out --order columns, or give --cell-aspect with --layout columns"
  case PlanningError.tooLarge: "raise --max-pixels, or split it with --per-page"
  case PlanningError.emptyMatrix(.noMatch): "--parse says how names are read"
  case PlanningError.emptyMatrix(.noValue): "--row-values and --column-values say what is wanted"
  case PlanningError.emptyMatrix(.noPlace):
    "--rows-by and --columns-by say what makes them, such as '{scene}'"
  case PlanningError.clash: "--on-clash first shows the first of them"
  case PlanningError.template(.order, let error):
    error.orderMeant.map { "did you mean '--sort \($0)'?" }

  case FindError.noImages(let folders): remedy(for: folders)
  case FindError.unreadableFolder: "--exclude leaves out a subfolder"
  case FindError.listHoldsNUL: "add --null if they separate its paths"
  case FindError.comparedWithItself: "--compare names the folder of the pictures as they were"
  case FindError.nothingInCommon:
    "name the two folders below which the paths are the same, or say with --match "
      + "which names belong together"
  case FindError.nothingFits: "--match says what names look like"
  case FindError.inputIsOutput: "choose another name for the output"
  case PictureError.tooManyOpenFiles: "raise the limit (ulimit -n), or give fewer --jobs"
  case LengthError.noDensity: "give --dpi, as in --dpi 300, or write pixels, as in '60px'"
  default: nil
  }
}

extension TemplateError {
  /// The order that somebody may have meant by the name of an unknown fact.
  fileprivate var orderMeant: String? {
    guard case .unknownToken(let name, nil) = fault else { return nil }
    let words = SortKey.words.map(\.word) + PictureTokens.all.map(\.name)
    return OtherWords.value(meantBy: name, among: words)
  }
}

/// An empty folder as the command tells it: what is in it, and which options help.
func described(_ folder: EmptyFolder) -> String {
  remedy(for: [folder]).map { "\(folder); \($0)" } ?? "\(folder)"
}

/// Which options find more in folders without a picture, or in lists where there is no folder.
private func remedy(for folders: [EmptyFolder]) -> String? {
  let remedies = [
    (folders.contains { $0.hidden > 0 }, "add --hidden to take them"),
    (folders.contains { $0.subfolders > 0 }, "add --recursive to look into subfolders"),
    (
      folders.isEmpty || folders.contains { $0.filteredOut > 0 },
      "the patterns are those of --include and --exclude"
    ),
  ].filter(\.0).map(\.1)
  return remedies.isEmpty ? nil : remedies.joined(separator: "; ")
}

/// A page that is larger than most programs show well, and which options make it smaller.
func described(_ page: LargePage, in layout: any Layout) -> String {
  let longest = Double(max(page.size.width, page.size.height))
  // A grid grows in both directions, what has a width in one.
  let isGrid = layout is GridLayout
  func side(ofPictures count: Int) -> Double {
    let share = Double(count) / Double(page.pictureCount)
    return longest * (isGrid ? share.squareRoot() : share)
  }
  var remedies: [String] = []
  let counts = [200, 100, 50, 20, 10].filter { $0 < page.pictureCount }
  if !(layout is MatrixLayout),
    let count = counts.first(where: { side(ofPictures: $0) <= Double(LargePage.usualSide) })
  {
    remedies.append("--per-page \(count)")
  }
  remedies.append("--paper A4")
  let cell = Double(max(page.cell.width, page.cell.height))
  if isGrid, cell > 96, longest * 96 / cell <= Double(LargePage.usualSide) {
    remedies.append("--cell 96")
  }
  return "\(page), larger than many programs show; \(remedies.listed("or")) makes it smaller"
}

/// Labels of which a part is left out, and what shows them whole.
func described(_ labels: ShortenedLabels) -> String {
  let whole = labels.count == 1 ? "it" : "them"
  let lines = labels.lines <= 100 ? "--label-lines \(labels.lines) or " : ""
  return "\(labels); \(lines)larger cells show \(whole) whole"
}
