internal import SheetImaging
internal import SheetPNG
internal import SheetText

// Texts are unpacked only where one of these asks for them.

extension PNGReader {
  /// The orientation in an eXIf chunk, else in an Exif profile in a text, else in XMP; upright where
  /// the file states none.
  func orientation() -> Orientation {
    if let orientation = exif().flatMap({ Orientation(exif: $0) }) { return orientation }
    let ahead = texts(.orientation, .aheadOfPixels)
    return ahead.filter { $0.keyword != EmbeddedMetadata.TextKeyword.xmp }.firstOrientation
      ?? ahead.firstOrientation ?? texts(.xmp, .behindPixels).firstOrientation ?? .upright
  }

  /// What is asked for besides what is needed to show the picture; nil where nothing is.
  ///
  /// - Parameters:
  ///   - needs: What is asked for.
  ///   - color: What its samples mean.
  /// - Returns: What was found of it.
  func pictureMetadata(_ needs: MetadataNeeds, _ color: SourceColor) -> PictureMetadata? {
    guard needs != MetadataNeeds() else { return nil }
    var found = PictureMetadata()
    var texts: [PNGText] = []
    if !needs.searchedTexts.isEmpty {
      texts = self.texts(.keywords(needs.searchedTexts), .anywhere)
    }
    if let selection = PNGTextSelection(needs.texts) {
      // A text that goes on is known by a few bytes more, of which a character may have four.
      texts += self.texts(selection, .anywhere, upTo: needs.longestText + 4)
    }
    found.texts = texts.map { PictureText(keyword: $0.keyword, text: $0.value) }
    if needs.exif { found.exif = exif().flatMap { ExifDirectory($0) } ?? rawExif }
    if needs.xmp { found.xmp = xmp }
    if needs.color {
      found.colorName = color.name(profile: try? colorChunks().profile?.get().bytes)
    }
    return found
  }

  /// The Exif data in a raw profile.
  private var rawExif: ExifDirectory? {
    texts(.rawMarkers, .anywhere).lazy.compactMap { text in
      guard case .exif(let bytes) = text.metadata else { return nil }
      return ExifDirectory(bytes)
    }.first
  }

  /// The XMP under its own keyword, else in a raw profile.
  private var xmp: [UInt8]? {
    let texts = texts(.anyXMP, .anywhere)
    let own = texts.filter { $0.keyword == EmbeddedMetadata.TextKeyword.xmp }
    return (own + texts).lazy.compactMap { text in
      guard case .xmp(let packet) = text.metadata, !packet.isEmpty else { return nil }
      return packet
    }.first
  }
}

extension PNGTextSelection {
  fileprivate static let xmp = keywords([EmbeddedMetadata.TextKeyword.xmp])
  fileprivate static let rawMarkers = keywords(EmbeddedMetadata.TextKeyword.rawMarkers)
  fileprivate static let orientation = keywords(
    EmbeddedMetadata.TextKeyword.rawMarkers.union([EmbeddedMetadata.TextKeyword.xmp]))
  fileprivate static let anyXMP = keywords(
    EmbeddedMetadata.TextKeyword.raw.union([EmbeddedMetadata.TextKeyword.xmp]))

  /// Nil for none.
  fileprivate init?(_ selection: TextSelection) {
    switch selection {
    case .none, .keywords([]): return nil
    case .keywords(let keywords): self = .keywords(keywords)
    case .all: self = .all
    }
  }
}

extension PNGText {
  fileprivate var metadata: EmbeddedMetadata? { EmbeddedMetadata(keyword: keyword, text: bytes) }
}

extension [PNGText] {
  /// The orientation in the first text that has one.
  fileprivate var firstOrientation: Orientation? {
    lazy.compactMap { Orientation(keyword: $0.keyword, text: $0.bytes) }.first
  }
}
