internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// The texts and pictures of a page, in the order of reading.
struct PDFPageContents {
  /// A part of a page.
  enum Part {
    case text(PlannedText)
    /// A picture, and whether it could not be read.
    case tile(PlannedTile, isUnreadable: Bool)
  }

  let parts: [Part]

  /// Puts the texts of a page among its pictures.
  ///
  /// A text is read before the first picture that does not lie above it. The heading of a section
  /// is read before its first picture, as sections may stand side by side.
  init(_ page: SheetPage, unreadable: [Int: UnreadablePicture]) {
    var starts: [SIMD2<Int>: Int] = [:]
    var start = 0
    for section in page.sections where section.tileCount > 0 {
      starts[SIMD2(section.headingArea.x, section.headingArea.y)] = start
      start += section.tileCount
    }
    var headings: [Int: PlannedText] = [:]
    var others: [PlannedText] = []
    for text in page.drawnTexts {
      if text.role == .heading, let start = starts[SIMD2(text.area.x, text.area.y)] {
        headings[start] = text
      } else {
        others.append(text)
      }
    }
    // From the top down; texts of one row stay as they are.
    var waiting = others.enumerated()
      .sorted { ($0.element.area.y, $0.offset) < ($1.element.area.y, $1.offset) }
      .map(\.element)[...]
    var parts: [Part] = []
    for (index, tile) in page.tiles.enumerated() {
      while let text = waiting.first, text.area.y < tile.cell.maxY {
        parts.append(.text(text))
        waiting.removeFirst()
      }
      if let heading = headings[index] { parts.append(.text(heading)) }
      parts.append(.tile(tile, isUnreadable: unreadable[tile.index]?.isIncomplete == false))
    }
    self.parts = parts + waiting.map { .text($0) }
  }

  /// All texts that are drawn, in order.
  var drawnTexts: [String] {
    parts.compactMap {
      switch $0 {
      case .text(let text): text.text
      case .tile(let tile, _): tile.label?.text
      }
    }
  }
}
