public import SheetLayout

/// Text as pixels: how much of each is covered, and by which colour where it has its own.
public struct TextRaster: Equatable, Sendable {
  /// The size of the raster, in pixels; either side may be 0.
  public let size: PixelSize
  /// How much of each pixel is covered, from 0 to 255, in rows without padding.
  public let coverage: [UInt8]
  /// Red, green and blue of each pixel, sRGB-encoded and not multiplied by the coverage,
  /// where characters bring their own colours, as emoji do; nil where all is ink.
  public let colors: [UInt8]?

  /// Creates a raster.
  ///
  /// - Precondition: one coverage for each pixel, and three colour values where there are any.
  public init(size: PixelSize, coverage: [UInt8], colors: [UInt8]? = nil) {
    precondition(coverage.count == size.width * size.height, "one coverage for each pixel")
    precondition(colors.map { $0.count == 3 * coverage.count } ?? true, "three values a pixel")
    self.size = size
    self.coverage = coverage
    self.colors = colors
  }
}
