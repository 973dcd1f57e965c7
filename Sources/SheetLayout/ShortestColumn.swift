/// The shortest of growing columns, the leftmost one among equals.
struct ShortestColumn {
  /// Heights that differ by less count as equal, because equal heights that
  /// were reached along different sums differ in the last bits.
  static let resolution = 0x1p-20

  /// A binary heap: every column comes before those at twice its index plus one and two.
  private var heap: [Column]

  private struct Column {
    var height: Double
    var index: Int
    var steps: Int

    func comes(before other: Column) -> Bool {
      (steps, index) < (other.steps, other.index)
    }
  }

  /// Creates columns of no height, at least one.
  init(count: Int) {
    heap = (0..<count).map { Column(height: 0, index: $0, steps: 0) }
  }

  /// The height of the shortest column.
  var height: Double { heap[0].height }

  /// The index of the shortest column from the left.
  var index: Int { heap[0].index }

  /// Makes the shortest column taller; another one may be the shortest after.
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
