/// A manifest as JSON in UTF-8, made piece by piece.
///
/// An encoder makes a tree of what it encodes. So a frame of the manifest is encoded, whose lists
/// are empty, and then what belongs into them, a few elements at a time.
struct ManifestPieces: Sequence, IteratorProtocol {
  /// A list that is empty in the frame.
  private struct List {
    /// What stands in the frame up to the place of its elements.
    let beginning: String
    /// The spaces ahead of its end in the frame.
    let indent: Int
    let count: Int
    /// Encodes some of the elements as a list of their own.
    let encoded: (Range<Int>) -> [UInt8]
  }

  private static let elementsInPiece = 64

  /// What is left of the frame.
  private var frame: ArraySlice<UInt8>
  /// The lists that are left, in the order of the frame.
  private var lists: ArraySlice<List>
  /// The list that is open, and how many of its elements have been handed out.
  private var list: List?
  private var done = 0

  init(_ manifest: SheetManifest) {
    frame = (ManifestFrame(manifest: manifest).documentJSON + [UInt8(ascii: "\n")])[...]
    let tiles = manifest.plan.pages.map(\.tiles).map { tiles in
      List(beginning: Self.beginning(of: "tiles"), indent: 6, count: tiles.count) { range in
        tiles[range].map { EncodedTile($0, of: manifest.plan, manifest) }.documentJSON
      }
    }
    let pictures = manifest.unreadableInOrder
    let unreadable = List(
      beginning: Self.beginning(of: "unreadable"), indent: 2, count: pictures.count
    ) { pictures[$0].map(EncodedUnreadable.init).documentJSON }
    let pairs = manifest.plan.comparison.map { comparison in
      List(beginning: Self.beginning(of: "pairs"), indent: 2, count: comparison.pairs.count) {
        comparison.pairs[$0].map(\.self).documentJSON
      }
    }
    lists = (tiles + [pairs].compactMap(\.self) + [unreadable])[...]
  }

  mutating func next() -> ArraySlice<UInt8>? {
    if let list, done < list.count {
      let range = done..<Swift.min(done + Self.elementsInPiece, list.count)
      done = range.upperBound
      return Self.lines(of: list, range)
    }
    guard !frame.isEmpty else { return nil }
    (list, done) = (lists.popFirst(), 0)
    guard let list else {
      defer { frame = [] }
      return frame
    }
    guard let end = frame.firstRange(of: list.beginning.utf8)?.upperBound else {
      preconditionFailure("the frame has all lists")
    }
    defer { frame = frame[end...] }
    // An empty line stands in the place of elements.
    return list.count == 0 ? frame[..<end] : frame[..<end].dropLast()
  }

  /// Some elements of a list, as lines that stand in the frame.
  private static func lines(of list: List, _ range: Range<Int>) -> ArraySlice<UInt8> {
    let lineEnd = UInt8(ascii: "\n")
    let margin = [UInt8](repeating: UInt8(ascii: " "), count: list.indent)
    var lines: [UInt8] = []
    // Without the brackets, each on a line of its own.
    for line in list.encoded(range).split(separator: lineEnd).dropFirst().dropLast() {
      if !lines.isEmpty { lines.append(lineEnd) }
      lines += margin
      lines += line
    }
    if range.upperBound < list.count { lines.append(UInt8(ascii: ",")) }
    lines.append(lineEnd)
    return lines[...]
  }

  /// An empty list up to its end; nothing else is written so, as texts hold no line ends.
  private static func beginning(of list: String) -> String { "\"\(list)\" : [\n\n" }
}

/// A manifest whose lists of tiles and of unreadable pictures are empty.
private struct ManifestFrame: Encodable {
  let manifest: SheetManifest

  func encode(to encoder: any Encoder) throws {
    try manifest.encode(to: encoder, isFrame: true)
  }
}
