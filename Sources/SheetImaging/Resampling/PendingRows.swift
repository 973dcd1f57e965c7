internal import CKernels

/// Source rows that are collected to be added to the sums of output rows in one pass, since the
/// sums of a wide picture do not fit into the first-level cache.
///
/// Neither would the light of the rows, so they are kept as bytes, and decoded and added one
/// block of columns at a time.
struct PendingRows: Sendable {
  /// The numbers of the pending rows.
  private(set) var sources: [Int32] = []

  private let linearizer: RowLinearizer
  private let sampleBytes: Int

  /// The number of samples in a row.
  private let width: Int
  private var bytes: [UInt8]

  /// The number of samples in a block of a row, a whole number of pixels and of cache lines of
  /// light, or all samples.
  private let blockWidth: Int

  /// The light of a block of each row.
  private var light: AlignedRows

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
    // Together with the sums of two output rows, 36 KiB.
    blockWidth = min(width * channels, 1536)
    light = AlignedRows(count: capacity, width: blockWidth, channels: channels)
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
    sources.append(Int32(source))
  }

  /// Removes all rows.
  mutating func removeAll() {
    sources.removeAll(keepingCapacity: true)
  }

  /// Adds the rows to the sums of output rows.
  ///
  /// - Parameters:
  ///   - sums: The sums, each output row's at its number modulo the number of rows.
  ///   - taps: The weights of the rows.
  ///   - outputs: The output rows.
  mutating func fold(into sums: inout AlignedRows, by taps: FilterTaps, in outputs: Range<Int>) {
    for start in stride(from: 0, to: width, by: blockWidth) {
      let block = start..<min(start + blockWidth, width)
      linearize(block)
      light.fold(sources, by: taps, in: outputs, into: &sums, at: block)
    }
  }

  /// Decodes a block of each row into `light`.
  private mutating func linearize(_ block: Range<Int>) {
    let (linearizer, bytes) = (linearizer, bytes)
    for row in sources.indices {
      let first = (row * width + block.lowerBound) * sampleBytes
      let samples = bytes.span.extracting(first..<first + block.count * sampleBytes)
      let place = row * light.stride
      light.update(place..<place + block.count) { linearizer.linearize(samples, into: &$0) }
    }
  }
}
