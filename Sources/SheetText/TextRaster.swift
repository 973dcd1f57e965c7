public import SheetImaging
public import SheetLayout

/// Text as pixels: how much of each is covered, and by which colour where it has its own.
public struct TextRaster: Equatable, Sendable {
  /// The size of the raster, in pixels; either side may be 0.
  public let size: PixelSize
  /// How much of each pixel is covered, from 0 to 255, in rows without padding.
  public let coverage: [UInt8]
  /// Red, green and blue that characters bring themselves, as emoji do, and their share.
  ///
  /// Four values for each pixel; colours are sRGB-encoded and not multiplied by anything. The
  /// share, from 0 to 255, is that in what covers the pixel; the rest is ink. Nil where all
  /// is ink.
  public let ownColors: [UInt8]?

  /// Creates a raster.
  ///
  /// - Precondition: one coverage for each pixel, and four colour values where there are any.
  public init(size: PixelSize, coverage: [UInt8], ownColors: [UInt8]? = nil) {
    precondition(coverage.count == size.width * size.height, "one coverage for each pixel")
    precondition(ownColors.map { $0.count == 4 * coverage.count } ?? true, "four values a pixel")
    self.size = size
    self.coverage = coverage
    self.ownColors = ownColors
  }

  /// A raster without anything on it.
  ///
  /// - Precondition: no side is negative.
  public init(emptyOf size: PixelSize) {
    self.init(size: size, coverage: [UInt8](repeating: 0, count: size.width * size.height))
  }

  /// Red, green and blue of what covers each pixel, sRGB-encoded and not multiplied by the
  /// coverage, when the rest is written in `ink`; nil where all is ink.
  ///
  /// The alpha of `ink` is not looked at.
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
