public import SheetImaging

/// How a sheet is encoded.
public struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  public var compressionLevel: Int
  /// The bits per sample.
  public var depth: SampleDepth
  /// The resolution that the file states, in pixels per inch; nil for none.
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
  /// The pixel format of all pages.
  ///
  /// It has alpha only if the background is not opaque: over an opaque background even transparent
  /// pictures become opaque. It is grey if all pictures and all colours are.
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
