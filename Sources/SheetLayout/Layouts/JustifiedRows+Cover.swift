extension JustifiedRows {
  /// Rows of sections that are broken on their own and together cover a size: all fill its width, and
  /// their heights are scaled alike, so that frames no longer have the ratios of their items.
  ///
  /// Of the blocks that are a little too low for the size and those that are a little too high, the
  /// nearer ones are taken, compared as factors. How far an item may grow does not count.
  ///
  /// - Parameters:
  ///   - size: The size to cover, without headings and the gaps around them.
  ///   - sections: The items of each section.
  ///   - gap: The distance between neighbours in a row, and between rows.
  /// - Returns: The rows, whose height is that before scaling, and the frames of each section.
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for rows.
  public static func covering(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero
  ) throws(LayoutError) -> (rows: JustifiedRows, sections: [Arrangement]) {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    let free = sections.map { $0.map(\.free) }
    for items in free { try check(items) }
    let search = SizeSearch(size: size, sections: free, gap: gap, lastRow: .justified)
    let (held, over) = try search.rowHeights()
    var best: (rows: JustifiedRows, blocks: [Arrangement], factor: Double)?
    for height in [held, over].compactMap(\.self) {
      let rows = try search.rows(height)
      let blocks = try free.map { items throws(LayoutError) in try rows.arrangement(of: items) }
      guard let factor = blocks.factor(toHeight: size.height, gap: gap.height) else { continue }
      if let best, max(best.factor, 1 / best.factor) <= max(factor, 1 / factor) { continue }
      best = (rows, blocks, factor)
    }
    guard let best else { throw .noRoom(Shortage(size, gap: gap)) }
    return (best.rows, best.blocks.map { $0.rowsScaled(by: best.factor, gap: gap.height) })
  }
}

extension LayoutItem {
  /// The item where it takes any width; alone, it fills that of rows.
  fileprivate var free: LayoutItem {
    var item = LayoutItem(ratio: isAlone ? max(ratio, 1.5) : ratio)
    item.isAlone = isAlone
    return item
  }
}

extension [Arrangement] {
  /// The factor by which the heights of rows differ from those that fill a height; nil where gaps
  /// leave no room.
  fileprivate func factor(toHeight height: Double, gap: Double) -> Double? {
    let rows = reduce(0) { $1.strips.reduce($0) { $0 + $1.height } }
    let gaps = reduce(0) { $0 + $1.strips.count - 1 }
    let free = height - Double(gaps) * gap
    return rows > 0 && free > 0 ? free / rows : nil
  }
}

extension Arrangement {
  /// The same rows with other heights, and the same gaps between them.
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
