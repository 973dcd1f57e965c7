internal import CKernels

/// What an output row takes of the source rows that wait.
struct RowShare: Sendable {
  /// Which line holds the output row's sums.
  var line: Int

  /// The weight of each row that waits, then 0.
  var weights: InlineArray<4, Float>
}

/// Source rows that wait to be folded together: one pass over the sums for all of them,
/// since the sums of a wide picture do not fit into the nearest cache.
///
/// Their light would not fit either. So they wait as bytes, and are turned to light and
/// folded a few columns at a time.
struct PendingRows: Sendable {
  /// The numbers of the rows that wait.
  private(set) var sources: [Int] = []

  private let linearizer: RowLinearizer
  private let sampleBytes: Int

  /// The samples of a row.
  private let width: Int
  private var bytes: [UInt8]

  /// The samples of each row whose light is there at a time, whole pixels.
  private let blockWidth: Int
  private var light: [Float]

  /// No rows so far.
  ///
  /// - Parameters:
  ///   - format: The format of rows.
  ///   - linearizer: What turns them to light.
  ///   - width: Their pixels.
  init(_ format: PixelFormat, _ linearizer: RowLinearizer, width: Int) {
    let capacity = Int(ckernels_fold_rows)
    let channels = format.channels.count
    self.linearizer = linearizer
    sampleBytes = format.depth.bytes
    self.width = width * channels
    bytes = [UInt8](repeating: 0, count: capacity * width * format.bytesPerPixel)
    // With the sums, 30 KiB.
    blockWidth = min(width, 1536 / channels) * channels
    light = [Float](repeating: 0, count: capacity * blockWidth)
    sources.reserveCapacity(capacity)
  }

  /// Whether there is no room for another row.
  var isFull: Bool { sources.count == Int(ckernels_fold_rows) }

  /// Adds the row of that number.
  ///
  /// - Precondition: there is room, and the row has the pixels of a row.
  mutating func append(_ source: Int, _ row: Span<UInt8>) {
    let rowBytes = width * sampleBytes
    precondition(!isFull && row.count == rowBytes, "no room for the row")
    let start = sources.count * rowBytes
    var all = bytes.mutableSpan
    var copy = all._mutatingExtracting(start..<start + rowBytes)
    for index in 0..<rowBytes { copy[index] = row[index] }
    sources.append(source)
  }

  /// Forgets the rows.
  mutating func removeAll() {
    sources.removeAll(keepingCapacity: true)
  }

  /// The share of an output row whose sums are in `line`.
  func share(of line: Int, weight: (Int) -> Float) -> RowShare {
    // Rows that do not wait add nothing: they weigh nothing, and their light is finite.
    var share = RowShare(line: line, weights: InlineArray(repeating: 0))
    for (index, source) in sources.enumerated() { share.weights[index] = weight(source) }
    return share
  }

  /// Adds the rows, each times its weight, to the first values of each share's line.
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

  /// Sets the light of some columns.
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
