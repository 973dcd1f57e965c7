import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetPlanning
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

/// The largest area that the cells and texts of a page may cover in total.
@Suite struct PlanCoverageTests {
  /// A plan of one page of 100 x 100 pixels with a number of cells and texts of a given size.
  static func json(
    cells: Int, texts: Int, side: Int, page: Int = 100, decoration: Decoration = Decoration(),
    image: PixelRect? = nil, border: TileBorder? = nil
  ) -> [UInt8] {
    let area = PixelRect(x: 0, y: 0, width: side, height: side)
    let picture = PlannedPicture(.text("a.png"), size: image.map { _ in area.size })
    let placement = image.map { image in
      PicturePlacement(
        image: image, crop: Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    }
    let tiles = (0..<cells).map { index in
      var tile = PlannedTile(index: index, cell: area, placement: placement)
      tile.border = border
      return tile
    }
    let text = PlannedText(
      .header, text: "a", area: area, size: 12, alignment: .center, overflow: .end)
    let plan = SheetPlan(
      layout: "grid", pictures: Array(repeating: picture, count: cells),
      pages: [
        SheetPage(
          number: 1, size: PixelSize(width: page, height: page),
          tiles: tiles,
          texts: Array(repeating: text, count: texts))
      ],
      style: TileStyle(decoration: decoration), metadata: MetadataUse(),
      unreadablePolicy: .placeholder,
      type: TypeStyle(), encoding: SheetEncoding(), isGray: false, tracks: [])
    return SheetManifest(plan, files: ["s.png"]).json()
  }

  @Test(
    "Cells or text with more than twice the page's area are refused; the error says how much",
    arguments: [
      (3, 0, 100, "pages[0].tiles", 300), (1006, 0, 100, "pages[0].tiles", 100_600),
      (51, 0, 20, "pages[0].tiles", 204), (0, 3, 100, "pages[0].texts", 300),
      (1, 400, 90, "pages[0].texts", 32_400),
    ])
  func refused(cells: Int, texts: Int, side: Int, path: String, percent: Int) throws {
    let error = try #require(throws: ManifestError.self) {
      try SheetManifest(json: Self.json(cells: cells, texts: texts, side: side))
    }
    #expect(
      "\(error)" == "\(path): together they cover \(percent) % of the page, and at most 200 % is "
        + "allowed; make them smaller, or spread them over more pages")
  }

  @Test(
    "A cell must have enough room for the border of its tile",
    arguments: [
      (Decoration(), "3 red", "it needs options.decoration.borderRoom to be at least 3"),
      (Decoration(borderRoom: 2), "3", "it needs options.decoration.borderRoom to be at least 3"),
      (
        Decoration(border: Border("2")), "4",
        "it needs options.decoration.borderRoom to be at least 4"
      ),
      (Decoration(borderRoom: 3), "3 red", nil), (Decoration(border: Border("3")), "3 red", nil),
      (Decoration(), "none", nil),
      (Decoration(borderRoom: 3), "red", "'red' is neither a width and a colour nor none"),
    ] as [(Decoration, String, String?)])
  func ownBorders(decoration: Decoration, border: String, reason: String?) throws {
    let json = try changedJSON(
      Self.json(cells: 2, texts: 0, side: 50, decoration: decoration), with: border,
      at: ["pages", 0, "tiles", 1, "border"])
    guard let reason else {
      let tiles = try SheetManifest(json: json).plan.pages[0].tiles
      #expect(tiles.map(\.border) == [nil, TileBorder(border)])
      return
    }
    let error = #expect(throws: ManifestError.self) { try SheetManifest(json: json) }
    #expect(error.map { "\($0)" } == "pages[0].tiles[1].border: \(reason)")
  }

  @Test("A border is refused if its image leaves no part of the cell for it")
  func noRoomForBorder() throws {
    let cell = PixelRect(x: 0, y: 0, width: 50, height: 50)
    func error(_ border: TileBorder?, image: PixelRect) -> String? {
      let json = Self.json(
        cells: 1, texts: 0, side: 50, decoration: Decoration(borderRoom: 3), image: image,
        border: border)
      do { _ = try SheetManifest(json: json) } catch { return "\(error)" }
      return nil
    }
    let line = TileBorder("3 red")
    #expect(
      error(line, image: cell)
        == "pages[0].tiles[0].border: image covers all of cell, which leaves no room for it; make "
        + "cell at least 3 pixels larger than image on every side")
    #expect(error(TileBorder.none, image: cell) == nil && error(nil, image: cell) == nil)
    #expect(error(line, image: PixelRect(x: 3, y: 3, width: 44, height: 44)) == nil)
  }

  @Test("A page's text that has no role is a header, and unknown roles are refused")
  func role() throws {
    let json = String(decoding: Self.json(cells: 0, texts: 1, side: 10), as: UTF8.self)
    let role = "\"role\" : \"header\""
    #expect(json.contains(role))
    for known in TextRole.allCases {
      let other = json.replacing(role, with: "\"role\" : \"\(known)\"")
      #expect(try SheetManifest(json: Array(other.utf8)).plan.pages[0].texts[0].role == known)
    }
    let silent = json.replacing(role, with: "\"place\" : 1")
    #expect(try SheetManifest(json: Array(silent.utf8)).plan.pages[0].texts[0].role == .header)
    let wrong = json.replacing(role, with: "\"role\" : \"x\"")
    let error = #expect(throws: ManifestError.self) { try SheetManifest(json: Array(wrong.utf8)) }
    #expect(
      error.map { "\($0)" } == "pages[0].texts[0].role: 'x' is not one of title, header, footer, "
        + "heading, label, badge, watermark, note")
  }

  @Test(
    "Cells and text that together have up to twice the page's area are accepted",
    arguments: [(2, 2, 100), (50, 50, 20), (1, 0, 1), (0, 0, 1)])
  func read(cells: Int, texts: Int, side: Int) throws {
    let manifest = try SheetManifest(json: Self.json(cells: cells, texts: texts, side: side))
    #expect(manifest.plan.tileCount == cells)
  }

  @Test("The sum of the largest possible areas does not overflow")
  func largest() {
    let side = PixelExtent.maximumSide
    #expect(throws: ManifestError.self) {
      try SheetManifest(json: Self.json(cells: 5, texts: 0, side: side, page: side))
    }
    #expect(throws: Never.self) {
      try SheetManifest(json: Self.json(cells: 2, texts: 2, side: side, page: side))
    }
  }
}
