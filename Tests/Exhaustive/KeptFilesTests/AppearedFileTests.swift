import CommandFixtures
import SheetFixtures
import SheetModel
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Files that appear at the path of an output while the sheet is rendered.
@Suite struct AppearedFileTests {
  /// What is at the path of an output when the run begins.
  enum Beginning: String, CaseIterable, Sendable { case nothing, emptyFile, ownFile }

  static let names = ["s.png", "m.json", "p.html"]
  static let notes = Array("notes\n".utf8)

  /// Two pictures, and what an earlier run has left.
  static func folder(_ beginning: Beginning = .nothing) async throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["1", "2"] { try folder.writePicture("pics/\(name).png") }
    switch beginning {
    case .nothing: break
    case .emptyFile: for name in names { try folder.write([], to: name) }
    case .ownFile: try await render(in: folder) {}
    }
    return folder
  }

  /// Makes a sheet with two documents, and calls `meanwhile` after each picture.
  static func render(
    in folder: TemporaryFolder, _ overwrite: Sheet.Overwriting = .sheetsOnly,
    meanwhile: @escaping @Sendable () -> Void
  ) async throws {
    var options = Sheet.RenderOptions()
    (options.manifest, options.html) = (folder["m.json"].string, folder["p.html"].string)
    try await Sheet(folder: folder["pics"].string).render(
      to: folder["s.png"].string, overwrite: overwrite, options: options
    ) { _ in meanwhile() }
  }

  @Test(
    "A foreign file that appears while a sheet is rendered stays as it is, and nothing is written",
    arguments: names, Beginning.allCases)
  func foreign(name: String, beginning: Beginning) async throws {
    let folder = try await Self.folder(beginning)
    let before = Self.names.map { folder.contents($0) }
    let path = folder[name]
    let expected: ContactSheetError =
      switch name {
      case "s.png": .notASheet(path)
      case "m.json": .notADocument(.manifest, path)
      default: .notADocument(.html, path)
      }
    await #expect(throws: expected) {
      try await Self.render(in: folder) { try? folder.write(Self.notes, to: name) }
    }
    for (other, old) in zip(Self.names, before) {
      #expect(folder.contents(other) == (other == name ? Self.notes : old), "\(other)")
    }
    #expect(!folder.names.contains { $0.hasPrefix(".") })
  }

  @Test(
    "A foreign file that appears in the meantime is replaced if allowed, and a sheet always is",
    arguments: Beginning.allCases)
  func replaced(beginning: Beginning) async throws {
    let folder = try await Self.folder(beginning)
    try await Self.render(in: folder, .anyFile) {
      for name in Self.names { try? folder.write(Self.notes, to: name) }
    }
    let own = try Self.names.map { try #require(folder.contents($0)) }
    #expect(!own.contains(Self.notes))
    // As if another run had made the same sheet in the meantime.
    let other = try await Self.folder(beginning)
    try await Self.render(in: other) {
      for (name, bytes) in zip(Self.names, own) { try? other.write(bytes, to: name) }
    }
    #expect(other.contents("s.png") == own[0])
  }

  @Test("A report does not replace a foreign file that appears before the run has ended")
  func report() async throws {
    let folder = try await Self.folder()
    var request = RenderRequest(output: .file(folder["s.png"]))
    request.documents = [DocumentRequest(.report, to: .file(folder["r.json"]))]
    let sheet = try await SheetJob(inputs: [.path(folder["pics"])]).plan()
    let run = try await SheetRun(sheet, request)
    var outcome = RunOutcome(version: "1", notes: run.notes)
    (outcome.run, outcome.sheet) = (run, try await run.render())
    try folder.write(Self.notes, to: "r.json")
    let expected = ContactSheetError.notADocument(.report, folder["r.json"])
    #expect(throws: expected) { try outcome.writeDocuments(request) }
    #expect(folder.contents("r.json") == Self.notes)
    request.replacesForeignFiles = true
    try outcome.writeDocuments(request)
    #expect(folder.contents("r.json") != Self.notes)
  }
}
