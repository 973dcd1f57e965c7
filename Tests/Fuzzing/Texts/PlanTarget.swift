import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import SystemPackage
import TestSupport

@testable import ContactSheet

/// Plans as JSON: a plan that can be read can be written, read back and checked.
enum PlanTarget: FuzzTarget {
  static let name = "plan"

  static func seeds() async throws -> [[UInt8]] {
    let layouts: [any Layout] = [
      GridLayout(), RowLayout(rowHeight: 60, extent: .standard),
      CollageLayout(extent: PixelExtent(width: 500, height: 400) ?? .standard),
      // Each picture has its own row and column, so that there are empty cells.
      MatrixLayout(MatrixAxes(columns: MatrixAxis(try PictureTemplate("{stem}")))),
    ]
    var seeds: [[UInt8]] = []
    for layout in layouts {
      var job = SheetJob(
        inputs: ["sprite 16.png", "sprite 32.png", "chart 2.png"].map {
          .path(FilePath("SampleImages/\($0)"))
        })
      job.layout = layout
      job.texts.label = try PictureTemplate("{name}")
      job.texts.title = try PageTemplate("{page}")
      job.texts.font = .builtin
      job.style.decoration = Decoration(
        padding: 2, border: Border("2 navy"), radius: 3, shadow: Shadow("4"))
      seeds.append(
        SheetManifest(
          try await job.plan().plan, fileNames: [.text("build/fuzz.png")], rootName: nil
        ).json())
    }
    return seeds
  }

  /// Numbers that overflow sums, or cannot be converted.
  static let words =
    [
      Int.min, .max, -1 << 31, 1 << 31, (1 << 31) - 1, -1 << 53, 1 << 53, -1, 0,
    ].map { "\($0)" } + ["1e300", "-1e300", "5e-324", "-0.0", "9223372036854775808"]

  static func check(_ bytes: [UInt8]) {
    checkPlan(bytes)
    // libFuzzer's own mutations seldom change a number without making the plan invalid.
    var random = SeededGenerator(seed: bytes.reduce(5381) { ($0 &* 33) ^ UInt64($1) })
    if let plan = plans.randomElement(using: &random),
      let extreme = withExtremeNumber(plan, &random)
    {
      checkPlan(extreme)
    }
  }

  private static let plans = (try? waiting { try await seeds() }) ?? []

  /// A plan with one of its numbers replaced by a word.
  private static func withExtremeNumber(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8]? {
    let isDigit = bytes.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let starts = isDigit.indices.filter { isDigit[$0] && ($0 == 0 || !isDigit[$0 - 1]) }
    guard let start = starts.randomElement(using: &random),
      let word = words.randomElement(using: &random)
    else { return nil }
    let end = isDigit[start...].firstIndex(of: false) ?? bytes.count
    return Array(bytes[..<start]) + Array(word.utf8) + Array(bytes[end...])
  }

  private static func checkPlan(_ bytes: [UInt8]) {
    guard let manifest = try? SheetManifest(json: bytes) else { return }
    let whole = try? JSONDecoder().decode(SheetManifest.self, from: Data(bytes))
    expect(whole == manifest, "read piece by piece, it differs from the whole")
    let again = try? SheetManifest(json: manifest.json())
    expect(again == manifest, "its own JSON gives something else")
    let plan = manifest.plan
    _ = (plan.largestCrop, plan.sectionCount)
    _ = try? waiting { try await SheetRun(PlannedSheet(manifest), RenderRequest()) }
  }
}
