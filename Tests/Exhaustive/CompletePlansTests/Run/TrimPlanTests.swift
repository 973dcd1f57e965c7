import Foundation
import PNGFixtures
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetPlans
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

@Suite struct TrimPlanTests {
  /// A picture of 90 x 60 pixels with a pattern in part of it.
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
    job.layout = GridLayout(.cell(PixelSize(width: 40, height: 50)))
    job.style = TileStyle(scaling: scaling)
    job.trimming = .ofFormat
    if isLabelled { job.texts.label = try PictureTemplate("{name}") }
    return job
  }

  @Test(
    "A plan and a manifest both store the trimmed parts, and render the same bytes",
    arguments: Scaling.allCases, [false, true])
  func sameBytes(scaling: Scaling, isLabelled: Bool) async throws {
    let folder = TemporaryFolder()
    let sheet = try await Self.job(in: folder, scaling, isLabelled: isLabelled).plan()
    let tiles = sheet.plan.pages.flatMap(\.tiles)
    let kept = tiles.map { $0.placement?.kept }
    #expect(kept[0] == Rect(x: 30, y: 20, width: 10, height: 30))
    #expect(kept[3] == Rect(x: 80, y: 59, width: 10, height: 1))
    #expect([1, 2, 4].allSatisfy { kept[$0] == nil && tiles[$0].placement != nil })
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
    #expect(manifest.pages.flatMap(\.tiles).map { $0.placement?.kept } == kept)
    if scaling != .fill { #expect(manifest == plan) }

    for plan in [plan, manifest] {
      _ = try await SheetPlanCodingTests.render(PlannedSheet(plan)) {
        $0.output = .file(folder["two.png"])
        $0.documents = [DocumentRequest(.manifest, to: .file(folder["two.json"]))]
        $0.workers = 1
      }
      #expect(try folder["two.png"].contents() == bytes)
      #expect(try SheetManifest(json: folder["two.json"].contents()).plan == manifest)
    }
  }

  @Test("Cells are the same as without trimming, and pictures without borders are unchanged")
  func cells() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder, isLabelled: true)
    let trimmed = try await job.plan().plan
    job.trimming = nil
    let plan = try await job.plan().plan
    #expect(trimmed.pages.map(\.size.width) == plan.pages.map(\.size.width))
    for (one, other) in zip(trimmed.pages.flatMap(\.tiles), plan.pages.flatMap(\.tiles)) {
      #expect(one.cell.x == other.cell.x && one.cell.width == other.cell.width)
      // The trimmed picture sits on its label, as the whole picture does.
      let (image, label) = try (#require(one.placement).image, #require(one.label).area)
      let (whole, wholeLabel) = try (#require(other.placement).image, #require(other.label).area)
      #expect(label.y - image.maxY == wholeLabel.y - whole.maxY)
      if one.placement?.kept == nil { #expect(image.size == whole.size) }
    }
    #expect(trimmed.pages.flatMap(\.tiles).count { $0.placement?.kept != nil } == 2)
  }

  @Test(
    "A trimmed picture and its label are placed as if the picture had never had borders",
    arguments: 0...2, [LabelPosition.below, .above, .over])
  func withoutBorders(layout: Int, position: LabelPosition) async throws {
    let folder = TemporaryFolder()
    for (name, x, y) in [("a", 30..<40, 20..<50), ("b", 0..<60, 10..<30), ("c", 5..<45, 0..<55)] {
      try folder.write(Self.file(x, y), to: "bordered/\(name).png")
      let samples = y.flatMap { row in
        x.flatMap { column -> [UInt16] in [UInt16(column * 2), UInt16(row * 3), 120, 255] }
      }
      let part = PNGFixture(
        width: x.count, height: y.count, bitDepth: 8, colorType: .rgba, samples: samples)
      try folder.write(part.encoded(), to: "cut/\(name).png")
    }
    func plan(_ name: String) async throws -> SheetPlan {
      var job = SheetJob(inputs: [.path(folder[name])])
      switch layout {
      case 0: job.layout = RowLayout(rowHeight: 60)
      case 1: job.layout = MasonryLayout(extent: .pixels(300))
      default: job.layout = GridLayout(.cell(PixelSize(width: 40, height: 50)))
      }
      job.trimming = .ofFormat
      job.texts.font = .builtin
      job.texts.label = try PictureTemplate("{stem}")
      job.texts.labelPosition = position
      return try await job.plan().plan
    }
    let (trimmed, cut) = try await (plan("bordered"), plan("cut"))
    #expect(trimmed.pages.map(\.size) == cut.pages.map(\.size))
    for (one, other) in zip(trimmed.pages.flatMap(\.tiles), cut.pages.flatMap(\.tiles)) {
      #expect(one.placement?.kept != nil && other.placement?.kept == nil)
      #expect(one.cell == other.cell && one.label == other.label)
      #expect(one.placement?.image == other.placement?.image)
    }
  }

  @Test("By default, trimming has a tolerance of 0 for lossless formats and of 10 for lossy ones")
  func tolerance() throws {
    let lossless = SheetPicture(red("a", width: 9, height: 9))
    let lossy = SheetPicture(LossyPicture(picture: red("a", width: 9, height: 9)))
    #expect(Sheet.Trimming.ofFormat.value(for: lossless) == 0)
    #expect(Sheet.Trimming.ofFormat.value(for: lossy) == 10)
    #expect(Sheet.Trimming.upTo(7).value(for: lossy) == 7)
  }

  private struct LossyPicture: PictureSource {
    let picture: MemoryPicture

    var name: String { picture.name }

    func header() -> PictureHeader {
      var header = picture.header()
      header.isLossy = true
      return header
    }

    func rows(as header: PictureHeader) -> sending any PictureRows { picture.rows(as: header) }
  }

  @Test(
    "If damage is found while trimming, --on-error skip leaves no empty cell, and fail makes no plan"
  )
  func damage() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder)
    for (policy, count) in [(Sheet.UnreadablePictures.placeholder, 5), (.skip, 4)] {
      job.unreadablePolicy = policy
      let sheet = try await job.plan()
      #expect(sheet.plan.pictures.count == count)
      #expect(sheet.skipped.map { $0.path?.lastComponent?.string } == (count == 4 ? ["e.png"] : []))
    }
    job.unreadablePolicy = .fail
    await #expect(throws: ContactSheetError.self) { try await job.plan() }
    (job.trimming, job.unreadablePolicy) = (nil, .skip)
    #expect(try await job.plan().plan.pictures.count == 5)
  }

  @Test(
    "A stack's badge is on the trimmed cover, and pictures beyond the limit are not trimmed"
  )
  func badge() async throws {
    let folder = TemporaryFolder()
    for name in ["a", "b", "c"] {
      try folder.write(Self.file(30..<80, 10..<50), to: "in/\(name).png")
    }
    try folder.write(Array(Self.file(3..<80, 5..<50).prefix(9000)), to: "in/d.png")
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = GridLayout(.cell(PixelSize(width: 300, height: 100)))
    (job.stacking, job.trimming, job.sample) = (.likeness, .ofFormat, .first(1))
    let page = try await job.plan().plan.pages[0]
    let image = try #require(page.tiles[0].placement?.image)
    #expect(image.size == PixelSize(width: 50, height: 40))
    let badge = try #require(page.texts.first { $0.role == .badge })
    #expect(badge.text == "+2" && badge.area.isInside(image))
    // The pixels of hidden pictures are not examined.
    (job.stacking, job.unreadablePolicy) = (nil, .fail)
    #expect(try await job.plan().plan.pictures.count == 1)
  }

  @Test("Invalid borders in a manifest are refused")
  func hostile() async throws {
    let folder = TemporaryFolder()
    var job = try Self.job(in: folder)
    job.trimming = nil
    let json = SheetManifest(try await job.plan().plan, files: ["a.png"]).json()
    let tile: [any Sendable] = ["pages", 0, "tiles", 0]
    func reason(_ value: any Sendable, at path: [any Sendable]) throws -> String {
      let changed = try changedJSON(json, with: value, at: (tile + path)[...])
      do {
        _ = try SheetManifest(json: changed)
        return ""
      } catch { return "\(error)" }
    }
    for (path, value, part) in [
      (["kept"], ["x": 0, "y": 0, "width": 91, "height": 60], "it is not inside the image"),
      (["kept"], ["x": 5, "y": 5, "width": 0, "height": 6], "it is not inside the image"),
      (["kept"], ["x": 5, "y": 5, "width": 6, "height": 6], "crop: it is not inside 'kept'"),
    ] as [([String], any Sendable, String)] {
      let reason = try reason(value, at: path)
      #expect(reason.contains(part), "\(path): \(reason)")
    }
    // A remainder smaller than a pixel becomes the nearest whole pixel.
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

  @Test("Trimmed and cropped pictures look the same in a PNG, in a PDF and behind HTML links")
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
