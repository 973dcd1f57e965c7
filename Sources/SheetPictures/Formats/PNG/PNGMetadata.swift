internal import SheetImaging

private typealias TextKeyword = EmbeddedMetadata.TextKeyword

// Text is decompressed only when one of the members below needs it.

extension PNGReader {
  /// The orientation from an eXIf chunk, else from an Exif profile in a text chunk, else from XMP.
  ///
  /// Upright if the file does not specify one.
  func orientation() -> Orientation {
    if let orientation = exif().flatMap({ Orientation(exif: $0) }) { return orientation }
    return first(TextKeyword.rawMarkers, \.orientation)
      ?? first([TextKeyword.xmp], \.orientation) ?? .upright
  }

  /// The requested metadata beyond what is needed to show the picture; nil if the file has none of
  /// it.
  ///
  /// - Parameters:
  ///   - needs: The metadata to read.
  ///   - color: The meaning of the samples.
  /// - Returns: The metadata that the file has.
  func pictureMetadata(_ needs: MetadataNeeds, _ color: SourceColor) -> PictureMetadata? {
    guard needs != MetadataNeeds() else { return nil }
    var found = needs.exif || needs.xmp ? PictureMetadata(fileMetadata, needs) : PictureMetadata()
    if needs.texts != [] {
      // A few extra bytes show whether a text chunk goes on; a character has up to four bytes.
      found.texts = texts(
        needs.texts.map { .keywords($0) } ?? .all, upTo: needs.longestText + 4
      )
      .map { PictureText(keyword: $0.keyword, text: $0.value) }
    }
    if !needs.textKeys.isEmpty { found.textValues = values(of: needs.textKeys) }
    if needs.settings { found.settings = GeneratorSettings(settingTexts) }
    if needs.resolution { found.resolution = density().flatMap { StatedResolution($0) } }
    if needs.color {
      found.colorName = color.name(profile: try? colorChunks().profile?.get())
    }
    return found == PictureMetadata() ? nil : found
  }

  /// The values of keys in text chunks.
  ///
  /// If several chunks have the same keyword, the first intact one is used.
  private func values(of keys: Set<TextKey>) -> [TextKey: [String]] {
    var values: [TextKey: [String]] = [:]
    var keywordsLeft = Set(keys.map(\.keyword))
    forEachText(.keywords(keywordsLeft)) { text in
      guard keywordsLeft.contains(text.keyword) else { return true }
      var search = TextSearch(keys, in: text.keyword)
      while let piece = text.next() { search.take(piece) }
      if text.end() {
        values.merge(search.values()) { first, _ in first }
        keywordsLeft.remove(text.keyword)
      }
      return !keywordsLeft.isEmpty
    }
    return values
  }

  /// The text chunks of image generators, by keyword; for each keyword, the first intact chunk is
  /// used.
  private var settingTexts: [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    forEachText(.keywords(GeneratorSettings.keywords), upTo: GeneratorSettings.longestText) {
      text in
      if texts[text.keyword] == nil, let whole = PNGText(&text) {
        texts[whole.keyword] = whole.bytes
      }
      return true
    }
    return texts
  }

  /// The first value found in a text chunk; at most 4 MiB of each chunk are read.
  private func first<Value>(_ keywords: Set<String>, _ value: (PNGText) -> Value?) -> Value? {
    var found: Value?
    forEachText(.keywords(keywords), upTo: 4 << 20) { text in
      found = PNGText(&text).flatMap(value)
      return found == nil
    }
    return found
  }

  /// Exif data, XMP and IPTC: from the Exif chunk, from the text under the keyword of XMP, and then
  /// from raw profiles.
  private var fileMetadata: FileMetadata {
    var file = FileMetadata()
    if let bytes = exif() { file.add(.exif(bytes)) }
    for keywords in [[TextKeyword.xmp], TextKeyword.raw] {
      forEachText(.keywords(keywords), upTo: 4 << 20) { text in
        if let part = PNGText(&text)?.metadata { file.add(part) }
        return true
      }
    }
    return file
  }
}

extension PNGText {
  fileprivate var metadata: EmbeddedMetadata? { EmbeddedMetadata(keyword: keyword, text: bytes) }

  fileprivate var orientation: Orientation? { Orientation(keyword: keyword, text: bytes) }
}

extension SourceColor {
  /// Determines what the samples of a PNG mean.
  ///
  /// The first usable one of cICP, iCCP, sRGB, and gAMA with cHRM is used; the rest are ignored.
  /// Without gAMA, the sRGB curve is used; without cHRM, the sRGB primaries. With cICP or a profile
  /// with code points, cLLI and mDCV determine the peak of PQ and HLG.
  ///
  /// Source: PNG specification, third edition, 4.3 (colour spaces).
  ///
  /// - Parameters:
  ///   - chunks: The colour chunks of the file.
  ///   - format: The format of the rows as read.
  ///   - pixelCount: The number of pixels in the picture.
  ///   - library: The library for LUT-based profiles, if installed; evaluated only for such a
  ///     profile.
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
      warnings.append("its second colour profile is ignored: an image can have only one")
    }
    var unused: UnusedProfile?
    // If a profile cannot be decompressed, only the reason is known.
    if case .failure(let error) = chunks.profile {
      unused = UnusedProfile(Array("\(error)".utf8), lacksLibrary: false)
    }
    if let profile = chunks.profile.usable("colour profile", &warnings),
      let color = SourceColor(
        profile: profile, format, pixelCount: pixelCount, &warnings, unused: &unused,
        peak: chunks.peak(&warnings), library: library())
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
    do throws(UnusableData) {
      return try ColorSpace(codePoints, peak: peak(&warnings))
    } catch {
      warnings.append("its cICP chunk is ignored: \(error)")
      return nil
    }
  }

  /// The luminance shown as white, from the cLLI and mDCV chunks.
  fileprivate func peak(_ warnings: inout [String]) -> Double? {
    LightLevels(
      maximumContentLight: contentPeak.usable("cLLI chunk", &warnings),
      masteringMaximum: masteringPeak.usable("mDCV chunk", &warnings)
    ).peak
  }

  /// The colour space from the sRGB, gAMA and cHRM chunks.
  ///
  /// If one of gAMA and cHRM is invalid, the other is still used.
  fileprivate func simpleSpace(isGray: Bool, _ warnings: inout [String]) -> ColorSpace {
    guard sRGBIntent.usable("sRGB chunk", &warnings) == nil else { return .sRGB }
    let gamma = gamma.usable("gAMA chunk", &warnings)
    var curve = TransferCurve.sRGB
    if let gamma {
      do throws(UnusableData) { curve = try TransferCurve(gamma: gamma) } catch {
        warnings.append("its gAMA chunk is ignored: \(error)")
      }
    }
    if let primaries = chromaticities.usable("cHRM chunk", &warnings) {
      do throws(UnusableData) {
        let space = try ColorSpace(curve, primaries: primaries)
        // Primaries do not matter for grey, because its white is adapted to the sheet's.
        return isGray ? ColorSpace(curve) : space
      } catch {
        warnings.append("its cHRM chunk is ignored: \(error)")
      }
    }
    // Many programs write 1/2.2 and mean sRGB. Chromium and libpng's simplified API treat values
    // within 5 % of 1/2.2 as sRGB (`PNG_GAMMA_THRESHOLD`). Chromium does so only if there are no
    // primaries, since primaries indicate that the chunks are meant literally.
    if let gamma, abs(2.2 * gamma - 1) <= 0.05 { return .sRGB }
    // Most icons specify nothing, and computing a matrix takes longer than reading a header.
    return curve == .sRGB ? .sRGB : ColorSpace(curve)
  }
}

extension Optional {
  /// The value of a chunk; nil if the chunk is missing.
  ///
  /// If a chunk cannot be used, a warning is added.
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
