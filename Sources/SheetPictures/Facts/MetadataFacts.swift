internal import SheetFacts
internal import SheetPNG

/// The metadata of a file that were read, besides the data needed to show its picture.
struct MetadataFacts {
  let file: PictureMetadata
  let exif: ExifFacts?
  let xmp: XMPFacts?
  let iptc: IPTCRecord?

  /// - Parameters:
  ///   - metadata: The metadata of the file.
  ///   - sidecars: The metadata of files beside it, which override the file's.
  init(_ metadata: PictureMetadata, _ sidecars: [XMPPacket]) {
    file = metadata
    exif = metadata.exif.map(ExifFacts.init)
    iptc = metadata.iptc.map { IPTCRecord($0) }
    let packets = sidecars + metadata.xmp.map { XMPPacket($0) }
    xmp = packets.isEmpty ? nil : XMPFacts(packets)
  }

  /// The text that people noted: in XMP, else in IPTC, else in Exif.
  fileprivate func text(
    _ xmp: KeyPath<XMPFacts, String?>, _ iptc: IPTCRecord.Dataset? = nil,
    _ exif: KeyPath<ExifFacts, String?>? = nil
  ) -> Fact? {
    let text =
      self.xmp?[keyPath: xmp] ?? iptc.flatMap { self.iptc?.text($0) }
      ?? exif.flatMap { self.exif?[keyPath: $0] }
    return text.map { Fact($0) }
  }

  /// The texts that people noted: the first list with any.
  fileprivate func list(_ lists: [String]?...) -> Fact? {
    lists.lazy.compactMap { $0.flatMap { Fact.list($0) } }.first
  }

  /// The text under a keyword, or its value of a key, in the file or in its Exif data.
  fileprivate func text(of parameter: String) -> Fact? {
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

  fileprivate var rating: Fact? { xmp?.rating ?? exif?.rating }

  /// The time at which the picture was taken: by Exif, by XMP in the file, by IPTC, or by a sidecar
  /// file.
  ///
  /// The last resort is the time at which the file was written, by Exif.
  var taken: CivilTime? {
    exif?.taken ?? XMPFacts(file.xmp.map { XMPPacket($0) }).taken ?? iptc?.taken ?? xmp?.taken
      ?? exif?.written
  }
}

extension PictureToken {
  /// A text of a PNG, a comment of a JPEG, or settings in Exif, by its keyword.
  static let ofTexts = [
    PictureToken(
      "text", .keyword,
      .metadata(needs: {
        let key = TextKey($0)
        return MetadataNeeds(
          texts: .keywords([$0]), textKeys: Set([key, key?.inWorkflow].compactMap(\.self)),
          exif: ExifFacts.settings.contains(key?.keyword ?? $0))
      }) { $0.text(of: $1) })
  ]

  /// Facts that a camera writes: the time, the equipment and its settings.
  static let ofExif = [
    PictureToken(
      "taken", .time,
      .metadata(needs: { _ in MetadataNeeds(exif: true, xmp: true) }) { facts, _ in
        facts.taken.map { Fact($0) }
      }),
    exif("camera") { $0.camera.map { Fact($0) } },
    exif("lens") { $0.lens.map { Fact($0) } },
    exif("exposure", .number) { $0.exposure },
    exif("aperture", .number) { $0.aperture },
    exif("iso", .digits) { $0.iso },
    exif("focal", .number) { $0.focal },
  ]

  /// Facts that people note with programs.
  ///
  /// They are the maker, a title, a description, a rating from -1 to 5, its stars and keywords.
  /// Colour labels, the place, and the people in the picture follow.
  static let ofNotes = [
    noted("artist") {
      $0.list($0.xmp?.creators, $0.iptc?.texts(.creator))
        ?? ($0.exif?.artist ?? $0.exif?.author).map { Fact($0) }
    },
    noted("copyright") { $0.text(\.copyright, .copyright, \.copyright) },
    noted("description") { $0.text(\.description, .description, \.description) },
    exif("position") { $0.position.map { Fact($0) } },
    noted("comment", isRecent: true) { ($0.exif?.comment ?? $0.xmp?.comment).map { Fact($0) } },
    noted("rating", .number) { $0.rating },
    noted("stars", isRecent: true) { Fact(starsOf: $0.rating) },
    noted("keywords") { $0.list($0.xmp?.keywords, $0.iptc?.texts(.keywords), $0.exif?.keywords) },
    noted("title", isRecent: true) { $0.text(\.title, .title, \.title) },
    noted("color-label", isRecent: true) { $0.list($0.xmp?.colorLabels) },
    noted("location", isRecent: true) { $0.text(\.location, .location) },
    noted("city", isRecent: true) { $0.text(\.city, .city) },
    noted("country", isRecent: true) { $0.text(\.country, .country) },
    noted("people", isRecent: true) { $0.list($0.xmp?.people) },
  ]

  private static func exif(
    _ name: String, _ parameter: TemplateToken.Parameter = .none,
    _ fact: @escaping @Sendable (ExifFacts) -> Fact?
  ) -> PictureToken {
    PictureToken(
      name, parameter,
      .metadata(needs: { _ in MetadataNeeds(exif: true) }) { facts, _ in facts.exif.flatMap(fact) })
  }

  private static func noted(
    _ name: String, _ parameter: TemplateToken.Parameter = .none, isRecent: Bool = false,
    _ fact: @escaping @Sendable (MetadataFacts) -> Fact?
  ) -> PictureToken {
    PictureToken(
      name, parameter, isRecent: isRecent,
      .metadata(needs: { _ in MetadataNeeds(exif: true, xmp: true) }) { facts, _ in fact(facts) })
  }
}
