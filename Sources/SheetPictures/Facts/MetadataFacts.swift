internal import SheetPNG
internal import SheetText

/// What a file says of its picture besides what is needed to show it, as far as it was read.
struct MetadataFacts {
  let file: PictureMetadata
  let exif: ExifFacts?
  let xmp: XMPFacts?

  /// - Parameters:
  ///   - metadata: What was read of the file.
  ///   - sidecars: What was read of others beside it, which counts more.
  init(_ metadata: PictureMetadata, _ sidecars: [XMPPacket]) {
    file = metadata
    exif = metadata.exif.map(ExifFacts.init)
    let packets = sidecars + [metadata.xmp.map { XMPPacket($0) }].compactMap(\.self)
    xmp = packets.isEmpty ? nil : XMPFacts(packets)
  }
}

extension PictureToken {
  /// A text of a PNG, or a comment of a JPEG, by its keyword.
  static let ofTexts = [
    PictureToken(
      "text", .keyword,
      .metadata(needs: {
        MetadataNeeds(
          texts: .keywords([$0]), textKeys: Set([TextKey($0)].compactMap(\.self)))
      }) { $0.file.text(of: $1).map { Fact(reading: $0) } })
  ]

  /// What a camera says: when, with what and how the picture was taken, where, by whom, of what.
  static let ofExif = [
    exif("taken", .time) { $0.taken.map { Fact($0) } },
    exif("camera") { $0.camera.map { Fact($0) } },
    exif("lens") { $0.lens.map { Fact($0) } },
    exif("exposure", .number) { $0.exposure },
    exif("aperture", .number) { $0.aperture },
    exif("iso", .digits) { $0.iso },
    exif("focal", .number) { $0.focal },
    exif("artist") { $0.artist.map { Fact($0) } },
    exif("copyright") { $0.copyright.map { Fact($0) } },
    PictureToken(
      "description", .none,
      .metadata(needs: { _ in MetadataNeeds(exif: true, xmp: true) }) { facts, _ in
        (facts.xmp?.description ?? facts.exif?.description).map { Fact($0) }
      }),
    exif("position") { $0.position.map { Fact($0) } },
  ]

  /// What somebody noted with a program: a rating from -1 to 5, its stars, and keywords; a title, the
  /// colours of labels, where the picture was taken, and who is in it.
  static let ofXMP = [
    xmp("rating", .number) { $0.rating },
    xmp("stars", isRecent: true) { $0.stars },
    xmp("keywords") { .list($0.keywords) },
    xmp("title", isRecent: true) { $0.title.map { Fact($0) } },
    xmp("color-label", isRecent: true) { .list($0.colorLabels) },
    xmp("location", isRecent: true) { $0.location.map { Fact($0) } },
    xmp("city", isRecent: true) { $0.city.map { Fact($0) } },
    xmp("country", isRecent: true) { $0.country.map { Fact($0) } },
    xmp("people", isRecent: true) { .list($0.people) },
  ]

  private static func exif(
    _ name: String, _ parameter: TemplateToken.Parameter = .none,
    _ fact: @escaping @Sendable (ExifFacts) -> Fact?
  ) -> PictureToken {
    PictureToken(
      name, parameter,
      .metadata(needs: { _ in MetadataNeeds(exif: true) }) { facts, _ in facts.exif.flatMap(fact) })
  }

  private static func xmp(
    _ name: String, _ parameter: TemplateToken.Parameter = .none, isRecent: Bool = false,
    _ fact: @escaping @Sendable (XMPFacts) -> Fact?
  ) -> PictureToken {
    PictureToken(
      name, parameter, isRecent: isRecent,
      .metadata(needs: { _ in MetadataNeeds(xmp: true) }) { facts, _ in facts.xmp.flatMap(fact) })
  }
}
