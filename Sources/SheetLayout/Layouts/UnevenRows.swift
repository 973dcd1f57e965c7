// Rows that do not look justified, because items have reached their maximum sizes.

extension Arrangement {
  /// The number of pixels by which rounding may change a width or height.
  private static let tolerance = 0.5

  /// The rows in which an item is shorter than its neighbours, and the rows that end before the
  /// edge.
  ///
  /// The last row may end before the edge unless it is to be justified, and so may a row before an
  /// item that stands alone.
  ///
  /// - Parameters:
  ///   - items: The items of these rows, in their order.
  ///   - lastRow: How the last row was laid out.
  /// - Returns: The rows from top to bottom.
  package func unevenRows(of items: [LayoutItem], lastRow: LastRow) -> [Strip] {
    strips.filter { strip in
      guard let last = strip.items.last, !items[strip.items.lowerBound].isAlone else {
        return false
      }
      let isShort = frames[last].maxX < size.width - Self.tolerance
      let isLast = last == items.count - 1 || items[last + 1].isAlone
      if isShort { return !isLast || lastRow == .justified }
      return items[strip.items].contains { $0.maximumHeight < strip.height - Self.tolerance }
    }
  }
}

extension JustifiedRows {
  /// The width of a row whose height is the smallest of its items' maximum heights.
  package static func evenWidth(of items: some Collection<LayoutItem>, gap: Double) -> Double {
    let height = items.reduce(Double.infinity) { min($0, $1.maximumHeight) }
    return items.reduce(-gap) { $0 + $1.ratio * height + gap }
  }
}
