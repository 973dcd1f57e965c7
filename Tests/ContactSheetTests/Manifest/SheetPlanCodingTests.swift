import Foundation
import PNGFixtures
import SheetImaging
import SheetLayout
import SheetText
import SystemPackage
import TestSupport
import Testing

@testable import ContactSheet

/// Plans as JSON, and plans decoded from JSON.
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
    let newline = UInt8(ascii: "\n")
    let lines = [SheetManifest(decoded).json(), json].map { bytes in
      bytes.split(separator: newline).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(firstDifference(lines[0], lines[1]) == nil)
    _ = try await plan.render()
    let names = ["s-001.png", "s-002.png"]
    let sheets = try names.map { try folder[$0].contents() }
    for name in names { try FileManager.default.removeItem(atPath: folder[name].string) }
    let report = try await decoded.render(workers: 1)
    #expect(report.unreadable.map(\.name) == [folder["in/8.png"].string])
    let areEqual = try zip(names, sheets).allSatisfy { try folder[$0].contents() == $1 }
    #expect(areEqual, "the sheets differ")
  }

  @Test("A plan can be encoded by any encoder")
  func codable() async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(GridLayout(), in: folder).plan()
    let data = try PropertyListEncoder().encode(plan)
    let decoded = try PropertyListDecoder().decode(SheetPlan.self, from: data)
    #expect(decoded.pages.map(\.size) == plan.pages.map(\.size))
    #expect(
      firstDifference(decoded.pages.flatMap(\.tiles), plan.pages.flatMap(\.tiles)) == nil)
  }

  @Test("A plan can render other pages to other files, and its manifest has all pages")
  func replacing() async throws {
    let folder = try Self.folder()
    let json = SheetManifest(try await Self.job(GridLayout(), in: folder).plan()).json()
    var encoding = try SheetPlan(json: json).encoding
    encoding.depth = .eight
    var documents = SheetDocuments()
    documents.manifest = .file(folder["t.json"])
    let plan = try SheetPlan(json: json).replacing(
      pages: .numbers(2...2), output: .file(folder["t%d.png"]), documents: documents,
      encoding: encoding)
    _ = try await plan.render()
    #expect(folder.names == ["in", "t.json", "t2.png"])
    let written = try SheetPlan(contentsOf: folder["t.json"])
    #expect(written.pages.map(\.output) == [.file(folder["t1.png"]), .file(folder["t2.png"])])
    #expect(written.encoding.depth == .eight)
    await #expect(throws: SheetError.noSuchPage(3, known: [1, 2])) {
      try await plan.replacing(pages: .numbers(2...3)).render()
    }
    await #expect(throws: SheetError.noSuchPage(0, known: [1, 2])) {
      try await plan.replacing(pages: .numbers(0...1)).render()
    }
  }

  @Test("A decoded plan is checked against the limit of pixels, on every page")
  func limit() async throws {
    let folder = try Self.folder()
    let plan = try await Self.job(GridLayout(), in: folder).plan()
    let decoded = try SheetPlan(json: SheetManifest(plan).json())
    let largest = try #require(plan.pages.map { $0.size.width * $0.size.height }.max())
    _ = try await decoded.replacing(maximumPixels: PixelCount(largest)).checked()
    await #expect(throws: SheetError.self) {
      try await decoded.replacing(maximumPixels: PixelCount(largest - 1)).render()
    }
    #expect(folder.names == ["in"])
  }

  @Test("Only a plan from a job reports pages left from an earlier run")
  func olderFiles() async throws {
    let folder = try Self.folder()
    var job = try Self.job(GridLayout(), in: folder)
    job.paging.picturesPerPage = 3
    #expect(try await job.run().olderFiles.isEmpty)
    job.paging.picturesPerPage = 4
    let plan = try await job.plan()
    #expect(try await plan.render().olderFiles == [folder["s-003.png"]])
    // A decoded plan may be rendered page by page, so other pages are no leftovers.
    let decoded = try SheetPlan(json: SheetManifest(plan).json())
    #expect(try await decoded.render().olderFiles == [])
    #expect(try await decoded.replacing(pages: .numbers(1...1)).render().olderFiles == [])
    let renamed = decoded.replacing(pages: .numbers(1...1), output: .file(folder["s.png"]))
    #expect(try await renamed.render().olderFiles == [])

    job.paging.picturesPerPage = nil
    let single = try await job.plan()
    #expect(
      try await single.render().olderFiles
        == ["s-001.png", "s-002.png", "s-003.png"].map { folder[$0] })
    let decodedSingle = try SheetPlan(json: SheetManifest(single).json())
    #expect(try await decodedSingle.render().olderFiles == [])
  }

  /// The JSON of a plan of one page with a title and one labelled picture of 40 x 30 pixels.
  static func smallPlan() async throws -> [UInt8] {
    let picture = MemoryPicture(
      name: "p.png", size: PixelSize(width: 40, height: 30), format: PixelFormat(.gray, .eight),
      bytes: Array(repeating: 0, count: 1200))
    var job = SheetJob(sources: [picture], output: .file("/tmp/contactsheet-small-plan.png"))
    job.texts.label = try PictureTemplate("{name}")
    job.texts.title = try PageTemplate("title")
    job.texts.font = .builtin
    job.style.sharpening = UnsharpMask(amount: 1)
    job.style.furniture = Furniture(padding: 1, border: Border("1"), radius: 1)
    job.encoding.pixelsPerInch = 72
    return SheetManifest(try await job.plan()).json()
  }

  /// Expects that the field at `path` is named as the one at fault when it has this value.
  static func expectRefusal(
    _ json: [UInt8], with value: any Sendable, at path: [any Sendable], named name: String
  ) throws {
    let changed = try RenderedTextTests.json(json, with: value, at: path[...])
    do throws(ManifestError) {
      _ = try SheetPlan(json: changed)
      Issue.record("\(name) may not be \(value)")
    } catch {
      guard case .invalid(path: name, _) = error else {
        Issue.record("\(name) = \(value): \(error)")
        return
      }
    }
  }

  @Test("An area may reach the edges of what it belongs to, but not a pixel further")
  func areas() async throws {
    let json = try await Self.smallPlan()
    let plan = try SheetPlan(json: json)
    let (page, tile) = (plan.pages[0], plan.pages[0].tiles[0])
    let sheet = PixelRect(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let picture = PixelRect(x: 0, y: 0, width: 40, height: 30)
    let tilePath: [any Sendable] = ["pages", 0, "tiles", 0]
    let areas: [(path: [any Sendable], name: String, outer: PixelRect)] = [
      (tilePath + ["cell"], "pages[0].tiles[0].cell", sheet),
      (tilePath + ["label", "area"], "pages[0].tiles[0].label", tile.cell),
      (tilePath + ["image"], "pages[0].tiles[0].image", tile.cell),
      (tilePath + ["crop"], "pages[0].tiles[0].crop", picture),
      (["pages", 0, "texts", 0, "area"], "pages[0].texts", sheet),
    ]
    for (path, name, outer) in areas {
      func value(x: Int = 0, y: Int = 0, width: Int = 0, height: Int = 0) -> [String: Int] {
        [
          "x": outer.x + x, "y": outer.y + y, "width": outer.width + width,
          "height": outer.height + height,
        ]
      }
      let whole = try RenderedTextTests.json(json, with: value(), at: path[...])
      #expect(throws: Never.self, "\(name)") { try SheetPlan(json: whole) }
      for wrong in [
        value(x: -1), value(y: -1), value(x: -1, width: 1), value(y: -1, height: 1),
        value(width: 1), value(height: 1), value(width: -outer.width), value(height: -outer.height),
      ] {
        try Self.expectRefusal(json, with: wrong, at: path, named: name)
      }
    }
  }

  @Test("Numbers in a plan are accepted up to their bounds and refused beyond")
  func bounds() async throws {
    let json = try await Self.smallPlan()
    let side = 2_147_483_647
    let numbers: [(path: [any Sendable], name: String, accepted: [Double], refused: [Double])] = [
      (["version"], "version", [1], [0, -1]),
      (["options", "compression"], "options.compression", [0, 9], [-1, 10]),
      (["options", "depth"], "options.depth", [8, 16], [0, 7, 9, 32]),
      (["options", "dpi"], "options.dpi", [1, 100_000], [0, 100_001]),
      (["options", "sharpen"], "options.sharpen", [0, 5], [-0.1, 5.1]),
      (["options", "furniture", "padding"], "options.furniture.padding", [0], [-1]),
      (["options", "furniture", "radius"], "options.furniture.radius", [0], [-1]),
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
        let changed = try RenderedTextTests.json(json, with: value, at: path[...])
        #expect(throws: Never.self, "\(name) = \(value)") { try SheetPlan(json: changed) }
      }
      for value in refused {
        try Self.expectRefusal(json, with: value, at: path, named: name)
      }
    }
    let newer = try RenderedTextTests.json(json, with: 2, at: ["version"])
    #expect(throws: ManifestError.newer(2)) { try SheetPlan(json: newer) }
  }
}
