import SheetFiles
import SheetFixtures
import SheetLayout
import SheetModel
import SheetPictures
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

@Suite struct PlanTextsTests {
  private static let area = PixelRect(x: 10, y: 10, width: 80, height: 60)

  private static func text(_ text: String) -> PlannedText {
    PlannedText(.note, text: text, area: area, size: 12, alignment: .center, overflow: .end)
  }

  private static func page(_ number: Int, _ generator: inout SeededGenerator) -> SheetPage {
    var tiles: [PlannedTile] = []
    for index in 0..<generator.number(below: 4) {
      let name = "\(number) \(index)"
      var tile = PlannedTile(index: index, cell: area, placement: nil)
      if generator.number(below: 2) == 0 { tile.label = text("label \(name)") }
      if generator.number(below: 2) == 0 {
        tile.scaleBar = PlannedScaleBar(
          bar: PixelRect(x: 50, y: 60, width: 35, height: 3), text: text("bar \(name)"))
      }
      tiles.append(tile)
    }
    let texts = (0..<generator.number(below: 3)).map { text("own \(number) \($0)") }
    return SheetPage(
      number: number, size: PixelSize(width: 100, height: 80), tiles: tiles, texts: texts)
  }

  @Test("Each page has its own texts first, then the labels of its tiles, then their scale bars")
  func order() {
    var generator = SeededGenerator(seed: 1)
    for count in Array(0...6) + Array(repeating: 3, count: 60) {
      var pages: [SheetPage] = []
      for number in 0..<count { pages.append(Self.page(number + 1, &generator)) }
      let expected = pages.flatMap { page in
        page.texts.map(\.text) + page.tiles.compactMap { $0.label?.text }
          + page.tiles.compactMap { $0.scaleBar?.text.text }
      }
      #expect(Array(PlanTexts(pages)).map(\.text) == expected)
    }
  }
}
