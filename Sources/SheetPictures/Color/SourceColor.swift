internal import SheetFiles
internal import SheetImaging

/// How the samples of a picture are converted to linear-light values, according to the colour data
/// in its file.
struct SourceColor: Sendable {
  /// The colour space of the samples, after conversion if ``convertsRows``.
  let space: ColorSpace

  /// The format of the rows, after conversion if ``convertsRows``.
  let rowFormat: PixelFormat

  /// Messages about data that had to be ignored, as fragments to follow the file's name and a
  /// colon.
  private(set) var warnings: [String]

  /// The valid profile that could not be used to convert samples; nil if there is none.
  private(set) var unusedProfile: UnusedProfile?

  private var conversion: Conversion?

  /// Whether the colours come from the profile.
  private var usesProfile = false

  /// How rows are converted as they are read.
  private enum Conversion: Sendable {
    /// Conversion with a profile, by Little CMS.
    case profile(ProfileTransform)
    /// Conversion of inks without a profile.
    case inks(InkSamples)
  }

  /// Creates the colour of samples in a known colour space; `profile` is the profile that could not
  /// be used, if there is one.
  init(
    _ space: ColorSpace, _ format: PixelFormat, _ warnings: [String] = [],
    unused profile: UnusedProfile? = nil
  ) {
    (self.space, rowFormat, self.warnings) = (space, format, warnings)
    unusedProfile = profile
  }

  /// Creates the colour of samples that Little CMS converts to sRGB.
  private init(_ transform: ProfileTransform, _ warnings: [String]) {
    self.init(.sRGB, transform.outputFormat, warnings)
    (conversion, usesProfile) = (.profile(transform), true)
  }

  /// Grey or RGB samples with a profile; nil, with a warning, if the profile cannot be used.
  ///
  /// - Parameters:
  ///   - bytes: The profile.
  ///   - format: The format of the rows as read.
  ///   - pixelCount: The number of pixels in the picture.
  ///   - warnings: The warnings so far, to which new ones are added.
  ///   - unused: Set to a description of the profile if the profile cannot be used.
  ///   - peak: The luminance in cd/m² to show as white, for a PQ or HLG profile; nil if unknown.
  ///   - library: The library for LUT-based profiles, if installed; evaluated only for such a
  ///     profile.
  init?(
    profile bytes: [UInt8], _ format: PixelFormat, pixelCount: Int, _ warnings: inout [String],
    unused: inout UnusedProfile?, peak: Double? = nil, library: @autoclosure () -> LittleCMS?
  ) {
    let isGray = format.channels.isGray
    let profile: ICCProfile
    do throws(UnusableData) {
      profile = try ICCProfile.shared(bytes)
    } catch {
      warnings.append("its colour profile is ignored: \(error)")
      unused = UnusedProfile(bytes, lacksLibrary: false)
      return nil
    }
    // Software that converts a picture to grey often leaves its RGB profile in the file.
    if isGray, !profile.isGray, case .curves(let space) = profile.model, space.hasGraysOfSRGB {
      self.init(.sRGB, format, warnings)
      return
    }
    guard profile.isGray == isGray else {
      warnings.append(
        "its colour profile is ignored: it is for \(isGray ? "RGB" : "grey") images")
      return nil
    }
    if let points = profile.codePoints, let space = try? ColorSpace(points, peak: peak) {
      self.init(space, format, warnings)
      usesProfile = true
      return
    }
    switch profile.model {
    case .curves(let space):
      self.init(space, format, warnings)
      usesProfile = true
    case .tables(let otherwise):
      let library = library()
      let transform = library.flatMap {
        ProfileTransform.shared(bytes, from: .pixels(format), pixelCount: pixelCount, with: $0)
      }
      if let transform {
        self.init(transform, warnings)
      } else if let otherwise {
        self.init(otherwise, format, warnings)
        usesProfile = true
        guard library == nil else { return }
        self.warnings.append(
          "its colours are approximate: its profile is LUT-based and needs Little CMS; install "
            + LittleCMS.packageName)
        unusedProfile = UnusedProfile(bytes, lacksLibrary: true)
      } else {
        warnings.append(Self.unreadableTables(library))
        unused = UnusedProfile(bytes, lacksLibrary: library == nil)
        return nil
      }
    }
  }

  /// Grey or RGB samples, with the file's profile if it is usable, or else in a given colour space.
  ///
  /// - Parameters:
  ///   - profile: The profile, if the file has one.
  ///   - space: The colour space if there is no usable profile.
  ///   - format: The format of the rows as read.
  ///   - pixelCount: The number of pixels in the picture.
  ///   - warnings: The warnings so far.
  ///   - unused: A description of the profile, if it cannot be extracted from the file.
  ///   - library: The library for LUT-based profiles, if installed; evaluated only for such a
  ///     profile.
  init(
    profile: [UInt8]?, else space: ColorSpace = .sRGB, _ format: PixelFormat, pixelCount: Int,
    _ warnings: [String] = [], unused: UnusedProfile? = nil,
    library: @autoclosure () -> LittleCMS? = .installed
  ) {
    var (warnings, unused) = (warnings, unused)
    if let profile,
      let color = SourceColor(
        profile: profile, format, pixelCount: pixelCount, &warnings, unused: &unused,
        library: library())
    {
      self = color
    } else {
      self.init(space, format, warnings, unused: unused)
    }
  }

  /// Ink samples, converted with the file's profile if it is usable, or else with a simple formula.
  ///
  /// - Parameters:
  ///   - inks: How inks are stored.
  ///   - profile: The profile, if the file has one.
  ///   - pixelCount: The number of pixels in the picture.
  ///   - warnings: The warnings so far.
  ///   - library: The library for profiles, if installed; evaluated only if there is a profile.
  init(
    inks: InkSamples, profile: [UInt8]?, pixelCount: Int, _ warnings: [String],
    library: @autoclosure () -> LittleCMS?
  ) {
    var warnings = warnings
    var unused: UnusedProfile?
    if let profile {
      let library = library()
      let transform = library.flatMap {
        ProfileTransform.shared(profile, from: .inks(inks), pixelCount: pixelCount, with: $0)
      }
      if let transform {
        self.init(transform, warnings)
        return
      }
      warnings.append(Self.unreadableTables(library))
      unused = UnusedProfile(profile, lacksLibrary: library == nil)
    }
    warnings.append("its CMYK colours are approximate: they are converted without a profile")
    self.init(.sRGB, PixelFormat(.rgb, .eight), warnings, unused: unused)
    conversion = .inks(inks)
  }

  /// The name of the colour space of the samples as stored.
  ///
  /// A profile is named by its description, and any variant of sRGB is named `sRGB`. A profile
  /// without a description is named by its colour space, unless it is LUT-based.
  ///
  /// - Parameter profile: The file's profile; evaluated only if it is used.
  /// - Returns: The name without surrounding space. It may contain any characters.
  func name(profile: @autoclosure () -> [UInt8]?) -> String {
    // The name must not depend on the installed libraries.
    let lacksLibrary = unusedProfile?.lacksLibrary == true
    if usesProfile || lacksLibrary,
      let description = profile().flatMap({ ICCProfile.description(of: $0) })?.trimmed
    {
      return description.hasPrefix("sRGB") ? "sRGB" : description
    }
    return switch conversion {
    case .inks where !lacksLibrary: "CMYK"
    case nil where !lacksLibrary: space.name
    default: "unnamed profile"
    }
  }

  /// Whether rows have to be converted with ``convert(_:into:)``.
  var convertsRows: Bool { conversion != nil }

  /// Converts a row as read to the same number of sRGB pixels in ``rowFormat``.
  ///
  /// - Precondition: ``convertsRows``.
  func convert(_ row: Span<UInt8>, into converted: inout MutableSpan<UInt8>) {
    switch conversion {
    case .profile(let transform): transform.convert(row, into: &converted)
    case .inks(let inks): inks.convert(row, into: &converted)
    case nil: preconditionFailure("these rows need no conversion")
    }
  }

  private static func unreadableTables(_ library: LittleCMS?) -> String {
    library == nil
      ? "its colour profile is ignored: it is LUT-based and needs Little CMS; install "
        + LittleCMS.packageName
      : "its colour profile is ignored: Little CMS cannot read its tables"
  }
}

/// How the samples of a picture in four inks (cyan, magenta, yellow and black) are stored.
enum InkSamples: Hashable, Sendable {
  /// 255 is the maximum amount of ink.
  case plain
  /// 0 is the maximum amount of ink, as in JPEGs written by Adobe's software.
  case inverted

  static let bytesPerPixel = 4

  /// Converts pixels to RGB: each channel is the fraction of light that black ink transmits, times
  /// the fraction that cyan, magenta or yellow ink transmits.
  func convert(_ row: Span<UInt8>, into pixels: inout MutableSpan<UInt8>) {
    let count = row.count / Self.bytesPerPixel
    precondition(pixels.count == 3 * count, "a row of the wrong length")
    let flip: UInt8 = self == .plain ? 255 : 0
    for pixel in 0..<count {
      let key = Int(row[4 * pixel + 3] ^ flip)
      for channel in 0..<3 {
        let product = Int(row[4 * pixel + channel] ^ flip) * key
        pixels[3 * pixel + channel] = UInt8((product + 127) / 255)
      }
    }
  }
}
