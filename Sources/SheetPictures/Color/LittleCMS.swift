internal import CLibraries
internal import SheetImaging

/// The loaded Little CMS 2 library.
package struct LittleCMS: Sendable {
  /// The Debian package that contains the library.
  package static let packageName = "liblcms2-2"

  /// The installed library, loaded on first use; nil if it is missing or too old.
  package static let installed = clibrary_load(.lcms) == .ready ? LittleCMS() : nil

  private init() {}
}

/// Converts rows of pixels from any ICC profile to sRGB.
///
/// Converted rows keep their channels and have 16 bits per sample, so that no precision is lost
/// before they are averaged. Alpha is copied. Any number of tasks may share a transform, since
/// Little CMS does not modify it.
@safe final class ProfileTransform: @unchecked Sendable {
  /// The depth of converted samples.
  static let outputDepth = SampleDepth.sixteen

  /// The samples of the rows to convert.
  enum Input: Hashable, Sendable {
    case pixels(PixelFormat)
    case inks(InkSamples)

    fileprivate var bytesPerPixel: Int {
      switch self {
      case .pixels(let format): format.bytesPerPixel
      case .inks: InkSamples.bytesPerPixel
      }
    }
  }

  /// The format of converted rows.
  let outputFormat: PixelFormat
  private let input: Input
  private let transform: OpaquePointer

  /// The transform for a picture; nil if Little CMS rejects the profile.
  ///
  /// Pictures with the same profile share a transform, since creating one may take longer than
  /// using it. But a large picture never uses the transform of a small one, so that the bytes of a
  /// sheet do not depend on the order of pictures.
  ///
  /// - Parameters:
  ///   - profile: The profile's bytes.
  ///   - input: The samples of the rows to convert.
  ///   - pixelCount: The number of pixels in the picture.
  ///   - library: Little CMS.
  ///   - recent: The cache of transforms.
  /// - Returns: A transform that may also be in use elsewhere.
  static func shared(
    _ profile: [UInt8], from input: Input, pixelCount: Int, with library: LittleCMS,
    among recent: Recent = recent
  ) -> ProfileTransform? {
    let key = Key(
      profile: profile, input: input, isTabulated: pixelCount >= minimumPixelsToTabulate)
    return recent.value(of: key) { ProfileTransform(key) }
  }

  /// The key of a cached transform.
  struct Key: Hashable {
    fileprivate let profile: [UInt8]
    fileprivate let input: Input
    /// Whether a single table is computed for the whole conversion from the profile to sRGB.
    fileprivate let isTabulated: Bool
  }

  typealias Recent = LRUCache<Key, ProfileTransform?>

  /// The cached transforms of all pictures, with their profiles.
  static let recent = Recent(limit: 16, byteLimit: 32 << 20) { bytes(of: $0.profile) }

  /// The number of bytes that a transform takes: the profile, its tables in Little CMS, and the
  /// table of the whole conversion, which takes 0.7 MB.
  static func bytes(of profile: [UInt8]) -> Int { 2 * profile.count + 700_000 }

  private init?(_ key: Key) {
    let samples =
      switch key.input {
      case .pixels(let format):
        clcms_samples(
          colors: UInt8(format.channels.colorCount), is_inverted: false,
          has_alpha: format.channels.hasAlpha, is_deep: format.depth == .sixteen)
      case .inks(let inks):
        clcms_samples(
          colors: 4, is_inverted: inks == .inverted, has_alpha: false, is_deep: false)
      }
    guard
      let transform = unsafe clcms_transform_create(
        key.profile, key.profile.count, samples, key.isTabulated)
    else { return nil }
    let channels: PixelFormat.Channels =
      switch key.input {
      case .pixels(let format): format.channels
      case .inks: .rgb
      }
    outputFormat = PixelFormat(channels, Self.outputDepth)
    input = key.input
    unsafe self.transform = transform
  }

  deinit { unsafe clcms_transform_destroy(transform) }

  /// Converts the pixels of `row` into the same number of pixels of `converted`.
  func convert(_ row: Span<UInt8>, into converted: inout MutableSpan<UInt8>) {
    let count = row.count / input.bytesPerPixel
    precondition(
      row.count == count * input.bytesPerPixel
        && converted.count == count * outputFormat.bytesPerPixel, "a row of the wrong length")
    unsafe row.withUnsafeBytes { source in
      unsafe converted.withUnsafeMutableBytes { target in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        unsafe clcms_convert(transform, source, target, count)
      }
    }
  }

  /// The smallest number of pixels for which Little CMS computes a table.
  ///
  /// The table takes 27 ms to compute and saves 220 ns per pixel. Without the table, colours are
  /// three times as accurate (Little CMS 2.14, Zen 4).
  private static let minimumPixelsToTabulate = 250_000
}
