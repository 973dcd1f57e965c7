import Foundation
import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import Testing

@testable import SheetPlans

/// The parts of manifests that concern comparisons.
@Suite struct ManifestComparisonTests {
  /// A plan of two pages with a tile that shows a difference, and empty cells with and without
  /// text.
  ///
  /// With a count, the plan has that many different pairs, each with its own number of changed
  /// pixels. Otherwise there are three pairs of several statuses.
  static func manifest(pairs count: Int? = nil) throws -> SheetManifest {
    let cell = PixelRect(x: 0, y: 0, width: 60, height: 30)
    let image = PixelRect(x: 5, y: 5, width: 40, height: 20)
    let tile = PlannedTile(
      index: 0, cell: cell,
      placement: PicturePlacement(image: image, crop: Rect(x: 0, y: 0, width: 80, height: 40)))
    let text = PlannedText(
      .note, text: "added", area: PixelRect(x: 0, y: 40, width: 60, height: 16), size: 12,
      alignment: .center, overflow: .end)
    let empty = PixelRect(x: 0, y: 35, width: 60, height: 30)
    func page(_ number: Int, _ tiles: [PlannedTile]) -> SheetPage {
      SheetPage(
        number: number, size: PixelSize(width: 100, height: 100), tiles: tiles,
        emptyCells: PlannedEmptyCells([PlannedEmptyCell(empty, text: text), PlannedEmptyCell(cell)])
      )
    }
    let plan = SheetPlan(
      layout: "matrix",
      pictures: [
        PlannedPicture(
          .text("after/a.png"), counterpart: PlannedCounterpart(.text("before/a.png")),
          stack: [.text("after/<b>.png"), .text("c.png")], size: PixelSize(width: 80, height: 40))
      ], pages: [page(1, [tile]), page(2, [])], style: TileStyle(), metadata: MetadataUse(),
      unreadablePolicy: .placeholder, type: TypeStyle(), encoding: SheetEncoding(), isGray: false,
      tracks: [],
      comparison: PlannedComparison(
        rule: ComparisonRule(tolerance: 0.25, ignoresSmoothing: false),
        pairs: count.map { count in
          (1...count).map {
            ComparedPair(
              .text("\($0).png"), status: .different,
              counts: .init(
                changed: $0, smoothed: 0, share: 0.5, largest: 0.5, box: image,
                regions: [.init(area: image, changed: 1)]))
          }
        } ?? [
          ComparedPair(
            .text("a.png"), status: .different,
            counts: .init(
              changed: 7, smoothed: 1, share: 7 / 3200, largest: 0.5, box: image,
              regions: [.init(area: image, changed: 4), .init(area: cell, changed: 3)],
              sizes: .init(before: image.size, after: cell.size))),
          ComparedPair(.text("b.png"), status: .equal, counts: .unchanged),
          ComparedPair(.text("c/<d>.png"), status: .added),
        ]))
    return SheetManifest(plan, files: ["1.png", "2.png"])
  }

  @Test("The heat scale and its bars are decoded, and invalid ones are refused")
  func heat() throws {
    func root(
      _ change: (inout [String: Any], inout [String: Any]) -> Void
    ) throws -> [UInt8] {
      var root = try #require(
        JSONSerialization.jsonObject(with: Data(Self.manifest().json())) as? [String: Any])
      var options = try #require(root["options"] as? [String: Any])
      var pages = try #require(root["pages"] as? [[String: Any]])
      change(&options, &pages[0])
      (root["options"], root["pages"]) = (options, pages)
      return Array(try JSONSerialization.data(withJSONObject: root))
    }
    func bar(_ width: Int) -> [String: Int] { ["x": 50, "y": 90, "width": width, "height": 8] }
    let manifest = try SheetManifest(
      json: root { options, page in
        options["heat"] = 0.44
        page["bar"] = bar(50)
      })
    #expect(manifest.plan.comparison?.rule.hottest == 0.44)
    #expect(manifest.plan.pages.map { $0.bars.first?.area.width } == [50, nil])
    #expect(try SheetManifest(json: manifest.json()) == manifest)
    let alone = manifest.plan.only(manifest.plan.pages[1])
    #expect(alone.comparison?.rule.hottest == 0.44)
    // The tolerance is 0.25, so 0.25 is not above it.
    for heat in [0.25, 0, -1, 101] {
      #expect(throws: ManifestError.self) {
        try SheetManifest(json: root { options, _ in options["heat"] = heat })
      }
    }
    #expect(throws: ManifestError.self) {
      try SheetManifest(json: root { _, page in page["bar"] = bar(51) })
    }
    func further(_ width: Int, _ map: String) throws -> [UInt8] {
      try root { _, page in
        page["bar"] = bar(50)
        page["furtherBars"] = [["bar": bar(width), "barColormap": map] as [String: Any]]
      }
    }
    let several = try SheetManifest(json: further(40, "magma"))
    #expect(several.plan.pages[0].bars.map(\.area.width) == [50, 40])
    #expect(several.plan.pages[0].bars.map(\.colormap) == [nil, .magma])
    #expect(try SheetManifest(json: several.json()) == several)
    for (width, map) in [(51, "magma"), (40, "mauve-ish")] {
      #expect(throws: ManifestError.self) { try SheetManifest(json: further(width, map)) }
    }
  }

  @Test("A comparison's plan can be decoded whole or page by page, and its pictures can be renamed")
  func coding() throws {
    let manifest = try Self.manifest()
    #expect(try SheetManifest(json: manifest.json()) == manifest)
    #expect(
      try JSONDecoder().decode(SheetPlan.self, from: JSONEncoder().encode(manifest.plan))
        == manifest.plan)
    for page in manifest.plan.pages {
      let alone = SheetManifest(manifest.plan.only(page), files: ["p.png"])
      #expect(try SheetManifest(json: alone.json()) == alone)
      // Only the plan of the first page contains the findings, and it contains those of all pairs.
      #expect(alone.plan.comparison?.pairs.count == (page.number == 1 ? 3 : 0))
    }
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(manifest.json())) as? [String: Any])
    #expect((root["pairs"] as? [[String: Any]])?.map { $0.count } == [10, 6, 3])
    let renamed = manifest.plan.renamingPictures {
      .text("x/\($1.text)")
    } others: {
      .text("z/\($0.text)")
    }
    #expect(renamed.pictures[0].name == "x/after/a.png")
    #expect(renamed.pictures[0].comparedWith == "z/before/a.png")
    #expect(renamed.pictures[0].stack == ["z/after/<b>.png", "z/c.png"])
  }

  @Test(
    "Invalid values in a comparison's manifest are refused",
    arguments: [
      (["options", "tolerance"], 2, "options.tolerance"),
      (["pairs", 0, "changed"], -1, "pairs[0].changed"),
      (["pairs", 0, "share"], 1.5, "pairs[0].share"),
      (["pairs", 0, "largest"], -1, "pairs[0].largest"),
      (["pairs", 0, "box", "x"], 9e15, "pairs[0].box"),
      (["pairs", 0, "regions", 1, "width"], 9_000_000_000, "pairs[0].regions[1].width"),
      (["pairs", 0, "regions", 1, "changed"], 0, "pairs[0].regions[1].changed"),
      (["pairs", 0, "after", "height"], 0, "pairs[0].after.height"),
      (["pairs", 1, "status"], "strange", "pairs[1].status"),
      (["pairs", 2, "path"], "a\0b", "pairs[2].path"),
      (["pages", 0, "tiles", 0, "comparedWith"], "a\0b", "pages[0].tiles[0].comparedWith"),
      (["pages", 0, "tiles", 0, "stack", 1], "a\0b", "pages[0].tiles[0].stack[1]"),
      (["pages", 0, "emptyCells", 0, "text", "area", "width"], 61, "emptyCells[0].text"),
    ] as [([any Sendable], any Sendable, String)])
  func checks(path: [any Sendable], value: any Sendable, error: String) throws {
    let json = try changedJSON(Self.manifest().json(), with: value, at: path[...])
    let failure = try #require(throws: ManifestError.self) { try SheetManifest(json: json) }
    #expect("\(failure)".contains(error), "\(failure)")
  }

  @Test("Ignored areas that are empty or begin outside the image are refused")
  func ignored() throws {
    func json(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> [UInt8] {
      let areas: [[String: Int]] = [
        ["x": 0, "y": 0, "width": 1, "height": 1],
        ["x": x, "y": y, "width": width, "height": height],
      ]
      return try changedJSON(
        Self.manifest().json(), with: areas, at: ["pages", 0, "tiles", 0, "ignored"])
    }
    let most = PixelExtent.maximumSide
    for (x, y, width, height) in [
      (0, 0, -5, -5), (-5, -5, 10, 10), (100, 100, -most, 4), (5, 5, 0, 0), (0, -1, 9, 9),
    ] {
      let error = #expect(throws: ManifestError.self) {
        try SheetManifest(json: json(x, y, width, height))
      }
      #expect(
        error.map { "\($0)" }
          == "pages[0].tiles[0].ignored[1]: it is empty or begins outside the image")
    }
    // An area may reach beyond the image, as it did in plans for other images.
    let plan = try SheetManifest(json: json(0, 0, most, most)).plan
    #expect(plan.pictures[0].counterpart?.ignored.count == 2)
  }

  @Test("Second pictures and pairs are refused if the manifest has no comparison rule")
  func withoutRule() throws {
    var root = try #require(
      JSONSerialization.jsonObject(with: Data(Self.manifest().json())) as? [String: Any])
    var options = try #require(root["options"] as? [String: Any])
    options["tolerance"] = nil
    root["options"] = options
    for key in ["pairs", "nothing"] {
      root[key] = nil
      let json = Array(try JSONSerialization.data(withJSONObject: root))
      #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
      root["pairs"] = nil
    }
  }

  @Test(
    "The counts of pairs are summarised on one line",
    arguments: [
      ([(.equal, 340)], "340 pairs, none of which differs"),
      ([(.equal, 1)], "1 pair, which does not differ"),
      (
        [(.equal, 328), (.different, 10), (.resized, 2), (.added, 2), (.removed, 1)],
        "12 of 340 pairs differ; 2 added and 1 removed"
      ),
      (
        [(.equal, 1), (.different, 1), (.allowed, 2), (.removed, 1)],
        "1 of 4 pairs differs; 1 removed; 2 changed (allowed)"
      ), ([(.equal, 1), (.renamed, 2)], "the only pair does not differ; 2 renamed"),
      ([(.allowed, 1)], "the only pair does not differ; 1 changed (allowed)"),
      ([(.different, 1)], "the only pair differs"), ([(.added, 3)], "3 added"),
      (
        [(.equal, 2), (.unreadable, 1)], "none of 3 pairs differs; 1 could not be compared"
      ),
    ] as [([(FolderComparison.Status, Int)], String)])
  func summaries(counts: [(FolderComparison.Status, Int)], line: String) {
    let pairs = counts.flatMap { status, count in
      (0..<count).map { ComparedPair(.text("\($0).png"), status: status) }
    }
    #expect("\(ComparisonSummary(pairs))" == line)
  }

  @Test("Allowed changes are counted by their kind, and the absence of pairs is stated")
  func allowedSummaries() {
    func allowed(_ status: FolderComparison.Status) -> ComparedPair {
      ComparedPair(.text("a"), status: status).allowed
    }
    let removed = [ComparedPair](repeating: allowed(.removed), count: 42)
    #expect("\(ComparisonSummary(removed))" == "42 removed (allowed)")
    let mixed = [
      allowed(.different), allowed(.resized), allowed(.added),
      ComparedPair(.text("b"), status: .added),
    ]
    #expect(
      "\(ComparisonSummary(mixed))"
        == "none of 2 pairs differs; 1 added; 2 changed and 1 added (allowed)")
    #expect("\(ComparisonSummary([]))" == "no images were compared")
  }
}
