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

/// Plans encoded as JSON, and plans decoded from it.
@Suite struct SheetPlanCodingTests {
  static let layouts: [any Layout] = [
    GridLayout(), TieredLayout(), RowLayout(rowHeight: 60, extent: .pixels(500)),
    ColumnLayout([ColumnTrack(.adaptive(minimum: 90))], extent: .pixels(500)),
    MasonryLayout([ColumnTrack(.adaptive(minimum: 90))], extent: .pixels(500)),
    CollageLayout(extent: .pixels(500, 400)),
  ]

  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...7 {
      try folder.write(
        pictureFile(20 + 9 * number, 60 - 5 * number), to: "in/\(number).png")
    }
    try folder.write([1, 2, 3], to: "in/8.png")
    return folder
  }

  static func job(_ layout: any Layout, in folder: TemporaryFolder) throws -> SheetJob {
    var job = SheetJob(inputs: [.path(folder["in"])])
    job.layout = layout
    job.texts.label = try PictureTemplate("{name}")
    job.texts.title = try PageTemplate("{page} of {pages}")
    job.texts.font = .builtin
    job.style = TileStyle(
      scaling: .fill, alignment: .topLeft, enlargement: .allowed, filter: .mitchell,
      light: .encoded, sharpening: UnsharpMask(amount: 0.5), background: .checker,
      cellBackground: try Backdrop(parsing: "#abcdef80"),
      decoration: Decoration(padding: 2, border: Border("2 navy"), radius: 3, shadow: Shadow("4")))
    job.metadata = MetadataUse(color: .ignore, orientation: .ignore)
    job.encoding = SheetEncoding(
      compressionLevel: 2, quality: .level(77), depth: .sixteen, pixelsPerInch: 96)
    job.paging.picturesPerPage = 5
    return job
  }

  /// The plan of a job, and the manifest that a dry run would write.
  static func planned(
    _ job: SheetJob, in folder: TemporaryFolder
  ) async throws -> (sheet: PlannedSheet, json: [UInt8]) {
    let sheet = try await job.plan()
    var request = RenderRequest(output: .file(folder["s.png"]))
    request.documents = [DocumentRequest(.manifest, to: .file(folder["dry.json"]))]
    request.isDryRun = true
    _ = try await SheetRun(sheet, request).writeDocuments()
    let json = try folder["dry.json"].contents()
    try FileManager.default.removeItem(atPath: folder["dry.json"].string)
    return (sheet, json)
  }

  static func render(
    _ sheet: PlannedSheet, _ change: (inout RenderRequest) -> Void = { _ in }
  ) async throws -> SheetReport {
    var request = RenderRequest()
    change(&request)
    return try await SheetRun(sheet, request).render()
  }

  @Test("A manifest contains the whole plan and renders the same bytes", arguments: layouts)
  func roundTrip(layout: any Layout) async throws {
    let folder = try Self.folder()
    let (sheet, json) = try await Self.planned(Self.job(layout, in: folder), in: folder)
    let manifest = try SheetManifest(json: json)
    #expect(manifest.plan == sheet.plan)
    #expect(manifest.plan.layout == type(of: layout).name)
    #expect(manifest.files == ["s-001.png", "s-002.png"].map { folder[$0].string })
    let names = ["s-001.png", "s-002.png"]
    _ = try await Self.render(sheet) { $0.output = .file(folder["s.png"]) }
    let sheets = try names.map { try folder[$0].contents() }
    for name in names { try FileManager.default.removeItem(atPath: folder[name].string) }
    let report = try await Self.render(PlannedSheet(manifest)) { $0.workers = 1 }
    #expect(report.unreadable.map(\.name) == [folder["in/8.png"].string])
    let areEqual = try zip(names, sheets).allSatisfy { try folder[$0].contents() == $1 }
    #expect(areEqual, "the sheets differ")
  }

  @Test("A plan can be encoded by any encoder")
  func codable() async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(GridLayout(), in: folder).plan().plan
    let data = try PropertyListEncoder().encode(plan)
    #expect(try PropertyListDecoder().decode(SheetPlan.self, from: data) == plan)
  }

  @Test("A plan can be rendered in part or to different files, and its manifest keeps all pages")
  func replacing() async throws {
    let folder = try Self.folder()
    let (_, json) = try await Self.planned(Self.job(GridLayout(), in: folder), in: folder)
    let sheet = PlannedSheet(try SheetManifest(json: json))
    _ = try await Self.render(sheet) {
      $0.pages = .numbers(2...2)
      $0.output = .file(folder["t%d.png"])
      $0.documents = [DocumentRequest(.manifest, to: .file(folder["t.json"]))]
      $0.depth = .eight
    }
    #expect(folder.names == ["in", "t.json", "t2.png"])
    let written = try SheetManifest(json: folder["t.json"].contents())
    #expect(written.files == ["t1.png", "t2.png"].map { folder[$0].string })
    #expect(written.plan.encoding.depth == .eight)
    for (numbers, missing) in [(2...3, 3), (0...1, 0)] {
      await #expect(throws: ContactSheetError.noSuchPage(missing, known: [1, 2])) {
        try await Self.render(sheet) { $0.pages = .numbers(numbers) }
      }
    }
  }

  @Test("A plan is checked against the pixel limit, on every page")
  func limit() async throws {
    let folder = try Self.folder()
    let (sheet, json) = try await Self.planned(Self.job(GridLayout(), in: folder), in: folder)
    let decoded = PlannedSheet(try SheetManifest(json: json))
    let largest = try #require(sheet.plan.pages.map { $0.size.width * $0.size.height }.max())
    var request = RenderRequest()
    request.maximumPixels = PixelCount(largest)
    _ = try await SheetRun(decoded, request)
    request.maximumPixels = PixelCount(largest - 1)
    await #expect(throws: ContactSheetError.self) { try await SheetRun(decoded, request) }
    #expect(folder.names == ["in"])
  }

  @Test("Only a plan made from a job reports pages left over from an earlier run")
  func olderFiles() async throws {
    let folder = try Self.folder()
    var job = try Self.job(GridLayout(), in: folder)
    func older(
      _ sheet: PlannedSheet, _ change: (inout RenderRequest) -> Void = { _ in }
    ) async throws -> [String] {
      _ = try await Self.render(sheet, change)
      return sheet.notes.of(.olderFiles).map(\.text)
    }
    func render(_ sheet: PlannedSheet) async throws -> [String] {
      try await older(sheet) { $0.output = .file(folder["s.png"]) }
    }
    job.paging.picturesPerPage = 3
    #expect(try await render(job.plan()).isEmpty)
    job.paging.picturesPerPage = 4
    let (sheet, json) = try await Self.planned(job, in: folder)
    #expect(
      try await render(sheet)
        == ["'\(folder["s-003.png"])' is left over from an earlier run with other pages"])
    // A manifest may be rendered page by page, so files of its other pages are not reported as left
    // over.
    let decoded = PlannedSheet(try SheetManifest(json: json))
    #expect(try await older(decoded).isEmpty)
    #expect(try await older(decoded) { $0.pages = .numbers(1...1) }.isEmpty)
    let renamed = try await older(decoded) {
      $0.pages = .numbers(1...1)
      $0.output = .file(folder["s.png"])
    }
    #expect(renamed.isEmpty)

    job.paging.picturesPerPage = nil
    let (single, singleJSON) = try await Self.planned(job, in: folder)
    #expect(
      try await render(single) == [
        "'\(folder["s-001.png"])' (and 2 more) are left over from an earlier run with other pages"
      ])
    let decodedSingle = PlannedSheet(try SheetManifest(json: singleJSON))
    #expect(try await older(decodedSingle).isEmpty)
  }

  /// The JSON of a plan of one page with a title and one labelled picture of 40 x 30 pixels.
  static func smallPlan() async throws -> [UInt8] {
    let picture = MemoryPicture(
      name: "p.png", size: PixelSize(width: 40, height: 30), format: PixelFormat(.gray, .eight),
      bytes: Array(repeating: 0, count: 1200))
    var job = SheetJob(sources: [picture])
    job.texts.label = try PictureTemplate("{name}")
    job.texts.title = try PageTemplate("title")
    job.texts.font = .builtin
    job.style.sharpening = UnsharpMask(amount: 1)
    job.style.decoration = Decoration(padding: 1, border: Border("1"), radius: 1)
    job.encoding.pixelsPerInch = 72
    return SheetManifest(try await job.plan().plan, files: ["small-plan.png"]).json()
  }

  /// Expects the plan to be refused when the field at `path` has this value, with the field named
  /// in the error.
  static func expectRefusal(
    _ json: [UInt8], with value: any Sendable, at path: [any Sendable], named name: String
  ) throws {
    let changed = try changedJSON(json, with: value, at: path[...])
    do throws(ManifestError) {
      _ = try SheetManifest(json: changed)
      Issue.record("\(name) is refused as \(value)")
    } catch {
      guard case .invalid(path: name, _) = error else {
        Issue.record("\(name) = \(value): \(error)")
        return
      }
    }
  }

  @Test("An area may touch the edges of its container, but not extend beyond them")
  func areas() async throws {
    let json = try await Self.smallPlan()
    let plan = try SheetManifest(json: json).plan
    let (page, tile) = (plan.pages[0], plan.pages[0].tiles[0])
    let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let picture = PixelRect(x: 0, y: 0, width: 40, height: 30)
    let tilePath: [any Sendable] = ["pages", 0, "tiles", 0]
    let areas: [(path: [any Sendable], name: String, outer: PixelRect)] = [
      (tilePath + ["cell"], "pages[0].tiles[0].cell", sheet),
      (tilePath + ["label", "area"], "pages[0].tiles[0].label.area", tile.cell),
      (tilePath + ["image"], "pages[0].tiles[0].image", tile.cell),
      (tilePath + ["crop"], "pages[0].tiles[0].crop", picture),
      (["pages", 0, "texts", 0, "area"], "pages[0].texts[0].area", sheet),
    ]
    for (path, name, outer) in areas {
      func value(x: Int = 0, y: Int = 0, width: Int = 0, height: Int = 0) -> [String: Int] {
        [
          "x": outer.x + x, "y": outer.y + y, "width": outer.width + width,
          "height": outer.height + height,
        ]
      }
      let whole = try changedJSON(json, with: value(), at: path[...])
      #expect(throws: Never.self, "\(name)") { try SheetManifest(json: whole) }
      for wrong in [
        value(x: -1), value(y: -1), value(x: -1, width: 1), value(y: -1, height: 1),
        value(width: 1), value(height: 1), value(width: -outer.width), value(height: -outer.height),
      ] {
        try Self.expectRefusal(json, with: wrong, at: path, named: name)
      }
    }
  }

  @Test("Numbers in a plan are accepted up to their bounds and refused beyond them")
  func bounds() async throws {
    let json = try await Self.smallPlan()
    let side = 2_147_483_647
    let numbers: [(path: [any Sendable], name: String, accepted: [Double], refused: [Double])] = [
      (
        ["pages", 0, "tiles", 0, "scale"], "pages[0].tiles[0].scale", [1, 0.5, 0.25, 0.125],
        [0, 0.3, 2, -1]
      ),
      (["options", "compression"], "options.compression", [0, 9], [-1, 10]),
      (["options", "quality"], "options.quality", [1, 100], [0, 101]),
      (["options", "depth"], "options.depth", [8, 16], [0, 7, 9, 32]),
      (["options", "dpi"], "options.dpi", [1, 100_000], [0, 100_001]),
      (["options", "sharpen"], "options.sharpen", [0, 5], [-0.1, 5.1]),
      (["options", "decoration", "padding"], "options.decoration.padding", [0], [-1]),
      (["options", "decoration", "radius"], "options.decoration.radius", [0], [-1]),
      (["options", "text", "labelHeight"], "options.text.labelHeight", [0], [-1]),
      (["options", "text", "labelGap"], "options.text.labelGap", [0], [-1]),
      (
        ["pages", 0, "tiles", 0, "label", "size"], "pages[0].tiles[0].label.size", [4, 1000],
        [3.9, 1000.1]
      ),
      (["pages", 0, "texts", 0, "size"], "pages[0].texts[0].size", [4, 1000], [3.9, 1000.1]),
      (["pages", 0, "width"], "pages[0]", [Double(side)], [0, Double(side) + 1]),
      (["pages", 0, "height"], "pages[0]", [Double(side)], [0, Double(side) + 1]),
    ]
    for (path, name, accepted, refused) in numbers {
      for value in accepted {
        let changed = try changedJSON(json, with: value, at: path[...])
        #expect(throws: Never.self, "\(name) = \(value)") { try SheetManifest(json: changed) }
      }
      for value in refused {
        try Self.expectRefusal(json, with: value, at: path, named: name)
      }
    }
    for version in [-1, 0, 1, 4, 6] {
      let other = try changedJSON(json, with: version, at: ["version"])
      #expect(throws: ManifestError.otherVersion(version)) { try SheetManifest(json: other) }
    }
  }
}
