internal import ContactSheet
internal import Glibc
internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetRendering
internal import SystemPackage

/// The note on an error: the fault, and the options that help.
///
/// The library names the fault, and knows no options. Errors whose descriptions have a remedy are
/// not listed here.
///
/// - Parameters:
///   - error: The error.
///   - options: The options of the run.
/// - Returns: The note.
func note(on error: any Error, of options: RawOptions, in unit: LengthUnit = .pixels) -> Note {
  var remedy = remedy(for: error, in: unit, options.best)
  if case FindError.missing(let path) = error, let output = options.outputMeant(by: path) {
    remedy = "correct the name, or give -o \(output) to write the sheet there"
  }
  return note(on: error, in: unit, remedy: remedy)
}

/// The options of the command that help against an error; nil if its description names the remedy.
private func remedy(
  for error: any Error, in unit: LengthUnit, _ best: BestPictures?
) -> String? {
  switch error {
  case SheetError.pagesToStandardOutput, SheetError.pagesToStream:
    "choose one with --page, or name a file"
  case SheetError.samePage: "choose another --output"
  case SheetError.notInFormat(_, _, .tooLong):
    "\(fewerOnPages), make it smaller with --size, or name a PNG"
  case SheetError.notInFormat(_, _, .transparent): "give --background white, or name a PNG"
  case SheetError.notInFormat(_, _, .depth): "give --depth 8, or name a PNG"
  case SheetError.tooManyBytes(_, let bytes, _, let limit, let page, let density):
    smallerSheet(by: Double(limit.value) / Double(bytes), page, unit == .pixels ? nil : density)
  case SheetError.oneFile(_, .selection): "name a file for these with --output"
  case SheetError.pagesNotShown(let kind, _, _):
    "leave out --\(kind.name), or choose another --output"
  case SheetError.sameOutput(let kind, _): "choose another --\(kind.name)"
  case SheetError.nothingGroups(_, "folder"):
    "divide them with --group-by folder, without --group-break section"
  case SheetError.nothingGroups: "divide them with --group-by, without --group-break section"
  case SheetError.plan(_, .notJSON): "name a plan or a manifest"
  case SheetError.plan(let path, .otherVersion):
    // A plan may come through a pipe, which has no name to write to.
    "make it again: contactsheet photos --dry-run --manifest "
      + (path.starts(with: "/dev") ? "plan.json" : path.printable.shellWord)
  case SheetError.plan(_, .invalid(_, let reason)) where !reason.contains("; "):
    "mend it, or plan anew"
  case SheetError.noRoot: "name another folder with --root"
  case SheetError.pictureOutsideRoot: "name a folder that holds all pictures with --root"
  case SheetError.pageOutsideRoot: "name the sheet with --output"
  case SheetError.notInRule: "rename it, or leave out --depfile"
  case SheetError.sheetWithoutName: "name a file with --output"
  case OutputError.notConfined:
    "remove it, or name the output on the command line"
  case OutputError.system(_, .noMemory):
    "raise the limit (ulimit -v), or give fewer --jobs"
  case SheetError.notASheet, SheetError.notADocument: "replace it with --force"

  case FindError.missing: "correct the name"
  case FindError.noImages(let folders):
    remedy(
      hidden: folders.contains { $0.hidden > 0 },
      subfolders: folders.contains { $0.subfolders > 0 },
      filtered: folders.isEmpty || folders.contains { $0.filteredOut > 0 })
      ?? "name files or a folder with pictures"
  case FindError.unreadableFolder: "leave out a subfolder with --exclude"
  case FindError.listHoldsNUL: "add --null if they separate its paths"
  case FindError.comparedWithItself, FindError.noFolderBefore:
    "name the folder of the earlier pictures with --compare"
  case FindError.nothingInCommon:
    "name the two folders below which the paths are equal, or give --match "
      + "templates that pair the names"
  case FindError.nothingFits: "give --match templates that fit the names"
  case FindError.inputIsOutput, FindError.pictureIsOutput, FindError.onlyOutput:
    "choose another name for the output"
  case PictureError.unreadable(let picture): remedy(forBudgetOf: picture.note)
  case PictureError.tooManyOpenFiles: "raise the limit (ulimit -n), or give fewer --jobs"
  default: remedy(for: error, best: best)
  }
}

/// The density or the size of a sheet that has a fraction of the bytes.
private func smallerSheet(by fraction: Double, _ page: PixelSize, _ density: Int?) -> String {
  // Small pictures have more detail per pixel, so that bytes fall more slowly than pixels.
  let scale = pow(fraction, 0.7)
  func scaled(_ number: Int) -> Int { max(1, Int(Double(number) * scale)) }
  return density.map { "give --dpi \(scaled($0))" }
    ?? "give --size \(scaled(page.width))x\(scaled(page.height))"
}

/// Options that find more in folders without a picture, or in lists; nil if there are none.
private func remedy(hidden: Bool, subfolders: Bool, filtered: Bool) -> String? {
  let remedies = [
    (hidden, "add --hidden to take them"),
    (subfolders, "add --recursive to look into subfolders"),
    (filtered, "change --include and --exclude, which are the patterns"),
  ].filter(\.0).map(\.1)
  return remedies.isEmpty ? nil : remedies.joined(separator: "; ")
}

/// The note's option for a larger memory budget; nil if no budget is exceeded.
private func remedy(forBudgetOf note: Note) -> String? {
  note.measures[.excessiveBytes].map { "--max-memory \($0) is enough" }
}

/// Options that help with the fault of a note; nil if there are none.
///
/// Whoever follows a remedy that names a number does not get the note again.
func remedy(
  for note: Note, in layout: any Layout, of options: RawOptions, embeddingLimit: ByteLimit?
) -> String? {
  func measure(_ measure: Note.Measure) -> Int { note.measures[measure] ?? 0 }
  return switch note.kind {
  case .emptyFolder:
    remedy(
      hidden: measure(.hidden) > 0, subfolders: measure(.subfolders) > 0,
      filtered: measure(.filteredOut) > 0)
  case .shortenedLabels:
    legible(note, of: options) + " \(measure(.count) == 1 ? "it" : "them") whole"
  case .tinyPictures:
    if let size = size(note) {
      "--size \(size) makes them larger"
    } else if let name = ["page-count", "per-page", "tile"].first(where: options.gives) {
      "leave out --\(name) to make them larger"
    } else {
      "make --size or --paper larger, or \(fewerOnPages)"
    }
  case .omittedLabels:
    "put fewer pictures on a page with --per-page or --page-count, or on larger paper"
  case .largePage:
    "\(smallerPages(measure(.side), measure(.count), measure(.cell), layout).listed("or")) makes it smaller"
  case .ownPage where note.severity == .note:
    "choose another --output to show \(measure(.count) == 1 ? "it" : "them")"
  case .shownSheets where measure(.count) == 1: "put -o before it to write to it"
  case .mixedCameras: "--sort taken sorts them"
  case .largeFile: "--quality 90 makes it smaller"
  case .smallerEmbedded: embeddingLimit.map { "raise --embed, which is \($0)" }
  case .unreadablePicture: remedy(forBudgetOf: note)
  default: nil
  }
}

/// The options that show shortened labels whole, and their verb.
private func legible(_ note: Note, of options: RawOptions) -> String {
  let measures = note.measures
  var remedies = [
    measures[.lines].map { "--label-lines \($0)" }, measures[.columns].map { "--columns \($0)" },
    size(note).map { "--size \($0)" },
  ].compactMap(\.self)
  if let width = measures[.cellWidth], let height = measures[.cellHeight],
    !options.gives("geometry")
  {
    remedies.append("--cell \(width)x\(height)")
  }
  if remedies.isEmpty { return "larger cells show" }
  return remedies.listed("or") + " shows"
}

/// The size of the sheet that a note asks for, as `--size` takes it.
private func size(_ note: Note) -> String? {
  note.measures[.sheetWidth].map { width in
    "\(width)" + (note.measures[.sheetHeight].map { "x\($0)" } ?? "")
  }
}

/// Options that make a page smaller, chosen by its longest side, its number of pictures and its
/// cells.
private func smallerPages(
  _ longest: Int, _ pictureCount: Int, _ cell: Int, _ layout: any Layout
) -> [String] {
  // A grid grows in both directions, a layout with a width in one.
  let isGrid = layout is GridLayout
  func isUsual(_ share: Double) -> Bool { Double(longest) * share <= Double(Note.usualSide) }
  func isUsual(ofPictures count: Int) -> Bool {
    let share = Double(count) / Double(pictureCount)
    return isUsual(isGrid ? share.squareRoot() : share)
  }
  let counts = [200, 100, 50, 20, 10].filter { $0 < pictureCount }
  let count = layout is MatrixLayout ? nil : counts.first(where: isUsual(ofPictures:))
  return [
    count.map { "--per-page \($0)" }, "--paper A4",
    isGrid && cell > 96 && isUsual(96 / Double(cell)) ? "--cell 96" : nil,
  ].compactMap(\.self)
}
