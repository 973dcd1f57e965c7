import SheetLayout
import SheetModel
import TestSupport
import Testing

@testable import SheetText

/// Text that is turned by 90°, so that its lines run upwards.
@Suite struct TurnedTextTests {
  @Test(
    "A raster is turned to the left: its first row becomes the first column, from the bottom up")
  func raster() {
    let raster = TextRaster(size: PixelSize(width: 3, height: 2), coverage: [1, 2, 3, 4, 5, 6])
    let turned = raster.turnedUpwards
    #expect(turned.size == PixelSize(width: 2, height: 3))
    #expect(turned.coverage == [3, 6, 2, 5, 1, 4] && turned.glyphColors == nil)
  }

  @Test(
    "Turned four times, a raster is unchanged, with the colours of its glyphs", arguments: 1...20)
  func fourTurns(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let size = PixelSize(
      width: Int.random(in: 0...9, using: &generator),
      height: Int.random(in: 0...9, using: &generator))
    func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let count = size.width * size.height
    let raster = TextRaster(
      size: size, coverage: bytes(count),
      glyphColors: seed.isMultiple(of: 2) ? bytes(4 * count) : nil)
    let once = raster.turnedUpwards
    #expect(once.coverage.sorted() == raster.coverage.sorted())
    #expect(once.turnedUpwards.turnedUpwards.turnedUpwards == raster)
  }

  @Test("Outlines are turned like pixels: the start of a line is at the foot")
  func outlines() {
    let box = TextBox("lo", size: PixelSize(width: 60, height: 20), alignment: .left)
    let outlines = StrokeFace(size: 12).outlines(box)
    let turned = outlines.turnedUpwards(fromWidth: 60)
    #expect(turned.glyphs.count == outlines.glyphs.count && turned.em == outlines.em)
    for (glyph, before) in zip(turned.glyphs, outlines.glyphs) {
      #expect(glyph.x == before.y && glyph.y == 60 - before.x)
      let (own, old) = (glyph.outline.bounds, before.outline.bounds)
      #expect(abs(own.high.y - old.high.x) < 1e-9 && abs(own.low.x + old.high.y) < 1e-9)
    }
    let whole = turned.turnedUpwards(fromWidth: 20).turnedUpwards(fromWidth: 60)
      .turnedUpwards(fromWidth: 20)
    for (glyph, before) in zip(whole.glyphs, outlines.glyphs) {
      #expect(abs(glyph.x - before.x) < 1e-9 && abs(glyph.y - before.y) < 1e-9)
    }
  }
}
