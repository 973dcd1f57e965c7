internal import FoundationEssentials
internal import SheetFiles

/// Decodes a manifest piece by piece.
///
/// A decoder takes several times the size of its text. So the elements of the lists of tiles are
/// taken out of the text and decoded a few at a time; what is left is the frame of the manifest,
/// whose lists are empty. Lists of tiles in unknown places stay in the frame.
package struct ManifestReader {
  /// The text without tiles.
  private var frameText: [UInt8] = []
  /// The tiles of each page.
  private var tiles: [[ManifestJSON.CheckedTile]] = []

  // Where the reader stands in the text.
  private var hasBegun = false
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last string of the top level or of a page, cut off behind the length of a known key.
  private var word: [UInt8] = []
  /// The key whose value is being read, of the top level or of a page.
  private var key: [UInt8] = []
  private var place = Place.elsewhere
  private var hasPages = false
  /// Whether the page has had the key of its list of tiles.
  private var hasTiles = false

  /// Where the reader is: between pages, in one, or in its list of tiles.
  private enum Place { case elsewhere, pages, page, tiles }

  /// Tiles that have yet to be decoded, and how many of them are complete.
  private var batch: [UInt8] = []
  private var batchCount = 0
  private static let tilesInBatch = 64

  private let (maximumFrame, maximumBatch): (Int, Int)

  /// Creates a reader at the beginning of a manifest.
  ///
  /// A decoder takes up to 25 times as much memory as its text, for lists of short numbers. So there
  /// are limits, in bytes, to what it is handed at once.
  ///
  /// - Parameters:
  ///   - maximumFrame: The limit of the frame, which has some hundred bytes for each page and for each
  ///     unreadable picture.
  ///   - maximumBatch: The limit of a few tiles.
  package init(maximumFrame: Int = 64 << 20, maximumBatch: Int = 16 << 20) {
    (self.maximumFrame, self.maximumBatch) = (maximumFrame, maximumBatch)
  }

  /// The first bytes that a JSON value can have (RFC 8259, 2 and 3), or a byte order mark has.
  private static let beginnings = Set("{[\"-0123456789tfn\u{FEFF}".utf8)

  /// The depths at which the keys of the top level and of pages stand.
  private static let (topDepth, pageDepth) = (1, 3)
}

extension ManifestReader {
  /// Reads on.
  ///
  /// - Throws: ``ManifestError`` for a tile that is invalid by itself.
  package mutating func take(_ chunk: ArraySlice<UInt8>) throws(ManifestError) {
    if !hasBegun, let first = chunk.first(where: { !$0.isWhitespace }) {
      hasBegun = true
      // A device without an end is refused at once, and not read up to the limit.
      guard Self.beginnings.contains(first) else {
        throw .notJSON(reason: "it does not begin like JSON")
      }
    }
    // The first byte that has been added neither to the frame nor to a batch.
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
        if place == .tiles, depth == Self.pageDepth + 1 {
          batch += chunk[start..<index]
          start = index
          try decodeBatch(isLast: true)
          place = .page
        } else if place == .page, depth == Self.pageDepth {
          place = .pages
        } else if place == .pages, depth == Self.topDepth + 1 {
          place = .elsewhere
        }
        depth -= 1
      case UInt8(ascii: ":") where depth == Self.topDepth || depth == Self.pageDepth:
        swap(&key, &word)
        try takeKey()
      case UInt8(ascii: ",") where place == .tiles && depth == Self.pageDepth + 1:
        batchCount += 1
        guard batchCount == Self.tilesInBatch else { continue }
        batch += chunk[start..<index]
        start = index + 1
        try decodeBatch(isLast: false)
      default: break
      }
    }
    if place == .tiles { batch += chunk[start...] } else { frameText += chunk[start...] }
    try checkSizes()
  }

  /// The path of the list of tiles that is being read.
  private var tilesPath: String { "pages[\(tiles.count - 1)].tiles" }

  private func checkSizes() throws(ManifestError) {
    if batch.count > maximumBatch {
      throw .invalid(
        path: "\(tilesPath)[\(tiles.last?.count ?? 0)]",
        reason: "it and the next \(Self.tilesInBatch - 1) are larger than "
          + maximumBatch.inBinaryUnits)
    }
    if frameText.count > maximumFrame {
      throw .invalid(
        path: "the top level",
        reason: "what it has besides tiles is larger than " + maximumFrame.inBinaryUnits)
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
    // No known key is longer, or has anything escaped.
    if word.count <= "pages".utf8.count { word.append(byte) }
  }

  /// Notes a key of the top level or of a page.
  ///
  /// A decoder may take either value of a duplicate key, so duplicates are refused.
  private mutating func takeKey() throws(ManifestError) {
    if depth == Self.topDepth, key.elementsEqual("pages".utf8) {
      guard !hasPages else { throw .invalid(path: "pages", reason: "it is there twice") }
      hasPages = true
    }
    if place == .page, depth == Self.pageDepth, key.elementsEqual("tiles".utf8) {
      guard !hasTiles else { throw .invalid(path: tilesPath, reason: "it is there twice") }
      hasTiles = true
    }
  }

  /// Enters an object or a list.
  ///
  /// - Returns: Whether it is a list of tiles, which the frame is to have without its elements.
  private mutating func open(_ bracket: UInt8) -> Bool {
    let isList = bracket == UInt8(ascii: "[")
    switch (place, depth) {
    case (.elsewhere, Self.topDepth + 1) where isList && key.elementsEqual("pages".utf8):
      place = .pages
    case (.pages, Self.pageDepth) where !isList:
      tiles.append([])
      (place, hasTiles, key) = (.page, false, [])
    case (.page, Self.pageDepth + 1) where isList && key.elementsEqual("tiles".utf8):
      place = .tiles
      return true
    default: break
    }
    return false
  }

  /// Decodes the tiles that have been read.
  private mutating func decodeBatch(isLast: Bool) throws(ManifestError) {
    let page = tiles.count - 1
    let path = tilesPath
    let first = tiles[page].count
    let decoded: [ManifestJSON.Tile] = try Self.decoded(
      [UInt8(ascii: "[")] + batch + [UInt8(ascii: "]")]
    ) { .init($0, in: path, from: first) }
    // A comma stands between two tiles.
    guard isLast && first == 0 || !decoded.isEmpty else {
      throw .notJSON(reason: "\(path) has a comma without a tile")
    }
    tiles[page] += try decoded.checkedEach(path, from: first) {
      (tile, path) throws(ManifestError) in try tile.checked(path)
    }
    batch.removeAll(keepingCapacity: true)
    batchCount = 0
  }

  /// The manifest, once all of it has been read.
  ///
  /// - Throws: ``ManifestError``.
  package consuming func manifest() throws(ManifestError) -> SheetManifest {
    let frame: ManifestJSON = try Self.decoded(frameText) { .init($0) }
    return try frame.manifest(tiles: tiles)
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
