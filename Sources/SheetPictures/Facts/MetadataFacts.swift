internal import SheetModel

/// The metadata read from a file, besides what is needed to show its picture.
struct MetadataFacts {
  let file: PictureMetadata
  let exif: ExifFacts?
  let xmp: XMPFacts?
  let iptc: IPTCRecord?
  /// What the camera wrote.
  ///
  /// The file's own metadata takes precedence here, whereas sidecars take precedence for what
  /// people edit.
  let camera: CameraFacts
  /// The settings of an image generator, from the file and then from Exif; none if they were not
  /// requested.
  private let settings: [GeneratorSettings]

  /// - Parameters:
  ///   - metadata: The metadata of the file.
  ///   - sidecars: The metadata of sidecar files, which override the file's.
  ///   - asksForSettings: Whether the settings of image generators are requested.
  init(
    _ metadata: PictureMetadata, _ sidecars: [XMPPacket], asksForSettings: Bool = false
  ) {
    file = metadata
    exif = metadata.exif.map(ExifFacts.init)
    iptc = metadata.iptc.isEmpty ? nil : IPTCRecord(metadata.iptc)
    let embedded = metadata.xmp.map { XMPPacket($0) }
    let all = sidecars + embedded
    let xmp = all.isEmpty ? nil : XMPFacts(all)
    self.xmp = xmp
    let isInOrder = sidecars.isEmpty || embedded.isEmpty
    settings =
      asksForSettings
      ? [metadata.settings, exif.map { GeneratorSettings($0.generatorTexts) }].compactMap(\.self)
      : []
    camera = CameraFacts(exif: exif, xmp: isInOrder ? xmp : XMPFacts(embedded + sidecars))
  }

  /// Text entered by people: from XMP, else from IPTC, else from Exif.
  private func text(
    _ xmp: KeyPath<XMPFacts, String?>, _ iptc: IPTCRecord.Dataset? = nil,
    _ exif: KeyPath<ExifFacts, String?>? = nil
  ) -> Fact? {
    let text =
      self.xmp?[keyPath: xmp] ?? iptc.flatMap { self.iptc?.text($0) }
      ?? exif.flatMap { self.exif?[keyPath: $0] }
    return text.map { Fact($0) }
  }

  /// Texts entered by people: the first list that has any.
  private func list(_ lists: [String]?...) -> Fact? {
    lists.lazy.compactMap { $0.flatMap { Fact.list($0) } }.first
  }

  /// The text under a keyword, or the value of a key in it, from the file or its Exif data.
  private func text(of parameter: String) -> Fact? {
    let texts =
      texts(of: parameter)
      ?? TextKey(parameter)?.inWorkflow.flatMap { self.texts(of: "\($0.keyword):\($0.key)") } ?? []
    return texts.count == 1 ? Fact(reading: texts[0]) : Fact.list(texts)
  }

  /// The texts under a keyword, or of a key in it; nil if the keyword is missing.
  private func texts(of parameter: String) -> [String]? {
    let (texts, key) = (file.texts(of: parameter), TextKey(parameter))
    if !texts.isEmpty { return texts }
    guard let text = exif?.settings(under: key?.keyword ?? parameter) else {
      return key.flatMap { file.textValues[$0] }
    }
    guard let key else { return [text] }
    var search = TextSearch([key], in: key.keyword)
    search.take(text.utf8)
    return search.values()[key]
  }

  private func setting(_ setting: GeneratorSetting) -> Fact? {
    settings.lazy.compactMap { $0[setting] }.first.map { Fact(reading: $0) }
  }

  private var rating: Fact? { xmp?.rating ?? exif?.rating }

  /// When the picture was taken: from Exif, XMP in the file, IPTC, or a sidecar file.
  ///
  /// As a last resort, this is when the file was written, according to Exif.
  var taken: CivilTime? {
    exif?.taken ?? XMPFacts(file.xmp.map { XMPPacket($0) }).taken ?? iptc?.taken ?? xmp?.taken
      ?? exif?.written
  }
}

extension MetadataFacts {
  /// The fact for a token, with the parameter that follows it; nil if it is missing.
  func fact(_ fact: MetadataFact, _ parameter: String) -> Fact? {
    switch fact {
    case .profile: file.colorName.map { Fact($0) }
    case .text: text(of: parameter)
    case .taken: taken.map { Fact($0) }
    case .camera: camera.camera.map { Fact($0) }
    case .lens: camera.lens.map { Fact($0) }
    case .exposure: camera.exposure
    case .aperture: camera.aperture
    case .iso: camera.iso
    case .focal: camera.focal
    case .artist:
      list(xmp?.creators, iptc?.texts(.creator))
        ?? (exif?.artist ?? exif?.author).map { Fact($0) }
    case .copyright: text(\.copyright, .copyright, \.copyright)
    case .description: text(\.description, .description, \.description)
    case .position: camera.coordinates.map { Fact(latitude: $0.latitude, longitude: $0.longitude) }
    case .comment: (exif?.comment ?? xmp?.comment).map { Fact($0) }
    case .rating: rating
    case .stars: Fact(starsOf: rating)
    case .keywords: list(xmp?.keywords, iptc?.texts(.keywords), exif?.keywords)
    case .title: text(\.title, .title, \.title)
    case .colorLabel: list(xmp?.colorLabels)
    case .location: text(\.location, .location)
    case .city: text(\.city, .city)
    case .country: text(\.country, .country)
    case .people: list(xmp?.people)
    case .seed, .prompt, .negative, .steps, .cfg, .sampler, .model:
      GeneratorSetting(rawValue: fact.rawValue).flatMap(setting)
    }
  }
}
