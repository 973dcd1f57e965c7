extension RowPainter {
  /// Paints stored pixels of any depth, with straight alpha and in the colour space of the sheet.
  ///
  /// Unlike painting in linear light, this keeps the colours of transparent pixels.
  ///
  /// - Parameters:
  ///   - samples: The pixels.
  ///   - depth: The depth of the pixels' samples.
  ///   - line: The positions of the pixels on the sheet, which must not be negative.
  ///   - bytes: The painted pixels.
  package func copy(
    _ samples: Span<UInt8>, of depth: SampleDepth, at line: PixelLine,
    into bytes: inout MutableSpan<UInt8>
  ) {
    if depth == sheetDepth { return paint(samples, at: line, into: &bytes) }
    let count = samples.count / depth.bytes
    var converted = [UInt8](repeating: 0, count: count * sheetDepth.bytes)
    var span = converted.mutableSpan
    if depth == .eight {
      // Multiplied by 257, which repeats the byte.
      for index in 0..<count {
        (span[2 * index], span[2 * index + 1]) = (samples[index], samples[index])
      }
    } else {
      for index in 0..<count {
        let value = UInt32(samples[2 * index]) << 8 | UInt32(samples[2 * index + 1])
        span[index] = UInt8(truncatingIfNeeded: (value &* 255 &+ 32_767) / 65_535)
      }
    }
    paint(converted.span, at: line, into: &bytes)
  }
}
