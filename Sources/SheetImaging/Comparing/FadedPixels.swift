/// What a picture of differences shows: the picture grey and faint, so that colours stand out on it.
public enum FadedPixels {
  /// The code of what neither picture has.
  public static let ground: UInt8 = 255

  /// Makes a row as it is seen.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: What it is a row of.
  ///   - codes: A code of sRGB for each pixel; further ones are left as they are.
  public static func fade(
    _ row: Span<UInt8>, _ pixels: ComparablePixels, into codes: inout MutableSpan<UInt8>
  ) {
    var converted = [UInt32](repeating: 0, count: row.count / pixels.bytesPerPixel)
    var span = converted.mutableSpan
    pixels.convert(row, into: &span)
    for index in converted.indices { codes[index] = code(of: converted[index]) }
  }

  /// The grey of a pixel over white, at a tenth of its contrast.
  @inline(__always)
  static func code(of pixel: UInt32) -> UInt8 {
    let (red, green) = (pixel & 255, pixel >> 8 & 255)
    let (blue, alpha) = (pixel >> 16 & 255, pixel >> 24)
    // Thousandths of luma by the factors of BT.601, which make no difference at a tenth.
    let darkness = 255_000 - (299 * red + 587 * green + 114 * blue)
    return 255 - UInt8((darkness * alpha / 255 + 5000) / 10_000)
  }
}
