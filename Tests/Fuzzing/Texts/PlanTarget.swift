import Foundation
import SheetText
import SystemPackage

@testable import ContactSheet

/// Plans as JSON: one that is read is written as it is read again, and can be checked.
enum PlanTarget: FuzzTarget {
  static let name = "plan"

  static func seeds() async throws -> [[UInt8]] {
    let layouts: [any Layout] = [
      GridLayout(), RowLayout(rowHeight: 60, extent: .standard),
      CollageLayout(extent: Extent(width: 500, height: 400) ?? .standard),
    ]
    var seeds: [[UInt8]] = []
    for layout in layouts {
      var job = SheetJob(
        inputs: ["sprite 16.png", "sprite 32.png", "chart 2.png"].map {
          .path(FilePath("SampleImages/\($0)"))
        }, output: .file("build/fuzz.png"))
      job.layout = layout
      job.texts.label = try PictureTemplate("{name}")
      job.texts.title = try PageTemplate("{page}")
      job.texts.font = .builtin
      job.style.furniture = Furniture(
        padding: 2, border: Border("2 navy"), radius: 3, shadow: Shadow("4"))
      seeds.append(SheetManifest(try await job.plan()).json())
    }
    return seeds
  }

  static func check(_ bytes: [UInt8]) {
    guard let plan = try? SheetPlan(json: bytes) else { return }
    let json = SheetManifest(plan).json()
    guard let whole = try? JSONDecoder().decode(SheetPlan.self, from: Data(bytes)) else {
      return expect(false, "what is read piece by piece is refused as a whole")
    }
    expect(SheetManifest(whole).json() == json, "read as a whole, it says something else")
    guard let again = try? SheetPlan(json: json) else {
      return expect(false, "its own JSON is refused")
    }
    expect(SheetManifest(again).json() == json, "its own JSON says something else")
    _ = (plan.largestCrop, plan.warnings, plan.tileCount)
    _ = try? waiting { try await plan.checked() }
  }
}
