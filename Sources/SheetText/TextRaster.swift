public import SheetImaging
public import SheetLayout

/// Text as pixels: how much of each is covered, and the colours of emoji.
public struct TextRaster: Equatable, Sendable {
  /// The size of the raster, in pixels; either side may be 0.
  public let size: PixelSize
  /// How much of each pixel is covered, from 0 to 255, in rows without padding.
  public let coverage: [UInt8]
  /// The colours of characters that have their own, such as emoji; nil where all is ink.
  ///
  /// Four values for each pixel: red, green and blue, sRGB-encoded and not premultiplied, then
  /// the share of this colour in the coverage, from 0 to 255. The rest of the coverage is ink.
  public let ownColors: [UInt8]?

  /// Creates a raster.
  ///
  /// - Precondition: `coverage` has a value for each pixel, `ownColors`, if any, four.
  public init(size: PixelSize, coverage: [UInt8], ownColors: [UInt8]? = nil) {
    precondition(coverage.count == size.width * size.height, "one coverage for each pixel")
    precondition(ownColors.map { $0.count == 4 * coverage.count } ?? true, "four values a pixel")
    self.size = size
    self.coverage = coverage
    self.ownColors = ownColors
  }

  /// Creates a raster without ink.
  ///
  /// - Precondition: no side is negative.
  public init(emptyOf size: PixelSize) {
    self.init(size: size, coverage: [UInt8](repeating: 0, count: size.width * size.height))
  }

  /// Red, green and blue for each pixel, its own colour mixed with `ink`; nil where all is ink.
  ///
  /// Values are sRGB-encoded and not multiplied by the coverage. The alpha of `ink` is ignored.
  public func pixelColors(ink: Color) -> [UInt8]? {
    guard let ownColors else { return nil }
    let inkSamples = [ink.red, ink.green, ink.blue].map { Int(($0 * 255).rounded()) }
    var colors: [UInt8] = []
    colors.reserveCapacity(3 * coverage.count)
    for pixel in stride(from: 0, to: ownColors.count, by: 4) {
      let share = Int(ownColors[pixel + 3])
      for channel in 0..<3 {
        let mixed = Int(ownColors[pixel + channel]) * share + inkSamples[channel] * (255 - share)
        colors.append(UInt8((mixed + 127) / 255))
      }
    }
    return colors
  }
}
