internal import Glibc
internal import SheetFiles
package import SheetLayout
package import SheetModel
internal import SheetPlanning
package import SheetPlans
package import SheetRendering
package import SheetText
package import SystemPackage

// Why no sheet was made, if neither the job nor the pictures are at fault.

// Names of outputs
extension ContactSheetError {
  /// Neither the request nor a manifest gives the sheet's destination.
  package static var noOutput: Self {
    Self(.outputName, "cannot write the sheet: it has no destination", remedy: "name a file")
  }

  /// The sheet, or a plan of some of its pages, has no page with this number; `known` lists the
  /// pages that it has.
  package static func noSuchPage(_ number: Int, known: [Int]) -> Self {
    let pages =
      known.elementsEqual(1...max(known.count, 1))
      ? "the sheet has only \(known.count == 1 ? "one page" : "\(known.count) pages")"
      : "the plan has only page\(known.count == 1 ? "" : "s") \(known.map { "\($0)" }.listed("and"))"
    return Self(
      .noSuchPage, "cannot render page \(number): \(pages)",
      remedy: known.count == 1 ? "leave out \(.page)" : "choose one of them")
  }

  /// More than one page would go to standard output.
  package static func pagesToStandardOutput(_ count: Int) -> Self {
    Self(
      .outputName, "cannot write \(count) pages to standard output: it takes only one",
      remedy: .onePage)
  }

  /// More than one page would go to one pipe or device.
  package static func pagesToStream(_ count: Int, _ path: FilePath) -> Self {
    Self(
      .outputName, "cannot write \(count) pages to \(path.quoted): it is a pipe or device",
      remedy: .onePage)
  }

  /// Two pages would go to the same file.
  package static func samePage(_ name: String) -> Self {
    Self(
      .outputName, "cannot write \(FilePath(name).quoted): two pages would have this name",
      remedy: "choose another name for \(.output)")
  }

  /// The name of a sheet contains a token for groups, but the pages do not show one group each.
  package static func nothingGroups(_ path: FilePath, _ token: String) -> Self {
    let key: Remedy = token == "folder" ? "\(.groupBy, "folder")" : "\(.groupBy)"
    return Self(
      .outputName,
      "cannot name the sheets \(path.quoted): there would be one for each \(token), but not "
        + "every page shows a single \(token)",
      remedy: "group the images with \(key), without \(.groupBreak, "section")")
  }

  /// The name of a sheet contains a misspelt token for groups.
  package static func unknownNameToken(
    _ path: FilePath, _ word: String, nearest: String
  ) -> Self {
    Self(
      .outputName,
      "cannot name the sheets \(path.quoted): there is no token {\(word.shortPrintable)}",
      remedy: "did you mean {\(nearest)}?")
  }

  /// The name of the sheets contains a token that belongs in labels and titles.
  package static func textTokenInName(_ path: FilePath, _ word: String) -> Self {
    let remedy: Remedy =
      switch word {
      case "date", "time": "let the shell write the date, as in \"sheet-$(date +%F).png\""
      case "page", "pages", "count", "index": "write %03d for the page number"
      default: "write {group} for one sheet per group, and choose the groups with \(.groupBy)"
      }
    return Self(
      .outputName,
      "cannot name the sheets \(path.quoted): file names have no token {\(word.shortPrintable)}",
      remedy: remedy)
  }

  /// A document would go to the same destination as a page or another document.
  package static func sameOutput(_ kind: DocumentKind, _ name: String) -> Self {
    Self(
      .outputName,
      "cannot write \(kind.noun) to \(FilePath(name).quoted): another output has this name",
      remedy: "choose another name for \(kind.setting)", cause: SameOutput(kind: kind))
  }

  /// A file that holds several pages would not be written completely by a single run.
  package static func oneFile(_ output: SheetOutput, _ division: FileDivision) -> Self {
    let fileForEach: Remedy = "write each page to its own file, as in sheet-%d.pdf"
    let (reason, remedy): (String, Remedy) =
      switch division {
      case .tasks: ("all pages, and several tasks cannot write one file", fileForEach)
      case .selection:
        (
          "all pages of the plan, and would lose all but the selected ones",
          "name a file for these with \(.output)"
        )
      case .singlePagePlans:
        ("all pages, and a plan of one page would replace them all", fileForEach)
      }
    return Self(
      .outputName, "cannot write \(output.quoted): it holds \(reason)", remedy: remedy)
  }

  /// The name of a sheet contains a character at which make or ninja stops, so it cannot be in a
  /// depfile.
  package static func notInRule(_ path: FilePath) -> Self {
    Self(
      .outputName, "cannot list \(path.quoted) in a depfile: make or ninja cannot read its name",
      remedy: "rename it, or leave out \(.depfile)")
  }

  /// The sheet goes to standard output, so a document cannot refer to it by name.
  package static func sheetWithoutName(_ kind: DocumentKind) -> Self {
    Self(
      .outputName,
      "cannot write \(kind.noun): the sheet goes to standard output, which has no name",
      remedy: "name a file with \(.output)")
  }

  /// The sheet would replace a file that is not a contact sheet.
  package static func notASheet(_ path: FilePath) -> Self {
    Self(
      .wouldOverwrite, "cannot write \(path.quoted): it exists and is not a contact sheet",
      remedy: .overwriting)
  }

  /// A document would replace a file that is not a document of its kind.
  package static func notADocument(_ kind: DocumentKind, _ path: FilePath) -> Self {
    Self(
      .wouldOverwrite,
      "cannot write \(path.quoted): it exists and is not \(kind.noun) of a contact sheet",
      remedy: .overwriting)
  }
}

// Formats
extension ContactSheetError {
  /// The sheet was to go to a file in a format that cannot be written.
  package static func formatNotWritten(_ path: FilePath, format: String) -> Self {
    let names = SheetFormat.all.map { path.withSuffix(of: $0).shellQuoted }.listed("or")
    return Self(
      .unsupportedFormat,
      "cannot write \(path.quoted): sheets are \(SheetFormat.names) files, not \(format)",
      remedy: "name it \(names)")
  }

  /// A page cannot be written in the format of its file.
  package static func notInFormat(
    _ output: SheetOutput, format: String, _ problem: FormatProblem
  ) -> Self {
    let remedy: Remedy? =
      switch problem {
      case .tooLong:
        "\(Remedy.fewerOnPages), make it smaller with \(.size), or name a PNG"
      case .transparent: "\(giving: .background, "white"), or name a PNG"
      case .depth: "\(giving: .depth, "8"), or name a PNG"
      case .missingLibrary: nil
      }
    return Self(
      .unsupportedFormat, "cannot write \(output.quoted) as a \(format): \(problem)",
      remedy: remedy)
  }

  /// A file has too many bytes even at the lowest quality; `page` is the size of its first page.
  ///
  /// For a sheet on paper, a lower resolution helps.
  package static func tooManyBytes(
    _ output: SheetOutput, _ bytes: Int, _ quality: SheetQuality, limit: ByteLimit,
    page: PixelSize, density: Int?
  ) -> Self {
    // Small pictures have more detail per pixel, so the bytes decrease more slowly than the pixels.
    let scale = pow(Double(limit.value) / Double(bytes), 0.7)
    func scaled(_ number: Int) -> String { "\(max(1, Int(Double(number) * scale)))" }
    return Self(
      .tooLarge,
      "cannot write \(output.quoted) within \(limit): "
        + (quality.level.map { "at quality \($0), it is " } ?? "it is ")
        + "\(ByteCount(UInt64(bytes)))",
      remedy: density.map { "\(giving: .dpi, scaled($0))" }
        ?? "\(giving: .size, "\(scaled(page.width))x\(scaled(page.height))")")
  }

  /// A document shows the pages, but their files are not pictures.
  package static func pagesNotShown(
    _ kind: DocumentKind, _ output: SheetOutput, format: String
  ) -> Self {
    Self(
      .unsupportedFormat,
      "cannot write \(kind.noun): it shows images, and \(output.quoted) is \(format)",
      remedy: "leave out \(kind.setting), or choose another \(.output)")
  }

  /// The text of the sheet cannot be set in the requested font.
  package static func font(_ problem: TextProblem) -> Self {
    let code: Code =
      switch problem {
      case .pangoMissing: .missingLibrary
      case .noRoom: .systemLimit
      case .familyMissing, .notBuiltIn, .glyphMissing: .missingFont
      }
    return Self(code, "\(problem)")
  }
}

// Plans
extension ContactSheetError {
  /// The folder to which the paths in a plan are relative cannot be used.
  package static func noRoot(_ path: FilePath, reason: String) -> Self {
    Self(
      .invalidPlan, "cannot use the root \(path.quoted): \(reason)",
      remedy: "name another folder with \(.root)")
  }

  /// A picture of a plan is not below the folder to which the plan's paths are relative.
  package static func pictureOutsideRoot(_ path: FilePath, root: FilePath) -> Self {
    Self(
      .invalidPlan,
      "cannot read \(path.quoted): it is outside \(root.quoted), and a plan with a root reads "
        + "nothing elsewhere", remedy: "name a folder that contains all images with \(.root)")
  }

  /// A plan would write a page outside the folder to which its paths are relative.
  package static func pageOutsideRoot(_ path: FilePath, root: FilePath) -> Self {
    Self(
      .invalidPlan,
      "cannot write \(path.quoted): it is outside \(root.quoted), and a plan with a root writes "
        + "nothing elsewhere", remedy: "name the sheet with \(.output)")
  }

  /// A plan cannot be rendered.
  package static func plan(_ path: FilePath, _ error: ManifestError) -> Self {
    let remedy: Remedy? =
      switch error {
      case .unreadable("it does not exist"): "correct the name"
      case .unreadable: nil
      case .notJSON, .notPlan: "name a plan written by --manifest"
      case .otherVersion: "make a new plan"
      case .invalid(_, let reason): reason.contains("; ") ? nil : "correct it, or make a new plan"
      }
    return Self(
      .invalidPlan, "cannot render the plan \(path.quoted): \(error)", remedy: remedy,
      cause: PlanFault(path: path, error: error))
  }
}

/// A way in which a file with several pages would be divided.
package enum FileDivision: Equatable, Sendable {
  /// Several tasks each write some of the pages.
  case tasks
  /// Only some pages of a plan are rendered.
  case selection
  /// Plans of one page each are rendered one by one.
  case singlePagePlans
}

/// A document that would go to the same destination as another output.
package struct SameOutput: Error {
  /// The kind of the document.
  package let kind: DocumentKind
}

/// A plan that cannot be read, and the reason.
package struct PlanFault: Error {
  package let path: FilePath
  /// Why the plan cannot be read.
  package let error: ManifestError
}

extension Remedy {
  fileprivate static let onePage: Remedy = "choose one with \(.page), or name a file"
  fileprivate static let overwriting: Remedy = "use \(.overwrite) to replace it"
}

extension DocumentKind {
  /// The setting that names the document's file.
  fileprivate var setting: Setting {
    switch self {
    case .manifest: .manifest
    case .depfile: .depfile
    case .html: .html
    case .report: .report
    }
  }
}
