/// Turns rows of bytes into rows of light: linear, premultiplied by alpha.
struct RowLinearizer: Sendable {
  private let format: PixelFormat
  private let light: [Float]
  private let alpha: [Float]

  /// A linearizer for rows of `format` whose colours follow `curve`.
  init(_ format: PixelFormat, _ curve: TransferCurve) {
    self.format = format
    light = DecodingTable.table(of: curve, format.depth).light
    alpha = DecodingTable.table(of: .linear, format.depth).light
  }

  /// Converts the pixels of `bytes` to as many pixels of `row`.
  func linearize(_ bytes: Span<UInt8>, into row: inout [Float]) {
    precondition(bytes.count == row.count * format.depth.bytes, "a row of the wrong length")
    var row = row.mutableSpan
    switch format.depth {
    case .eight:
      linearize(into: &row) { Int(bytes[$0]) }
    case .sixteen:
      linearize(into: &row) { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
    }
  }

  @inline(__always)
  private func linearize(into row: inout MutableSpan<Float>, sample: (Int) -> Int) {
    let light = light.span
    let alpha = alpha.span
    precondition(light.count > format.depth.maximum && alpha.count > format.depth.maximum)
    switch format.channels {
    case .gray, .rgb:
      for index in 0..<row.count {
        row[index] = light[sample(index)]
      }
    case .grayAlpha:
      for gray in stride(from: 0, to: row.count, by: 2) {
        let coverage = alpha[sample(gray + 1)]
        row[gray] = light[sample(gray)] * coverage
        row[gray + 1] = coverage
      }
    case .rgba:
      for red in stride(from: 0, to: row.count, by: 4) {
        let coverage = alpha[sample(red + 3)]
        row[red] = light[sample(red)] * coverage
        row[red + 1] = light[sample(red + 1)] * coverage
        row[red + 2] = light[sample(red + 2)] * coverage
        row[red + 3] = coverage
      }
    }
  }
}
