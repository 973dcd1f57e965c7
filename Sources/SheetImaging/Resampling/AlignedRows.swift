internal import CKernels

/// Rows of light, each aligned to a cache line.
///
/// The elements of an array are only aligned to 16 bytes, so most 64-byte vectors would straddle
/// two cache lines, at half the speed.
struct AlignedRows: Sendable {
  /// The number of rows.
  let count: Int

  /// The number of values in a row.
  let width: Int

  /// The distance from one row to the next, a multiple of a cache line.
  ///
  /// Kernels may read and write the values between rows.
  let stride: Int

  /// The values of all rows, beginning at ``start``.
  private var values: [Float]

  /// The index of the first value that is at the start of a cache line.
  ///
  /// A copy may be aligned differently in memory. This index is then off, which only makes the copy
  /// slower.
  private let start: Int

  /// Creates rows of zeros.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - width: The number of values in a row.
  ///   - channels: The number of values per pixel. Rows start a whole number of pixels apart.
  init(count: Int, width: Int, channels: Int = 1) {
    let line = Int(ckernels_line_values)
    // The stride is an odd number of cache lines, so that rows are spread over all sets of the
    // cache.
    let unit = channels == 3 ? 3 * line : line
    (self.count, self.width) = (count, width)
    stride = ((width + unit - 1) / unit | 1) * unit
    values = [Float](repeating: 0, count: count * stride + line - 1)
    let address = unsafe values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    start = Int((0 &- address / UInt(MemoryLayout<Float>.size)) % UInt(line))
  }

  /// The indices of a row's values.
  private func places(of row: Int) -> Range<Int> {
    precondition(row >= 0 && row < count, "no such row")
    return start + row * stride..<start + row * stride + width
  }

  /// Calls `body` with a range of the values, counted from the first row, as if they were one row.
  mutating func update(_ part: Range<Int>, _ body: (inout MutableSpan<Float>) -> Void) {
    precondition(part.lowerBound >= 0 && part.upperBound <= count * stride, "no such values")
    let places = start + part.lowerBound..<start + part.upperBound
    var all = values.mutableSpan
    var span = all._mutatingExtracting(places)
    body(&span)
  }

  /// Calls `body` with the values of a row.
  mutating func update(row: Int, _ body: (inout MutableSpan<Float>) -> Void) {
    update(row * stride..<row * stride + width, body)
  }

  /// Sets a row to zeros.
  mutating func clear(row: Int) {
    update(row: row) { $0.update(repeating: 0) }
  }

  /// Adds a weighted row of `others` to the only row of this object, or replaces that row with it.
  mutating func add(_ row: Int, of others: AlignedRows, times weight: Float, isFirst: Bool) {
    precondition(count == 1 && others.width == width, "rows of different lengths")
    let source = others.values.span.extracting(others.places(of: row))
    update(row: 0) { sums in
      if isFirst {
        for index in 0..<sums.count { sums[index] = weight * source[index] }
      } else {
        for index in 0..<sums.count { sums[index] += weight * source[index] }
      }
    }
  }

  /// Copies the start of a row to `target`.
  func copy(row: Int, to target: inout MutableSpan<Float>) {
    let source = values.span.extracting(places(of: row))
    target.copy(source.extracting(0..<target.count))
  }

  /// Calls `body` with the address of a row, through which the rows after it can be read too.
  func withUnsafeRow(_ row: Int, _ body: (UnsafePointer<Float>) -> Void) {
    let place = places(of: row).lowerBound
    unsafe values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      unsafe body(values + place)
    }
  }

  /// Calls `body` with the address of the first row.
  mutating func withUnsafeMutableRows(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    let start = start
    unsafe values.withUnsafeMutableBufferPointer { values in
      guard let values = values.baseAddress else { return }
      unsafe body(values + start)
    }
  }
}

/// Source rows, collected so that they can be added to the sums of output rows in one pass.
///
/// The sums of a wide picture do not fit into the L1 cache, and neither would the light of the
/// rows. Rows are therefore kept as bytes, and decoded and added one block of columns at a time.
struct PendingRows: Sendable {
  /// The numbers of the pending rows.
  private(set) var sources: [Int32] = []

  private let linearizer: RowLinearizer
  private let sampleBytes: Int

  /// The number of samples in a row.
  private let width: Int
  private var bytes: [UInt8]

  /// The number of samples from one row to the next in `bytes`.
  private let rowDistance: Int

  /// The number of samples in a block of a row, at most the whole row.
  ///
  /// A block contains a whole number of pixels, and its light fills a whole number of cache lines.
  private let blockWidth: Int

  /// The light of a block of each row.
  private var light: AlignedRows

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - format: The format of rows.
  ///   - linearizer: The decoder of the rows' samples.
  ///   - width: The number of pixels in a row.
  init(_ format: PixelFormat, _ linearizer: RowLinearizer, width: Int) {
    let capacity = Int(ckernels_group_rows)
    let channels = format.channels.count
    self.linearizer = linearizer
    sampleBytes = format.depth.bytes
    self.width = width * channels
    // Together with the sums of two output rows, this is 36 KiB.
    blockWidth = min(width * channels, 1536)
    light = AlignedRows(count: capacity, width: blockWidth, channels: channels)
    rowDistance = blockWidth == self.width ? light.stride : self.width
    bytes = [UInt8](repeating: 0, count: capacity * rowDistance * sampleBytes)
    sources.reserveCapacity(capacity)
  }

  /// Whether there is no room for another row.
  var isFull: Bool { sources.count == Int(ckernels_group_rows) }

  /// Adds the source row numbered `source`.
  ///
  /// - Precondition: The collection is not full, and `row` is a whole row.
  mutating func append(_ source: Int, _ row: Span<UInt8>) {
    let rowBytes = width * sampleBytes
    precondition(!isFull && row.count == rowBytes, "no room for the row")
    let start = sources.count * rowDistance * sampleBytes
    var all = bytes.mutableSpan
    var target = all._mutatingExtracting(start..<start + rowBytes)
    target.copy(row)
    sources.append(Int32(source))
  }

  mutating func removeAll() {
    sources.removeAll(keepingCapacity: true)
  }

  /// Adds the rows to the sums of output rows.
  ///
  /// - Parameters:
  ///   - sums: The sums, in a ring buffer indexed by the number of the output row.
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
    // Rows of a single block are as far apart in `bytes` as in `light`, so they are decoded
    // together: preparing the tables takes longer than decoding a short row.
    guard block.count < width else {
      return linearize(0..<(sources.count - 1) * rowDistance + width, to: 0)
    }
    for row in sources.indices {
      let first = row * rowDistance + block.lowerBound
      linearize(first..<first + block.count, to: row * light.stride)
    }
  }

  /// Decodes samples of `bytes` to the values of `light`, starting at `place`.
  private mutating func linearize(_ part: Range<Int>, to place: Int) {
    let (linearizer, bytes) = (linearizer, bytes)
    let samples = bytes.span.extracting(
      part.lowerBound * sampleBytes..<part.upperBound * sampleBytes)
    light.update(place..<place + part.count) { linearizer.linearize(samples, into: &$0) }
  }
}
