import ArgumentParser
import SheetFiles
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlans
import SheetRendering
import SheetText
import SystemPackage
import Testing

@testable import ContactSheet
@testable import ContactSheetCommand
@testable import SheetPlanning

/// An error of which there is a value for each case, one after another.
///
/// A new case is an error of the compiler until it has a value here.
private protocol Exemplified: Equatable {
  static var first: Self { get }
  /// The value for the next case; nil after the last.
  var next: Self? { get }
}

extension Exemplified {
  fileprivate static var all: [Self] { Array(sequence(first: first, next: \.next)) }
}

/// The form of all messages: `cannot VERB THING: reason; what to do`.
@Suite struct MessageFormTests {
  static let errors: [any Error] = {
    var errors: [any Error] = PictureError.all
    for problem in TextProblem.all { errors.append(SheetError.font(problem)) }
    for error in ManifestError.all { errors.append(SheetError.plan("p.json", error)) }
    for error in LayoutError.all { errors.append(PlanningError.layout(error)) }
    return errors + FindError.all + OutputError.all + SheetError.all + PlanningError.all
  }()

  @Test(
    "Each error says what cannot be done, why, and what to do, except errors of the system",
    arguments: errors.indices)
  func form(index: Int) {
    let error = Self.errors[index]
    let note = note(on: error, of: RawOptions())
    let text = "\(note)"
    #expect(text.contains(/^cannot [a-z]+ [^:]*: ./) || error.isOfSystem, "\(text)")
    #expect(!text.hasSuffix(".") && !text.contains("\n"), "\(text)")
    // A remedy is stated once: in the description or next to the options.
    #expect(text.contains("; ") || error.isOfSystem, "\(text)")
    #expect(note.remedy == nil || !note.text.contains("; "), "\(text)")
  }

  @Test("Each case of an error occurs once")
  func chains() {
    #expect(FindError.all.count > 15 && SheetError.all.count > 20 && LayoutError.all.count > 15)
  }

  @Test(
    "A sentence of the argument parser gets the form of all messages, and other sentences have it already"
  )
  func parser() throws {
    let error = try #require(#expect(throws: (any Error).self) { try parsed(["-rz"]) })
    let text = CommandLineMistake.inOwnForm(ContactSheetCommand.message(for: error))
    #expect(text.contains(/^cannot read the options: unknown option '-.*; --help/), "\(text)")
    for message in ["cannot read 'a': it is cut", ""] {
      #expect(CommandLineMistake.inOwnForm(message) == message)
    }
  }
}

extension Error {
  /// Whether the reason is one of the system or of a picture's file, and needs no remedy.
  fileprivate var isOfSystem: Bool {
    switch self as any Error {
    case PlanningError.table(.unreadable), FindError.unreadable, FindError.unreadableList,
      OutputError.system, OutputError.folderNotWritable,
      SheetError.plan(_, .unreadable), PictureError.unreadable:
      true
    default: false
    }
  }
}

extension FindError: Exemplified {
  static var first: FindError { .missing("a") }

  var next: FindError? {
    switch self {
    case .missing: .brokenLink("a", target: "b")
    case .brokenLink: .unreadable("a", .permissionDenied)
    case .unreadable: .unreadableFolder("a", .permissionDenied)
    case .unreadableFolder: .unreadableList(.file("a"), .permissionDenied)
    case .unreadableList: .listTooLong(.file("a"), .paths)
    case .listTooLong: .listHoldsNUL(.file("a"))
    case .listHoldsNUL: .listIsPicture(.file("a"), format: "a PNG")
    case .listIsPicture: .notAFile("a")
    case .notAFile: .inputIsOutput("a")
    case .inputIsOutput: .pictureIsOutput("a")
    case .pictureIsOutput: .noFolderBefore("a")
    case .noFolderBefore: .fileBefore("a")
    case .fileBefore: .nothingFits("{a}")
    case .nothingFits: .severalMatches("a", "b")
    case .severalMatches: .noMasks("a")
    case .noMasks: .unusableMask("a", reason: "it is 2 x 2")
    case .unusableMask: .comparedWithItself("a")
    case .comparedWithItself:
      .nothingInCommon(
        before: FolderContents(count: 1, first: "a"), after: FolderContents(count: 1, first: "b"))
    case .nothingInCommon: .outsideWorkingFolder("a")
    case .outsideWorkingFolder: .onlyOutput("a")
    case .onlyOutput: .noImages([])
    case .noImages: nil
    }
  }
}

extension SheetError: Exemplified {
  static var first: SheetError { .noOutput }

  var next: SheetError? {
    switch self {
    case .noOutput: .noSuchPage(3, known: [1])
    case .noSuchPage: .pagesToStandardOutput(2)
    case .pagesToStandardOutput: .pagesToStream(2, "a")
    case .pagesToStream: .samePage("a")
    case .samePage: .nothingGroups("{group}.png", "group")
    case .nothingGroups(_, "group"): .nothingGroups("{folder}.png", "folder")
    case .nothingGroups: .unknownNameToken("{gruop}.png", "gruop", nearest: "group")
    case .unknownNameToken: .sameOutput(.html, "a")
    case .sameOutput: .formatNotWritten("a.gif", format: "GIF")
    case .formatNotWritten: .notInFormat(.file("a.jpg"), format: "JPEG", .transparent)
    case .notInFormat(_, _, .transparent):
      .notInFormat(.file("a.jpg"), format: "JPEG", .depth(.sixteen))
    case .notInFormat(_, _, .depth):
      .notInFormat(
        .file("a.jpg"), format: "JPEG", .tooLong(PixelSize(width: 70_000, height: 1), limit: 9))
    case .notInFormat(_, _, .tooLong):
      .notInFormat(.file("a.jpg"), format: "JPEG", .missingLibrary(remedy: "install it"))
    case .notInFormat(_, _, .missingLibrary):
      .tooManyBytes(
        .file("a.pdf"), 9000, .level(40), limit: ByteLimit(500),
        page: PixelSize(width: 70, height: 9), pixelsPerInch: nil)
    case .tooManyBytes: .oneFile(.file("a.pdf"), .tasks)
    case .oneFile(_, .tasks): .oneFile(.file("a.pdf"), .selection)
    case .oneFile(_, .selection): .oneFile(.file("a.pdf"), .plans)
    case .oneFile(_, .plans): .pagesNotShown(.html, .file("a.pdf"), format: "a PDF")
    case .pagesNotShown: .notASheet("a")
    case .notASheet: .notADocument(.html, "a")
    case .notADocument: .font(.first)
    case .font: .noRoot("a", reason: "it is a file")
    case .noRoot: .pictureOutsideRoot("a", root: "b")
    case .pictureOutsideRoot: .pageOutsideRoot("a", root: "b")
    case .pageOutsideRoot: .notInRule("a")
    case .notInRule: .sheetWithoutName(.html)
    case .sheetWithoutName: .plan("a", .first)
    case .plan: nil
    }
  }
}

extension TextProblem: Exemplified {
  static var first: TextProblem { .pangoMissing(family: "a") }

  var next: TextProblem? {
    switch self {
    case .pangoMissing: .noRoom
    case .noRoom: .familyMissing("a", replacement: "b")
    case .familyMissing: .notBuiltIn("a", text: "a")
    case .notBuiltIn: .glyphMissing("a", text: "a", hasPango: true)
    case .glyphMissing: nil
    }
  }
}

extension OutputError: Exemplified {
  static var first: OutputError { .folderMissing(output: "a/b", folder: "a") }

  var next: OutputError? {
    switch self {
    case .folderMissing: .notAFolder(output: "a/b", folder: "a")
    case .notAFolder: .folderNotWritable(output: "a/b", folder: "a", .permissionDenied)
    case .folderNotWritable: .isFolder("a")
    case .isFolder: .notConfined("a", .outside)
    case .notConfined(_, .outside): .notConfined("a", .link)
    case .notConfined(_, .link): .notConfined("a", .special)
    case .notConfined(_, .special): .noSpace("a")
    case .noSpace: .system("a", .ioError)
    case .system: .partlyReplaced(.noSpace("a"), new: [.file("b")], old: [.file("c")])
    case .partlyReplaced: nil
    }
  }
}

extension ManifestError: Exemplified {
  static var first: ManifestError { .unreadable(reason: "Permission denied") }

  var next: ManifestError? {
    switch self {
    case .unreadable: .notJSON(reason: "it does not begin like JSON")
    case .notJSON: .otherVersion(9)
    case .otherVersion: .invalid(path: "pages", reason: "it is missing")
    case .invalid: nil
    }
  }
}

extension PictureError: Exemplified {
  static var first: PictureError { .unreadable(UnreadablePicture(name: "a", reason: "it is cut")) }

  var next: PictureError? {
    switch self {
    case .unreadable: .nothingReadable([])
    case .nothingReadable: .unplanned("a")
    case .unplanned:
      .changed(
        "a", planned: PixelSize(width: 1, height: 1), found: PixelSize(width: 2, height: 1))
    case .changed: .changedColors
    case .changedColors: .tooManyOpenFiles(limit: 9)
    case .tooManyOpenFiles: nil
    }
  }
}

extension PlanningError: Exemplified {
  static var first: PlanningError { .layout(.first) }

  var next: PlanningError? {
    switch self {
    case .layout: .pageTooLow(height: 9, taken: 12)
    case .pageTooLow: .noColumnOrder
    case .noColumnOrder: .tooLarge(Size(width: 9, height: 9), limit: .standard)
    case .tooLarge: .sourceDate("a")
    case .sourceDate: .table(.unreadable("a", .permissionDenied))
    case .table(.unreadable): .table(.notFile("a"))
    case .table(.notFile): .table(.tooLarge("a"))
    case .table(.tooLarge): .table(.row("a", line: 1, .tooWide, column: nil, of: ["path"]))
    case .table(.row(_, _, let error, _, _)):
      error.next.map { .table(.row("a", line: 1, $0, column: 0, of: ["path"])) }
        ?? .template(.label, Self.unknownToken)
    case .template: .condition(Self.condition, Self.unknownToken)
    case .condition: .noneChosen([Self.condition], count: 2)
    case .noneChosen: .emptyMatrix(.noPlace(first: "a"))
    case .emptyMatrix(.noPlace): .emptyMatrix(.noMatch(template: "{a}", first: "a"))
    case .emptyMatrix(.noMatch): .emptyMatrix(.noValue("no picture is in row 'a'"))
    case .emptyMatrix:
      .clash(MatrixClash(shownFile: .text("a"), hiddenFile: .text("b"), row: "1", column: "2"))
    case .clash: nil
    }
  }

  private static let unknownToken: TemplateError = {
    do throws(TemplateError) { _ = try PictureTemplate("{nmae}") } catch { return error }
    preconditionFailure("there is no such token")
  }()

  private static let condition: Condition = {
    do { return try Condition("width > 9") } catch { preconditionFailure("\(error)") }
  }()
}

extension TableRowError: Exemplified {
  static var first: TableRowError { .tooWide }

  var next: TableRowError? {
    switch self {
    case .tooWide: .holdsNUL
    case .holdsNUL: .openQuotation
    case .openQuotation: .textAfterQuotation
    case .textAfterQuotation: .noLabel
    case .noLabel: .columns(9)
    case .columns: .noPath
    case .noPath: .label(Self.unknownEscape)
    case .label: .longLabel
    case .longLabel: .value("a", of: "weight", form: "a number")
    case .value: nil
    }
  }

  private static let unknownEscape: TemplateError = {
    do throws(TemplateError) { _ = try String(unescaping: "\\6") } catch { return error }
    preconditionFailure("there is no such escape")
  }()
}

extension LayoutError: Exemplified {
  static var first: LayoutError { .notFinite(.weight, .nan) }

  var next: LayoutError? {
    switch self {
    case .notFinite: .notPositive(.columns, 0)
    case .notPositive: .negative(.verticalGap, -1)
    case .negative: .tooLarge(.cellWidth, 3e9)
    case .tooLarge: .extremeRatio(.cellRatio, 1e12)
    case .extremeRatio: .noRoom(Shortage(width: 9, gap: Size(width: 9, height: 9)))
    case .noRoom: .tooManyItems(7, columns: 2, rows: 3)
    case .tooManyItems: .noLayers
    case .noLayers: .noTracks
    case .noTracks: .trackSyntax(position: 7, expected: "a number", found: "'x'")
    case .trackSyntax: .minimumOverMaximum(5, 4)
    case .minimumOverMaximum: .endlessColumns
    case .endlessColumns: .tooManyColumns(70_000)
    case .tooManyColumns: .tracksTooWide(9, sheetWidth: 8)
    case .tracksTooWide: .rowTooTall(9, limit: 8)
    case .rowTooTall: .headingsTooTall(9, limit: 8)
    case .headingsTooTall: .edgesTooWide(9, side: 8)
    case .edgesTooWide: .cellsTooSmall(Size(width: 0.4, height: 0.4))
    case .cellsTooSmall: .unequalColumns([1, 2])
    case .unequalColumns: .custom("a frame is missing")
    case .custom: nil
    }
  }
}
