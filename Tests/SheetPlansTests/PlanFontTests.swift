import SheetFiles
import SheetFixtures
import SheetImaging
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import Testing

@testable import SheetPlans

/// How many fonts the texts of a plan may have.
@Suite struct PlanFontTests {
  /// A plan whose texts have a number of families, each at a number of sizes.
  private static func plan(families: Int, sizes: Int) -> SheetPlan {
    var texts: [PlannedText] = []
    for index in 0..<families * sizes {
      let family = FontChoice("Family x\(index / sizes)")
      texts.append(
        PlannedText(
          .header, text: "a", area: PixelRect(x: 0, y: 0, width: 1, height: 1),
          font: families == 1 ? nil : family, size: 10 + Double(index % sizes) / 100,
          alignment: .center, overflow: .end))
    }
    return SheetPlan(
      layout: "grid", pictures: [],
      pages: [
        SheetPage(
          number: 1, size: PixelSize(width: 100, height: 100), tiles: [], texts: texts + texts)
      ],
      style: TileStyle(), metadata: MetadataUse(), unreadablePolicy: .placeholder,
      type: TypeStyle(font: .builtin), encoding: SheetEncoding(), isGray: false, tracks: [])
  }

  @Test(
    "Up to 16 fonts, and up to 500 combinations of font and size, are accepted",
    arguments: [(1, 1), (1, 500), (16, 1), (16, 31)])
  func accepted(families: Int, sizes: Int) {
    #expect(throws: Never.self) { try Self.plan(families: families, sizes: sizes).checkFonts() }
  }

  @Test(
    "Plans with more fonts or sizes are refused before any font is loaded",
    arguments: [(1, 501), (17, 1), (16, 32), (1, 2000)])
  func refused(families: Int, sizes: Int) throws {
    let plan = Self.plan(families: families, sizes: sizes)
    let json = SheetManifest(plan, files: ["s.png"]).json()
    let error = try #require(throws: ManifestError.self) { try SheetManifest(json: json) }
    #expect(
      "\(error)"
        == "pages: their text uses more than 16 fonts, or more than 500 combinations of font and "
        + "size")
  }
}
