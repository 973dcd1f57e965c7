import SheetLayout
import Testing

@testable import SheetModel
@testable import SheetText

@Suite struct TextRasterTests {
  @Test("Rasters are equal when their pixels are")
  func equality() {
    let size = PixelSize(width: 2, height: 1)
    #expect(
      TextRaster(size: size, coverage: [0, 255]) == TextRaster(size: size, coverage: [0, 255]))
    #expect(
      TextRaster(size: size, coverage: [0, 255]) != TextRaster(size: size, coverage: [255, 0]))
  }

  @Test("An empty raster has no ink")
  func empty() {
    let raster = TextRaster(emptyOf: PixelSize(width: 2, height: 3))
    #expect(raster.coverage == [0, 0, 0, 0, 0, 0])
    #expect(raster.glyphColors == nil)
  }
}

@Suite struct PaintedRasterTests {
  static let pixel = PixelSize(width: 1, height: 1)

  /// The raster of one pixel: a glyph in its own `color`, with coverage `own`, over ink.
  private func raster(ink: Double, own: Double, _ color: [Double]) -> TextRaster {
    func painted(_ sample: Double) -> UInt32 {
      let channels = color.map { $0 * own + sample * ink * (1 - own) }
      return ([own + ink * (1 - own)] + channels)
        .reduce(0) { $0 << 8 | UInt32(($1 * 255).rounded()) }
    }
    return TextRaster(
      size: Self.pixel, bounds: PixelRect(x: 0, y: 0, width: 1, height: 1),
      white: [painted(1)], black: { [painted(0)] })
  }

  @Test("Plain ink has no glyph colours", arguments: [0, 0.2, 0.5, 1])
  func ink(coverage: Double) {
    let raster = raster(ink: coverage, own: 0, [0, 0, 0])
    #expect(raster.coverage == [UInt8((coverage * 255).rounded())])
    #expect(raster.glyphColors == nil)
  }

  @Test("The colour of a glyph is returned unchanged, even black", arguments: [0.3, 1])
  func own(coverage: Double) throws {
    for color in [[1.0, 0, 0], [0.2, 0.4, 0.8], [0, 0, 0]] {
      let raster = raster(ink: 0, own: coverage, color)
      let own = try #require(raster.glyphColors).map(Int.init)
      #expect(raster.coverage == [UInt8((coverage * 255).rounded())])
      #expect(own[3] == 255)
      for channel in 0..<3 {
        #expect(abs(own[channel] - Int((color[channel] * 255).rounded())) <= 2)
      }
    }
  }

  @Test(
    "Where a coloured glyph overlaps ink, the glyph's colour has the glyph's share of the coverage")
  func mixture() throws {
    for own in [0.25, 0.5, 0.75] {
      for ink in [0.2, 1] {
        let raster = raster(ink: ink, own: own, [1, 0.5, 0])
        let found = try #require(raster.glyphColors).map { Double($0) / 255 }
        for (found, expected) in zip(found, [1, 0.5, 0, own / (own + ink * (1 - own))]) {
          #expect(abs(found - expected) < 0.02, "own \(own), ink \(ink)")
        }
      }
    }
  }

  @Test("Parts of a raster that are not painted are empty")
  func bounds() {
    let raster = TextRaster(
      size: PixelSize(width: 3, height: 2), bounds: PixelRect(x: 1, y: 1, width: 2, height: 1),
      white: [0xFFFF_FFFF, 0x8000_0000], black: { [0xFF00_0000, 0x8000_0000] })
    #expect(raster.coverage == [0, 0, 0, 0, 255, 128])
    #expect(raster.glyphColors?.suffix(8) == [0, 0, 0, 0, 0, 0, 0, 255])
  }

  @Test("Without memory for the second painting, coloured parts have the colour of the text")
  func failure() {
    let raster = TextRaster(
      size: Self.pixel, bounds: PixelRect(x: 0, y: 0, width: 1, height: 1),
      white: [0xFFFF_0000], black: { nil })
    #expect(raster == TextRaster(size: Self.pixel, coverage: [255]))
  }
}
