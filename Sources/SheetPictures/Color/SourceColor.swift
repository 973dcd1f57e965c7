internal import SheetImaging
internal import SheetPNG

/// How to convert the samples of one picture to linear light, by what its file says of colours.
///
/// The first usable one of these counts and the rest are ignored: cICP, iCCP, sRGB, gAMA with cHRM.
/// Without any, samples are sRGB. With cICP, cLLI and mDCV tell the peak of PQ and HLG.
///
/// Source: PNG specification, third edition, 4.3 (colour spaces).
struct SourceColor: Sendable {
  /// The colour space of samples, after ``matchProfile(_:into:)`` if ``matchesProfile``.
  let space: ColorSpace

  /// The format of rows, after ``matchProfile(_:into:)`` if ``matchesProfile``.
  let rowFormat: PixelFormat

  /// Whether rows have to go through ``matchProfile(_:into:)``, because the profile consists of
  /// tables.
  let matchesProfile: Bool

  /// What had to be ignored, as fragments to follow the file's name and a colon.
  let warnings: [String]

  private let transform: ProfileTransform?

  /// Takes samples as sRGB, whatever the file says.
  init(ignoringMetadataFor format: PixelFormat) {
    space = .sRGB
    rowFormat = format
    matchesProfile = false
    warnings = []
    transform = nil
  }

  /// Determines the meaning of samples.
  ///
  /// - Parameters:
  ///   - chunks: What the file says.
  ///   - format: The format of the rows as read.
  ///   - pixelCount: The number of the picture's pixels.
  ///   - library: The library for profiles of tables, if installed; evaluated only for such a
  ///     profile.
  init(
    _ chunks: PNGColorChunks, _ format: PixelFormat, pixelCount: Int,
    library: @autoclosure () -> LittleCMS? = .installed
  ) {
    var warnings: [String] = []
    let isGray = format.channels.isGray
    var transform: ProfileTransform?
    var space = chunks.codePointSpace(&warnings)
    if space == nil, let profile = chunks.usableProfile(isGray: isGray, &warnings) {
      switch profile.model {
      case .curves(let stated):
        space = stated
      case .tables(let otherwise):
        let library = library()
        transform = library.flatMap {
          ProfileTransform.shared(
            profile.bytes, from: format, pixelCount: pixelCount, with: $0)
        }
        space = transform != nil ? .sRGB : otherwise
        if space == nil { warnings.append(Self.unreadableTables(library)) }
      }
    }
    self.space = space ?? chunks.simpleSpace(isGray: isGray, &warnings)
    self.warnings = warnings
    matchesProfile = transform != nil
    rowFormat = PixelFormat(
      format.channels, matchesProfile ? ProfileTransform.outputDepth : format.depth)
    self.transform = transform
  }

  /// Converts a row as read to as many sRGB pixels of ``rowFormat``.
  ///
  /// - Precondition: ``matchesProfile``.
  func matchProfile(_ row: Span<UInt8>, into matched: inout MutableSpan<UInt8>) {
    switch transform {
    case .some(let transform): transform.convert(row, into: &matched)
    case .none: preconditionFailure("there is no profile of tables to match")
    }
  }

  private static func unreadableTables(_ library: LittleCMS?) -> String {
    library == nil
      ? "its colour profile is ignored: it consists of tables, which need Little CMS; install "
        + LittleCMS.packageName
      : "its colour profile is ignored: Little CMS cannot read its tables"
  }
}

extension PNGColorChunks {
  fileprivate func codePointSpace(_ warnings: inout [String]) -> ColorSpace? {
    guard let codePoints = codePoints.usable("cICP chunk", &warnings) else { return nil }
    let levels = LightLevels(
      maximumContentLight: contentPeak.usable("cLLI chunk", &warnings),
      masteringMaximum: masteringPeak.usable("mDCV chunk", &warnings))
    do throws(ColorSpaceError) {
      return try ColorSpace(
        primaries: codePoints.primaries, transfer: codePoints.transfer,
        matrix: codePoints.matrix, isFullRange: codePoints.isFullRange,
        peak: levels.peak)
    } catch {
      warnings.append("its cICP chunk is ignored: \(error)")
      return nil
    }
  }

  fileprivate func usableProfile(
    isGray: Bool, _ warnings: inout [String]
  ) -> (bytes: [UInt8], model: ICCProfile.Model)? {
    if hasSecondProfile {
      warnings.append("its second colour profile is ignored: a picture has one")
    }
    guard let stored = profile.usable("colour profile", &warnings) else { return nil }
    do throws(ICCProfileError) {
      let profile = try ICCProfile.shared(stored.bytes)
      if profile.isGray == isGray { return (stored.bytes, profile.model) }
      warnings.append(
        "its colour profile is ignored: it is for \(isGray ? "RGB" : "grey") pictures")
    } catch {
      warnings.append("its colour profile is ignored: \(error)")
    }
    return nil
  }

  /// The colour space by the sRGB, gAMA and cHRM chunks.
  ///
  /// If one of gAMA and cHRM is invalid, the other is still used.
  fileprivate func simpleSpace(isGray: Bool, _ warnings: inout [String]) -> ColorSpace {
    guard sRGBIntent.usable("sRGB chunk", &warnings) == nil else { return .sRGB }
    var gamma = gamma.usable("gAMA chunk", &warnings)
    // Primaries do not matter for grey: its white is adapted to that of the sheet.
    var primaries =
      isGray ? nil : chromaticities.usable("cHRM chunk", &warnings).map { Primaries($0) }
    while true {
      do throws(ColorSpaceError) {
        return try ColorSpace(gamma: gamma, primaries: primaries)
      } catch .impossibleGamma(let value) {
        warnings.append("its gAMA chunk is ignored: \(ColorSpaceError.impossibleGamma(value))")
        gamma = nil
      } catch {
        warnings.append("its cHRM chunk is ignored: \(error)")
        primaries = nil
      }
    }
  }
}

extension Optional {
  /// The value of a chunk, nil without one; a chunk that cannot be used is named in a warning.
  fileprivate func usable<Value>(
    _ name: String, _ warnings: inout [String]
  ) -> Value? where Wrapped == PNGColorChunks.Reading<Value> {
    switch self {
    case .success(let value): return value
    case .failure(let error): warnings.append("its \(name) is ignored: \(error)")
    case nil: break
    }
    return nil
  }
}

extension Primaries {
  fileprivate init(_ chromaticities: PNGColorChunks.Chromaticities) {
    self.init(
      red: Chromaticity(chromaticities.red), green: Chromaticity(chromaticities.green),
      blue: Chromaticity(chromaticities.blue), white: Chromaticity(chromaticities.white))
  }
}

extension Chromaticity {
  fileprivate init(_ point: PNGColorChunks.Chromaticity) {
    self.init(x: point.x, y: point.y)
  }
}
