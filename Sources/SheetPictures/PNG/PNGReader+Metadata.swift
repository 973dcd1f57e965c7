internal import SheetImaging
internal import SheetPNG
internal import SheetText

// Texts are decoded only where one of these asks for them.

extension PNGReader {
  /// The orientation in an eXIf chunk, else in an Exif profile in a text, else in XMP.
  ///
  /// - Parameter metadata: What stands ahead of the pixels.
  /// - Returns: Upright where the file states none.
  func orientation(_ metadata: PNGMetadata) -> Orientation {
    let exif = metadata.exif ?? trailingExif()
    if let orientation = exif.flatMap({ Orientation(exif: $0) }) { return orientation }
    let keywords: [Set<String>] = [PNGKeyword.rawExif, [PNGKeyword.xmp]]
    let texts = texts(.keywords(keywords[0].union(keywords[1])), .aheadOfPixels)
    for wanted in keywords {
      let orientation = texts.filter { wanted.contains($0.keyword) }.firstOrientation
      if let orientation { return orientation }
    }
    return self.texts(.keywords([PNGKeyword.xmp]), .behindPixels).firstOrientation ?? .upright
  }

  /// What is asked for besides what is needed to show the picture; nil where nothing is.
  ///
  /// - Parameters:
  ///   - needs: What is asked for.
  ///   - metadata: What stands ahead of the pixels.
  ///   - color: What its samples mean.
  /// - Returns: What was found of it.
  func pictureMetadata(
    _ needs: MetadataNeeds, _ metadata: PNGMetadata, _ color: SourceColor
  ) -> PictureMetadata? {
    guard needs != MetadataNeeds() else { return nil }
    var found = PictureMetadata()
    if let selection = PNGTextSelection(needs.texts) {
      found.texts = texts(selection, .anywhere).map {
        PictureText(keyword: $0.keyword, text: $0.value)
      }
    }
    if needs.exif {
      let exif = metadata.exif ?? trailingExif()
      found.exif = exif.flatMap { ExifDirectory($0) } ?? rawExif
    }
    if needs.xmp { found.xmp = xmp }
    if needs.color {
      found.colorName = color.name(profile: try? metadata.color.profile?.get().bytes)
    }
    return found
  }

  /// The Exif data in a raw profile.
  private var rawExif: ExifDirectory? {
    texts(.keywords(PNGKeyword.rawExif), .anywhere).lazy.compactMap { text in
      guard case .exif(let bytes) = APP1Profile(rawProfile: text.value) else { return nil }
      return ExifDirectory(bytes)
    }.first
  }

  /// The XMP under its own keyword, else in a raw profile.
  private var xmp: [UInt8]? {
    let texts = texts(.keywords(PNGKeyword.rawXMP.union([PNGKeyword.xmp])), .anywhere)
    if let text = texts.first(where: { $0.keyword == PNGKeyword.xmp }) {
      return Array(text.value.utf8)
    }
    return texts.lazy.compactMap { text in
      switch APP1Profile(rawProfile: text.value) {
      case .xmp(let packet): packet
      // ImageMagick's own profile of XMP is the packet alone.
      case .exif(let bytes): text.keyword == PNGKeyword.rawXMPAlone && !bytes.isEmpty ? bytes : nil
      }
    }.first
  }
}

/// Keywords under which files have Exif data and XMP.
private enum PNGKeyword {
  /// Source: XMP specification, part 3, 1.1.5 (PNG).
  static let xmp = "XML:com.adobe.xmp"
  static let rawXMPAlone = "Raw profile type xmp"
  static let rawExif: Set = ["Raw profile type exif", "Raw profile type APP1"]
  static let rawXMP: Set = [rawXMPAlone, "Raw profile type APP1"]
}

extension PNGTextSelection {
  /// Nil for none.
  fileprivate init?(_ selection: TextSelection) {
    switch selection {
    case .none, .keywords([]): return nil
    case .keywords(let keywords): self = .keywords(keywords)
    case .all: self = .all
    }
  }
}

extension [PNGMetadata.Text] {
  /// The orientation in the first text that has one.
  fileprivate var firstOrientation: Orientation? {
    lazy.compactMap { Orientation(keyword: $0.keyword, text: $0.value) }.first
  }
}
