/// Decodes rows of bytes to rows of light: linear, premultiplied by alpha.
struct RowLinearizer: Sendable {
  private let format: PixelFormat
  private let red: [Float]
  private let green: [Float]
  private let blue: [Float]
  private let alpha: [Float]

  /// Whether red, green and blue share one table.
  private let isUniform: Bool

  /// A linearizer for rows of `format` in the colours of `space`.
  init(_ format: PixelFormat, _ space: ColorSpace) {
    func light(_ curve: TransferCurve) -> [Float] {
      DecodingTable.table(of: curve, format.depth, space.range).light
    }
    let curves = space.curves
    self.format = format
    isUniform = curves == ChannelCurves(curves.green)
    green = light(curves.green)
    red = isUniform ? green : light(curves.red)
    blue = isUniform ? green : light(curves.blue)
    alpha = DecodingTable.table(of: .linear, format.depth).light
  }

  /// Decodes the pixels of `bytes` into `row`, which has the same number of pixels.
  func linearize(_ bytes: Span<UInt8>, into row: inout MutableSpan<Float>) {
    precondition(bytes.count == row.count * format.depth.bytes, "a row of the wrong length")
    switch format.depth {
    case .eight where !format.channels.hasAlpha && isUniform:
      decode(bytes, by: green, into: &row)
    case .eight where isUniform:
      decode(
        bytes, colors: format.channels.colorCount, by: green, alphas: alpha, into: &row)
    case .eight:
      linearize(into: &row) { Int(bytes[$0]) }
    case .sixteen:
      linearize(into: &row) { Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1]) }
    }
  }

  @inline(__always)
  private func linearize(into row: inout MutableSpan<Float>, sample: (Int) -> Int) {
    let (red, green, blue, alpha) = (red.span, green.span, blue.span, alpha.span)
    let maximum = format.depth.maximum
    precondition(red.count > maximum && green.count > maximum)
    precondition(blue.count > maximum && alpha.count > maximum)
    switch format.channels {
    case .rgb where !isUniform:
      for index in stride(from: 0, to: row.count, by: 3) {
        row[index] = red[sample(index)]
        row[index + 1] = green[sample(index + 1)]
        row[index + 2] = blue[sample(index + 2)]
      }
    case .gray, .rgb:
      for index in 0..<row.count {
        row[index] = green[sample(index)]
      }
    case .grayAlpha:
      for index in stride(from: 0, to: row.count, by: 2) {
        let coverage = alpha[sample(index + 1)]
        row[index] = green[sample(index)] * coverage
        row[index + 1] = coverage
      }
    case .rgba:
      for index in stride(from: 0, to: row.count, by: 4) {
        let coverage = alpha[sample(index + 3)]
        row[index] = red[sample(index)] * coverage
        row[index + 1] = green[sample(index + 1)] * coverage
        row[index + 2] = blue[sample(index + 2)] * coverage
        row[index + 3] = coverage
      }
    }
  }
}
