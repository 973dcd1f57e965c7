extension MasonryColumns {
  /// Columns that fill the width of a size, in the number that brings them closest to its height.
  ///
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for a column.
  public static func filling(
    _ size: Size, with items: [LayoutItem], gap: Size = .zero
  ) throws(LayoutError) -> MasonryColumns {
    try check(size.height, positive: .sheetHeight)
    func columns(_ count: Int) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(width: size.width, count: count, gap: gap)
    }
    func height(_ count: Int) throws(LayoutError) -> Double {
      try columns(count).arrangement(of: items).size.height
    }
    // Columns of a pixel and more.
    let most = max(
      1,
      min(items.count, LayoutError.maximumColumns, Int((size.width + gap.width) / (1 + gap.width))))
    // The fewest columns that are low enough, and one that is not.
    var (over, count) = (0, 1)
    while count < most, try height(count) > size.height {
      over = count
      count = min(2 * count, most)
    }
    while count - over > 1 {
      let middle = (over + count) / 2
      if try height(middle) > size.height { over = middle } else { count = middle }
    }
    guard over > 0, try height(over) / size.height < size.height / height(count) else {
      return try columns(count)
    }
    return try columns(over)
  }

  /// These columns, or as many narrower ones where items would be taller than `height` together.
  ///
  /// - Throws: ``LayoutError/gapsTooLarge(_:sheet:)`` where gaps alone are too tall, or an error
  ///   for an impossible item.
  public func narrowed(
    toFit items: [LayoutItem], height: Double
  ) throws(LayoutError) -> MasonryColumns {
    let gaps = width - columnWidth * Double(count)
    func narrowed(_ share: Double) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(
        width: columnWidth * share * Double(count) + gaps, count: count, gap: gap)
    }
    func fits(_ columns: MasonryColumns) throws(LayoutError) -> Bool {
      try columns.arrangement(of: items).size.height <= height + 1e-6
    }
    if try fits(self) { return self }
    var (share, over) = (1 / 1024.0, 1.0)
    guard try fits(narrowed(share)) else {
      throw .gapsTooLarge(gap, sheet: Size(width: width, height: height))
    }
    for _ in 0..<20 {
      let middle = (share + over) / 2
      if try fits(narrowed(middle)) { share = middle } else { over = middle }
    }
    return try narrowed(share)
  }

  /// Divides items into pages of at most `maximumHeight` pixels, each filled before the next.
  ///
  /// An item that fits into no column any more starts a page; one that is taller than a page has
  /// one to itself. Without items there are no pages.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - maximumHeight: The height that no page exceeds, but for an item that is taller.
  ///   - alignments: Where items stand that are narrower than their column.
  ///   - bottom: The treatment of columns of different heights. Flush ones end at the bottom of
  ///     their page, those of the last page where its tallest does.
  /// - Returns: The pages, each as wide as these columns.
  /// - Throws: A ``LayoutError`` for an impossible item or height.
  public func pages(
    of items: [LayoutItem], maximumHeight: Double, alignments: [Alignment] = [],
    bottom: Bottom = .ragged
  ) throws(LayoutError) -> [Page] {
    try check(maximumHeight, positive: .pageHeight)
    var ranges: [Range<Int>] = []
    var start = 0
    var columns = ShortestColumn(count: count)
    for (index, item) in items.enumerated() {
      let height = item.size(inColumnOf: columnWidth).height
      if index > start, columns.height + height > maximumHeight + 1e-6 {
        ranges.append(start..<index)
        start = index
        columns = ShortestColumn(count: count)
      }
      columns.grow(to: columns.height + height + gap.height)
    }
    if start < items.count { ranges.append(start..<items.count) }
    return try ranges.map { range throws(LayoutError) in
      let page = Array(items[range])
      var arrangement = try arrangement(of: page, alignments: alignments)
      if bottom == .flush {
        let isLast = range.upperBound == items.count
        arrangement = try flush(
          arrangement, height: isLast ? arrangement.size.height : maximumHeight)
      }
      return Page(items: range, arrangement: arrangement)
    }
  }
}
