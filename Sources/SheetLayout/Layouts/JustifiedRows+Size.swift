extension JustifiedRows {
  /// Rows whose block comes as near to a size as it can without being larger.
  ///
  /// With k rows the block is about k² times as tall as with one, so few heights can be met
  /// exactly. The row height is searched until the next larger one makes the block too tall. Rows
  /// of that height are then made narrower until they fit, and whichever block covers more of the
  /// size wins.
  ///
  /// - Parameters:
  ///   - size: The size to fill.
  ///   - items: The items of the block.
  ///   - gap: The distance between neighbours in a row, and between rows.
  ///   - lastRow: The treatment of a last row with too few items.
  /// - Returns: Rows of a width that is at most that of the size.
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for rows.
  public static func filling(
    _ size: Size, with items: [LayoutItem], gap: Size = .zero, lastRow: LastRow = .left
  ) throws(LayoutError) -> JustifiedRows {
    try check(size.width, positive: .sheetWidth)
    try check(size.height, positive: .sheetHeight)
    try check(items)
    func rows(_ height: Double, narrowedTo share: Double = 1) throws(LayoutError) -> JustifiedRows {
      try JustifiedRows(
        width: size.width * share, rowHeight: height * share, gap: gap, lastRow: lastRow)
    }
    func blockHeight(_ rows: JustifiedRows) throws(LayoutError) -> Double {
      try rows.arrangement(of: items).size.height
    }
    func fits(_ rows: JustifiedRows) throws(LayoutError) -> Bool {
      try blockHeight(rows) <= size.height + 1e-6
    }

    let area = items.reduce(0) { $0 + $1.ratio }
    var low = min(size.height, (size.width * size.height / max(area, 1e-9)).squareRoot())
    var high = low
    if try fits(rows(low)) {
      repeat {
        low = high
        if low == size.height { return try rows(low) }
        high = min(low * 1.25, size.height)
      } while try fits(rows(high))
    } else {
      var steps = 40
      repeat {
        high = low
        low /= 1.25
        steps -= 1
        guard steps > 0 else { throw .gapsTooLarge(gap, sheet: size) }
      } while try !fits(rows(low))
    }
    for _ in 0..<12 {
      let middle = (low * high).squareRoot()
      if try fits(rows(middle)) { low = middle } else { high = middle }
    }

    let whole = try rows(low)
    let coverage = try blockHeight(whole) / size.height
    // A narrower block of taller rows has to cover more than the whole one does.
    var (share, over) = (coverage, 1.0)
    guard coverage < 1, try fits(rows(high, narrowedTo: share)) else { return whole }
    for _ in 0..<16 {
      let middle = (share + over) / 2
      if try fits(rows(high, narrowedTo: middle)) { share = middle } else { over = middle }
    }
    return try rows(high, narrowedTo: share)
  }
}
