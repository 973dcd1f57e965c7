private let lineEnd = UInt8(ascii: "\n")
private let elementsInPiece = 64

extension SheetManifest {
  /// The manifest as JSON in UTF-8, made piece by piece.
  ///
  /// An encoder builds a tree of everything that it encodes. So a frame of the manifest with empty
  /// lists is encoded first. The elements of the long lists follow, a few at a time. An empty line
  /// marks the place of each list: the encoder writes it only between the brackets of an empty
  /// list.
  package var pieces: some Sequence<ArraySlice<UInt8>> {
    let parts = As<ManifestJSON>(ManifestFrame(frameOf: plan, self)).documentJSON.split(separator: [
      lineEnd, lineEnd,
    ])
    let lists = lists
    precondition(parts.count == lists.count + 1, "the frame has all lists")
    // The parts of the frame, with the elements after each; nil if the step is the part itself.
    let steps: [(part: Int, elements: Range<Int>?)] =
      lists.enumerated().flatMap { part, list in
        [(part, nil)] + list.ranges.map { (part, $0) }
      } + [(lists.count, nil)]
    return steps.lazy.map { part, elements in
      guard let elements else { return parts[part] + [lineEnd] }
      // The lists of pages and the lists of the manifest have different indents.
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
  /// Encodes some elements as a list of their own.
  let encoded: (Range<Int>) -> [UInt8]

  /// The elements of each piece; one piece without any for an empty list.
  var ranges: [Range<Int>] {
    stride(from: 0, to: max(1, count), by: elementsInPiece).map {
      $0..<min($0 + elementsInPiece, count)
    }
  }

  /// Some elements as lines in the manifest.
  func lines(_ range: Range<Int>, _ indent: ArraySlice<UInt8>) -> [UInt8] {
    // Without the brackets, each on a line of its own.
    let lines = encoded(range).split(separator: lineEnd).dropFirst().dropLast()
    let comma = range.upperBound < count ? [UInt8(ascii: ",")] : []
    return lines.map { indent + $0 }.joined(separator: [lineEnd]) + comma + [lineEnd]
  }
}
