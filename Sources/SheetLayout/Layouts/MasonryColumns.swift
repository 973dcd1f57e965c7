/// Equal columns of items that keep their ratios.
///
/// Each item goes to the shortest column so far, the leftmost one in a tie.
package struct MasonryColumns: Equatable, Sendable {
  /// How to end columns of different heights.
  package enum Bottom: CaseIterable, Hashable, Sendable {
    /// Each column ends with its last item.
    case ragged
    /// Each column is scaled to end at the same height.
    case flush
  }

  /// The width that the columns fill.
  package let width: Double
  /// The number of columns, at least one.
  package let count: Int
  /// The distance between neighbouring columns, and between items in a column.
  package let gap: Size
  /// The width of every column.
  package let columnWidth: Double

  /// Divides a width into columns.
  ///
  /// - Throws: A ``LayoutError`` if the width or count is not positive, the gap is negative, or
  ///   there are too many columns or no room for them.
  package init(width: Double, count: Int, gap: Size = .zero) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(count, positive: .columns)
    try check(gap: gap)
    guard count <= LayoutError.maximumColumns else { throw .tooManyColumns(Double(count)) }
    let columnWidth = (width - Double(count - 1) * gap.width) / Double(count)
    guard columnWidth > 0 else { throw .noRoom(Shortage(width: width, gap: gap)) }
    (self.width, self.count, self.gap, self.columnWidth) = (width, count, gap, columnWidth)
  }
}

extension MasonryColumns {
  /// Arranges items in the columns.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - alignments: The positions of items narrower than their column, one for each column;
  ///     centred if empty.
  /// - Returns: An arrangement of the sheet's width, as tall as the tallest column.
  /// - Throws: A ``LayoutError`` if an item is invalid.
  /// - Complexity: O(n · log ``count``)
  package func arrangement(
    of items: [LayoutItem], alignments: [Alignment] = []
  ) throws(LayoutError) -> Arrangement {
    try check(items)
    var frames: [Rect] = []
    frames.reserveCapacity(items.count)
    var columns = ShortestColumn(count: count)
    for item in items {
      let size = item.size(inColumnOf: columnWidth)
      let place = Rect(
        x: Double(columns.index) * (columnWidth + gap.width), y: columns.height,
        width: columnWidth, height: size.height)
      let alignment = alignments.isEmpty ? .center : alignments[columns.index]
      frames.append(place.aligned(size, alignment))
      columns.grow(to: place.maxY + gap.height)
    }
    let strips = Strip.strips(between: frames)
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, columns: count)
  }
}

extension MasonryColumns {
  /// Scales every column to the same height.
  ///
  /// Items keep their widths, so their frames no longer match their ratios.
  ///
  /// - Parameters:
  ///   - arrangement: An arrangement by these columns.
  ///   - height: The height of all columns that have items.
  /// - Returns: An arrangement of that height, in one strip.
  /// - Throws: ``LayoutError/noRoom(_:)`` if the gaps of a column leave no room.
  package func flush(
    _ arrangement: Arrangement, height: Double
  ) throws(LayoutError) -> Arrangement {
    let size = Size(width: arrangement.size.width, height: height)
    var columns = Array(repeating: (items: 0, height: 0.0), count: count)
    let indices = arrangement.frames.map { column(at: $0.center.x) }
    for (frame, index) in zip(arrangement.frames, indices) {
      columns[index].items += 1
      columns[index].height += frame.height
    }
    let factors = try columns.map { column throws(LayoutError) in
      let free = height - Double(column.items - 1) * gap.height
      guard column.items == 0 || free > 0 else { throw .noRoom(Shortage(size, gap: gap)) }
      return column.items == 0 ? 1 : free / column.height
    }
    var bottoms = Array(repeating: 0.0, count: count)
    let frames = zip(arrangement.frames, indices).map { frame, index in
      let scaled = Rect(
        x: frame.minX, y: bottoms[index], width: frame.width, height: frame.height * factors[index])
      bottoms[index] = scaled.maxY + gap.height
      return scaled
    }
    let strips = frames.isEmpty ? [] : [Strip(items: 0..<frames.count, minY: 0, maxY: height)]
    return Arrangement(size: size, frames: frames, strips: strips, columns: count)
  }

  private func column(at x: Double) -> Int {
    min(max(0, Int(x / (columnWidth + gap.width))), count - 1)
  }
}

extension MasonryColumns {
  /// Divides sections of items into pages, filling each before the next.
  ///
  /// Each section starts below the tallest column of the one before. A section starts on a new page
  /// if none of its items would fit under its heading.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - sections: The sections of all items.
  ///   - spacing: The heights of headings; nil if the only section has none.
  ///   - maximumHeight: The maximum height of a page, exceeded only if an item is taller; infinite
  ///     for one page.
  ///   - alignments: The positions of items narrower than their column.
  ///   - bottom: How to end columns of different heights. If flush, the columns of a section that
  ///     continues on the next page end at the bottom of the page; all others end with the tallest
  ///     column of their section.
  /// - Returns: The pages, each as wide as these columns.
  /// - Throws: A ``LayoutError`` if an item or the height is invalid.
  package func pages(
    of items: [LayoutItem], in sections: [SectionPart], _ spacing: HeadingSpacing?,
    maximumHeight: Double, alignments: [Alignment] = [], bottom: Bottom = .ragged
  ) throws(LayoutError) -> [Page] {
    if maximumHeight != .infinity { try check(maximumHeight, positive: .pageHeight) }
    let cutter = PageCutter(height: maximumHeight, spacing)
    let pages = cutter.pages(of: sections) { rest, room, isFirst in
      var columns = ShortestColumn(count: count)
      var lowest = 0.0
      for (taken, item) in items[rest.items].enumerated() {
        let end = columns.height + item.size(inColumnOf: columnWidth).height
        if end > room, !isFirst || taken > 0 { return (taken, lowest) }
        lowest = max(lowest, end)
        columns.grow(to: end + gap.height)
      }
      return (rest.items.count, lowest)
    }
    return try pages.map { page throws(LayoutError) in
      let blocks = try page.map { block throws(LayoutError) in
        let own = Array(items[block.part.items])
        var arrangement = try arrangement(of: own, alignments: alignments)
        if bottom == .flush {
          let goesOn = sections.contains {
            $0.section == block.part.section && $0.items.upperBound > block.part.items.upperBound
          }
          arrangement = try flush(
            arrangement, height: goesOn ? maximumHeight - block.top : arrangement.size.height)
        }
        return (parts: [block.part], arrangement: arrangement)
      }
      return Page(
        items: page.map(\.part).items,
        arrangement: spacing.map { Arrangement(stacking: blocks, spacing: $0) }
          ?? blocks[0].arrangement)
    }
  }
}

extension MasonryColumns {
  /// Columns that fill the width of an area, in the number at which they come closest to its
  /// height.
  ///
  /// Sections are stacked, after their items have been ``shortened(_:)``.
  ///
  /// - Throws: A ``LayoutError`` if the width or height is not positive, an item is invalid, or
  ///   gaps leave no room for a column.
  package static func filling(
    _ size: Size, withSections sections: [[LayoutItem]], gap: Size = .zero
  ) throws(LayoutError) -> MasonryColumns {
    try check(size.height, positive: .sheetHeight)
    func columns(_ count: Int) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(width: size.width, count: count, gap: gap)
    }
    func height(_ count: Int) throws(LayoutError) -> Double {
      try columns(count).height(ofSections: sections)
    }
    // Columns are at least one pixel wide.
    let most = max(
      1,
      min(
        sections.reduce(0) { $0 + $1.count }, LayoutError.maximumColumns,
        Int((size.width + gap.width) / (1 + gap.width))))
    // The largest number of columns at which the sections are still too tall; with one more column
    // they fit.
    let over = try (0..<most).lastMeeting(isNear: true) { (count) throws(LayoutError) in
      try height(count) > size.height
    }
    guard over > 0, try height(over) / size.height < size.height / height(over + 1) else {
      return try columns(over + 1)
    }
    return try columns(over)
  }

  /// The total height of the stacked sections, after their items have been ``shortened(_:)``.
  func height(ofSections sections: [[LayoutItem]]) throws(LayoutError) -> Double {
    try sections.map { items throws(LayoutError) in
      try arrangement(of: shortened(items)).size.height
    }.reduce(0, +)
  }

  /// These columns, or the same number of narrower ones if the sections would be taller than
  /// `height`.
  ///
  /// Sections are stacked, after their items have been ``shortened(_:)``.
  ///
  /// - Throws: ``LayoutError/noRoom(_:)`` if gaps alone are too tall, or an error if an item is
  ///   invalid.
  package func narrowed(
    toFitSections sections: [[LayoutItem]], height: Double
  ) throws(LayoutError) -> MasonryColumns {
    let gaps = width - columnWidth * Double(count)
    func narrowed(_ share: Double) throws(LayoutError) -> MasonryColumns {
      try MasonryColumns(
        width: columnWidth * share * Double(count) + gaps, count: count, gap: gap)
    }
    let share = try UnitSearch(1 / 1024...1, steps: 20).largest { (share) throws(LayoutError) in
      let columns = try share == 1 ? self : narrowed(share)
      return try columns.height(ofSections: sections) <= height + 1e-6
    }
    guard let share else { throw .noRoom(Shortage(width: width, height: height, gap: gap)) }
    return try share == 1 ? self : narrowed(share)
  }
}

extension MasonryColumns {
  /// The largest fraction of its column's height that an item may take.
  ///
  /// A larger fraction could make the sheet too tall, because the item may come last in its column.
  private static let largestShare = 0.5
  /// The height that an item may always have, as a multiple of its column's width.
  ///
  /// It is the ratio of the tallest phone screens, which are 21:9.
  private static let tallestRatio = 2.4

  /// The items, shortened where a single item would make the whole sheet taller.
  ///
  /// An item gets at most half the height that columns would have if they were equally tall, so a
  /// very tall picture shares its column with others. In any case, an item may be as tall as a
  /// phone screen that fills the width of the column, or as tall as the median item, whichever is
  /// taller.
  ///
  /// A shortened item is cropped, so that it stays as wide as its column. An item that was made
  /// narrower than its column to fit on a page is cropped as well, if it is taller than a phone
  /// screen and taller than half of the items. If all items are to be shown whole, shortened items
  /// are narrower than their column instead.
  ///
  /// - Throws: A ``LayoutError`` if an item is invalid.
  package func shortened(
    _ items: [LayoutItem], areWhole: Bool = false
  ) throws(LayoutError) -> [LayoutItem] {
    try check(items)
    guard count > 1, items.count > 1 else { return items }
    let heights = items.map { $0.size(inColumnOf: columnWidth).height + gap.height }.sorted()
    let median = heights[items.count / 2] - gap.height
    // If half of the items are only as tall as the page allows, their height is not the usual one.
    let usual = heights[(items.count - 1) / 2] - gap.height
    let limit = max(
      Self.largestShare * evenHeight(heights) - gap.height, median, Self.tallestRatio * columnWidth)
    return items.map { item in
      let size = item.size(inColumnOf: columnWidth)
      let width = min(columnWidth, item.croppedWidth)
      var item = item
      if areWhole {
        if size.height > limit { item.maximumWidth = limit * item.ratio }
      } else if size.height > limit
        || size.width < width && size.height > usual && item.ratio * Self.tallestRatio < 1
      {
        (item.ratio, item.maximumWidth) = (width / min(limit, size.height), width)
        item.isCropped = true
      }
      return item
    }
  }

  /// The height at which the columns would be equally tall, with no item taller than
  /// ``largestShare`` of it; 0 if there are too few items.
  ///
  /// `heights` contains the heights of the items in ascending order.
  private func evenHeight(_ heights: [Double]) -> Double {
    var lower = heights.reduce(0, +)
    // If k items are limited to `largestShare` of the height, the remaining items fill the rest of
    // the columns.
    for (taller, height) in heights.reversed().enumerated() {
      let left = Double(count) - Self.largestShare * Double(taller)
      guard left > 0 else { return 0 }
      let even = lower / left
      if Self.largestShare * even >= height { return even }
      lower -= height
    }
    return 0
  }
}

/// Finds the shortest of several growing columns, the leftmost in a tie.
struct ShortestColumn {
  /// The difference below which heights count as equal.
  ///
  /// Mathematically equal heights differ in their last bits if computed as different sums.
  static let resolution = 0x1p-20

  /// A binary heap: the column at index i comes before the columns at 2i + 1 and 2i + 2.
  private var heap: [Column]

  private struct Column {
    var height: Double
    var index: Int
    var steps: Int

    func comes(before other: Column) -> Bool {
      (steps, index) < (other.steps, other.index)
    }
  }

  init(count: Int) {
    heap = (0..<count).map { Column(height: 0, index: $0, steps: 0) }
  }

  var height: Double { heap[0].height }

  /// The index of the shortest column, counted from the left.
  var index: Int { heap[0].index }

  /// Makes the shortest column taller, after which another may be the shortest.
  ///
  /// - Complexity: O(log n)
  mutating func grow(to height: Double) {
    heap[0].height = height
    heap[0].steps = wholePixel(height / Self.resolution)
    var parent = 0
    while let child = firstChild(of: parent), heap[child].comes(before: heap[parent]) {
      heap.swapAt(parent, child)
      parent = child
    }
  }

  private func firstChild(of parent: Int) -> Int? {
    let left = 2 * parent + 1
    guard left < heap.count else { return nil }
    let right = left + 1
    return right < heap.count && heap[right].comes(before: heap[left]) ? right : left
  }
}
