internal import SheetImaging
internal import SheetPNG

// Texts are unpacked only if one of these properties is asked for.

extension PNGReader {
  /// The orientation in an eXIf chunk, else in an Exif profile in a text, else in XMP.
  ///
  /// Upright if the file states none.
  func orientation() -> Orientation {
    if let orientation = exif().flatMap({ Orientation(exif: $0) }) { return orientation }
    return first(.rawMarkers, \.orientation)
      ?? first(.xmp, \.orientation) ?? .upright
  }

  /// The metadata beyond what showing the picture needs; nil if none are needed.
  ///
  /// - Parameters:
  ///   - needs: The metadata to read.
  ///   - color: The meaning of the samples.
  /// - Returns: The metadata that the file has.
  func pictureMetadata(_ needs: MetadataNeeds, _ color: SourceColor) -> PictureMetadata? {
    guard needs != MetadataNeeds() else { return nil }
    var found = PictureMetadata()
    if needs.texts != .nothing {
      // A few bytes more show that a text goes on; a character has up to four bytes.
      found.texts = texts(needs.texts, upTo: needs.longestText + 4)
        .map { PictureText(keyword: $0.keyword, text: $0.value) }
    }
    if !needs.textKeys.isEmpty { found.textValues = values(of: needs.textKeys) }
    if needs.exif { found.exif = exif().flatMap { TIFFDirectory(exif: $0) } ?? rawExif }
    if needs.xmp {
      found.xmp = packets
      found.iptc = first(.rawIPTC, \.iptc)
    }
    if needs.color {
      found.colorName = color.name(profile: try? colorChunks().profile?.get().bytes)
    }
    return found
  }

  /// The values of keys in texts.
  ///
  /// Of texts with one keyword, the first whole one is used.
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

  /// The first value that a text has.
  private func first<Value>(
    _ selection: TextSelection, _ value: (PNGText) -> Value?
  ) -> Value? {
    all(selection, atMost: 1, value).first
  }

  /// The values of some texts; 4 MiB of each text are read.
  private func all<Value>(
    _ selection: TextSelection, atMost count: Int,
    _ value: (PNGText) -> Value?
  ) -> [Value] {
    var found: [Value] = []
    forEachText(selection, upTo: 4 << 20) { text in
      if let value = PNGText(&text).flatMap(value) { found.append(value) }
      return found.count < count
    }
    return found
  }

  /// The Exif data in a raw profile.
  private var rawExif: TIFFDirectory? {
    first(.rawMarkers) { text in
      guard case .exif(let bytes) = text.metadata else { return nil }
      return TIFFDirectory(exif: bytes)
    }
  }

  /// The XMP under its own keyword, and then in raw profiles.
  private var packets: [[UInt8]] {
    let own = all(.xmp, atMost: FileMetadata.mostPackets, \.xmp)
    let left = FileMetadata.mostPackets - own.count
    return left > 0 ? own + all(.raw, atMost: left, \.xmp) : own
  }
}

extension TextSelection {
  fileprivate static let xmp = keywords([EmbeddedMetadata.TextKeyword.xmp])
  fileprivate static let rawMarkers = keywords(EmbeddedMetadata.TextKeyword.rawMarkers)
  fileprivate static let rawIPTC = keywords(EmbeddedMetadata.TextKeyword.rawIPTC)
  fileprivate static let raw = keywords(EmbeddedMetadata.TextKeyword.raw)
}

extension PNGText {
  fileprivate var metadata: EmbeddedMetadata? { EmbeddedMetadata(keyword: keyword, text: bytes) }

  fileprivate var orientation: Orientation? { Orientation(keyword: keyword, text: bytes) }

  fileprivate var iptc: [UInt8]? {
    if case .iptc(let bytes) = metadata { bytes } else { nil }
  }

  /// The packet in the text; nil if it is missing or empty.
  fileprivate var xmp: [UInt8]? {
    guard case .xmp(let packet) = metadata, !packet.isEmpty else { return nil }
    return packet
  }
}
