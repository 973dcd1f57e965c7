import SheetLayout
import SheetPictures
import SheetPlans
import SystemPackage
import Testing

@testable import ContactSheet

@Suite struct TilePlacesTests {
  @Test(
    "Percentages are rounded to four decimal places, and have no trailing zeros",
    arguments: [
      (0, 7, "0"), (7, 7, "100"), (1, 2, "50"), (1, 8, "12.5"), (1, 3, "33.3333"),
      (2, 3, "66.6667"), (1, 200, "0.5"), (1, 100_000, "0.001"), (999_999, 1_000_000, "99.9999"),
      (1, 10_000_000, "0"), (9_999_999, 10_000_000, "100"),
    ])
  func share(length: Int, whole: Int, text: String) {
    let share = TilePlaces.share(length, of: whole)
    #expect(String(decoding: share.bytes, as: UTF8.self) == text)
  }

  private static func page(_ cells: [PixelRect]) -> SheetPage {
    SheetPage(
      number: 1, size: PixelSize(width: 100, height: 50),
      tiles: cells.enumerated().map { PlannedTile(index: $0, cell: $1, placement: nil) })
  }

  private static func rules(of places: TilePlaces) -> [String] {
    var rules: [String] = []
    places.forEachRule { rules.append(String(decoding: $0.bytes, as: UTF8.self)) }
    return rules
  }

  @Test("Tiles of the same column share a CSS rule, and so do tiles of the same row")
  func rules() {
    let cells = [(0, 0), (50, 0), (0, 25), (50, 25)].map {
      PixelRect(x: $0, y: $1, width: 40, height: 20)
    }
    let page = Self.page(cells)
    let places = TilePlaces(on: [page, page])
    #expect(
      Self.rules(of: places) == [
        ".x0{left:0%;width:40%}\n", ".x1{left:50%;width:40%}\n", ".y0{top:0%;height:40%}\n",
        ".y1{top:50%;height:40%}\n",
      ])
    let classes = cells.map { places.classes(of: $0, on: page.size) }
    #expect(classes == ["x0 y0", "x1 y0", "x0 y1", "x1 y1"])
  }

  @Test("Tiles that differ in position or in size get separate CSS rules")
  func distinct() {
    let cells = [(0, 10), (0, 11), (1, 10)].map { PixelRect(x: $0, y: 0, width: $1, height: 9) }
    #expect(Self.rules(of: TilePlaces(on: [Self.page(cells)])).count == 4)
  }
}
