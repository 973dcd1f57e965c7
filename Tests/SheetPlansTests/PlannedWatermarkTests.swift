import Foundation
import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import TestSupport
import Testing

@testable import SheetPlans

/// Images used as watermarks, and how plans describe them.
@Suite struct PlannedWatermarkTests {
  static func logo(_ width: Int, _ height: Int) -> PlannedWatermark {
    PlannedWatermark(.text("logo.png"), size: PixelSize(width: width, height: height))
  }

  static let logos = [
    (300, 300), (480, 120), (120, 480), (64, 64), (1, 1), (3, 1), (6000, 4000), (20_000, 20_000),
    (1_000_000, 1), (7, 2000),
  ]

  @Test(
    "A watermark is whole, in the middle, and at most a tenth smaller than its limits allow",
    arguments: logos)
  func area(width: Int, height: Int) throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let image = PixelRect(
        x: random.number(below: 99), y: random.number(below: 99),
        width: 1 + random.number(below: [9, 300, 9000][random.number(below: 3)]),
        height: 1 + random.number(below: [9, 300, 9000][random.number(below: 3)]))
      let area = try #require(Self.logo(width, height).area(over: image))
      #expect(area.isInside(image) && area.width > 0 && area.height > 0)
      #expect(abs(area.x - image.x - (image.maxX - area.maxX)) <= 1)
      #expect(abs(area.y - image.y - (image.maxY - area.maxY)) <= 1)
      #expect(area.width * area.height <= PlannedWatermark.mostPixels)
      let (w, h) = (Double(width), Double(height))
      let most =
        [
          0.7 * Double(image.width) / w, 0.4 * Double(image.height) / h, 4,
          (Double(4 << 20) / (w * h)).squareRoot(),
        ].min() ?? 0
      #expect(area.width <= max(1, Int(most * w)) && area.height <= max(1, Int(most * h)))
      // The next larger size would exceed a limit; rounding may have made a side up to a pixel
      // shorter.
      #expect(Double(area.width + 1) >= most / 1.1 * w)
      #expect(Double(area.height + 1) >= most / 1.1 * h)
      if area.width > 1, area.height > 1 {
        #expect(abs(Double(area.width) * h - Double(area.height) * w) <= max(w, h))
      }
    }
  }

  @Test(
    "Pictures of similar sizes have watermarks of the same size, so that there are few sizes")
  func fewSizes() {
    let watermark = Self.logo(480, 200)
    let found = Set(
      (1...4000).compactMap {
        watermark.area(over: PixelRect(x: 0, y: 0, width: 3 * $0, height: 2 * $0))?.size
      })
    #expect(found.count < 90, "\(found.count) sizes")
  }

  @Test("A picture without an area has no watermark")
  func nothing() {
    for (width, height) in [(0, 9), (9, 0), (0, 0)] {
      let image = PixelRect(x: 3, y: 3, width: width, height: height)
      #expect(Self.logo(9, 9).area(over: image) == nil)
    }
  }

  /// A manifest of one marked picture.
  private static func json(_ watermark: PlannedWatermark? = logo(60, 20)) -> [UInt8] {
    let area = PixelRect(x: 10, y: 10, width: 80, height: 60)
    let whole = Rect(x: 0, y: 0, width: 160, height: 120)
    var tile = PlannedTile(
      index: 0, cell: area, placement: PicturePlacement(image: area, crop: whole))
    tile.watermark = watermark?.area(over: area)
    let picture = PlannedPicture(.text("a.png"), size: PixelSize(width: 160, height: 120))
    let plan = SheetPlan(
      layout: "grid", pictures: [picture],
      pages: [SheetPage(number: 1, size: PixelSize(width: 100, height: 80), tiles: [tile])],
      style: TileStyle(), metadata: MetadataUse(), unreadablePolicy: .placeholder,
      type: TypeStyle(), encoding: SheetEncoding(), isGray: false, tracks: [],
      watermark: watermark)
    return SheetManifest(plan, files: ["s.png"]).json()
  }

  @Test("A plan keeps its watermark, and a plan without a watermark does not mention one")
  func kept() throws {
    let plan = try SheetManifest(json: Self.json()).plan
    #expect(plan.watermark == Self.logo(60, 20))
    #expect(plan.pages[0].tiles[0].watermark == PixelRect(x: 23, y: 31, width: 54, height: 18))
    let bare = Self.json(nil)
    #expect(!String(decoding: bare, as: UTF8.self).contains("watermark"))
    let plain = try SheetManifest(json: bare).plan
    #expect(plain.watermark == nil && plain.pages[0].tiles[0].watermark == nil)
  }

  static let wrong: [(value: any Sendable, path: [any Sendable], message: String)] = {
    func area(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [String: Int] {
      ["x": x, "y": y, "width": width, "height": height]
    }
    let mark: [any Sendable] = ["pages", 0, "tiles", 0, "watermark"]
    let name = "pages[0].tiles[0].watermark"
    return [
      (area(9, 31, 54, 18), mark, "\(name): it is not inside 'image'"),
      (area(23, 31, 99, 18), mark, "\(name): it is not inside 'image'"),
      (area(60, 60, -5, -5), mark, "\(name): it is not inside 'image'"),
      (area(23, 31, 0, 18), mark, "\(name): it is not inside 'image'"),
      (area(23, 31, 54, 0), mark, "\(name): it is not inside 'image'"),
      (0, ["options", "watermarkWidth"], "options.watermarkWidth: 0 is not from 1 to"),
      ("a\0", ["options", "watermark"], "options.watermark: a path cannot contain a NUL"),
      (5, ["options", "watermark"], "options.watermark"),
    ]
  }()

  @Test(
    "An invalid watermark in a plan is refused with an error that gives its path in the plan",
    arguments: wrong.indices)
  func refused(index: Int) throws {
    let (value, path, message) = Self.wrong[index]
    let json = try changedJSON(Self.json(), with: value, at: path[...])
    let error = try #require(throws: ManifestError.self) { try SheetManifest(json: json) }
    #expect("\(error)".hasPrefix(message), "\(error)")
  }

  @Test("A marked tile needs the watermark's file and its picture's area")
  func missing() throws {
    let json = String(decoding: Self.json(), as: UTF8.self)
    let alone = try String(
      decoding: changedJSON(
        Self.json(nil), with: ["x": 23, "y": 31, "width": 54, "height": 18],
        at: ["pages", 0, "tiles", 0, "watermark"]), as: UTF8.self)
    for (text, message) in [
      (alone, "pages[0].tiles[0].watermark: it needs options.watermark"),
      (
        json.replacing("\"watermarkWidth\"", with: "\"other\""),
        "options.watermarkWidth: it is missing"
      ),
      (
        json.replacing("\"watermark\" : \"logo.png\"", with: "\"other\" : 1"),
        "options.watermarkWidth: it needs 'watermark'"
      ),
    ] {
      let error = #expect(throws: ManifestError.self) { try SheetManifest(json: Array(text.utf8)) }
      #expect(error.map { "\($0)" } == message)
    }
  }
}
