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
