/// All text on pages: for each page, its own text, then the labels of its tiles, and then the
/// lengths at their scale bars.
struct PlanTexts: Sequence, IteratorProtocol {
  private let pages: [SheetPage]
  /// The index of the current page.
  private var page = 0
  /// The text of the current page, apart from that of its tiles.
  private var own: [PlannedText]
  /// The number of places for text on the current page that have been visited.
  private var place = 0

  init(_ pages: [SheetPage]) {
    self.pages = pages
    own = pages.first?.drawnTexts ?? []
  }

  mutating func next() -> PlannedText? {
    while page < pages.count {
      let tileCount = pages[page].tiles.count
      while place < own.count + 2 * tileCount {
        let tile = place - own.count
        place += 1
        if tile < 0 { return own[place - 1] }
        let text =
          tile < tileCount
          ? pages[page].tiles[tile].label : pages[page].tiles[tile - tileCount].scaleBar?.text
        if let text { return text }
      }
      page += 1
      place = 0
      own = page < pages.count ? pages[page].drawnTexts : []
    }
    return nil
  }
}
