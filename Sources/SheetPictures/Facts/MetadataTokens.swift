internal import SheetModel

/// A fact that is read from the metadata of a file; the raw value is the name of its token.
enum MetadataFact: String, Sendable {
  case profile, text
  case taken, camera, lens, exposure, aperture, iso, focal
  case artist, copyright, description, position, comment, rating, stars, keywords, title
  case colorLabel = "color-label"
  case location, city, country, people
  case pixelSize = "pixel-size"
  case pixelsPerInch = "ppi"
  case seed, prompt, negative, steps, cfg, sampler, model
}

extension PictureToken {
  /// A text chunk of a PNG, a comment of a JPEG, or settings in Exif, by keyword.
  static let ofTexts = [
    PictureToken(.text, .keyword) {
      let key = TextKey($0)
      return MetadataNeeds(
        texts: [$0], textKeys: Set([key, key?.inWorkflow].compactMap(\.self)),
        exif: TextKey.settings.contains(key?.keyword ?? $0))
    }
  ]

  /// Facts recorded by a camera: the time, the equipment and its settings.
  static let ofExif = [
    noted(.taken, .time), noted(.camera), noted(.lens), noted(.exposure, .number),
    noted(.aperture, .number), noted(.iso, .digits), noted(.focal, .number),
  ]

  /// Facts that people enter in programs.
  ///
  /// The creator, a title, a description, a rating from -1 to 5, the rating as stars, and keywords;
  /// then colour labels, the place, and the people in the picture.
  static let ofNotes = [
    noted(.artist), noted(.copyright), noted(.description), noted(.position),
    noted(.comment, isRecent: true), noted(.rating, .number), noted(.stars, isRecent: true),
    noted(.keywords), noted(.title, isRecent: true), noted(.colorLabel, isRecent: true),
    noted(.location, isRecent: true), noted(.city, isRecent: true),
    noted(.country, isRecent: true), noted(.people, isRecent: true),
  ]

  /// Facts that programs for microscopes record in TIFFs.
  static let ofMicrographs = [
    PictureToken(.pixelSize, .number, isRecent: true) { _ in MetadataNeeds(exif: true) }
  ]

  /// The resolution, which scanners record.
  static let ofScans = [
    PictureToken(.pixelsPerInch, .number, isRecent: true) { _ in
      MetadataNeeds(exif: true, resolution: true)
    }
  ]

  /// Settings of image generators, under the same names for all programs.
  static let ofGenerators = [
    setting(.seed, .digits), setting(.prompt), setting(.negative), setting(.steps, .digits),
    setting(.cfg, .number), setting(.sampler), setting(.model),
  ]

  /// A token for a fact that needs metadata.
  init(
    _ fact: MetadataFact, _ parameter: TemplateToken.Parameter = .none, isRecent: Bool = false,
    needs: @escaping @Sendable (_ parameter: String) -> MetadataNeeds
  ) {
    self.init(fact.rawValue, parameter, isRecent: isRecent, .metadata(needs: needs, fact))
  }

  private static func setting(
    _ fact: MetadataFact, _ parameter: TemplateToken.Parameter = .none
  ) -> PictureToken {
    PictureToken(fact, parameter, isRecent: true) { _ in
      MetadataNeeds(exif: true, xmp: true, settings: true)
    }
  }

  private static func noted(
    _ fact: MetadataFact, _ parameter: TemplateToken.Parameter = .none, isRecent: Bool = false
  ) -> PictureToken {
    let keywords = RecordedFact(rawValue: fact.rawValue)?.keywords ?? []
    return PictureToken(fact, parameter, isRecent: isRecent) { _ in
      MetadataNeeds(texts: keywords, exif: true, xmp: true)
    }
  }
}
