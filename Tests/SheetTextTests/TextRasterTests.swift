import SheetImaging
import SheetLayout
import SheetText
import Testing

@Suite struct TextRasterTests {
  @Test("Rasters are equal when their pixels are")
  func equality() {
    let size = PixelSize(width: 2, height: 1)
    #expect(
      TextRaster(size: size, coverage: [0, 255]) == TextRaster(size: size, coverage: [0, 255]))
    #expect(
      TextRaster(size: size, coverage: [0, 255]) != TextRaster(size: size, coverage: [255, 0]))
  }

  @Test("Ink and colours of its own are mixed by their shares")
  func colors() {
    let raster = TextRaster(
      size: PixelSize(width: 3, height: 1), coverage: [255, 128, 255],
      ownColors: [200, 100, 0, 255, 9, 9, 9, 0, 255, 255, 255, 51])
    #expect(
      raster.pixelColors(ink: Color(red: 1, green: 0, blue: 0))
        == [200, 100, 0, 255, 0, 0, 255, 51, 51])
  }

  @Test("An empty raster has no ink")
  func empty() {
    let raster = TextRaster(emptyOf: PixelSize(width: 2, height: 3))
    #expect(raster.coverage == [0, 0, 0, 0, 0, 0])
    #expect(raster.ownColors == nil)
    #expect(raster.pixelColors(ink: .black) == nil)
  }
}
