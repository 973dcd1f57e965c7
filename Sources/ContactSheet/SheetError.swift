public import SheetLayout
public import SheetText
public import SystemPackage

/// Why no sheet was made.
///
/// Descriptions are complete messages that name the file or the numbers.
public enum SheetError: Error, Equatable, Sendable {
  /// The pictures could not be found.
  case notFound(FindError)
  /// The layout is impossible.
  case layout(LayoutError)
  /// Margins and texts, this many pixels in all, leave no room on a side of the sheet.
  case edgesTooWide(Int, side: Int)
  /// Margins and texts leave no room on a page of the maximum height.
  case pageTooLow(height: Int, taken: Int)
  /// Cells would be smaller than a pixel.
  case cellsTooSmall(Size)
  /// A layout needs columns of equal width and spacing, but these widths or their gaps differ.
  case unequalColumns([Double])
  /// Column-by-column order was requested for a layout without equal cells.
  case noColumnOrder
  /// The sheet, or a plan of some of its pages, has no page of this number, but those that are known.
  case noSuchPage(Int, known: [Int])
  /// More than one page would go to standard output.
  case pagesToStandardOutput(Int)
  /// More than one page would go to one pipe or device.
  case pagesToStream(Int, FilePath)
  /// Two pages would go to the same file.
  case samePage(String)
  /// A document would go to the same place as a page or another document.
  case sameOutput(DocumentKind, String)
  /// The sheet was to go to a file of a format that is not written.
  case formatNotWritten(FilePath, format: String)
  /// The sheet would replace a file that is not a contact sheet.
  case notASheet(FilePath)
  /// A document would replace a file that is not of its kind.
  case notADocument(DocumentKind, FilePath)
  /// The texts cannot be set in the requested font.
  case font(TextProblem)
  /// The time of the run is not known.
  case sourceDate(SourceDateError)
  /// The folder from which the paths of a plan count cannot be used.
  case noRoot(FilePath, reason: String)
  /// A path is not UTF-8, so a manifest cannot contain it.
  case notText(FilePath)
  /// A path has a line end in it, so a depfile cannot contain it.
  case notInRule(FilePath)
  /// The sheet goes to standard output, so a document has no name for it.
  case sheetWithoutName(DocumentKind)
  /// A picture can be read now but not when the plan was made, so the plan has no place for it.
  case unplanned(String)
  /// A picture has another size than when the plan was made.
  case changed(String, planned: PixelSize, found: PixelSize)
  /// A picture has other colours than a moment before, when those of the sheet were counted.
  case picturesChanged
  /// A plan cannot be rendered.
  case plan(FilePath, ManifestError)
  /// The sheet would have more pixels than the limit, or longer sides than a PNG can have.
  case tooLarge(Size, limit: PixelCount)
  /// A picture could not be read, and the policy makes that an error.
  case unreadable(UnreadablePicture)
  /// None of the pictures could be read, so nothing was written.
  case nothingReadable([UnreadablePicture])
  /// No file can be opened, as this process or all of them have too many open.
  case tooManyOpenFiles(limit: Int)
  /// The sheet could not be written.
  case notWritten(OutputError)
}

extension SheetError: CustomStringConvertible {
  /// A complete message: what is wrong, and what helps where there is one remedy.
  public var description: String {
    switch self {
    case .notFound(let error): "\(error)"
    case .layout(let error): "\(error)"
    case .edgesTooWide(let edges, let side):
      "margins and texts take \(edges) of the sheet's \(side) pixels and leave no room for pictures"
    case .pageTooLow(let height, let taken):
      "margins and texts take \(taken) pixels and leave no room on a page of height \(height)"
    case .cellsTooSmall(let size):
      "cells would be \(Self.tenths(size.width)) x \(Self.tenths(size.height)) pixels"
    case .unequalColumns(let widths):
      "masonry needs columns of equal width and spacing, but these are "
        + widths.map { "\($0)" }.joined(separator: ", ") + " pixels wide, or unequally spaced"
    case .noColumnOrder:
      "column-by-column order needs a layout with equal cells"
    case .noSuchPage(let number, let known):
      "there is no page \(number); "
        + (known.elementsEqual(1...max(known.count, 1))
          ? "the sheet has \(known.count == 1 ? "one page" : "\(known.count) pages")"
          : "the plan has page \(known.map { "\($0)" }.joined(separator: ", "))")
    case .pagesToStandardOutput(let count):
      "\(count) pages cannot go to standard output"
    case .pagesToStream(let count, let path):
      "\(count) pages cannot go to \(path.quoted), which is a pipe or device"
    case .samePage(let name):
      "two pages cannot both go to '\(name.printable)'"
    case .sameOutput(let kind, let name):
      "the \(kind) and another output cannot both go to '\(name.printable)'"
    case .formatNotWritten(let path, let format):
      "cannot write \(path.quoted): sheets are \(SheetFormat.names) files, not \(format); name it "
        + "\(path.withSuffix(of: SheetFormat.all[0]).quoted)"
    case .notASheet(let path):
      "\(path.quoted) exists and is not a contact sheet, so it is not replaced"
    case .notADocument(let kind, let path):
      "\(path.quoted) exists and is not \(kind.noun) of a contact sheet, so it is not replaced"
    case .font(let problem): "\(problem)"
    case .sourceDate(let error): "\(error)"
    case .noRoot(let path, let reason):
      "\(path.quoted), from which the paths of the plan count, cannot be used: \(reason)"
    case .notText(let path):
      "\(path.quoted) is not UTF-8, so no manifest can hold it"
    case .notInRule(let path):
      "\(path.quoted) has a line end in its name, so no depfile can hold it"
    case .sheetWithoutName(let kind):
      "the sheet goes to standard output, so \(kind.noun) has no name for it"
    case .unplanned(let name):
      "'\(name.printable)' can be read, but could not when the plan was made; plan anew"
    case .changed(let name, let planned, let found):
      "'\(name.printable)' is \(found.width) x \(found.height) pixels, but was \(planned.width) x "
        + "\(planned.height) when the plan was made; plan anew"
    case .picturesChanged: "a picture changed while the sheet was made; run it again"
    case .plan(let path, let error): "cannot render the plan \(path.quoted): \(error)"
    case .tooLarge(let size, let limit):
      "sheet would be \(Self.whole(size.width)) x \(Self.whole(size.height)) = "
        + "\(Self.megapixels(size)), over the limit of \(limit) pixels"
    case .unreadable(let image): "\(image)"
    case .nothingReadable(let pictures):
      pictures.count == 1
        ? "the only picture cannot be read, so nothing is written"
        : "none of the \(pictures.count) pictures can be read, so nothing is written"
    case .tooManyOpenFiles(let limit):
      "too many files are open for another; this process may have \(limit)"
    case .notWritten(let error): "\(error)"
    }
  }

  private static func whole(_ length: Double) -> String {
    Int(exactly: length.rounded()).map(String.init) ?? "\(length)"
  }

  private static func megapixels(_ size: Size) -> String {
    let megapixels = size.width * size.height / 1_000_000
    return megapixels < 10 ? "\(tenths(megapixels)) MP" : "\(whole(megapixels)) MP"
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}

/// Runs `body` and turns its error into a ``SheetError``.
func translating<Success: ~Copyable, Failure: Error>(
  _ translate: (Failure) -> SheetError, _ body: () throws(Failure) -> Success
) throws(SheetError) -> Success {
  do { return try body() } catch { throw translate(error) }
}

extension Int {
  /// `1 file`, `2 files`.
  package func counted(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? "" : "s")"
  }
}
