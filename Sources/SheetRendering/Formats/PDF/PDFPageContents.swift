internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

/// What a page tells besides its pixels, in the order in which it is read.
struct PDFPageContents {
  /// A part of a page.
  enum Part {
    /// A text, and what it is.
    case text(PlannedText, Kind)
    /// A picture, and whether it could not be read.
    case tile(PlannedTile, isUnreadable: Bool)
  }

  /// What a text is for.
  enum Kind: Equatable {
    case title, heading, sectionHeading, text
  }

  /// All parts.
  let parts: [Part]

  /// Puts the texts of a page among its pictures.
  ///
  /// A text is read ahead of the first picture that does not lie above it.
  init(_ page: SheetPage, of plan: SheetPlan, unreadable: [Int: UnreadablePicture]) {
    let scale = TypeScale(plan.type.font, pixelsPerInch: plan.encoding.pixelsPerInch)
    // From the top down; those of one row stay as they are.
    var waiting = page.drawnTexts.enumerated()
      .sorted { ($0.element.area.y, $0.offset) < ($1.element.area.y, $1.offset) }
      .map(\.element)[...]
    var parts: [Part] = []
    let lines = Set((page.rows + page.columns).compactMap(\.headingArea))
    func kind(of text: PlannedText) -> Kind {
      if page.sections.contains(where: { text.area.isInside($0.headingArea) }) {
        return .sectionHeading
      }
      if lines.contains(text.area) || text.size == scale.label { return .text }
      return text.size == scale.heading ? .heading : .title
    }
    for tile in page.tiles {
      while let text = waiting.first, text.area.y < tile.cell.maxY {
        parts.append(.text(text, kind(of: text)))
        waiting.removeFirst()
      }
      parts.append(.tile(tile, isUnreadable: unreadable[tile.index] != nil))
    }
    self.parts = parts + waiting.map { .text($0, kind(of: $0)) }
  }

  /// The texts of a kind.
  func texts(_ kind: Kind) -> [PlannedText] {
    parts.compactMap { part in
      if case .text(let text, let itsKind) = part, itsKind == kind { text } else { nil }
    }
  }

  /// All texts that are drawn, in order.
  var drawnTexts: [String] {
    parts.compactMap {
      switch $0 {
      case .text(let text, _): text.text
      case .tile(let tile, _): tile.label?.text
      }
    }
  }
}
