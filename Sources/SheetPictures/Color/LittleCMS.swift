internal import CLibraries
internal import SheetImaging

/// Little CMS 2, loaded.
package struct LittleCMS: Sendable {
  /// The Debian package that contains the library.
  package static let packageName = "liblcms2-2"

  /// The installed library, loaded on first use; nil if there is none, or if it is too old.
  package static let installed = clibrary_load(.lcms) == .ready ? LittleCMS() : nil

  private init() {}
}

/// Converts rows of pixels from any ICC profile to sRGB.
///
/// Converted rows keep their channels and have 16 bits per sample. So no precision is lost before they
/// are averaged. Alpha is copied. Any number of tasks may share a transform: Little CMS changes nothing
/// in it.
@safe final class ProfileTransform: @unchecked Sendable {
  /// The depth of converted samples.
  static let outputDepth = SampleDepth.sixteen

  /// The samples of rows to convert.
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

  /// The transform for one picture; nil if Little CMS rejects the profile.
  ///
  /// Pictures of one profile share their transform, since making one may take longer than using it.
  /// A large picture never takes the transform of a small one. So the bytes of a sheet do not
  /// depend on the order of pictures.
  ///
  /// - Parameters:
  ///   - profile: The profile's bytes.
  ///   - input: The samples of rows to convert.
  ///   - pixelCount: The number of the picture's pixels.
  ///   - library: Little CMS.
  ///   - recent: The cache of transforms.
  /// - Returns: A transform that may be in use elsewhere.
  static func shared(
    _ profile: [UInt8], from input: Input, pixelCount: Int, with library: LittleCMS,
    among recent: Recent = recent
  ) -> ProfileTransform? {
    let key = Key(
      profile: profile, input: input, isTabulated: pixelCount >= minimumPixelsToTabulate)
    return recent.value(of: key) { ProfileTransform(key) }
  }

  /// The key of a kept transform.
  struct Key: Hashable {
    fileprivate let profile: [UInt8]
    fileprivate let input: Input
    /// Whether one table is computed for the whole conversion from the profile to sRGB.
    fileprivate let isTabulated: Bool
  }

  typealias Recent = LRUCache<Key, ProfileTransform?>

  /// The transforms of all pictures; a table takes 0.7 MB.
  static let recent = Recent(limit: 16)

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

  /// Converts the pixels of `row` to as many pixels of `converted`.
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

  /// The number of pixels from which Little CMS computes a table.
  ///
  /// The table takes 27 ms and saves 220 ns per pixel. Without it colours are three times as exact
  /// (Little CMS 2.14, Zen 4).
  private static let minimumPixelsToTabulate = 250_000
}
