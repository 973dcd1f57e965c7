/// What IHDR says about a picture, and whether any of it can be see-through.
///
/// Source: PNG specification, chapter 11 (IHDR and tRNS).
package struct PNGHeader: Equatable, Hashable, Sendable {
  /// Samples per pixel and their meaning; the raw value is the IHDR byte.
  package enum ColorType: UInt8, Sendable {
    /// Grey.
    case gray = 0
    /// Red, green, blue.
    case rgb = 2
    /// An index into a palette of red, green and blue.
    case palette = 3
    /// Grey and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6
  }

  /// Columns of pixels, 1 to 1,000,000.
  package let width: Int
  /// Rows of pixels, 1 to 1,000,000.
  package let height: Int
  /// Bits of a sample, or of a palette index: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  /// Samples per pixel and their meaning.
  package let colorType: ColorType
  /// Whether the rows come in the seven passes of Adam7.
  ///
  /// Such a picture is held in memory as a whole while it is read.
  package let isInterlaced: Bool
  /// Whether there is an alpha channel or a tRNS chunk.
  package let hasTransparency: Bool
}
