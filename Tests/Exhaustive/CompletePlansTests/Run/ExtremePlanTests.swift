import Foundation
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Plans in which one number is extremely large, small or unusual.
@Suite struct ExtremePlanTests {
  /// Numbers that are too large for any field of a plan.
  static let tooLarge = [
    "-9223372036854775808", "9223372036854775807", "-9223372036854775809", "9223372036854775808",
    "-2147483649", "2147483648", "-9007199254740993", "9007199254740992", "-1e300", "1e300",
  ]
  /// Numbers that some fields allow, and values that are not numbers.
  static let others = [
    "-2147483647", "2147483647", "-1", "0", "-0.0", "1", "0.5", "5e-324", "1e-300", "1e400", "NaN",
    "Infinity", "\"NaN\"", "null", "[]",
  ]

  static let layouts: [any Layout] = [
    GridLayout(), ColumnLayout([ColumnTrack(.adaptive(minimum: 30))], extent: .pixels(120)),
  ]

  /// A folder of pictures, and a plan of them in which every field is present.
  static func plan(
    _ layout: any Layout, _ position: LabelPosition
  ) async throws -> (folder: TemporaryFolder, json: [UInt8]) {
    let folder = TemporaryFolder()
    try folder.write(pictureFile(40, 30), to: "in/1.png")
    try folder.write([1, 2, 3], to: "in/2.png")
    var job = try SheetPlanCodingTests.job(layout, in: folder)
    job.paging.picturesPerPage = 2
    job.texts.labelPosition = position
    job.style.decoration.frame = Border("1")
    let manifest = SheetManifest(
      try await job.plan().plan, files: [folder["s.png"].string], root: folder["."].string)
    return (folder, manifest.json())
  }

  /// The paths of all numbers in a tree.
  static func numberPaths(in tree: Any) -> [[any Sendable]] {
    switch tree {
    case let object as [String: Any]:
      object.sorted { $0.key < $1.key }.flatMap { key, value in
        numberPaths(in: value).map { [key] + $0 }
      }
    case let list as [Any]:
      list.enumerated().flatMap { index, value in
        numberPaths(in: value).map { [index] + $0 }
      }
    // Foundation stores a Boolean as a number with the type of a character.
    case let number as NSNumber: String(cString: number.objCType) == "c" ? [] : [[]]
    default: []
    }
  }

  /// The plan with a number, spelled as given, at a path.
  static func changed(
    _ json: [UInt8], _ number: String, at path: [any Sendable]
  ) throws -> [UInt8] {
    let marked = try changedJSON(json, with: "@", at: path[...])
    return Array(String(decoding: marked, as: UTF8.self).replacing("\"@\"", with: number).utf8)
  }

  @Test("Every number in a plan is among those that these tests replace")
  func walk() async throws {
    let (_, json) = try await Self.plan(Self.layouts[0], .below)
    let paths = try Self.numberPaths(in: JSONSerialization.jsonObject(with: Data(json)))
    let digits = String(decoding: json, as: UTF8.self).matches(of: /: -?[0-9.]+,?\n/)
    #expect(paths.count == digits.count)
    #expect(paths.count > 40)
  }

  @Test("No field accepts a number beyond ±2³¹", arguments: layouts.indices)
  func tooLarge(layout: Int) async throws {
    let (_, json) = try await Self.plan(Self.layouts[layout], .below)
    for path in try Self.numberPaths(in: JSONSerialization.jsonObject(with: Data(json))) {
      for number in Self.tooLarge {
        let json = try Self.changed(json, number, at: path)
        #expect(throws: ManifestError.self, "\(number) at \(path)") {
          try SheetManifest(json: json)
        }
      }
    }
  }

  @Test(
    "A plan with an unusual number is refused, or read and written unchanged, and rendering it never crashes",
    arguments: [(0, .above), (1, .below)] as [(Int, LabelPosition)])
  func rendering(layout: Int, position: LabelPosition) async throws {
    let (folder, json) = try await Self.plan(Self.layouts[layout], position)
    var rendered = 0
    for path in try Self.numberPaths(in: JSONSerialization.jsonObject(with: Data(json))) {
      for number in Self.others {
        let json = try Self.changed(json, number, at: path)
        guard let manifest = try? SheetManifest(json: json) else { continue }
        #expect(try SheetManifest(json: manifest.json()) == manifest, "\(number) at \(path)")
        var request = RenderRequest(output: .file(folder["s.png"]))
        request.documents = [DocumentRequest(.html, to: .file(folder["s.html"]))]
        request.replacesForeignFiles = true
        guard let run = try? await SheetRun(PlannedSheet(manifest), request) else { continue }
        _ = try? await run.render()
        rendered += 1
      }
    }
    #expect(rendered > 20)
  }
}
