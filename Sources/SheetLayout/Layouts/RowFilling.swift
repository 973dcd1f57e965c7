extension JustifiedRows {
  /// Rows of the same height for all sections, chosen so that the blocks together come as close to
  /// filling an area as possible.
  ///
  /// The blocks never exceed the area. Row breaks are chosen for each section separately.
  ///
  /// With k rows, a block is about k² times as tall as with one, so few heights can be met exactly.
  /// The search finds the row height beyond which the blocks become too tall. Rows of the next
  /// larger height are also made narrower until they fit, and whichever blocks cover more of the
  /// area win.
  ///
  /// - Parameters:
  ///   - size: The size of the area, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  ///   - lastRow: How to lay out the last row of each section.
  /// - Returns: Rows at most as wide as the area.
  /// - Throws: A ``LayoutError`` if the width or height is not above zero, an item is invalid, or
  ///   gaps leave no room for rows.
  package static func filling(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) -> JustifiedRows {
    let filling = try RowFilling(size: size, sections: sections, gap: gap, lastRow: lastRow)
    let (held, over) = try filling.rowHeights()
    guard let held else {
      if let narrow = try filling.narrowed(over, leastFactor: 1 / 1024) { return narrow }
      throw .noRoom(Shortage(size, gap: gap))
    }
    let rows = try filling.rows(held)
    let coverage = try filling.blockHeight(rows) / size.height
    guard held < over, coverage < 1 else { return rows }
    return try filling.narrowed(over, leastFactor: coverage) ?? rows
  }

  /// Rows of sections that together cover an area.
  ///
  /// Row breaks are chosen for each section separately, and the heights of all rows are scaled by
  /// the same factor, so frames no longer match the ratios of their items. The rows of a single
  /// section all fill the width. If there are several sections, the last row of each may be
  /// shorter: the only item of a section would otherwise be as wide as the area, and so tall that
  /// other rows would have no height left.
  ///
  /// Before scaling, the blocks are a little too short or a little too tall, whichever is nearer to
  /// the height of the area by factor. Maximum sizes of items are ignored.
  ///
  /// - Parameters:
  ///   - size: The size of the area, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  ///   - lastRow: How to lay out the last row of each of several sections.
  /// - Returns: The rows, with their height before scaling, and the frames of each section.
  /// - Throws: A ``LayoutError`` if the width or height is not above zero, an item is invalid, or
  ///   gaps leave no room for rows.
  package static func covering(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) -> (rows: JustifiedRows, sections: [Arrangement]) {
    let filling = try RowFilling(
      size: size, sections: sections.map { $0.map(\.free) }, gap: gap,
      lastRow: sections.count > 1 ? lastRow : .justified)
    let (held, over) = try filling.rowHeights()
    var best: (rows: JustifiedRows, blocks: [Arrangement], factor: Double)?
    for height in [held, over].compactMap(\.self) {
      let rows = try filling.rows(height)
      let blocks = try filling.blocks(rows)
      guard let factor = blocks.factor(toHeight: size.height, gap: gap.height) else { continue }
      if let best, max(best.factor, 1 / best.factor) <= max(factor, 1 / factor) { continue }
      best = (rows, blocks, factor)
    }
    guard let best else { throw .noRoom(Shortage(size, gap: gap)) }
    return (best.rows, best.blocks.map { $0.rowsScaled(by: best.factor, gap: gap.height) })
  }
}

extension LayoutItem {
  /// A copy without a maximum width; if the item is the only one, it fills the width of the rows.
  fileprivate var free: LayoutItem {
    var item = LayoutItem(ratio: isAlone ? max(ratio, 1.5) : ratio)
    item.isAlone = isAlone
    return item
  }
}

extension [Arrangement] {
  /// The factor by which rows grow to fill a height; nil if gaps leave no room.
  fileprivate func factor(toHeight height: Double, gap: Double) -> Double? {
    let rows = reduce(0) { $1.strips.reduce($0) { $0 + $1.height } }
    let gaps = reduce(0) { $0 + $1.strips.count - 1 }
    let free = height - Double(gaps) * gap
    return rows > 0 && free > 0 ? free / rows : nil
  }
}

extension Arrangement {
  /// The arrangement with the heights of its rows scaled, and its gaps unchanged.
  fileprivate func rowsScaled(by factor: Double, gap: Double) -> Arrangement {
    var scaled = self
    var y = 0.0
    for (index, strip) in strips.enumerated() {
      let height = strip.height * factor
      scaled.strips[index] = Strip(items: strip.items, minY: y, maxY: y + height)
      for item in strip.items {
        let frame = frames[item]
        scaled.frames[item] = Rect(x: frame.minX, y: y, width: frame.width, height: height)
      }
      y += height + gap
    }
    scaled.size.height = y - gap
    return scaled
  }
}

/// Rows of several sections that fill an area together.
private struct RowFilling {
  private let size: Size
  private let sections: [[LayoutItem]]
  private let gap: Size
  private let lastRow: LastRow

  init(
    size: Size, sections: [[LayoutItem]], gap: Size, lastRow: LastRow
  ) throws(LayoutError) {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    for items in sections { try check(items) }
    (self.size, self.sections, self.gap, self.lastRow) = (size, sections, gap, lastRow)
  }

  /// Rows of the given height over the whole width, or with height and width reduced by a factor.
  func rows(_ height: Double, scaledBy factor: Double = 1) throws(LayoutError) -> JustifiedRows {
    try JustifiedRows(
      width: size.width * factor, rowHeight: height * factor, gap: gap, lastRow: lastRow)
  }

  func blocks(_ rows: JustifiedRows) throws(LayoutError) -> [Arrangement] {
    try sections.map { items throws(LayoutError) in try rows.arrangement(of: items) }
  }

  func blockHeight(_ rows: JustifiedRows) throws(LayoutError) -> Double {
    try blocks(rows).reduce(0) { $0 + $1.size.height }
  }

  private func fits(_ rows: JustifiedRows) throws(LayoutError) -> Bool {
    try blockHeight(rows) <= size.height + 1e-6
  }

  /// A row height at which the blocks fit, and a slightly larger one at which they do not.
  ///
  /// The two heights are equal if rows as tall as the whole area fit. The first is nil if no height
  /// fits.
  func rowHeights() throws(LayoutError) -> (fitting: Double?, failing: Double) {
    let ratios = sections.joined().reduce(0) { $0 + $1.ratio }
    let guess = min(size.height, (size.width * size.height / max(ratios, 1e-9)).squareRoot())
    return try UnitSearch(guess / 4096...size.height, by: .geometric, steps: 12)
      .ends(near: guess, factor: 1.25) { (height) throws(LayoutError) in try fits(rows(height)) }
  }

  /// Rows of a given height, reduced just enough to fit; nil if that takes a factor of
  /// `leastFactor` or less.
  func narrowed(_ height: Double, leastFactor: Double) throws(LayoutError) -> JustifiedRows? {
    try UnitSearch(leastFactor...1, steps: 16).largest { (factor) throws(LayoutError) in
      try fits(rows(height, scaledBy: factor))
    }.map { (factor) throws(LayoutError) in try rows(height, scaledBy: factor) }
  }
}
