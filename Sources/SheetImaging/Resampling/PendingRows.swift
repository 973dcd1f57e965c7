internal import CKernels

/// Source rows that are collected to be added to the sums of output rows in one pass.
///
/// The sums of a wide picture do not fit into the first-level cache.
///
/// Neither would the light of the rows. So they are kept as bytes, and decoded and added one block of
/// columns at a time.
struct PendingRows: Sendable {
  /// The numbers of the pending rows.
  private(set) var sources: [Int32] = []

  private let linearizer: RowLinearizer
  private let sampleBytes: Int

  /// The number of samples in a row.
  private let width: Int
  private var bytes: [UInt8]

  /// The number of samples from one row in `bytes` to the next.
  private let rowDistance: Int

  /// The number of samples in a block of a row, or all samples.
  ///
  /// A block is a whole number of pixels and of cache lines of light.
  private let blockWidth: Int

  /// The light of a block of each row.
  private var light: AlignedRows

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - format: The format of rows.
  ///   - linearizer: The decoder of their samples.
  ///   - width: The number of pixels in a row.
  init(_ format: PixelFormat, _ linearizer: RowLinearizer, width: Int) {
    let capacity = Int(ckernels_fold_rows)
    let channels = format.channels.count
    self.linearizer = linearizer
    sampleBytes = format.depth.bytes
    self.width = width * channels
    // Together with the sums of two output rows, 36 KiB.
    blockWidth = min(width * channels, 1536)
    light = AlignedRows(count: capacity, width: blockWidth, channels: channels)
    rowDistance = blockWidth == self.width ? light.stride : self.width
    bytes = [UInt8](repeating: 0, count: capacity * rowDistance * sampleBytes)
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
    let start = sources.count * rowDistance * sampleBytes
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
    // Rows of one block lie as far apart in `bytes` as in `light`, so that they are decoded
    // together: to prepare the tables takes longer than to decode a short row.
    guard block.count < width else {
      return linearize(0..<(sources.count - 1) * rowDistance + width, to: 0)
    }
    for row in sources.indices {
      let first = row * rowDistance + block.lowerBound
      linearize(first..<first + block.count, to: row * light.stride)
    }
  }

  /// Decodes samples of `bytes` to the values of `light` from `place` on.
  private mutating func linearize(_ part: Range<Int>, to place: Int) {
    let (linearizer, bytes) = (linearizer, bytes)
    let samples = bytes.span.extracting(
      part.lowerBound * sampleBytes..<part.upperBound * sampleBytes)
    light.update(place..<place + part.count) { linearizer.linearize(samples, into: &$0) }
  }
}
