import SheetLayout
import SheetModel
import SheetText
import TestSupport
import Testing

@testable import SheetPlans

/// The text of watermarks, found by their tiles.
@Suite struct WatermarkTextsTests {
  private static func mark(_ text: String, _ area: PixelRect) -> PlannedText {
    PlannedText(
      .watermark, text: text, area: area, size: 12, alignment: .center, overflow: .end)
  }

  private static func tile(_ index: Int, _ image: PixelRect) -> PlannedTile {
    PlannedTile(
      index: index, cell: image,
      placement: PicturePlacement(image: image, crop: Rect(x: 0, y: 0, width: 9, height: 9)))
  }

  @Test("The watermark found for a tile is the first inside its image, and few others are examined")
  func property() {
    var random = SeededGenerator(seed: 12)
    let side = 30
    for round in 0..<3 {
      var (tiles, marks): ([PlannedTile], [PlannedText]) = ([], [])
      for index in 0..<side * side {
        let image = PixelRect(
          x: 24 * (index % side), y: 24 * (index / side), width: 20,
          height: 1 + random.number(below: 20))
        tiles.append(Self.tile(index, image))
        // All or some of the images have one or two watermarks, along the diagonal or across it.
        for copy in 0..<1 + random.number(below: 2) where round == 0 || index % 3 == 0 {
          var area = image
          if random.number(below: 2) == 0 { (area.y, area.height) = (image.maxY - 1, 1) }
          marks.append(Self.mark("\(index) \(copy)", area))
        }
      }
      if round == 2 { marks.reverse() }
      let areas = marks.map(\.area)
      let texts = WatermarkTexts(
        on: SheetPage(
          number: 1, size: PixelSize(width: 24 * side, height: 24 * side), tiles: tiles,
          texts: marks))
      var (wrong, examined) = (0, 0)
      for tile in tiles {
        guard let image = tile.placement?.image else { continue }
        let expected = areas.firstIndex { $0.isInside(image) }.map { marks[$0].text }
        if texts.text(on: tile) != expected { wrong += 1 }
        examined += texts.candidates(on: image).count
      }
      #expect(wrong == 0, "round \(round)")
      // At most three rows of images, with up to two watermarks on each.
      #expect(examined <= tiles.count * 3 * side * 2, "\(examined)")
    }
  }

  @Test("A tile without an image, and a page without watermarks, have no text")
  func none() {
    let image = PixelRect(x: 0, y: 0, width: 20, height: 20)
    let tile = Self.tile(0, image)
    let unreadable = PlannedTile(index: 1, cell: image, placement: nil)
    func texts(_ marks: [PlannedText]) -> WatermarkTexts {
      WatermarkTexts(
        on: SheetPage(number: 1, size: image.size, tiles: [tile, unreadable], texts: marks))
    }
    #expect(texts([]).isEmpty && texts([]).text(on: tile) == nil)
    let marked = texts([Self.mark("a", image)])
    #expect(marked.text(on: tile) == "a" && marked.text(on: unreadable) == nil)
  }
}
