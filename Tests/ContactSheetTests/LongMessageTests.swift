import SheetFiles
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SystemPackage
import Testing

@testable import ContactSheet

/// Messages about very many items, and about long paths.
@Suite struct LongMessageTests {
  static let paths = (1...3000).map { FilePath("folder/with/a/name/\($0).png") }
  static let long = FilePath(String(repeating: "folder/", count: 500) + "IMG_1.jpg")

  /// The errors that contain a list, each with thousands of members.
  static let errors: [any Error] = [
    ContactSheetError.noSuchPage(1, known: Array(stride(from: 2, through: 6000, by: 2))),
    ContactSheetError.noImages(paths.map { EmptyFolder(path: $0) }),
    ContactSheetError.partlyReplaced(
      .system("a.png", .noSpace), new: paths.map { .file($0) }, old: paths.map { .file($0) }),
    ContactSheetError.layout(.unequalColumns((1...3000).map { Double($0) })),
    ContactSheetError.template(.label, misspelt),
  ]

  /// A token similar to one of thousands of columns.
  static let misspelt: TemplateError = {
    do throws(TemplateError) {
      try PictureTemplate("{colunm-7}", others: .any)
        .checkTokens(names: (1...3000).map { "column-\($0)" }, without: [])
    } catch {
      return error
    }
    preconditionFailure("there is no such token")
  }()

  @Test("A message about thousands of items names a few and counts the rest")
  func lists() {
    for error in Self.errors {
      let message = "\(error)"
      #expect(message.count < 1000, "\(message.prefix(200))")
      #expect(message.contains(#/ and \d+ more/#), "\(message.prefix(200))")
    }
    #expect("\(Self.misspelt)".contains("did you mean {column-7}?"))
  }

  @Test("A message shows only the end of a long path, and never cuts a character")
  func longPaths() {
    let errors: [any Error] = [
      ContactSheetError.notASheet(Self.long), ContactSheetError.notInRule(Self.long),
      ContactSheetError.pictureOutsideRoot(Self.long, root: Self.long),
      ContactSheetError.oneFile(.file(Self.long), .tasks),
      ContactSheetError.samePage(Self.long.string),
      ContactSheetError.missing(Self.long),
      ContactSheetError.brokenLink(Self.long, target: Self.long),
      ContactSheetError.folderMissing(output: Self.long, folder: Self.long),
      ContactSheetError.system(Self.long, .noSpace), ContactSheetError.unplanned(Self.long.string),
    ]
    for error in errors {
      let message = "\(error)"
      #expect(message.count < 1000, "\(message.prefix(200))")
      #expect(message.contains("'…") && message.contains("folder/IMG_1.jpg'"))
    }
    let weight = TableRowError.value(
      String(repeating: "9", count: 9999), of: "weight", form: "a number from 0.01 to 100")
    #expect("\(weight)".count < 300)
    let accents = FilePath(String(repeating: "é", count: 999))
    #expect(accents.quoted == "'…\(String(repeating: "é", count: 100))'")
    #expect(FilePath(String(repeating: "a", count: 300)).quoted.count == 302)
  }
}
