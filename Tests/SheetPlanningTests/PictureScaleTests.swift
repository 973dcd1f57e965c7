import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPlans
import Testing

@testable import SheetPictures
@testable import SheetPlanning

@Suite struct PictureScaleTests {
  static func scale(
    _ width: Int, _ height: Int, crop: Rect? = nil, drawn: (Int, Int),
    orientation: Orientation = .upright, pixelRatio: PixelRatio = .square, isReducible: Bool = true
  ) -> PictureScale {
    let picture = SheetPicture(
      StubPicture(
        size: PixelSize(width: width, height: height), orientation: orientation,
        pixelRatio: pixelRatio, isReducible: isReducible))
    let shown = picture.size ?? PixelSize(width: 0, height: 0)
    let whole = Rect(x: 0, y: 0, width: Double(shown.width), height: Double(shown.height))
    return PictureScale(
      drawing: picture,
      at: PicturePlacement(
        image: PixelRect(x: 5, y: 7, width: drawn.0, height: drawn.1), crop: crop ?? whole))
  }

  @Test(
    "A picture is decoded at the smallest scale with at least 3.5 pixels per pixel of the sheet",
    arguments: [
      (256, PictureScale.quarter), (285, .quarter), (286, .half), (142, .eighth), (143, .quarter),
      (571, .half), (572, .whole), (4000, .whole), (8000, .whole), (1, .eighth),
    ])
  func drawn(width: Int, expected: PictureScale) {
    #expect(Self.scale(4000, 3000, drawn: (width, width * 3 / 4)) == expected)
    #expect(Self.scale(4000, 3000, drawn: (width, width * 3 / 4), isReducible: false) == .whole)
  }

  @Test("The side that needs more detail, measured in stored pixels, determines the scale")
  func axes() throws {
    // The picture is drawn out of proportion. For its width alone, an eighth would be enough.
    #expect(Self.scale(4000, 3000, drawn: (100, 750)) == .whole)
    let crop = Rect(x: 1500, y: 0, width: 1000, height: 3000)
    #expect(Self.scale(4000, 3000, crop: crop, drawn: (100, 300)) == .half)
    // 3000 x 4000 pixels that are rotated are stored as 4000 x 3000.
    #expect(Self.scale(4000, 3000, drawn: (192, 256), orientation: .rightTurn) == .quarter)
    #expect(Self.scale(4000, 3000, drawn: (100, 571), orientation: .rightTurn) == .half)
    let wide = try #require(PixelRatio(columns: 1, rows: 2))
    #expect(Self.scale(2000, 3000, drawn: (256, 192), pixelRatio: wide) == .half)
    #expect(
      Self.scale(3000, 2000, drawn: (192, 256), orientation: .leftTurn, pixelRatio: wide) == .half)
  }

  @Test("Tiles keep their scale if labels move them", arguments: [nil, "{name}"])
  func labels(label: String?) throws {
    var job = SheetJob(sources: [
      StubPicture(name: "a.jpg", size: PixelSize(width: 4000, height: 3000), isReducible: true),
      StubPicture(name: "b.png", size: PixelSize(width: 4000, height: 1000)),
    ])
    job.texts.label = try label.map { try PictureTemplate($0) }
    let plan = try job.sheetPlan()
    let placement = try #require(plan.pages[0].tiles[0].placement)
    #expect(
      plan.pages[0].tiles.map(\.scale) == [
        PictureScale(drawing: SheetPicture(job.sources[0]), at: placement), .whole,
      ])
    #expect(plan.pages[0].tiles[0].scale != .whole)
  }
}
