package import SheetModel
package import SystemPackage

/// The facts that templates ask for, each once, and the metadata that they need.
package struct FactQuery: Sendable {
  /// The facts of pictures, except those about their position on the sheet, in the order in which
  /// they were requested.
  package let keys: [FactKey]
  /// Which metadata must be read from each file.
  let needs: MetadataNeeds
  /// The facts that come from metadata.
  let metadataKeys: [FactKey]
  /// The sidecar files of pictures, which may contain orientations and facts; nil if no sidecars
  /// are read.
  let sidecars: Sidecars?
  /// Whether text chunks with any keyword count as facts.
  let asksForAllTexts: Bool
  /// Whether the positions of faces are requested.
  let asksForFaces: Bool
  /// The maximum total length of a picture's facts, in bytes.
  package let longest: Int

  /// Asks for nothing, and reads no sidecar files.
  package static let none = FactQuery([], sidecars: nil)

  /// Asks for all facts that a picture has.
  package static var everything: FactQuery { FactQuery(allKeys, allTexts: true) }

  /// The keys of all facts except text chunks.
  fileprivate static let allKeys = PictureToken.all
    .filter { ![.keyword, .optionalKeyword].contains($0.token.parameter) }
    .map { FactKey($0.token.name) }

  /// Asks for the facts with these keys.
  ///
  /// Text under any keyword can be requested as well, for a listing, and so can the positions of
  /// faces.
  ///
  /// Keys passed as `silently` are not in ``keys``, so there is no note if no picture has them.
  /// Keys passed as `fromExif` need only the Exif data of a file.
  package init(
    _ keys: some Sequence<FactKey>, silently others: [FactKey] = [], fromExif: [FactKey] = [],
    allTexts: Bool = false,
    faces: Bool = false, sidecars: Sidecars? = Sidecars()
  ) {
    var seen: Set<FactKey> = []
    self.keys = keys.filter { !$0.isOfPlace && seen.insert($0).inserted }
    var needs = MetadataNeeds()
    let requested = (self.keys + others.filter { !seen.contains($0) }).filter { key in
      guard case .metadata(let own, _) = PictureToken.named(key.name)?.origin else { return false }
      needs.formUnion(own(key.parameter))
      return true
    }
    metadataKeys = requested + fromExif.filter { !requested.contains($0) }
    needs.exif = needs.exif || !fromExif.isEmpty
    longest = allTexts ? FactLength.listed : FactLength.kept
    needs.longestText = longest
    if allTexts { needs.texts = nil }
    if faces { needs.xmp = true }
    self.needs = needs
    self.sidecars = sidecars
    (asksForAllTexts, asksForFaces) = (allTexts, faces)
  }
}

extension MetadataNeeds {
  fileprivate mutating func formUnion(_ other: MetadataNeeds) {
    exif = exif || other.exif
    xmp = xmp || other.xmp
    color = color || other.color
    settings = settings || other.settings
    resolution = resolution || other.resolution
    textKeys.formUnion(other.textKeys)
    texts = texts.flatMap { own in other.texts.map(own.union) }
  }
}

extension SheetPicture {
  /// The keys of all facts of the picture, if everything was requested.
  package var factKeys: [FactKey] {
    let texts = metadataFacts.keys.filter { $0.name == "text" }
    return FactQuery.allKeys.filter { fact($0) != nil } + texts
  }

  /// A fact that any picture may have.
  ///
  /// Nil if it is missing, or if the key is for a position on the sheet or a column of a table.
  package func fact(_ key: FactKey) -> Fact? {
    switch PictureToken.named(key.name)?.origin {
    case .picture(let fact): fact(self)
    case .metadata: metadataFacts[key]
    case .place, .table, nil: nil
    }
  }
}

extension FactQuery {
  /// The sidecar files that were read so far.
  package var filesRead: [FilePath] { sidecars?.files ?? [] }

  /// The note about sidecar files that could not be read so far; nil if all could be read.
  package var note: Note? { sidecars?.note }
}
