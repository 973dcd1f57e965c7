internal import FoundationEssentials
internal import SheetFiles

/// Decodes a manifest piece by piece.
///
/// A decoder takes several times as much memory as the text it decodes, and the text of 100,000
/// pictures is 57 MB. The elements of the lists of tiles and pairs are therefore cut out, and
/// decoded a few at a time. The rest is the frame of the manifest, with empty lists. Lists in
/// unknown places stay in the frame.
package struct ManifestReader {
  /// The text without tiles and pairs.
  private var frameText: [UInt8] = []
  private var tiles: [[ListedTile]] = []
  private var pairs: [ComparedPair] = []

  // Where the reader is in the text.
  private var hasBegun = false
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last string at the top level or in a page, truncated if it is longer than any known key.
  private var word: [UInt8] = []
  /// The key whose value is being read, at the top level or in a page.
  private var key: [UInt8] = []
  private var place = Place.elsewhere
  /// The keys of long lists found so far: of pages, of pairs, and of the tiles of this page.
  private var listKeys: Set<String> = []

  /// Where the reader is: between pages, in a page, in its list of tiles, or in the list of pairs.
  private enum Place { case elsewhere, pages, page, tiles, pairs }

  /// Elements that have not been decoded yet, and the number of complete ones.
  private var batch: [UInt8] = []
  private var batchCount = 0
  private static let elementsInBatch = 64

  private let (maximumFrame, maximumBatch): (Int, Int)

  /// Creates a reader at the start of a manifest.
  ///
  /// For lists of short numbers, a decoder takes up to 25 times as much memory as the text it
  /// decodes, so the length of each text passed to a decoder is limited.
  ///
  /// - Parameters:
  ///   - maximumFrame: The limit in bytes for the frame, which takes a few hundred bytes for each
  ///     page and each unreadable picture.
  ///   - maximumBatch: The limit in bytes for the tiles or pairs that are decoded together.
  package init(maximumFrame: Int = 64 << 20, maximumBatch: Int = 16 << 20) {
    (self.maximumFrame, self.maximumBatch) = (maximumFrame, maximumBatch)
  }

  /// The possible first bytes of a JSON value (RFC 8259, 2 and 3), or of a byte order mark.
  private static let beginnings = Set("{[\"-0123456789tfn\u{FEFF}".utf8)

  /// The depths of the keys at the top level and in pages.
  private static let (topDepth, pageDepth) = (1, 3)

  /// The depth of the elements being cut out of the text; nil if there are none.
  private var listDepth: Int? {
    switch place {
    case .tiles: Self.pageDepth + 1
    case .pairs: Self.topDepth + 1
    default: nil
    }
  }
}

extension ManifestReader {
  /// Reads the next bytes.
  ///
  /// - Throws: ``ManifestError`` for a tile or pair that is invalid by itself.
  package mutating func take(_ chunk: ArraySlice<UInt8>) throws(ManifestError) {
    if !hasBegun, let first = chunk.first(where: { !$0.isWhitespace }) {
      hasBegun = true
      // An endless device is refused immediately, instead of being read up to the limit.
      guard Self.beginnings.contains(first) else {
        throw .notJSON(reason: "it does not begin like JSON")
      }
    }
    // The first byte not yet added to the frame or to a batch.
    var start = chunk.startIndex
    for (index, byte) in zip(chunk.indices, chunk) {
      if isInString {
        takeInString(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        word.removeAll(keepingCapacity: true)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if open(byte) {
          frameText += chunk[start...index]
          start = index + 1
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == listDepth {
          batch += chunk[start..<index]
          start = index
          try decodeBatch(isLast: true)
          place = place == .tiles ? .page : .elsewhere
        } else if place == .page, depth == Self.pageDepth {
          place = .pages
        } else if place == .pages, depth == Self.topDepth + 1 {
          place = .elsewhere
        }
        depth -= 1
      case UInt8(ascii: ":") where depth == Self.topDepth || depth == Self.pageDepth:
        swap(&key, &word)
        try takeKey()
      case UInt8(ascii: ",") where depth == listDepth:
        batchCount += 1
        guard batchCount == Self.elementsInBatch else { continue }
        batch += chunk[start..<index]
        start = index + 1
        try decodeBatch(isLast: false)
      default: break
      }
    }
    if listDepth == nil { frameText += chunk[start...] } else { batch += chunk[start...] }
    try checkSizes()
  }

  /// The path of the list of tiles or pairs being read.
  private var listPath: String { place == .pairs ? "pairs" : "pages[\(tiles.count - 1)].tiles" }
  /// The number of elements of the list being read that have been decoded so far.
  private var decodedCount: Int { place == .pairs ? pairs.count : tiles.last?.count ?? 0 }

  private func checkSizes() throws(ManifestError) {
    if batch.count > maximumBatch {
      throw .invalid(
        path: "\(listPath)[\(decodedCount)]",
        reason: "together with the next \(Self.elementsInBatch - 1), it is larger than "
          + maximumBatch.inBinaryUnits)
    }
    if frameText.count > maximumFrame {
      throw .invalid(
        path: "the top level",
        reason: "its content, apart from tiles and pairs, is larger than "
          + "\(maximumFrame.inBinaryUnits); plan fewer images at once")
    }
  }

  private mutating func takeInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return
    }
    // No known key is longer than this, or contains escapes.
    if word.count <= "pages".utf8.count { word.append(byte) }
  }

  /// Records a key at the top level or in a page.
  ///
  /// A decoder might use either value of a duplicate key, so duplicates are refused.
  private mutating func takeKey() throws(ManifestError) {
    let name = String(decoding: key, as: UTF8.self)
    let isOfTiles = place == .page && depth == Self.pageDepth && name == "tiles"
    guard isOfTiles || depth == Self.topDepth && ["pages", "pairs"].contains(name) else { return }
    guard listKeys.insert(name).inserted else {
      throw .invalid(path: isOfTiles ? listPath : name, reason: "it occurs twice")
    }
  }

  /// Enters an object or a list.
  ///
  /// - Returns: Whether it is a list of tiles or pairs, whose elements are not in the frame.
  private mutating func open(_ bracket: UInt8) -> Bool {
    let isList = bracket == UInt8(ascii: "[")
    switch (place, depth) {
    case (.elsewhere, Self.topDepth + 1) where isList && key.elementsEqual("pages".utf8):
      place = .pages
    case (.elsewhere, Self.topDepth + 1) where isList && key.elementsEqual("pairs".utf8):
      place = .pairs
      return true
    case (.pages, Self.pageDepth) where !isList:
      tiles.append([])
      (place, key) = (.page, [])
      listKeys.remove("tiles")
    case (.page, Self.pageDepth + 1) where isList && key.elementsEqual("tiles".utf8):
      place = .tiles
      return true
    default: break
    }
    return false
  }

  /// Decodes the elements read so far.
  private mutating func decodeBatch(isLast: Bool) throws(ManifestError) {
    if place == .pairs {
      pairs += try elements(of: ManifestJSON.Pair.self, areLast: isLast)
    } else {
      tiles[tiles.count - 1] += try elements(of: ManifestJSON.Tile.self, areLast: isLast)
    }
    batch.removeAll(keepingCapacity: true)
    batchCount = 0
  }

  private func elements<Element: JSONObject>(
    of _: Element.Type, areLast: Bool
  ) throws(ManifestError) -> [Element.Value] {
    let (path, first) = (listPath, decodedCount)
    let decoded: [As<Element>] = try Self.decoded(
      [UInt8(ascii: "[")] + batch + [UInt8(ascii: "]")]
    ) { .init($0, in: path, from: first) }
    // Two elements are separated by a comma.
    guard areLast && first == 0 || !decoded.isEmpty else {
      throw .notJSON(reason: "\(path) has a comma without an element")
    }
    return decoded.map(\.value)
  }

  /// The manifest, once all of it has been read.
  ///
  /// - Throws: ``ManifestError``.
  package consuming func manifest() throws(ManifestError) -> SheetManifest {
    let frame: As<ManifestJSON> = try Self.decoded(frameText) { .init($0) }
    return try frame.value.manifest(tiles: tiles, pairs: pairs)
  }

  private static func decoded<Value: Decodable>(
    _ json: [UInt8], _ manifestError: (DecodingError) -> ManifestError
  ) throws(ManifestError) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(json))
    } catch let error as DecodingError {
      throw manifestError(error)
    } catch {
      throw error as? ManifestError ?? .notJSON(reason: "\(error)")
    }
  }
}

extension UInt8 {
  /// Whether JSON ignores the byte between values.
  package var isWhitespace: Bool { [0x09, 0x0A, 0x0D, 0x20].contains(self) }
}
