/// Equal columns of items that keep their ratios, where each item goes to the shortest column so
/// far, and to the leftmost one of equally short columns.
public struct MasonryColumns: Equatable, Sendable {
  /// The treatment of columns that come to different heights.
  public enum Bottom: CaseIterable, Hashable, Sendable {
    /// Each ends where its last item does.
    case ragged
    /// Each is scaled to end where all others do.
    case flush
  }

  /// The width that the columns fill.
  public let width: Double
  /// The number of columns, at least one.
  public let count: Int
  /// The distance between neighbouring columns, and between items in a column.
  public let gap: Size
  /// The width of every column.
  public let columnWidth: Double

  /// Divides a width into a number of columns.
  ///
  /// - Throws: A ``LayoutError`` for a width or number that is not above zero, a negative gap, too
  ///   many columns, and gaps that leave no room for columns.
  public init(width: Double, count: Int, gap: Size = .zero) throws(LayoutError) {
    try check(width, positive: .sheetWidth)
    try check(count, positive: .columns)
    try check(gap: gap)
    guard count <= LayoutError.maximumColumns else { throw .tooManyColumns(Double(count)) }
    let columnWidth = (width - Double(count - 1) * gap.width) / Double(count)
    guard columnWidth > 0 else { throw .noRoom(Shortage(width: width, gap: gap)) }
    self.width = width
    self.count = count
    self.gap = gap
    self.columnWidth = columnWidth
  }
}

extension MasonryColumns {
  /// Arranges items in the columns.
  ///
  /// - Parameters:
  ///   - items: The items in their order.
  ///   - alignments: Where items stand that are narrower than their column, one for each column;
  ///     centred where there are none.
  /// - Returns: An arrangement of the sheet's width, as tall as the tallest column.
  /// - Throws: A ``LayoutError`` for an impossible item.
  /// - Complexity: O(n · log ``count``)
  public func arrangement(
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
    let strips = strips(frames)
    return Arrangement(
      size: strips.last.map { Size(width: width, height: $0.maxY) } ?? .zero, frames: frames,
      strips: strips, columns: count)
  }

  /// The runs of items between heights that no item crosses.
  ///
  /// Each item goes to the shortest column, so none starts above the one before it.
  private func strips(_ frames: [Rect]) -> [Strip] {
    var strips: [Strip] = []
    var start = 0
    var bottom = 0.0
    for (index, frame) in frames.enumerated() {
      if index > start, frame.minY >= bottom - ShortestColumn.resolution {
        strips.append(Strip(items: start..<index, minY: frames[start].minY, maxY: bottom))
        start = index
      }
      bottom = max(bottom, frame.maxY)
    }
    if start < frames.count {
      strips.append(Strip(items: start..<frames.count, minY: frames[start].minY, maxY: bottom))
    }
    return strips
  }
}

/// The shortest of several growing columns, the leftmost one among equals.
struct ShortestColumn {
  /// The difference below which heights count as equal: mathematically equal heights that are
  /// computed as different sums differ in the last bits.
  static let resolution = 0x1p-20

  /// A binary heap: the column at index i comes before those at 2i + 1 and 2i + 2.
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

  /// Makes the shortest column taller, so that another one may become the shortest.
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
