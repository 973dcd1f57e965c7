import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlans
import TestSupport
import Testing

@testable import SheetPictures
@testable import SheetPlanning

/// `--scale 1:2`: every picture has its own factor, which depends on its resolution.
@Suite struct DrawnScaleTests {
  /// The plan for pictures whose names end with their resolutions, such as `3_600.png`.
  private static func planned(
    _ pictures: [StubPicture], _ scale: String, _ change: (inout Sheet) -> Void = { _ in }
  ) throws -> PlannedPictures {
    var sheet = Sheet()
    let drawn = try #require(Sheet.DrawingScale(scale), "\(scale)")
    sheet.drawingScale = drawn
    (sheet.paper, sheet.parse, sheet.font) = (.a4, ["{item}_{ppi}"], "builtin")
    change(&sheet)
    var job = try sheet.resolved()
    job.sources = pictures
    return try job.planned()
  }

  private static func picture(
    _ name: String, _ width: Int, _ height: Int, _ orientation: Orientation = .upright,
    ratio: PixelRatio = .square
  ) -> StubPicture {
    StubPicture(
      name: name, size: PixelSize(width: width, height: height), orientation: orientation,
      pixelRatio: ratio)
  }

  @Test(
    "Objects in a picture are as long as its scale says, to the nearest pixel", arguments: 1...30)
  func lengths(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let resolutions = (0..<12).map { _ in 100 + random.number(below: 900) }
    let pictures = resolutions.enumerated().map { index, perInch in
      // Each side is at most 2 inches long.
      Self.picture(
        "\(index)_\(perInch).png", 1 + random.number(below: 2 * perInch),
        1 + random.number(below: 2 * perInch), Orientation.allCases[random.number(below: 8)])
    }
    let (drawn, actual) = (1 + random.number(below: 2), 1 + random.number(below: 4))
    let layouts: [Sheet.Layout?] = [nil, .columns(), .masonry(), .rows()]
    let planned = try Self.planned(pictures, "\(drawn):\(actual)") {
      $0.layout = layouts[Int(seed) % 4]
      $0.dpi = [150, 300, 600][random.number(below: 3)]
    }
    let density = try #require(planned.plan.encoding.pixelsPerInch)
    for tile in planned.plan.pages.flatMap(\.tiles) {
      let image = try #require(tile.placement?.image)
      let name = planned.plan.pictures[tile.index].shownName
      let index = try #require(Int(name.prefix { $0 != "_" }), "\(name)")
      let size = pictures[index].orientation.upright(try #require(pictures[index].size))
      let factor =
        Double(drawn * density) / Double(actual) / Double(resolutions[index])
      #expect(abs(Double(image.width) - max(1, Double(size.width) * factor)) <= 0.5 + 1e-4)
      #expect(abs(Double(image.height) - max(1, Double(size.height) * factor)) <= 0.5 + 1e-4)
    }
  }

  @Test("A stored pixel that is wider than tall has the given width along its row")
  func pixels() throws {
    let wide = try #require(PixelRatio(columns: 1, rows: 2))
    for orientation in Orientation.allCases {
      let planned = try Self.planned(
        [Self.picture("a_300.png", 100, 200, orientation, ratio: wide)], "1:1")
      let size = try #require(planned.plan.pages[0].tiles[0].placement?.image.size)
      // Pixels are shown as squares whose sides are as long as stored pixels are tall.
      let upright = orientation.upright(PixelSize(width: 100, height: 100))
      #expect(size == upright, "\(orientation)")
    }
  }

  @Test("A part of a picture has the same scale as the whole picture")
  func crops() throws {
    let picture = Self.picture("a_300.png", 400, 200)
    let planned = try Self.planned([picture], "1:2") {
      $0.crop = ["a*=0,0,50%,100%"]
    }
    #expect(
      planned.plan.pages[0].tiles[0].placement?.image.size == PixelSize(width: 100, height: 100))
  }

  @Test("Pictures that cannot be read need no scale, but other pictures do")
  func unreadable() throws {
    let known = Self.picture("a_300.png", 90, 60)
    let broken = StubPicture(name: "b.png", size: nil)
    #expect(try Self.planned([known, broken], "1:1").plan.pages[0].tiles.count == 2)
    let error = #expect(throws: ContactSheetError.self) {
      _ = try Self.planned([known, Self.picture("c.png", 9, 9)], "1:1")
    }
    #expect(error?.text.contains("cannot show 'c.png' at 1:1") == true, "\(error?.text ?? "")")
  }

  @Test("A sheet needs a resolution, and a document without a size is on A4")
  func paper() throws {
    var sheet = Sheet()
    sheet.drawingScale = Sheet.DrawingScale(1, 1)
    let error = #expect(throws: ContactSheetError.self) { _ = try sheet.resolved() }
    #expect(error?.cause is UnusableSetting)
    let document = try sheet.resolved(for: SheetDestination(isDocument: true))
    #expect(document.paper == .a4 && document.encoding.pixelsPerInch == 300)
    sheet.dpi = 200
    #expect(try sheet.resolved().encoding.pixelsPerInch == 200)
  }
}
