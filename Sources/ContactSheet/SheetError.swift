public import SheetLayout
public import SheetText
public import SystemPackage

/// Why no sheet was made.
///
/// Descriptions stand alone, name the file or the numbers, and offer a way out.
public enum SheetError: Error, Equatable, Sendable {
  /// The pictures could not be gathered.
  case notFound(FindError)
  /// The layout is impossible.
  case layout(LayoutError)
  /// Margins and texts, of so many pixels, leave nothing of a side of the sheet.
  case edgesTooWide(Int, side: Int)
  /// Margins and texts leave nothing of pages of the greatest height allowed.
  case pageTooLow(height: Int, taken: Int)
  /// Cells of this size would be less than a pixel.
  case cellsTooSmall(Size)
  /// Columns of these widths, which or whose gaps are not equal, where they are to be.
  case unequalColumns([Double])
  /// Pictures were to follow each other column by column in a layout without equal cells.
  case noColumnOrder
  /// A page was asked for that the sheet does not have.
  case noSuchPage(Int, count: Int)
  /// So many pages were to go to standard output.
  case pagesToStandardOutput(Int)
  /// So many pages were to go to one pipe or device.
  case pagesToStream(Int, FilePath)
  /// Two pages were to go to the same file.
  case samePage(String)
  /// The manifest was to go to the same place as a page.
  case sameOutput(String)
  /// The sheet was to go to a file of a format that is not written.
  case formatNotWritten(FilePath, format: String)
  /// The sheet was to replace a file that is no contact sheet.
  case notASheet(FilePath)
  /// The manifest was to replace a file that is no manifest.
  case notAManifest(FilePath)
  /// The texts of the sheet cannot be set in the font that was asked for.
  case font(TextProblem)
  /// The time of the run is not known.
  case sourceDate(SourceDateError)
  /// A path is not UTF-8, so that no manifest can hold it.
  case notText(FilePath)
  /// A picture of this name can be read, but has no place: it could not when the plan was made.
  case unplanned(String)
  /// A picture is not as large as it was when the plan was made.
  case changed(String, planned: PixelSize, found: PixelSize)
  /// A plan cannot be rendered.
  case plan(FilePath, ManifestError)
  /// The sheet would have more pixels than allowed, or longer sides than a PNG has.
  case tooLarge(Size, limit: PixelCount)
  /// A picture could not be read, and that was to be an error.
  case unreadable(UnreadablePicture)
  /// None of the pictures could be read, so that nothing was written.
  case nothingReadable([UnreadablePicture])
  /// The sheet could not be written.
  case notWritten(OutputError)
}

extension SheetError: CustomStringConvertible {
  /// What is wrong, and a way out.
  public var description: String {
    switch self {
    case .notFound(let error): "\(error)"
    case .layout(let error): "\(error)"
    case .edgesTooWide(let edges, let side):
      "margins and texts take \(edges) of the sheet's \(side) pixels, which leaves nothing for "
        + "pictures"
    case .pageTooLow(let height, let taken):
      "margins and texts take \(taken) pixels, which leaves nothing of a page of height \(height)"
    case .cellsTooSmall(let size):
      "cells would be \(Self.tenths(size.width)) x \(Self.tenths(size.height)) pixels"
    case .unequalColumns(let widths):
      "masonry needs columns of one width and one spacing, but these are "
        + widths.map { "\($0)" }.joined(separator: ", ") + " pixels wide, or not equally far apart"
    case .noColumnOrder:
      "pictures can follow each other column by column only in a layout with equal cells"
    case .noSuchPage(let number, let count):
      "there is no page \(number); the sheet has \(count == 1 ? "one page" : "\(count) pages")"
    case .pagesToStandardOutput(let count):
      "\(count) pages cannot go to standard output"
    case .pagesToStream(let count, let path):
      "\(count) pages cannot go to \(path.quoted), which is a pipe or device"
    case .samePage(let name):
      "two pages cannot both go to '\(name.printable)'"
    case .sameOutput(let name):
      "the sheet and the manifest cannot both go to '\(name.printable)'"
    case .formatNotWritten(let path, let format):
      "cannot write \(path.quoted): sheets are \(SheetFormat.names) files, not \(format); name it "
        + "\(path.withSuffix(of: SheetFormat.all[0]).quoted)"
    case .notASheet(let path):
      "\(path.quoted) exists and is not a contact sheet, so it is not replaced"
    case .notAManifest(let path):
      "\(path.quoted) exists and is not a manifest, so it is not replaced"
    case .font(let problem): "\(problem)"
    case .sourceDate(let error): "\(error)"
    case .notText(let path):
      "\(path.quoted) is not UTF-8, so no manifest can hold it"
    case .unplanned(let name):
      "'\(name.printable)' can be read, but could not when the plan was made; plan anew"
    case .changed(let name, let planned, let found):
      "'\(name.printable)' is \(found.width) x \(found.height) pixels, but was \(planned.width) x "
        + "\(planned.height) when the plan was made; plan anew"
    case .plan(let path, let error): "cannot render the plan \(path.quoted): \(error)"
    case .tooLarge(let size, let limit):
      "sheet would be \(Self.whole(size.width)) x \(Self.whole(size.height)) = "
        + "\(Self.megapixels(size)), over the limit of \(limit) pixels"
    case .unreadable(let image): "\(image)"
    case .nothingReadable(let pictures):
      pictures.count == 1
        ? "the only picture cannot be read, so nothing is written"
        : "none of the \(pictures.count) pictures can be read, so nothing is written"
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

/// Runs `body`, turning its error into a ``SheetError``.
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
