import Glibc
import PNGFixtures
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetPlanning
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Paths that are not UTF-8, in everything that a run writes as JSON.
@Suite(.needs(.namesOfAnyBytes)) struct ForeignPathTests {
  /// A folder with two versions and their masks, in which no name is UTF-8.
  private static func place(in folder: TemporaryFolder) throws -> FilePath {
    func plain(_ width: Int, _ shade: UInt16) -> [UInt8] {
      PNGFixture(
        width: width, height: 9, colorType: .rgb,
        samples: [UInt16](repeating: shade, count: 3 * width * 9)
      ).encoded()
    }
    for (file, bytes) in [
      ("before/a", plain(20, 90)), ("after/a", plain(20, 200)), ("masks/a", plain(20, 255)),
      ("masks/gone", plain(20, 0)), ("before/old", plain(30, 7)), ("after/new", plain(30, 7)),
      ("before/damaged", [1, 2, 3]), ("after/damaged", [1, 2, 4]),
    ] {
      try folder.write(bytes, to: "place/\(file)")
      let path = folder["place/\(file)"]
      let name = path.nameBytes + [0xFF] + Array(".png".utf8)
      let foreign = path.folder.appending(nameBytes: name)
      try #require(Self.moved(path, to: foreign))
    }
    let place = folder.path.appending(nameBytes: [0xFF])
    try #require(Self.moved(folder["place"], to: place))
    return place
  }

  private static func moved(_ path: FilePath, to other: FilePath) -> Bool {
    path.withPlatformString { old in other.withPlatformString { rename(old, $0) } } == 0
  }

  @Test("Manifests and reports keep every byte of each path, and a plan renders from them")
  func documents() async throws {
    let folder = TemporaryFolder()
    let place = try Self.place(in: folder)
    var job = SheetJob(inputs: [.path(place.appending("after"))])
    var comparison = ComparisonSettings(with: place.appending("before"))
    comparison.masks = place.appending("masks")
    comparison.shown = .all
    job.comparison = comparison
    let sheet = try await job.plan()
    let output = place.appending(nameBytes: [0xFE] + ".png".utf8)
    var request = RenderRequest(output: .file(output))
    request.root = place
    request.documents = [
      DocumentRequest(.manifest, to: .file(folder["m.json"])),
      DocumentRequest(.report, to: .file(folder["r.json"])),
    ]
    var outcome = RunOutcome(version: "1", notes: sheet.notes)
    let run = try await SheetRun(sheet, request)
    let report = try await run.render()
    (outcome.run, outcome.sheet, outcome.unreadable) = (run, report, report.unreadable)
    outcome.partlyReplaced = (new: [.file(output)], old: [.standardOutput, .file(place)])
    try outcome.writeDocuments(request)

    let manifest = try NamesInJSON(folder["m.json"].contents())
    // The heading of a row is text and not a path to a file.
    #expect(manifest.broken == ["row"])
    #expect(
      manifest.whole == ["source", "comparedWith", "mask", "path", "from", "file", "root"])
    let names = try NamesInJSON(folder["r.json"].contents())
    #expect(names.broken == [])
    #expect(
      names.whole == ["source", "path", "from", "file", "newFiles", "oldFiles", "subject"])

    let drawn = try output.contents()
    let again = try PlannedSheet(contentsOf: folder["m.json"])
    var second = RenderRequest()
    second.replacesForeignFiles = true
    #expect(try await SheetRun(again, second).render().pages.map(\.output) == [.file(output)])
    #expect(try output.contents() == drawn)
  }
}
