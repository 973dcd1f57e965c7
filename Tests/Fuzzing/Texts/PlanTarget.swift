import Foundation
import SheetLayout
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
        })
      job.layout = layout
      job.texts.label = try PictureTemplate("{name}")
      job.texts.title = try PageTemplate("{page}")
      job.texts.font = .builtin
      job.style.furniture = Furniture(
        padding: 2, border: Border("2 navy"), radius: 3, shadow: Shadow("4"))
      seeds.append(SheetManifest(try await job.plan().plan, files: ["build/fuzz.png"]).json())
    }
    return seeds
  }

  static func check(_ bytes: [UInt8]) {
    guard let manifest = try? SheetManifest(json: bytes) else { return }
    let whole = try? JSONDecoder().decode(SheetManifest.self, from: Data(bytes))
    expect(whole == manifest, "read piece by piece, it says something else than as a whole")
    let again = try? SheetManifest(json: manifest.json())
    expect(again == manifest, "its own JSON says something else")
    let plan = manifest.plan
    _ = (plan.largestCrop, plan.tileCount)
    _ = try? waiting { try await SheetRun(PlannedSheet(manifest), SheetRequest()) }
  }
}
