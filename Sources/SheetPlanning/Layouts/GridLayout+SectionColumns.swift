internal import SheetLayout

extension GridLayout {
  /// The columns of sections on a sheet whose size follows from them: as many as bring it near to a
  /// ratio, with its headings, without leaving much of it empty.
  ///
  /// It minimises ½·|ln(a / r)| + 0.3·w + 2·w², where a is the ratio of the fullest page, r the one
  /// that is asked for, and w the share of its cells that are empty.
  func columns(of cell: Size, sheetRatio: Double, in space: LayoutSpace) -> Int {
    let counts = space.pages.map { $0.reduce(0) { $0 + $1.items.count } }
    var best = (columns: 1, cost: Double.infinity)
    for columns in 1...max(1, counts.max() ?? 1) {
      let grid = SectionedGrid(columns: columns, cell: cell, gap: space.gap)
      let (size, rows) = grid.largestPage(space.pages, space.sections)
      let empty = 1 - Double(counts.reduce(0, +)) / Double(rows * columns)
      let ratio = size.width / size.height / sheetRatio
      let distance = naturalLogarithm(max(ratio, 1 / ratio)) / 2
      let cost = distance + 0.3 * empty + 2 * empty * empty
      if cost < best.cost - 1e-12 { best = (columns, cost) }
      // More columns only make it wider.
      if ratio > 1, distance > best.cost { break }
    }
    return best.columns
  }
}

/// The natural logarithm of a number above zero, the same on all machines.
private func naturalLogarithm(_ number: Double) -> Double {
  let part = number.significand
  // ln(part) for 1 to 2, by the series of the inverse hyperbolic tangent.
  let z = (part - 1) / (part + 1)
  var (sum, power) = (0.0, z)
  for odd in stride(from: 1.0, through: 31, by: 2) {
    sum += power / odd
    power *= z * z
  }
  return 2 * sum + Double(number.exponent) * 0.693_147_180_559_945_3
}
