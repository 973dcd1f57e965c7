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
}
