internal import CKernels

// The inner loops of sharpening.

extension EncodedLine {
  /// Keeps a row of light, encodes it with 16 bits and measures its luma.
  mutating func encode(_ row: Span<Float>, by table: EncodingTable) {
    precondition(row.count == light.count, "a row of the wrong length")
    let (width, count) = (width, channels.count)
    var copy = light.mutableSpan
    for index in 0..<row.count { copy[index] = row[index] }
    unsafe withMutableKernelLine { line in
      unsafe row.withUnsafeBufferPointer { row in
        unsafe table.withKernelCodes {
          unsafe ckernels_encode_line(line, row.baseAddress, width, count, $0)
        }
      }
    }
  }

  private mutating func withMutableKernelLine(
    _ body: (UnsafePointer<ckernels_encoded_line>) -> Void
  ) {
    let stride = stride
    unsafe values.withUnsafeMutableBufferPointer { values in
      guard let first = values.baseAddress else { return }
      var line = unsafe Self.kernelLine(first, stride)
      unsafe body(&line)
    }
  }

  /// The parts of a line's values: luma, alpha, then the codes of each colour.
  private static func kernelLine(
    _ first: UnsafeMutablePointer<Float>, _ stride: Int
  ) -> ckernels_encoded_line {
    unsafe ckernels_encoded_line(
      samples: first + 2 * stride, stride: stride, luma: first, coverage: first + stride)
  }

  fileprivate func withKernelLine(_ body: (UnsafePointer<ckernels_encoded_line>) -> Void) {
    unsafe values.withUnsafeBufferPointer { values in
      // Kernels that get a line write to no line.
      guard let first = unsafe UnsafeMutablePointer(mutating: values.baseAddress) else { return }
      var line = unsafe Self.kernelLine(first, stride)
      unsafe body(&line)
    }
  }
}

extension ColumnSums {
  /// Adds `weight` times a line.
  mutating func add(_ line: EncodedLine, times weight: Float) {
    precondition(line.width == width, "a line of another length")
    let width = width
    unsafe withKernelBlur { blur in
      unsafe line.withKernelLine { unsafe ckernels_add_line(blur, $0, width, weight) }
    }
  }

  /// Adds `amount` of the difference between the luma of a line and its blurred luma to its light.
  ///
  /// - Parameters:
  ///   - line: The line in the middle of the sums.
  ///   - amount: The part of the difference.
  ///   - decoding: The light of each code.
  ///   - row: The light of the line, which is sharpened.
  mutating func sharpen(
    _ line: EncodedLine, by amount: Float, _ decoding: DecodingTable,
    into row: inout MutableSpan<Float>
  ) {
    let (count, width) = (line.channels.count, width)
    precondition(
      line.width == width && row.count == width * count && decoding.light.count == 65_536,
      "a line of another length")
    unsafe withKernelBlur { blur in
      unsafe line.withKernelLine { line in
        unsafe row.withUnsafeMutableBufferPointer {
          unsafe ckernels_sharpen(
            $0.baseAddress, width, count, line, blur, amount, decoding.light)
        }
      }
    }
  }

  private mutating func withKernelBlur(_ body: (UnsafePointer<ckernels_blur>) -> Void) {
    let stride = stride
    unsafe values.withUnsafeMutableBufferPointer { values in
      guard let first = values.baseAddress else { return }
      var blur = unsafe ckernels_blur(luma: first, coverage: first + stride)
      unsafe body(&blur)
    }
  }
}
