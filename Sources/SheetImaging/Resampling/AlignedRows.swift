internal import CKernels

/// Rows of light that all begin at a cache line.
///
/// The elements of an array begin 16 bytes after the start of its memory. So each vector of 64 bytes
/// would cross from one cache line to the next. That takes half of the speed.
struct AlignedRows: Sendable {
  /// The number of rows.
  let count: Int

  /// The number of values in a row.
  let width: Int

  /// The distance from one row to the next, a multiple of a cache line.
  ///
  /// Kernels may read and write the values between rows.
  let stride: Int

  /// The values of all rows, from ``start`` on.
  private var values: [Float]

  /// The index of the first value that lies at the beginning of a cache line.
  ///
  /// In a copy, whose memory begins elsewhere, a different value may lie there. The copy is then
  /// only slower.
  private let start: Int

  /// Rows of zeros.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - width: The number of values in a row.
  ///   - channels: The number of values in a pixel. Rows begin a whole number of pixels apart.
  init(count: Int, width: Int, channels: Int = 1) {
    let line = Int(ckernels_line_values)
    // An odd number of cache lines, so that rows are spread over all sets of the cache.
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

  /// Calls `body` with some of the values from the first row on, as if they were one row.
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

  /// Adds `weight` times a row of another object to the only row, or replaces the row by it.
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

  /// Copies the beginning of a row to `target`.
  func copy(row: Int, to target: inout MutableSpan<Float>) {
    let source = values.span.extracting(places(of: row))
    for index in 0..<target.count { target[index] = source[index] }
  }

  /// Calls `body` with the address of a row and of the memory after it.
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
