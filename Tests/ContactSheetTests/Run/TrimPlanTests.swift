import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Sheets whose pictures are shown without their borders.
@Suite struct TrimPlanTests {
  /// A picture of 90 x 60 with a pattern in a part of it.
  private static func file(_ x: Range<Int>, _ y: Range<Int>, depth: Int = 8) -> [UInt8] {
    let samples = (0..<60 * 90).flatMap { place -> [UInt16] in
      let (column, row) = (place % 90, place / 90)
      guard x ~= column, y ~= row else { return [0, 0, 0, 0] }
      return [UInt16(column * 2), UInt16(row * 3), 120, depth == 8 ? 255 : 65535]
    }
    var fixture = PNGFixture(
      width: 90, height: 60, bitDepth: depth, colorType: .rgba, samples: samples)
    (fixture.compressionLevel, fixture.dataChunkSize) = (0, 500)
    return fixture.encoded()
  }

  private static func job(
    in folder: TemporaryFolder, _ scaling: Scaling = .fit, isLabelled: Bool = false
  ) throws -> SheetJob {
    for (name, file) in [
      ("a", file(30..<40, 20..<50)), ("b", file(0..<90, 0..<60)), ("c", file(0..<0, 0..<0)),
      ("d", file(80..<90, 59..<60, depth: 16)), ("e", Array(file(3..<80, 5..<50).prefix(9000))),
    ] {
      try folder.write(file, to: "in/\(name).png")
    }
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = GridLayout(.cell(PixelSize(width: 40, height: 50), sheetRatio: 1))
    job.style = TileStyle(scaling: scaling)
    job.trimsBorders = true
    if isLabelled { job.texts.label = try PictureTemplate("{name}") }
    return job
  }

  @Test(
    "A plan says what is to be trimmed, a manifest what is left, and both render the same bytes",
    arguments: Scaling.allCases, [false, true])
  func sameBytes(scaling: Scaling, isLabelled: Bool) async throws {
    let folder = TemporaryFolder()
    let sheet = try await Self.job(in: folder, scaling, isLabelled: isLabelled).plan()
    let tiles = sheet.plan.pages.flatMap(\.tiles)
    #expect(tiles.allSatisfy { $0.trimming?.tolerance == 0 && $0.placement?.kept == nil })
    let json = SheetManifest(sheet.plan, files: ["one.png"]).json()
    let plan = try SheetManifest(json: json).plan
    #expect(plan == sheet.plan)
    _ = try await SheetPlanCodingTests.render(sheet) {
      $0.output = .file(folder["one.png"])
      $0.documents = [DocumentRequest(.manifest, to: .file(folder["one.json"]))]
      $0.workers = 3
    }
    let bytes = try folder["one.png"].contents()
    let manifest = try SheetManifest(json: folder["one.json"].contents()).plan
    let found = manifest.pages.flatMap(\.tiles)
    #expect(found.allSatisfy { $0.trimming == nil })
    let kept = found.map { $0.placement?.kept }
    #expect(kept[0] == Rect(x: 30, y: 20, width: 10, height: 30))
    #expect(kept[3] == Rect(x: 80, y: 59, width: 10, height: 1))
    #expect([1, 2, 4].allSatisfy { kept[$0] == nil && found[$0].placement != nil })
    for plan in [plan, manifest] {
      _ = try await SheetPlanCodingTests.render(PlannedSheet(plan)) {
        $0.output = .file(folder["two.png"])
        $0.workers = 1
      }
      #expect(try folder["two.png"].contents() == bytes)
    }
  }

  @Test("Cells stand as they do without trimming, and pictures without borders are the same")
  func cells() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder, isLabelled: true)
    let trimmed = try await job.plan().plan
    job.trimsBorders = false
    let plan = try await job.plan().plan
    #expect(trimmed.pages.map(\.size) == plan.pages.map(\.size))
    for (one, other) in zip(trimmed.pages.flatMap(\.tiles), plan.pages.flatMap(\.tiles)) {
      #expect(one.cell == other.cell && one.label == other.label)
      #expect(one.placement == other.placement)
      // What is left stands on its label as the whole picture does.
      #expect(one.trimming?.alignment == .bottom && other.trimming == nil)
    }
    job.trimTolerance = 7
    let tolerant = try await job.plan().plan
    #expect(tolerant.pages.flatMap(\.tiles).allSatisfy { $0.trimming?.tolerance == 7 })
    job.comparison = FolderComparison(with: folder["in"])
    #expect(
      try SheetPlanner(job).sheetPlan([[SheetPicture(red("a", width: 9, height: 9))]]).pages
        .flatMap(\.tiles).allSatisfy { $0.trimming == nil })
  }

  @Test("What a manifest says of borders is checked")
  func hostile() async throws {
    let folder = TemporaryFolder()
    let plan = try await Self.job(in: folder).plan().plan
    let json = SheetManifest(plan, files: ["a.png"]).json()
    let tile: [any Sendable] = ["pages", 0, "tiles", 0]
    func reason(_ value: any Sendable, at path: [any Sendable]) throws -> String {
      let changed = try changedJSON(json, with: value, at: (tile + path)[...])
      do {
        _ = try SheetManifest(json: changed)
        return ""
      } catch { return "\(error)" }
    }
    for (path, value, part) in [
      (["trim", "tolerance"], 256, "256 is not 0 to 255"),
      (["trim", "tolerance"], -1, "-1 is not 0 to 255"),
      (["trim", "scale"], "all", "'all' is not one of"),
      (["trim", "align"], "x", "'x' is not one of"),
      (["trim", "upscale"], true, "trim.upscale"),
      (["trim", "focus"], ["x": 0.5, "y": 1.5], "its numbers are not from 0 to 1"),
      (["kept"], ["x": 0, "y": 0, "width": 91, "height": 60], "it is not inside the picture"),
      (["kept"], ["x": 5, "y": 5, "width": 0, "height": 6], "it is not inside the picture"),
      (["kept"], ["x": 5, "y": 5, "width": 6, "height": 6], "crop: it is not inside 'kept'"),
    ] as [([String], any Sendable, String)] {
      let reason = try reason(value, at: path)
      #expect(reason.contains(part), "\(path): \(reason)")
    }
    // What is left without a whole pixel is the nearest one.
    for x in [0.2, 44.9, 89.7] {
      let kept = ["x": x, "y": 0.2, "width": 0.1, "height": 0.1]
      let changed = try changedJSON(
        changedJSON(json, with: kept, at: (tile + ["kept"])[...]), with: kept,
        at: (tile + ["crop"])[...])
      _ = try await SheetPlanCodingTests.render(PlannedSheet(SheetManifest(json: changed).plan)) {
        $0.output = .file(folder["a.png"])
      }
    }
  }

  @Test("Trimmed pictures and subjects are in a PDF, and behind the links of HTML, as on a PNG")
  func documents() async throws {
    let folder = TemporaryFolder()
    let sheet = try await Self.job(in: folder, .fill).plan()
    var placements: [[PicturePlacement?]] = []
    for name in ["a.pdf", "a.png"] {
      _ = try await SheetPlanCodingTests.render(sheet) {
        $0.output = .file(folder[name])
        $0.documents = [DocumentRequest(.manifest, to: .file(folder["a.json"]))]
        if name == "a.png" {
          $0.documents.append(DocumentRequest(.html, to: .file(folder["a.html"])))
        }
      }
      let plan = try SheetManifest(json: folder["a.json"].contents()).plan
      placements.append(plan.pages.flatMap(\.tiles).map(\.placement))
    }
    #expect(placements[0] == placements[1] && placements[0].contains { $0?.kept != nil })
    let page = String(decoding: try folder["a.html"].contents(), as: UTF8.self)
    #expect(page.contains("in/a.png") && page.contains("in/d.png"))
  }
}
