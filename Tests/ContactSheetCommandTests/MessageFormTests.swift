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

/// An error with an example of each of its cases, one after another.
///
/// A new case does not compile until it has an example here.
private protocol Exemplified: Equatable {
  static var first: Self { get }
  /// The example of the next case; nil after the last.
  var next: Self? { get }
}

extension Exemplified {
  fileprivate static var all: [Self] { Array(sequence(first: first, next: \.next)) }
}

/// The form of all messages: `cannot VERB THING: reason; what to do`.
@Suite struct MessageFormTests {
  static let errors: [ContactSheetError] = {
    var errors = TextProblem.all.map { ContactSheetError.font($0) }
    errors += ManifestError.all.map { .plan("p.json", $0) }
    errors += LayoutError.all.map { .layout($0) }
    errors += TableRowError.all.map {
      .table(.row("a", line: 1, $0, column: 0, of: ["path"]))
    }
    return errors + found + compared + named + formats + ofPlans + written + pictures + planned
  }()

  static let found: [ContactSheetError] = [
    .missing("a"), .brokenLink("a", target: "b"), .unreadable("a", .permissionDenied),
    .unreadableFolder("a", .permissionDenied), .unreadableList(.file("a"), .permissionDenied),
    .unreadableList(.file("a"), .noSuchFileOrDirectory), .listTooLong(.file("a"), .paths),
    .listHoldsNUL(.file("a")), .listLacksNUL(.file("a")),
    .listIsPicture(.file("a"), format: "a PNG"), .notAFile("a"),
    .inputIsOutput("a"), .pictureIsOutput("a"), .onlyOutput("a"), .noImages([]),
  ]

  private static let match: NameMatch = {
    do { return try NameMatch(parsing: "{a} => {a}-old") } catch { fatalError("\(error)") }
  }()

  static let compared: [ContactSheetError] = [
    .noFolderBefore("a"), .fileBefore("a"), .severalMatches("a", "b"),
    .nothingFits(match, isBefore: true, taken: 0), .nothingFits(match, isBefore: true, taken: 2),
    .noMasks("a"), .unusableMask("a", reason: "it is 2 x 2"), .comparedWithItself("a"),
    .nothingInCommon(
      before: FolderContents(count: 1, first: "a"), after: FolderContents(count: 1, first: "b")),
    .outsideWorkingFolder("a"),
  ]

  static let named: [ContactSheetError] = [
    .noOutput, .noSuchPage(3, known: [1]), .pagesToStandardOutput(2), .pagesToStream(2, "a"),
    .samePage("a"), .nothingGroups("{group}.png", "group"),
    .nothingGroups("{folder}.png", "folder"),
    .unknownNameToken("{gruop}.png", "gruop", nearest: "group"), .sameOutput(.html, "a"),
    .oneFile(.file("a.pdf"), .tasks), .oneFile(.file("a.pdf"), .selection),
    .oneFile(.file("a.pdf"), .singlePagePlans), .notInRule("a"), .sheetWithoutName(.html),
    .notASheet("a"), .notADocument(.html, "a"),
  ]

  static let formats: [ContactSheetError] =
    [
      .transparent, .depth(.sixteen), .tooLong(PixelSize(width: 70_000, height: 1), limit: 9),
      .missingLibrary(remedy: "install it"),
    ].map { .notInFormat(.file("a.jpg"), format: "JPEG", $0) }
    + [nil, 300].map {
      .tooManyBytes(
        .file("a.pdf"), 9000, .level(40), limit: ByteLimit(500),
        page: PixelSize(width: 70, height: 9), density: $0)
    } + [
      .formatNotWritten("a.gif", format: "GIF"),
      .pagesNotShown(.html, .file("a.pdf"), format: "a PDF"),
    ]

  static let ofPlans: [ContactSheetError] = [
    .noRoot("a", reason: "it is a file"), .pictureOutsideRoot("a", root: "b"),
    .pageOutsideRoot("a", root: "b"),
  ]

  static let written: [ContactSheetError] = [
    .folderMissing(output: "a/b", folder: "a"), .notAFolder(output: "a/b", folder: "a"),
    .folderNotWritable(output: "a/b", folder: "a", .permissionDenied), .isFolder("a"),
    .notConfined("a", .outside), .notConfined("a", .link), .notConfined("a", .special),
    .system("a", .noSpace), .system("a", .noMemory), .system("a", .ioError),
    .partlyReplaced(.system("a", .noSpace), new: [.file("b")], old: [.file("c")]),
  ]

  static let pictures: [ContactSheetError] = [
    .unreadable(UnreadablePicture(name: "a", reason: "it is cut")), .nothingReadable([]),
    .unplanned("a"),
    .changed("a", planned: PixelSize(width: 1, height: 1), found: PixelSize(width: 2, height: 1)),
    .changedColors, .tooManyOpenFiles(limit: 9),
  ]

  static let planned: [ContactSheetError] = [
    .pageTooLow(height: 9, taken: 12), .noColumnOrder, .noFirstCell, .noFirstCellInSections,
    .noSuchCell(9, among: 1), .noSuchCell(9, among: 8),
    .tooLarge(Size(width: 9, height: 9), limit: .standard), .sourceDate("a"),
    .table(.unreadable("a", .permissionDenied)), .table(.notFile("a")), .table(.tooLarge("a")),
    .template(.label, unknownToken), .template(.order, unknownToken),
    .condition(condition, unknownToken), .noneChosen([condition], count: 2),
    .noCopies(count: 1), .noCopies(count: 2),
    .missingRows(of: "a", columns: ["b"]), .missingRows(of: "a", columns: ["b", "c"]),
    .noPlaceInMatrix(first: "a"), .noMatchInMatrix(template: "{a}", first: "a"),
    .noValueInMatrix("no image is in row 'a'"),
    .noSample("every:0", of: .columnValues, example: "every:3"),
    .clash(MatrixClash(shownFile: .text("a"), hiddenFile: .text("b"), row: "1", column: "2")),
  ]

  private static let unknownToken: TemplateError = {
    do throws(TemplateError) { _ = try PictureTemplate("{nmae}") } catch { return error }
    preconditionFailure("there is no such token")
  }()

  private static let condition: Condition = {
    do { return try Condition("width > 9") } catch { preconditionFailure("\(error)") }
  }()

  @Test(
    "Every error except a system error says what cannot be done, why, and what to do",
    arguments: errors)
  func form(error: ContactSheetError) {
    let text = RawOptions().failure(error).message()
    let isOfSystem = error.isOfSystem
    #expect(text.contains(/^cannot [a-z]+ [^:]*: ./) || isOfSystem, "\(text)")
    #expect(!text.hasSuffix(".") && !text.contains("\n"), "\(text)")
    // A remedy is stated only once: in the text or beside it.
    #expect(text.contains("; ") || isOfSystem, "\(text)")
    #expect(error.remedy.map { !error.text.contains($0) } ?? true, "\(text)")
  }

  @Test(
    "Messages of the argument parser are reworded in our form, and our own are left unchanged"
  )
  func parser() throws {
    let error = try #require(#expect(throws: (any Error).self) { try parsed(["-rz"]) })
    let text = CommandLineMistake.standardized(ContactSheetCommand.message(for: error))
    #expect(text.contains(/^cannot read the options: unknown option '-.*; --help/), "\(text)")
    for message in ["cannot read 'a': it is cut", ""] {
      #expect(CommandLineMistake.standardized(message) == message)
    }
  }
}

extension ContactSheetError {
  /// Whether the reason comes from the system or from a picture's file, and so needs no remedy.
  fileprivate var isOfSystem: Bool {
    switch cause {
    case is Errno, is UnreadablePicture: true
    case let table as PictureTableError: if case .unreadable = table { true } else { false }
    case let plan as PlanFault: if case .unreadable = plan.error { true } else { false }
    default: false
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

extension ManifestError: Exemplified {
  static var first: ManifestError { .unreadable(reason: "Permission denied") }

  var next: ManifestError? {
    switch self {
    case .unreadable: .notJSON(reason: "it does not begin like JSON")
    case .notJSON: .notPlan
    case .notPlan: .otherVersion(9)
    case .otherVersion: .invalid(path: "pages", reason: "it is missing")
    case .invalid: nil
    }
  }
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
    case .columns: .surplus(5, columns: 2)
    case .surplus: .label(Self.unknownEscape)
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
    case .noRoom:
      .cellsTooLarge(CellShortage(3, .wide, 70, gap: 0, room: 200, edges: .margins))
    case .cellsTooLarge: .tooManyItems(7, columns: 2, rows: 3)
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
    case .unequalColumns: .custom("a frame is missing; give each image one")
    case .custom: nil
    }
  }
}

/// How remedies are spelled for programs and for the command.
@Suite struct RemedyTests {
  @Test(
    "Each setting in a remedy is both an option and a property or parameter of the library",
    arguments: Setting.allCases)
  func names(setting: Setting) {
    let option = Remedy("\(setting)").text(.options).dropFirst(2)
    let names = Set(OptionCatalog.all.map(\.name))
    #expect(names.contains(String(option)), "\(option)")
    // Neither is a property: the destination is an argument, and the report is a return value.
    if [.output, .report].contains(setting) { return }
    let symbols = names.compactMap(OptionPropertyTests.symbol)
    #expect(
      symbols.contains { $0.contains(setting.property.prefix { $0 != " " }) }
        || Mirror(reflecting: FolderComparison("a", with: "b")).children
          .contains { $0.label == setting.property }
        || Mirror(reflecting: Sheet()).children.contains { $0.label == setting.property },
      "\(setting.property)")
  }

  @Test("A remedy names properties in the library, and options on the command line")
  func spellings() throws {
    let remedy: Remedy =
      "\(giving: .depth, 8), \(adding: .hidden), \(.labelLines, 3) or \(.cell)"
    #expect("\(remedy)" == "set depth to 8, set includesHidden to true, labelLines 3 or cell")
    #expect(remedy.text(.options) == "use --depth 8, add --hidden, --label-lines 3 or --cell")
    let given = try parsed(["--geometry", "9x9", "a"])
    #expect(remedy.text(.options(of: given)).hasSuffix("--label-lines 3 or --geometry"))
  }
}
