internal import SheetImaging
internal import SheetPNG

extension SourceColor {
  /// Determines the meaning of the samples of a PNG.
  ///
  /// The first usable chunk of cICP, iCCP, sRGB, and gAMA with cHRM is used. The rest are ignored.
  /// Without gAMA the curve is sRGB's, and without cHRM the primaries are. With cICP, cLLI and mDCV
  /// determine the peak of PQ and HLG.
  ///
  /// Source: PNG specification, third edition, 4.3 (colour spaces).
  ///
  /// - Parameters:
  ///   - chunks: The colour chunks of the file.
  ///   - format: The format of the rows as read.
  ///   - pixelCount: The number of the picture's pixels.
  ///   - library: The library for profiles of tables, if installed. It is evaluated only for a
  ///     profile of tables.
  init(
    _ chunks: PNGColorChunks, _ format: PixelFormat, pixelCount: Int,
    library: @autoclosure () -> LittleCMS? = .installed
  ) {
    var warnings: [String] = []
    if let space = chunks.codePointSpace(&warnings) {
      self.init(space, format, warnings)
      return
    }
    if chunks.hasSecondProfile {
      warnings.append("its second colour profile is ignored: a picture has one")
    }
    var unused: UnusedProfile?
    // If a profile cannot be unpacked, only the reason is known.
    if case .failure(let error) = chunks.profile {
      unused = UnusedProfile(Array("\(error)".utf8), lacksLibrary: false)
    }
    if let profile = chunks.profile.usable("colour profile", &warnings),
      let color = SourceColor(
        profile: profile.bytes, format, pixelCount: pixelCount, &warnings, unused: &unused,
        library: library())
    {
      self = color
    } else {
      let space = chunks.simpleSpace(isGray: format.channels.isGray, &warnings)
      self.init(space, format, warnings, unused: unused)
    }
  }
}

extension PNGColorChunks {
  fileprivate func codePointSpace(_ warnings: inout [String]) -> ColorSpace? {
    guard let codePoints = codePoints.usable("cICP chunk", &warnings) else { return nil }
    let levels = LightLevels(
      maximumContentLight: contentPeak.usable("cLLI chunk", &warnings),
      masteringMaximum: masteringPeak.usable("mDCV chunk", &warnings))
    do throws(ColorSpaceError) {
      return try ColorSpace(codePoints, peak: levels.peak)
    } catch {
      warnings.append("its cICP chunk is ignored: \(error)")
      return nil
    }
  }

  /// The colour space by the sRGB, gAMA and cHRM chunks.
  ///
  /// If one of gAMA and cHRM is invalid, the other is still used.
  fileprivate func simpleSpace(isGray: Bool, _ warnings: inout [String]) -> ColorSpace {
    guard sRGBIntent.usable("sRGB chunk", &warnings) == nil else { return .sRGB }
    var gamma = gamma.usable("gAMA chunk", &warnings)
    // Primaries do not matter for grey, as its white is adapted to the sheet's.
    var primaries = isGray ? nil : chromaticities.usable("cHRM chunk", &warnings)
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
  /// The value of a chunk; nil if the chunk is missing.
  ///
  /// A chunk that cannot be used is named in a warning.
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
