import ContactSheet
import PNGFixtures
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

/// A file marked as one of our contact sheets is skipped if its folder contains other pictures.
@Suite struct OtherSheetTests {
  let folder = TemporaryFolder()

  /// A PNG marked as one of our contact sheets.
  static func sheet(height: Int = 1) -> [UInt8] {
    var sheet = PNGFixture(
      width: 1, height: height, colorType: .gray, samples: Array(repeating: 0, count: height))
    sheet.chunksBeforeData = [.text("Software", "contactsheet")]
    return sheet.encoded()
  }

  /// The pictures of a plan, and its notes.
  func plan(_ inputs: String...) async throws -> (names: [String], Notes) {
    let planned = try await SheetJob(inputs: inputs.map { .path(folder[$0]) }).plan()
    let paths = planned.plan.pictures.map { FilePath($0.name) }
    return (folder.relative(paths), planned.notes)
  }

  @Test(
    "Sheets in folders are skipped, even if too tall to be read; sheets named explicitly are shown")
  func passedOver() async throws {
    try folder.write(pictureFile(5, 5), to: "in/a.png")
    try folder.write(Self.sheet(), to: "in/sheet.png")
    try folder.write(Self.sheet(height: 1_000_001), to: "in/tall.png")
    var (names, notes) = try await plan("in")
    #expect(names == ["in/a.png"])
    let passed = notes.of(.passedSheet).compactMap(\.subject).sorted()
    #expect(passed == ["in/sheet.png", "in/tall.png"].map { folder[$0].string })
    #expect(notes.of(.passedSheets).map { $0.measures[.count] } == [2])
    #expect(notes.of(.shownSheets).isEmpty)

    (names, notes) = try await plan("in", "in/sheet.png")
    #expect(Set(names) == ["in/a.png", "in/sheet.png"])
    let list = try folder.write("list.txt", folder["in/sheet.png"].string)
    let job = SheetJob(inputs: [.path(folder["in/a.png"]), .list(PathList(.file(list)))])
    #expect(try await job.plan().plan.pictures.count == 2)
  }

  @Test("A folder that contains only sheets shows them, even next to a folder of pictures")
  func nothingElse() async throws {
    try folder.write(pictureFile(5, 5), to: "in/a.png")
    try folder.write(Self.sheet(), to: "in/old.png")
    try folder.write(Self.sheet(), to: "sheets/1.png")
    try folder.write("sheets/notes.txt")
    let (names, notes) = try await plan("in", "sheets")
    #expect(names == ["in/a.png", "sheets/1.png"])
    #expect(notes.of(.passedSheet).map(\.subject) == [folder["in/old.png"].string])
    #expect(notes.of(.shownSheets).map(\.subject) == [folder["sheets"].string])
  }

  @Test("A comparison also compares contact sheets")
  func compared() async throws {
    for name in ["before/a.png", "after/a.png"] { try folder.write(pictureFile(5, 5), to: name) }
    try folder.write(Self.sheet(), to: "before/sheet.png")
    try folder.write(Self.sheet(height: 2), to: "after/sheet.png")
    var job = SheetJob(inputs: [.path(folder["after"])])
    job.comparison = ComparisonSettings(with: folder["before"])
    let planned = try await job.plan()
    #expect(planned.plan.comparison?.pairs.count == 2)
    #expect(planned.notes.of(.passedSheets).isEmpty)
  }

  @Test("A PNG whose metadata names a different program is a picture")
  func otherPrograms() async throws {
    for (number, text) in ["GIMP", "contactsheets", "contactsheet ", ""].enumerated() {
      var picture = PNGFixture(width: 1, height: 1, colorType: .gray, samples: [0])
      picture.chunksBeforeData = [.text("Software", text), .text("Title", "contactsheet")]
      try folder.write(picture.encoded(), to: "in/\(number).png")
    }
    try folder.write(Self.sheet(), to: "in/sheet.png")
    #expect(try await plan("in").names.count == 4)
  }
}
