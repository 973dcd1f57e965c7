public import SheetImaging

/// How a sheet is encoded.
public struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  public var compressionLevel: Int
  /// How near the stored pixels are to the sheet's, where a format can lose something.
  public var quality: SheetQuality
  /// The bits per sample.
  public var depth: SampleDepth
  /// The resolution that the file states, in pixels per inch; nil for none.
  public var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: the compression level is 0 to 9, and `pixelsPerInch` is positive.
  public init(
    compressionLevel: Int = 6, quality: SheetQuality = .exact, depth: SampleDepth = .eight,
    pixelsPerInch: Int? = nil
  ) {
    precondition(0...9 ~= compressionLevel, "a compression level is 0 to 9")
    precondition(pixelsPerInch ?? 1 > 0, "an inch has at least one pixel")
    self.compressionLevel = compressionLevel
    self.quality = quality
    self.depth = depth
    self.pixelsPerInch = pixelsPerInch
  }
}

/// How near stored pixels are to those of a sheet.
public enum SheetQuality: Equatable, Sendable {
  /// The same, where a format can hold them; a JPEG has a quality of 90.
  case exact
  /// From 1, small and coarse, to 100, as libjpeg has it.
  case level(Int)

  /// The quality as a number; nil for exact pixels.
  public var level: Int? { if case .level(let level) = self { level } else { nil } }
}
