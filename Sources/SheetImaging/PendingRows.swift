internal import CKernels

/// Source rows that wait to be folded together: one pass over the sums for all of them,
/// since the sums of a wide picture do not fit into the nearest cache.
struct PendingRows: Sendable {
  /// The numbers of the rows that wait.
  private(set) var sources: [Int] = []

  /// The values of each row.
  let width: Int
  private var values: [Float]

  init(width: Int) {
    self.width = width
    values = [Float](repeating: 0, count: width * Int(ckernels_fold_rows))
    sources.reserveCapacity(Int(ckernels_fold_rows))
  }

  /// Whether there is no room for another row.
  var isFull: Bool { sources.count == Int(ckernels_fold_rows) }

  /// Adds the row of that number, which `fill` writes.
  ///
  /// - Precondition: there is room.
  mutating func append(_ source: Int, fill: (inout MutableSpan<Float>) -> Void) {
    precondition(!isFull, "no room for another row")
    let start = sources.count * width
    let end = start + width
    var all = values.mutableSpan
    var row = all._mutatingExtracting(start..<end)
    fill(&row)
    sources.append(source)
  }

  /// Forgets the rows.
  mutating func removeAll() {
    sources.removeAll(keepingCapacity: true)
  }

  /// Adds the rows, each times its weight, to the first ``width`` of `sums`.
  func fold(into sums: inout [Float], weight: (Int) -> Float) {
    precondition(sums.count >= width, "sums that are too few")
    // Rows that do not wait add nothing: they weigh nothing, and are finite.
    var weights = InlineArray<4, Float>(repeating: 0)
    for (index, source) in sources.enumerated() { weights[index] = weight(source) }
    let (values, width) = (values.span, width)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe values.withUnsafeBufferPointer { values in
        unsafe weights.span.withUnsafeBufferPointer { weights in
          guard let sums = sums.baseAddress, let values = values.baseAddress,
            let weights = weights.baseAddress
          else { return }
          unsafe ckernels_fold(sums, values, width, weights, width)
        }
      }
    }
  }
}
