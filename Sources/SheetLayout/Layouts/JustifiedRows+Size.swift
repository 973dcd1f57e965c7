extension JustifiedRows {
  /// Rows of one height for sections that are broken on their own, whose blocks together come as
  /// near to a size as they can without being larger.
  ///
  /// With k rows a block is about k² times as tall as with one, so few heights can be met exactly.
  /// The row height is searched until the next larger one makes the blocks too tall. Rows of that
  /// height are then made narrower until they fit, and whichever blocks cover more of the size win.
  ///
  /// - Parameters:
  ///   - size: The size to fill, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  ///   - lastRow: The treatment of the last row of each section.
  /// - Returns: Rows of a width that is at most that of the size.
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for rows.
  public static func filling(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) -> JustifiedRows {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    for items in sections { try check(items) }
    let search = SizeSearch(size: size, sections: sections, gap: gap, lastRow: lastRow)
    let (held, over) = try search.rowHeights()
    guard let held else {
      if let narrow = try search.narrowed(over, beyond: 1 / 1024) { return narrow }
      throw .noRoom(Shortage(size, gap: gap))
    }
    let rows = try search.rows(held)
    let coverage = try search.blockHeight(rows) / size.height
    guard held < over, coverage < 1 else { return rows }
    return try search.narrowed(over, beyond: coverage) ?? rows
  }
}

struct SizeSearch {
  let size: Size
  let sections: [[LayoutItem]]
  let gap: Size
  let lastRow: JustifiedRows.LastRow

  /// Rows of a height at the whole width, or of both made smaller by a factor.
  func rows(_ height: Double, scaledBy factor: Double = 1) throws(LayoutError) -> JustifiedRows {
    try JustifiedRows(
      width: size.width * factor, rowHeight: height * factor, gap: gap, lastRow: lastRow)
  }

  func blockHeight(_ rows: JustifiedRows) throws(LayoutError) -> Double {
    try sections.map { items throws(LayoutError) in
      try rows.arrangement(of: items).size.height
    }.reduce(0, +)
  }

  private func fits(_ rows: JustifiedRows) throws(LayoutError) -> Bool {
    try blockHeight(rows) <= size.height + 1e-6
  }

  /// A row height whose block fits, and a slightly larger one whose block does not.
  ///
  /// They are equal where even rows as high as the size fit, and the first is nil where no height
  /// was found that does.
  func rowHeights() throws(LayoutError) -> (held: Double?, over: Double) {
    let ratios = sections.joined().reduce(0) { $0 + $1.ratio }
    let guess = min(size.height, (size.width * size.height / max(ratios, 1e-9)).squareRoot())
    var (held, over) = (guess, guess)
    while try fits(rows(over)) {
      if over == size.height { return (over, over) }
      held = over
      over = min(over * 1.25, size.height)
    }
    if over == guess {
      repeat {
        held /= 1.25
        guard held > guess / 4096 else { return (nil, guess) }
      } while try !fits(rows(held))
    }
    let found = try border(between: held, and: over, by: .geometric, steps: 12) {
      (height) throws(LayoutError) in try fits(rows(height))
    }
    return (found.meeting, found.failing)
  }

  /// Rows of a height, made smaller as little as it takes to fit; nil where that takes the factor
  /// `beyond` or less.
  func narrowed(_ height: Double, beyond: Double) throws(LayoutError) -> JustifiedRows? {
    guard try fits(rows(height, scaledBy: beyond)) else { return nil }
    let factor = try border(between: beyond, and: 1, steps: 16) { (factor) throws(LayoutError) in
      try fits(rows(height, scaledBy: factor))
    }.meeting
    return try rows(height, scaledBy: factor)
  }
}
