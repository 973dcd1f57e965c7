import Foundation
import PNGFixtures
import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Plans as JSON, and plans of it.
@Suite struct SheetPlanCodingTests {
  static let layouts: [any Layout] = [
    GridLayout(), TieredLayout(), RowLayout(rowHeight: 60, extent: .pixels(500)),
    ColumnLayout([ColumnTrack(.adaptive(minimum: 90))], extent: .pixels(500)),
    MasonryLayout([ColumnTrack(.adaptive(minimum: 90))], extent: .pixels(500)),
  ]

  static func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for number in 1...7 {
      try folder.write(
        RenderedTextTests.file(20 + 9 * number, 60 - 5 * number), to: "in/\(number).png")
    }
    try folder.write([1, 2, 3], to: "in/8.png")
    return folder
  }

  static func job(_ layout: any Layout, in folder: TemporaryFolder) throws -> SheetJob {
    var job = SheetJob(inputs: [.path(folder["in"])], output: .file(folder["s.png"]))
    job.layout = layout
    job.texts.label = try PictureTemplate("{name}")
    job.texts.title = try PageTemplate("{page} of {pages}")
    job.texts.font = .builtin
    job.style = TileStyle(
      scaling: .fill, alignment: .topLeft, enlargement: .allowed, filter: .mitchell,
      sharpening: UnsharpMask(amount: 0.5), background: .checkerboard,
      cellBackground: try Color(parsing: "#abcdef80"),
      furniture: Furniture(padding: 2, border: Border("2 navy"), radius: 3, shadow: Shadow("4")))
    job.metadata = MetadataUse(color: .ignore, orientation: .ignore)
    job.encoding = SheetEncoding(compressionLevel: 2, depth: .sixteen, pixelsPerInch: 96)
    job.paging.picturesPerPage = 5
    return job
  }

  @Test("A decoded plan encodes to the same JSON and renders the same bytes", arguments: layouts)
  func roundTrip(layout: any Layout) async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(layout, in: folder).plan()
    let json = SheetManifest(plan).json()
    let decoded = try await SheetPlan(json: json).checked()
    #expect(decoded.layout == type(of: layout).name)
    #expect(
      String(decoding: SheetManifest(decoded).json(), as: UTF8.self)
        == String(decoding: json, as: UTF8.self))
    _ = try await plan.render()
    let names = ["s-001.png", "s-002.png"]
    let sheets = try names.map { try folder[$0].contents() }
    for name in names { try FileManager.default.removeItem(atPath: folder[name].string) }
    let report = try await decoded.render(workers: 1)
    #expect(report.unreadable.map(\.name) == [folder["in/8.png"].string])
    let areEqual = try zip(names, sheets).allSatisfy { try folder[$0].contents() == $1 }
    #expect(areEqual, "the sheets differ")
  }

  @Test("A plan is Codable by any encoder")
  func codable() async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(GridLayout(), in: folder).plan()
    let data = try PropertyListEncoder().encode(plan)
    let decoded = try PropertyListDecoder().decode(SheetPlan.self, from: data)
    #expect(decoded.pages.map(\.size) == plan.pages.map(\.size))
    #expect(decoded.pages.map(\.tiles) == plan.pages.map(\.tiles))
  }

  @Test("A plan renders other pages to other places, and keeps all pages in its manifest")
  func replacing() async throws {
    let folder = try Self.folder()
    let json = SheetManifest(try await Self.job(GridLayout(), in: folder).plan()).json()
    var encoding = try SheetPlan(json: json).encoding
    encoding.depth = .eight
    let plan = try SheetPlan(json: json).replacing(
      pages: 2...2, output: .file(folder["t%d.png"]), manifest: .file(folder["t.json"]),
      encoding: encoding)
    _ = try await plan.render()
    #expect(folder.names == ["in", "t.json", "t2.png"])
    let written = try SheetPlan(contentsOf: folder["t.json"])
    #expect(written.pages.map(\.output) == [.file(folder["t1.png"]), .file(folder["t2.png"])])
    #expect(written.encoding.depth == .eight)
    await #expect(throws: SheetError.noSuchPage(3, count: 2)) {
      try await plan.replacing(pages: 2...3).render()
    }
  }

  @Test("A decoded plan keeps to the limit of pixels, whoever made it")
  func limit() async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(GridLayout(), in: folder).plan()
    let decoded = try SheetPlan(json: SheetManifest(plan).json())
    await #expect(throws: SheetError.self) {
      try await decoded.replacing(maximumPixels: PixelCount(1000)).render()
    }
    #expect(folder.names == ["in"])
  }

  @Test("Only a run that found its pictures tells of pages of an earlier run")
  func olderPages() async throws {
    let folder = try Self.folder()
    var job = try Self.job(GridLayout(), in: folder)
    job.paging.picturesPerPage = 3
    #expect(try await job.run().olderPages.isEmpty)
    job.paging.picturesPerPage = 4
    let plan = try await job.plan()
    #expect(try await plan.render().olderPages == [folder["s-003.png"]])
    // A plan of a part of the pages knows nothing of the others.
    let decoded = try SheetPlan(json: SheetManifest(plan).json())
    #expect(try await decoded.replacing(pages: 1...1).render().olderPages.isEmpty)
  }
}
