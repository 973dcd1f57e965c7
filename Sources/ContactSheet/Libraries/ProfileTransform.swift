internal import SheetImaging

/// Turns rows in the colours of a profile, whatever it is made of, into rows of
/// sRGB, by Little CMS.
///
/// Rows come out with the channels they had and 16 bits a sample, so that nothing
/// is lost before they are averaged. Alpha is copied.
@safe struct ProfileTransform: ~Copyable {
  /// The depth of converted samples.
  static let outputDepth = SampleDepth.sixteen

  private let outputFormat: PixelFormat
  private let inputFormat: PixelFormat
  private let library: LittleCMS
  private let transform: OpaquePointer

  /// A transform for one picture, or nil where Little CMS rejects the profile.
  ///
  /// Colours are matched by measure, white to white (the relative colorimetric
  /// intent), as they are with profiles of curves and primaries.
  ///
  /// - Parameters:
  ///   - profile: The profile's bytes.
  ///   - format: The format of rows to convert.
  ///   - pixelCount: The number of pixels to come.
  ///   - library: Little CMS.
  init?(
    _ profile: [UInt8], from format: PixelFormat, pixelCount: Int, with library: LittleCMS
  ) {
    let output = PixelFormat(format.channels, Self.outputDepth)
    guard let source = unsafe library.openProfile(profile, UInt32(profile.count)) else {
      return nil
    }
    defer { _ = unsafe library.closeProfile(source) }
    let created =
      unsafe format.channels.isGray ? library.grayProfile() : library.createSRGBProfile()
    guard let target = unsafe created else { return nil }
    defer { _ = unsafe library.closeProfile(target) }
    let flags =
      (format.channels.hasAlpha ? Self.copyAlpha : 0)
      | (pixelCount < Self.worthPreparing ? Self.unprepared : 0)
    guard
      let transform = unsafe library.createTransform(
        source, Self.layout(of: format), target, Self.layout(of: output), Self.relativeColorimetric,
        flags)
    else { return nil }
    outputFormat = output
    inputFormat = format
    self.library = library
    unsafe self.transform = transform
  }

  deinit { unsafe library.deleteTransform(transform) }

  /// Converts the pixels of `row` to as many pixels of `converted`.
  func convert(_ row: Span<UInt8>, into converted: inout MutableSpan<UInt8>) {
    let count = row.count / inputFormat.bytesPerPixel
    precondition(
      row.count == count * inputFormat.bytesPerPixel
        && converted.count == count * outputFormat.bytesPerPixel, "a row of the wrong length")
    unsafe row.withUnsafeBytes { source in
      unsafe converted.withUnsafeMutableBytes { target in
        unsafe library.doTransform(
          transform, source.baseAddress, target.baseAddress, UInt32(count))
      }
    }
  }

  /// Source: `INTENT_RELATIVE_COLORIMETRIC`, `cmsFLAGS_COPY_ALPHA` and
  /// `cmsFLAGS_NOOPTIMIZE` of lcms2.h.
  private static let relativeColorimetric: UInt32 = 1
  private static let copyAlpha: UInt32 = 0x0400_0000
  private static let unprepared: UInt32 = 0x0100

  /// From how many pixels on it pays to have Little CMS work the profile out into one
  /// table first: that takes 7 to 25 ms and saves some 150 ns a pixel (Little CMS 2.14,
  /// Zen 4).
  private static let worthPreparing = 100_000

  /// A format as lcms2.h codes it: the colour space (`PT_GRAY`, `PT_RGB`) from bit
  /// 16 on, big endian at 11, extra channels at 7, channels at 3, bytes at 0.
  private static func layout(of format: PixelFormat) -> UInt32 {
    let channels = format.channels
    return UInt32(
      (channels.isGray ? 3 : 4) << 16 | (format.depth == .sixteen ? 1 : 0) << 11
        | (channels.hasAlpha ? 1 : 0) << 7 | channels.colorCount << 3 | format.depth.bytes)
  }
}

extension LittleCMS {
  /// A grey profile with the curve of sRGB, nil when memory runs out.
  @unsafe fileprivate func grayProfile() -> OpaquePointer? {
    // Type 4 of lcms2: (a x + b)^g from d on, else c x.
    let curve = unsafe buildCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { unsafe freeCurve(curve) }
    // The x, y and Y of D50, under which profiles hold grey as grey.
    return unsafe createGrayProfile([0.3457, 0.3585, 1], curve)
  }
}
