internal import OptionalLibraries
internal import SheetImaging

/// The functions that sheets need of Little CMS 2.
///
/// Source: lcms2.h of Little CMS 2.8, the first with a flag to copy alpha.
@safe package struct LittleCMS: Sendable {
  /// The Debian package that contains the library.
  package static let packageName = "liblcms2-2"

  /// The installed library, loaded on first use; nil if there is none.
  package static let installed = LittleCMS()

  let openProfile: @convention(c) @Sendable (UnsafeRawPointer?, UInt32) -> OpaquePointer?
  let createSRGBProfile: @convention(c) @Sendable () -> OpaquePointer?
  let createGrayProfile:
    @convention(c) @Sendable (UnsafePointer<Double>?, OpaquePointer?) -> OpaquePointer?
  let closeProfile: @convention(c) @Sendable (OpaquePointer?) -> Int32
  let buildCurve:
    @convention(c) @Sendable (OpaquePointer?, Int32, UnsafePointer<Double>?) -> OpaquePointer?
  let freeCurve: @convention(c) @Sendable (OpaquePointer?) -> Void
  let createTransform:
    @convention(c) @Sendable (
      OpaquePointer?, UInt32, OpaquePointer?, UInt32, UInt32, UInt32
    ) -> OpaquePointer?
  let deleteTransform: @convention(c) @Sendable (OpaquePointer?) -> Void
  let doTransform:
    @convention(c) @Sendable (
      OpaquePointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt32
    ) -> Void

  private init?() {
    // A library that lacks a function is too old.
    guard let library = OptionalLibrary("liblcms2.so.2"), let functions = try? LittleCMS(library)
    else { return nil }
    self = functions
  }

  private init(_ library: OptionalLibrary) throws(MissingFunction) {
    unsafe openProfile = try library.require("cmsOpenProfileFromMem")
    unsafe createSRGBProfile = try library.require("cmsCreate_sRGBProfile")
    unsafe createGrayProfile = try library.require("cmsCreateGrayProfile")
    unsafe closeProfile = try library.require("cmsCloseProfile")
    unsafe buildCurve = try library.require("cmsBuildParametricToneCurve")
    unsafe freeCurve = try library.require("cmsFreeToneCurve")
    unsafe createTransform = try library.require("cmsCreateTransform")
    unsafe deleteTransform = try library.require("cmsDeleteTransform")
    unsafe doTransform = try library.require("cmsDoTransform")
  }

  /// A gray profile with the transfer curve of sRGB; nil if memory runs out.
  @unsafe fileprivate func grayProfile() -> OpaquePointer? {
    // Type 4 of lcms2: (a x + b)^g from d on, c x below.
    let curve = unsafe buildCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { unsafe freeCurve(curve) }
    // The white point D50 of profiles, as x, y and Y.
    return unsafe createGrayProfile([0.3457, 0.3585, 1], curve)
  }
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
  private let library: LittleCMS
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
    return recent.value(of: key) { ProfileTransform(key, with: library) }
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

  /// The rendering intent is relative colorimetric, as for profiles of curves and primaries.
  private init?(_ key: Key, with library: LittleCMS) {
    let channels: PixelFormat.Channels =
      switch key.input {
      case .pixels(let format): format.channels
      case .inks: .rgb
      }
    let output = PixelFormat(channels, Self.outputDepth)
    guard let source = unsafe library.openProfile(key.profile, UInt32(key.profile.count)) else {
      return nil
    }
    defer { _ = unsafe library.closeProfile(source) }
    let created =
      unsafe channels.isGray ? library.grayProfile() : library.createSRGBProfile()
    guard let target = unsafe created else { return nil }
    defer { _ = unsafe library.closeProfile(target) }
    let flags =
      (channels.hasAlpha ? Self.copyAlpha : 0)
      | (key.isTabulated ? Self.fineTable : Self.noOptimization)
    guard
      let transform = unsafe library.createTransform(
        source, Self.layout(of: key.input), target, Self.layout(of: .pixels(output)),
        Self.relativeColorimetric,
        flags)
    else { return nil }
    outputFormat = output
    input = key.input
    self.library = library
    unsafe self.transform = transform
  }

  deinit { unsafe library.deleteTransform(transform) }

  /// Converts the pixels of `row` to as many pixels of `converted`.
  func convert(_ row: Span<UInt8>, into converted: inout MutableSpan<UInt8>) {
    let count = row.count / input.bytesPerPixel
    precondition(
      row.count == count * input.bytesPerPixel
        && converted.count == count * outputFormat.bytesPerPixel, "a row of the wrong length")
    unsafe row.withUnsafeBytes { source in
      unsafe converted.withUnsafeMutableBytes { target in
        unsafe library.doTransform(
          transform, source.baseAddress, target.baseAddress, UInt32(count))
      }
    }
  }

  /// Source: `INTENT_RELATIVE_COLORIMETRIC`, `cmsFLAGS_COPY_ALPHA`, `cmsFLAGS_NOOPTIMIZE` and
  /// `cmsFLAGS_HIGHRESPRECALC` of lcms2.h.
  private static let relativeColorimetric: UInt32 = 1
  private static let copyAlpha: UInt32 = 0x0400_0000
  private static let noOptimization: UInt32 = 0x0100
  private static let fineTable: UInt32 = 0x0400

  /// The number of pixels from which Little CMS computes a table.
  ///
  /// The table takes 27 ms and saves 220 ns per pixel. Without it colours are three times as exact
  /// (Little CMS 2.14, Zen 4).
  private static let minimumPixelsToTabulate = 250_000

  /// Samples as lcms2.h encodes them.
  ///
  /// The colour space (`PT_GRAY`, `PT_RGB`, `PT_CMYK`) is from bit 16 on, inversion in bit 13, big
  /// endian in bit 11. The numbers of extra channels are from bit 7, channels from 3, bytes from 0.
  private static func layout(of input: Input) -> UInt32 {
    switch input {
    case .inks(let inks): return 6 << 16 | (inks == .inverted ? 1 : 0) << 13 | 4 << 3 | 1
    case .pixels(let format):
      let channels = format.channels
      return UInt32(
        (channels.isGray ? 3 : 4) << 16 | (format.depth == .sixteen ? 1 : 0) << 11
          | (channels.hasAlpha ? 1 : 0) << 7 | channels.colorCount << 3 | format.depth.bytes)
    }
  }
}
