package import SheetFiles
package import SheetLayout
package import SheetPictures

/// The contents of a manifest file: a plan, the destinations of its pages, and the results, as
/// JSON.
///
/// A manifest tells other programs where pictures are, and can be edited and rendered again.
/// Rectangles are in whole pixels of the sheet, and crops are in pixels of the source; tracks are
/// not rounded. Keys are in alphabetical order, and there are no timestamps.
package struct SheetManifest: Equatable, Sendable {
  /// The version of the format, the only one written and read.
  package static let version = 5

  /// The maximum size of a manifest that is read, in bytes: enough for about two million pictures.
  ///
  /// A plan takes about 1.25 times as much memory as its manifest has bytes. Files are read piece
  /// by piece, so reading a plan takes little more memory than the plan itself.
  package static let maximumSize = 1 << 30

  /// The plan that the file records.
  package let plan: SheetPlan
  /// The destination of each page, as a path; `-` means standard output.
  package let fileNames: [FileName]
  /// The folder to which paths are relative, itself relative to the manifest's folder; nil for the
  /// working folder.
  package let rootName: FileName?
  /// The pictures that turned out to be unreadable, by index in the plan.
  ///
  /// Empty in a manifest that was read, since pictures may have become readable.
  package let unreadable: [Int: UnreadablePicture]
  /// The crops found around subjects, by index in the plan.
  ///
  /// Empty in a manifest that was read, since its plan contains the crops.
  package let crops: [Int: Rect]
  /// The pictures left out because their headers could not be read.
  package let skipped: [UnreadablePicture]

  /// Creates a manifest in which file names may be any bytes.
  package init(
    _ plan: SheetPlan, fileNames: [FileName], rootName: FileName?,
    unreadable: [Int: UnreadablePicture] = [:], skipped: [UnreadablePicture] = [],
    crops: [Int: Rect] = [:]
  ) {
    precondition(fileNames.count == plan.pages.count, "each page has a file")
    self.plan = plan
    self.fileNames = fileNames
    self.rootName = rootName
    self.unreadable = unreadable
    self.skipped = skipped
    self.crops = crops
  }

  /// The unreadable pictures, starting with those that were left out.
  var unreadableInOrder: [UnreadablePicture] {
    skipped + unreadable.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension SheetManifest: Codable {
  /// Decodes the plan in a manifest, and the destinations of its pages.
  package init(from decoder: any Decoder) throws {
    self = try ManifestJSON.decode(from: decoder).manifest()
  }

  /// Encodes the plan, its files, the status of each tile, and the unreadable pictures.
  package func encode(to encoder: any Encoder) throws {
    try ManifestJSON.encode(ManifestFrame(plan, of: self), to: encoder)
  }
}

extension SheetPlan: Codable {
  /// Decodes the plan in a manifest and checks every number; pictures are not accessed.
  package init(from decoder: any Decoder) throws {
    self = try ManifestJSON.decode(from: decoder).filled()
  }

  /// Encodes the plan in the form of a manifest, without files and outcome.
  package func encode(to encoder: any Encoder) throws {
    try ManifestJSON.encode(ManifestFrame(self), to: encoder)
  }
}

private let lineEnd = UInt8(ascii: "\n")
private let elementsInPiece = 64

extension SheetManifest {
  /// The manifest as JSON in UTF-8, generated piece by piece.
  ///
  /// An encoder builds a tree of everything it encodes, and the text alone of 100,000 pictures is
  /// 57 MB. A frame of the manifest with empty lists is therefore encoded first, and then the
  /// elements of the long lists, a few at a time. Each list is located by an empty line, which the
  /// encoder writes only between the brackets of an empty list.
  package var pieces: some Sequence<ArraySlice<UInt8>> {
    let parts = As<ManifestJSON>(ManifestFrame(frameOf: plan, self)).documentJSON.split(separator: [
      lineEnd, lineEnd,
    ])
    let lists = lists
    precondition(parts.count == lists.count + 1, "the frame has all lists")
    // Each part of the frame, and then the ranges of elements that follow it; `elements` is nil for
    // the part itself.
    let steps: [(part: Int, elements: Range<Int>?)] =
      lists.enumerated().flatMap { part, list in
        [(part, nil)] + list.ranges.map { (part, $0) }
      } + [(lists.count, nil)]
    return steps.lazy.map { part, elements in
      guard let elements else { return parts[part] + [lineEnd] }
      // The lists of pages and the lists of the manifest are indented differently.
      let indent = parts[part + 1].prefix { $0 == UInt8(ascii: " ") }
      return lists[part].lines(elements, indent)[...]
    }
  }

  /// The lists that are empty in the frame, in the order of their keys.
  private var lists: [LongList] {
    let pictures = unreadableInOrder
    return plan.pages.flatMap { page in
      let cells = page.listingCells
      let empty = LongList(count: page.emptyCells.count) {
        cells($0).map { As<ManifestJSON.EmptyCell>($0) }.documentJSON
      }
      let tiles = LongList(count: page.tiles.count) {
        page.tiles[$0].map { As<ManifestJSON.Tile>(ListedTile($0, of: plan, self)) }.documentJSON
      }
      return page.emptyCells.isEmpty ? [tiles] : [empty, tiles]
    }
      + [plan.comparison?.pairs].compactMap(\.self).map { pairs in
        LongList(count: pairs.count) { pairs[$0].map { As<ManifestJSON.Pair>($0) }.documentJSON }
      } + [
        LongList(count: pictures.count) {
          pictures[$0].map { As<ManifestJSON.Unreadable>($0) }.documentJSON
        }
      ]
  }
}

private struct LongList {
  let count: Int
  /// Encodes a range of elements as a separate list.
  let encoded: (Range<Int>) -> [UInt8]

  /// The range of elements in each piece; a single empty range for an empty list.
  var ranges: [Range<Int>] {
    stride(from: 0, to: max(1, count), by: elementsInPiece).map {
      $0..<min($0 + elementsInPiece, count)
    }
  }

  /// A range of elements as lines in the manifest.
  func lines(_ range: Range<Int>, _ indent: ArraySlice<UInt8>) -> [UInt8] {
    var lines: [UInt8] = []
    var beginsLine = true
    // Without the brackets, which are on separate lines.
    for byte in encoded(range).dropFirst(2).dropLast(2) {
      if beginsLine { lines += indent }
      lines.append(byte)
      beginsLine = byte == lineEnd
    }
    if range.upperBound < count { lines.append(UInt8(ascii: ",")) }
    lines.append(lineEnd)
    return lines
  }
}
