package import SheetImaging

/// The encoding of a sheet.
package struct SheetEncoding: Equatable, Sendable {
  /// From 0, fast and large, to 9, slow and small.
  package var compressionLevel: Int
  /// The fidelity of the stored pixels, if the format is lossy.
  package var quality: SheetQuality
  /// The bits per sample.
  package var depth: SampleDepth
  /// The resolution that the file states, in pixels per inch; nil if there is none.
  package var pixelsPerInch: Int?

  /// Creates an encoding.
  ///
  /// - Precondition: the compression level is 0 to 9, and `pixelsPerInch` is positive.
  package init(
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
package enum SheetQuality: Equatable, Sendable {
  /// Unchanged pixels, if the format can hold them; a JPEG has a quality of 90.
  case exact
  /// From 1, small and coarse, to 100, on libjpeg's scale.
  case level(Int)

  /// The quality as a number; nil if pixels are exact.
  package var level: Int? { if case .level(let level) = self { level } else { nil } }
}
