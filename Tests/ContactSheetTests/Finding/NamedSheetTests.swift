import Foundation
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet
@testable import SheetFiles

/// Sheets of an earlier run among the arguments and in lists.
@Suite struct NamedSheetTests {
  let folder = TemporaryFolder()

  init() throws {
    try writePictures("a.png", "b.png")
    try writeSheets("sheet.png")
  }

  private static let pixel = PNGFixture(width: 1, height: 1, colorType: .gray, samples: [0])

  private func writePictures(_ names: String...) throws {
    for name in names { try folder.write(Self.pixel.encoded(), to: name) }
  }

  private func writeSheets(_ names: String...) throws {
    var sheet = Self.pixel
    sheet.chunksBeforeData = [.text("Software", "contactsheet")]
    for name in names { try folder.write(sheet.encoded(), to: name) }
  }

  private func found(
    _ inputs: [SheetInput], output: String = "sheet.png",
    _ change: (inout PictureSearch) -> Void = { _ in }
  ) throws -> FoundImages {
    var search = PictureSearch()
    change(&search)
    return try ImageFinder(search: search, output: OutputNames(folder[output])).images(in: inputs)
  }

  private func list(_ names: String...) throws -> SheetInput {
    let text = names.map { folder[$0].string }.joined(separator: "\n")
    return .list(PathList(.file(try folder.write("list.txt", text))))
  }

  private func paths(_ names: String...) -> [SheetInput] { names.map { .path(folder[$0]) } }

  @Test(
    "A sheet named as an input is left out if it is also the output, whatever path leads to it",
    arguments: [
      "sheet.png", "./sheet.png", "x/../sheet.png", "x/up/sheet.png", "link", "hard.png",
    ],
    ["sheet.png", "x/up/sheet.png", "link"])
  func spellings(name: String, output: String) throws {
    try folder.folder("x")
    try folder.link("x/up", to: "..")
    try folder.link("link", to: "sheet.png")
    #expect(link(folder["sheet.png"].string, folder["hard.png"].string) == 0)
    for inputs in [paths("a.png", name, "b.png"), [try list("a.png", name, "b.png")]] {
      let found = try found(inputs, output: output)
      #expect(folder.relative(found.images.map(\.path)) == ["a.png", "b.png"])
      #expect(found.namedPages == [folder[name]])
      #expect(found.notes.of(.ownPage).map(\.severity) == [.note])
    }
  }

  @Test("Named pages of an earlier run are left out, even through links; other sheets are shown")
  func pages() throws {
    try writeSheets("sheet-001.png", "sheet-012.png", "other.png", "sheet-1.png")
    try folder.link("link.png", to: "sheet-012.png")
    let found = try found(
      paths("a.png", "sheet-001.png", "other.png", "link.png", "sheet-1.png", "sheet.png"))
    #expect(folder.relative(found.images.map(\.path)) == ["a.png", "other.png", "sheet-1.png"])
    #expect(folder.relative(found.namedPages) == ["sheet-001.png", "link.png", "sheet.png"])
    let note = try #require(found.notes.of(.ownPage).first)
    #expect(note.text.contains("sheet-001.png' (and 2 more), sheets of an earlier run"))
    #expect(note.measures[.count] == 3)
  }

  @Test("A sheet that is named several times and also found in a folder is left out once")
  func once() throws {
    let found = try found(
      [.path(folder.path)] + paths("sheet.png", "./sheet.png") + [try list("sheet.png")])
    #expect(folder.relative(found.images.map(\.path)).sorted() == ["a.png", "b.png"])
    #expect(folder.relative(found.namedPages) == ["sheet.png"])
    #expect(found.notes.of(.ownPage).count == 1)
  }

  @Test("A named sheet that --exclude matches is not an input")
  func excluded() throws {
    let found = try found(paths("a.png", "sheet.png")) { $0.exclude = [Glob("sheet*")] }
    #expect(found.excluded.isEmpty && folder.relative(found.namedPages) == ["sheet.png"])
  }

  @Test("Shell order is replaced by natural order, whether or not the sheet is among the names")
  func order() throws {
    try writePictures("img1.png", "img10.png", "img2.png")
    let names = ["img1.png", "img10.png", "img2.png"]
    func order(_ names: [String]) throws -> [String] {
      let images = try found(names.map { .path(folder[$0]) }, output: "img3.png").images
      return folder.relative(try ImageOrder(by: .auto).sorted(images))
    }
    let first = try order(names)
    #expect(first == ["img1.png", "img2.png", "img10.png"])
    try writeSheets("img3.png")
    #expect(try order(names + ["img3.png"]) == first)
    // ls -t names the newest file first.
    #expect(try order(["img3.png"] + names) == first)
  }

  @Test("If the output is the only file named, the error says so")
  func alone() throws {
    #expect(throws: ContactSheetError.onlyOutput(folder["sheet.png"])) {
      try found(paths("sheet.png"))
    }
    #expect(throws: ContactSheetError.onlyOutput(folder["sheet.png"])) {
      try found([list("sheet.png", "./sheet.png")])
    }
    let message = ContactSheetError.onlyOutput("s.png").text
    #expect(
      message
        == "cannot make a sheet: there are no images other than 's.png', which an earlier run wrote"
    )
  }

  @Test("If only pages are named, they are shown, except for the output itself")
  func sheetOfSheets() throws {
    try writeSheets("sheet-001.png", "sheet-002.png")
    for inputs in [
      paths("sheet-001.png", "sheet-002.png"), paths("sheet-001.png", "sheet.png", "sheet-002.png"),
    ] {
      let found = try found(inputs)
      #expect(folder.relative(found.images.map(\.path)) == ["sheet-001.png", "sheet-002.png"])
      #expect(found.namedPages.count == inputs.count - 2)
    }
  }

  @Test(
    "A file that is both an input and the output, but was not made by contactsheet, is an error")
  func foreign() async throws {
    try folder.write(Self.pixel.encoded(), to: "sheet.png")
    let before = folder.contents("sheet.png")
    for inputs in [paths("a.png", "sheet.png"), [try list("a.png", "sheet.png")]] {
      await #expect(throws: ContactSheetError.inputIsOutput(folder["sheet.png"])) {
        try await SheetJob(inputs: inputs).run(to: .file(folder["sheet.png"]))
      }
    }
    #expect(folder.contents("sheet.png") == before)
  }

  @Test("An empty file with the output's name is left out, as in a folder")
  func emptyFile() throws {
    try folder.write([], to: "sheet.png")
    let found = try found(paths("a.png", "sheet.png"))
    #expect(folder.relative(found.images.map(\.path)) == ["a.png"] && found.namedPages.count == 1)
  }

  @Test("Without an output, a named sheet is a picture")
  func withoutOutput() throws {
    let found = try ImageFinder(search: PictureSearch()).images(in: paths("a.png", "sheet.png"))
    #expect(found.images.count == 2 && found.namedPages.isEmpty)
  }

  @Test("When files are compared, a sheet named among them is left out")
  func compared() async throws {
    let pairs = try await folder.comparing(paths("a.png", "sheet.png")) { folder in
      for name in ["old/a.png", "old/sheet.png"] {
        try folder.write(Self.pixel.encoded(), to: name)
      }
      return ComparisonSettings(with: folder["old/a.png"])
    }
    #expect(folder.relative(pairs.pairs.compactMap(\.after?.path)) == ["a.png"])
    #expect(folder.relative(pairs.laterFindings.namedPages) == ["sheet.png"])
  }
}

extension TemporaryFolder {
  /// Pairs the pictures of a comparison whose output is `sheet.png`; `settings` is given this
  /// folder.
  fileprivate func comparing(
    _ inputs: [SheetInput], _ settings: (TemporaryFolder) throws -> ComparisonSettings
  ) async throws -> FolderPairs.Found {
    let finder = ImageFinder(
      search: PictureSearch(), output: OutputNames(self["sheet.png"]),
      includesUnreadableFormats: true)
    return try await FolderPairs(finder, for: settings(self), workers: 2).pairs(in: inputs)
  }
}
