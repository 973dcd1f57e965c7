internal import CKernels

// The inner loops of sharpening.

extension EncodedLine {
  /// Stores a row of light, encodes it with 16 bits and computes its luma.
  mutating func encode(_ row: Span<Float>, by table: EncodingTable) {
    precondition(row.count == light.count, "a row of the wrong length")
    var span = light.mutableSpan
    span.copy(row)
    unsafe table.withKernelCodes {
      unsafe ckernels_encode_line(&values, stride, light, width, channels.count, $0)
    }
  }
}

extension ColumnSums {
  mutating func add(_ line: EncodedLine, times weight: Float) {
    precondition(line.width == width && line.stride == stride, "a line of another length")
    unsafe ckernels_add_line(&values, line.values, stride, width, weight)
  }

  /// Sharpens the light of a line: adds `amount` times the difference between its luma and its
  /// blurred luma.
  ///
  /// - Parameters:
  ///   - line: The line in the middle of the sums.
  ///   - amount: The factor of the difference.
  ///   - decoding: The light of each code value.
  ///   - row: The light of the line, which is sharpened.
  func sharpen(
    _ line: EncodedLine, by amount: Float, _ decoding: DecodingTable,
    into row: inout MutableSpan<Float>
  ) {
    let count = line.channels.count
    precondition(
      line.width == width && line.stride == stride && row.count == width * count
        && decoding.light.count == 65_536, "a line of another length")
    unsafe row.withUnsafeMutableBufferPointer {
      unsafe ckernels_sharpen(
        $0.baseAddress, width, count, line.values, values, stride, amount, decoding.light)
    }
  }
}
