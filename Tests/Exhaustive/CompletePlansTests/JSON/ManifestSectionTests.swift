import Foundation
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import Testing

@testable import SheetPlans

@Suite struct ManifestSectionTests {
  /// A manifest of two pages, the second of which continues the second section.
  static func manifest() throws -> SheetManifest {
    var job = SheetJob()
    job.texts.font = .builtin
    job.paging.picturesPerPage = 4
    (job.paging.groupKey, job.paging.groupBreak) = (.folder, .section)
    let plan = try SheetPlanner(job).plan(
      [("a", 3), ("\"b\"", 3)].map { name, count in
        PictureGroup(name: name, pictures: Array(repeating: .stub(30, 20), count: count))
      }
    ).plan
    return SheetManifest(plan, files: ["1.png", "2.png"])
  }

  @Test("A manifest lists the sections of all pages, and can be decoded whole or page by page")
  func list() throws {
    let manifest = try Self.manifest()
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(manifest.json())) as? [String: Any])
    let sections = try #require(root["sections"] as? [[String: Any]])
    #expect(sections.map { $0["heading"] as? String } == ["a", "\"b\"", "\"b\" (continued)"])
    #expect(sections.map { $0["page"] as? Int } == [1, 1, 2])
    #expect(sections.map { $0["tiles"] as? Int } == [3, 1, 2])
    #expect(sections.map { $0["continued"] as? Bool } == [nil, nil, true])
    #expect(try SheetManifest(json: manifest.json()) == manifest)
    let last = manifest.plan.only(manifest.plan.pages[1])
    #expect(last.sectionCount == 1 && manifest.plan.sectionCount == 2)
    let alone = SheetManifest(last, files: ["2.png"])
    #expect(try SheetManifest(json: alone.json()) == alone)
  }

  @Test(
    "Invalid numbers in sections are refused",
    arguments: [
      (["sections", 2, "page"], 3, "sections[2].page"),
      (["sections", 2, "page"], 1, "sections[2].tiles"),
      (["sections", 0, "tiles"], -1, "sections[0].tiles"),
      (["sections", 0, "tiles"], 2, "sections"),
      (["sections", 0, "tiles"], 9, "sections[0].tiles"),
      (["sections", 0, "area", "height"], 100_000, "sections[0].area"),
      (["sections", 1, "headingArea", "x"], -1, "sections[1].headingArea"),
    ] as [([any Sendable], Int, String)])
  func numbers(path: [any Sendable], value: Int, error: String) throws {
    let json = try changedJSON(Self.manifest().json(), with: value, at: path[...])
    let outcome = Result { try SheetManifest(json: json) }
    guard case .failure(let failure) = outcome else {
      Issue.record("\(path) is accepted as \(value)")
      return
    }
    #expect("\(failure)".contains(error))
  }
}
