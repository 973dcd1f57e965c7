extension MasonryColumns {
  /// Columns that fill the width of a size, in the number that brings sections of items, one under
  /// the other and each ``shortened(_:)``, closest to its height.
  ///
  /// - Throws: A ``LayoutError`` for a side that is not above zero, an impossible item, and gaps
  ///   that leave no room for a column.
  public static func filling(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero
  ) throws(LayoutError) -> MasonryColumns {
    try check(size.height, positive: .sheetHeight)
    func columns(_ count: Int) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(width: size.width, count: count, gap: gap)
    }
    func height(_ count: Int) throws(LayoutError) -> Double {
      try columns(count).height(ofSections: sections)
    }
    // Columns of a pixel and more.
    let most = max(
      1,
      min(
        sections.reduce(0) { $0 + $1.count }, LayoutError.maximumColumns,
        Int((size.width + gap.width) / (1 + gap.width))))
    // The fewest columns that are low enough, and one that is not.
    var (over, count) = (0, 1)
    while count < most, try height(count) > size.height {
      over = count
      count = min(2 * count, most)
    }
    over = try (over..<count).lastMeeting { (count) throws(LayoutError) in
      try height(count) > size.height
    }
    count = over + 1
    guard over > 0, try height(over) / size.height < size.height / height(count) else {
      return try columns(count)
    }
    return try columns(over)
  }

  /// The height of sections of items, one under the other, none of which is too tall for a column.
  func height(ofSections sections: [[LayoutItem]]) throws(LayoutError) -> Double {
    try sections.map { items throws(LayoutError) in
      try arrangement(of: shortened(items)).size.height
    }.reduce(0, +)
  }

  /// These columns, or as many narrower ones where sections of items, one under the other and each
  /// ``shortened(_:)``, would be taller than `height`.
  ///
  /// - Throws: ``LayoutError/noRoom(_:)`` where gaps alone are too tall, or an error
  ///   for an impossible item.
  public func narrowed(
    toFitSections sections: [[LayoutItem]], height: Double
  ) throws(LayoutError) -> MasonryColumns {
    let gaps = width - columnWidth * Double(count)
    func narrowed(_ share: Double) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(
        width: columnWidth * share * Double(count) + gaps, count: count, gap: gap)
    }
    func fits(_ columns: MasonryColumns) throws(LayoutError) -> Bool {
      try columns.height(ofSections: sections) <= height + 1e-6
    }
    if try fits(self) { return self }
    let least = 1 / 1024.0
    guard try fits(narrowed(least)) else {
      throw .noRoom(Shortage(width: width, height: height, gap: gap))
    }
    let share = try border(between: least, and: 1, steps: 20) { (share) throws(LayoutError) in
      try fits(narrowed(share))
    }.meeting
    return try narrowed(share)
  }
}
