internal import SheetFacts
package import SheetLayout

/// Text as pixels: the coverage of each pixel, and the colours of emoji.
package struct TextRaster: Equatable, Sendable {
  /// The size of the raster, in pixels; either side may be 0.
  package let size: PixelSize
  /// The coverage of each pixel, from 0 to 255, in rows without padding.
  package private(set) var coverage: [UInt8]
  /// The colours of characters that have their own, such as emoji; nil if all is ink.
  ///
  /// Four values for each pixel: red, green and blue, sRGB-encoded and not premultiplied, then a
  /// fraction from 0 to 255. The fraction is the part of the pixel's coverage that has this colour.
  /// The rest is ink.
  package private(set) var ownColors: [UInt8]?

  /// Creates a raster.
  ///
  /// - Precondition: `coverage` has a value for each pixel, `ownColors`, if any, four.
  package init(size: PixelSize, coverage: [UInt8], ownColors: [UInt8]? = nil) {
    precondition(coverage.count == size.width * size.height, "one coverage for each pixel")
    precondition(ownColors.map { $0.count == 4 * coverage.count } ?? true, "four values a pixel")
    self.size = size
    self.coverage = coverage
    self.ownColors = ownColors
  }

  /// Creates a raster without ink.
  ///
  /// - Precondition: no side is negative.
  package init(emptyOf size: PixelSize) {
    self.init(size: size, coverage: [UInt8](repeating: 0, count: size.width * size.height))
  }
}

extension TextRaster {
  /// The raster with strokes under its lines.
  func underlined(_ strokes: [PixelRect]) -> TextRaster {
    var raster = self
    for stroke in strokes {
      let columns = (stroke.x..<stroke.maxX).clamped(to: 0..<size.width)
      for y in (stroke.y..<stroke.maxY).clamped(to: 0..<size.height) {
        for place in columns.lowerBound + y * size.width..<columns.upperBound + y * size.width {
          raster.coverage[place] = .max
          raster.ownColors?[4 * place + 3] = 0
        }
      }
    }
    return raster
  }
}

extension DrawnLine {
  /// The stroke under the line if it is emphasized, a tenth of an em below its letters.
  func underline(em: Double) -> PixelRect {
    PixelRect(
      x: x, y: baseline + max(1, Int(em / 10)), width: width,
      height: max(1, Int((em / 14).rounded())))
  }
}
