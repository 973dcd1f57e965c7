internal import SheetModel

/// The metadata read from a file, apart from what is needed to show its picture.
struct MetadataFacts {
  let file: PictureMetadata
  let sources: MetadataSources
  /// The XMP of sidecars, and then of the file.
  let xmp: XMPFacts
  /// What the camera wrote.
  var camera: CameraFacts { CameraFacts(sources: sources) }
  private var exif: ExifFacts? { sources.exif }
  /// The settings of an image generator; empty if they were not requested.
  ///
  /// They come from the file's text chunks, then from Exif, then from other text in the file, such
  /// as comments, and then from text files beside it.
  private let settings: [GeneratorSettings]

  /// - Parameters:
  ///   - metadata: The metadata of the file.
  ///   - sidecars: The metadata of sidecar files.
  ///   - texts: The contents of the text files beside the file.
  ///   - stem: The name of the file without its extension, which is searched for a date.
  ///   - asksForSettings: Whether the settings of image generators are requested.
  init(
    _ metadata: PictureMetadata, _ sidecars: [XMPPacket], texts: [[UInt8]] = [],
    stem: String = "", asksForSettings: Bool = false
  ) {
    file = metadata
    let exif = metadata.exif.map(ExifFacts.init)
    sources = MetadataSources(
      exif: exif, iptc: metadata.iptc.isEmpty ? nil : IPTCRecord(metadata.iptc),
      embedded: XMPFacts(metadata.xmp.map { XMPPacket($0) }), sidecars: XMPFacts(sidecars),
      texts: metadata.texts, stem: stem)
    xmp = sources.sidecars + sources.embedded
    settings =
      asksForSettings
      ? [metadata.settings].compactMap(\.self)
        + ([exif?.generatorTexts].compactMap(\.self)
        // A PNG's settings have already been read from all of its text chunks, whichever were
        // requested.
        + sources.generatorTexts(metadata.settings == nil ? metadata.texts : []))
        .map { GeneratorSettings($0) }
        + texts.map { GeneratorSettings(textFile: $0) } : []
  }

  /// The text under a keyword, or the value of a key in it, from the file or its Exif data.
  private func text(of parameter: String) -> Fact? {
    let texts =
      texts(of: parameter)
      ?? TextKey(parameter)?.inWorkflow.flatMap { self.texts(of: "\($0.keyword):\($0.key)") } ?? []
    return texts.count == 1 ? Fact(reading: texts[0]) : Fact.list(texts)
  }

  /// The text under a keyword, or the values of a key in it; nil if the keyword is missing.
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

  private func text(_ fact: RecordedFact) -> Fact? { sources.text(fact).map { Fact($0) } }
}

extension MetadataSources {
  /// Text that is meant for people, but into which programs write the settings of image
  /// generators: the comment in XMP, the comments of a JPEG, and the description.
  fileprivate func generatorTexts(_ texts: [PictureText]) -> [[String: [UInt8]]] {
    let xmp = MetadataSources(embedded: embedded, sidecars: sidecars)
    let comments = texts.filter { $0.keyword == JPEGMarkers.commentKeyword }.map(\.text)
    var others = self
    others.texts = []
    let all = [xmp.text(.comment)] + comments + [others.text(.description)]
    return all.compactMap(\.self).eachOnce.map { ["Description": Array($0.utf8)] }
  }
}

extension MetadataFacts {
  /// The fact for a token, with the parameter that follows it; nil if it is missing.
  func fact(_ fact: MetadataFact, _ parameter: String) -> Fact? {
    switch fact {
    case .profile: file.colorName.map { Fact($0) }
    case .text: text(of: parameter)
    case .taken: sources.taken.map { Fact($0) }
    case .camera: camera.camera.map { Fact($0) }
    case .lens: camera.lens.map { Fact($0) }
    case .exposure: camera.exposure
    case .aperture: camera.aperture
    case .iso: camera.iso
    case .focal: camera.focal
    case .artist: Fact.list(sources.list(.artist))
    case .copyright: text(.copyright)
    case .description: text(.description)
    case .position: camera.coordinates.map { Fact(latitude: $0.latitude, longitude: $0.longitude) }
    case .comment: text(.comment)
    case .rating: sources.rating
    case .stars: Fact(starsOf: sources.rating)
    case .keywords: Fact.list(sources.list(.keywords))
    case .title: text(.title)
    case .colorLabel: Fact.list(xmp.colorLabels)
    case .location: text(.location)
    case .city: text(.city)
    case .country: text(.country)
    case .people: Fact.list(xmp.people)
    case .pixelSize: exif?.pixelSize.map { Fact(micrometres: $0) }
    case .pixelsPerInch:
      StatedResolution.mostTrusted(of: [file.resolution, exif?.resolution]).map { Fact($0) }
    case .seed, .prompt, .negative, .steps, .cfg, .sampler, .model:
      GeneratorSetting(rawValue: fact.rawValue).flatMap(setting)
    }
  }
}
