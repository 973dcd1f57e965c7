public import SheetImaging

/// The encoding of a sheet.
public struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  public var compressionLevel: Int
  /// The fidelity of the stored pixels, if the format is lossy.
  public var quality: SheetQuality
  /// The bits per sample.
  public var depth: SampleDepth
  /// The resolution that the file states, in pixels per inch; nil if there is none.
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

/// The fidelity of stored pixels.
public enum SheetQuality: Equatable, Sendable {
  /// Unchanged pixels, if the format can hold them; a JPEG has a quality of 90.
  case exact
  /// From 1, small and coarse, to 100, on libjpeg's scale.
  case level(Int)

  /// The quality as a number; nil if pixels are exact.
  public var level: Int? { if case .level(let level) = self { level } else { nil } }
}
