internal import CKernels

/// The weights of the pending source rows in one output row.
struct RowShare: Sendable {
  /// The index of the line that holds the sums of the output row.
  var line: Int

  /// One weight for each pending row, then 0.
  var weights: InlineArray<4, Float>
}

/// Source rows that are collected to be added to the sums of output rows in one pass, since the
/// sums of a wide picture do not fit into the first-level cache.
///
/// Neither would the light of the rows, so they are kept as bytes, and decoded and added one
/// block of columns at a time.
struct PendingRows: Sendable {
  /// The numbers of the pending rows.
  private(set) var sources: [Int] = []

  private let linearizer: RowLinearizer
  private let sampleBytes: Int

  /// The number of samples in a row.
  private let width: Int
  private var bytes: [UInt8]

  /// The number of samples in a block of a row, a whole number of pixels.
  private let blockWidth: Int
  private var light: [Float]

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - format: The format of rows.
  ///   - linearizer: What decodes them.
  ///   - width: The number of pixels in a row.
  init(_ format: PixelFormat, _ linearizer: RowLinearizer, width: Int) {
    let capacity = Int(ckernels_fold_rows)
    let channels = format.channels.count
    self.linearizer = linearizer
    sampleBytes = format.depth.bytes
    self.width = width * channels
    bytes = [UInt8](repeating: 0, count: capacity * width * format.bytesPerPixel)
    // Together with the sums, 30 KiB.
    blockWidth = min(width, 1536 / channels) * channels
    light = [Float](repeating: 0, count: capacity * blockWidth)
    sources.reserveCapacity(capacity)
  }

  /// Whether there is no room for another row.
  var isFull: Bool { sources.count == Int(ckernels_fold_rows) }

  /// Adds the source row numbered `source`.
  ///
  /// - Precondition: The collection is not full, and `row` is a whole row.
  mutating func append(_ source: Int, _ row: Span<UInt8>) {
    let rowBytes = width * sampleBytes
    precondition(!isFull && row.count == rowBytes, "no room for the row")
    let start = sources.count * rowBytes
    var all = bytes.mutableSpan
    var copy = all._mutatingExtracting(start..<start + rowBytes)
    for index in 0..<rowBytes { copy[index] = row[index] }
    sources.append(source)
  }

  /// Removes all rows.
  mutating func removeAll() {
    sources.removeAll(keepingCapacity: true)
  }

  /// The share of the output row whose sums are at the index `line`.
  func share(of line: Int, weight: (Int) -> Float) -> RowShare {
    // Missing rows have a weight of 0 and leftover light that is finite, so they add nothing.
    var share = RowShare(line: line, weights: InlineArray(repeating: 0))
    for (index, source) in sources.enumerated() { share.weights[index] = weight(source) }
    return share
  }

  /// Adds the weighted rows to the line of each share.
  mutating func fold(_ shares: [RowShare], into lines: inout [[Float]]) {
    for start in stride(from: 0, to: width, by: blockWidth) {
      let block = start..<min(start + blockWidth, width)
      linearize(block)
      for share in shares {
        SheetImaging.fold(
          light, stride: blockWidth, by: share.weights, into: &lines[share.line], at: block)
      }
    }
  }

  /// Decodes a block of each row into `light`.
  private mutating func linearize(_ block: Range<Int>) {
    let (linearizer, bytes) = (linearizer, bytes)
    for row in sources.indices {
      let first = (row * width + block.lowerBound) * sampleBytes
      let samples = bytes.span.extracting(first..<first + block.count * sampleBytes)
      let place = row * blockWidth..<row * blockWidth + block.count
      var light = light.mutableSpan
      var values = light._mutatingExtracting(place)
      linearizer.linearize(samples, into: &values)
    }
  }
}
