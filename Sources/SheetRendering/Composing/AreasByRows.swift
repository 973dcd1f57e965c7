/// The areas of a page, searched by the rows that they reach into.
///
/// A page may have very many texts and is composed a few rows at a time. Without this search, each
/// of these times would examine all texts.
struct AreasByRows: Sendable {
  private static let rowsInPart = 256

  /// The indices of the areas that reach into each part of the page, from the top down.
  private var parts: [[Int]] = []

  /// Sorts areas by their rows.
  init(_ areas: [Range<Int>]) {
    let end = areas.lazy.map(\.upperBound).max() ?? 0
    parts = Array(repeating: [], count: (end + Self.rowsInPart - 1) / Self.rowsInPart)
    for (index, rows) in areas.enumerated() {
      for part in self.parts(of: rows) { parts[part].append(index) }
    }
  }

  /// The indices of areas that may reach into rows, in order.
  ///
  /// No other area reaches into them.
  func indices(near rows: Range<Int>) -> [Int] {
    let parts = parts(of: rows)
    return parts.count == 1
      ? self.parts[parts.lowerBound] : Set(self.parts[parts].joined()).sorted()
  }

  private func parts(of rows: Range<Int>) -> Range<Int> {
    guard !rows.isEmpty else { return 0..<0 }
    return (rows.lowerBound / Self.rowsInPart..<(rows.upperBound - 1) / Self.rowsInPart + 1)
      .clamped(to: parts.indices)
  }
}
