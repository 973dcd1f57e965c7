public import SheetImaging

/// How a sheet is stored as a PNG.
public struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  public var compressionLevel: Int
  /// The number of bits of a sample.
  public var depth: SampleDepth
  /// How many pixels make an inch; nil where the file does not say.
  public var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: the compression level is 0 to 9, and `pixelsPerInch` is positive.
  public init(
    compressionLevel: Int = 6, depth: SampleDepth = .eight, pixelsPerInch: Int? = nil
  ) {
    precondition(0...9 ~= compressionLevel, "a compression level is 0 to 9")
    precondition(pixelsPerInch ?? 1 > 0, "an inch has at least one pixel")
    self.compressionLevel = compressionLevel
    self.depth = depth
    self.pixelsPerInch = pixelsPerInch
  }
}

extension SheetPlan {
  /// The format of the pixels of the sheet, which all its pages have in common.
  ///
  /// It has alpha only where the background lets something show through: whether pictures do does
  /// not matter over an opaque one. It is grey where all pictures are, and every colour.
  var format: PixelFormat {
    let colors =
      style.background.colors + style.furniture.colors
      + [style.cellBackground, type.color].compactMap(\.self)
    let isGray = isGray && colors.allSatisfy(\.isGray)
    let hasAlpha = !style.background.isOpaque
    return PixelFormat(
      isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb), encoding.depth)
  }
}
