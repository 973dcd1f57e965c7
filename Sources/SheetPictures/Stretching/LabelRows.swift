internal import SheetImaging
internal import SheetLayout

/// Rows of classes shown in colours; in pixels with several samples, the first is the class.
final class LabelRows: PictureRows {
  private let rows: any PictureRows
  private let format: PixelFormat
  private let largest: Int
  private var colors: [UInt8]

  init(_ rows: any PictureRows, _ header: PictureHeader) {
    (self.rows, format) = (rows, header.format)
    // Unbounded samples are read as 16-bit indices.
    largest = header.hasUnboundedSamples ? format.depth.maximum : Int(header.largestSample)
    let samples = format.channels.hasAlpha ? 4 : 3
    colors = [UInt8](repeating: 0, count: header.size.width * samples)
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    let (step, depth) = (format.bytesPerPixel, format.depth)
    let (hasAlpha, largest, most) = (format.channels.hasAlpha, largest, format.depth.maximum)
    let alpha = format.channels.colorCount * depth.bytes
    var colors: [UInt8] = []
    swap(&colors, &self.colors)
    defer { swap(&colors, &self.colors) }
    let samples = LabelColors.samples
    try rows.next { row in
      let table = samples.span
      var place = 0
      for pixel in stride(from: 0, to: row.count, by: step) {
        let label = 3 * ((row.sample(at: pixel, depth) * largest + most / 2) / most)
        for channel in 0..<3 { colors[place + channel] = table[label + channel] }
        if hasAlpha { colors[place + 3] = row[pixel + alpha] }
        place += hasAlpha ? 4 : 3
      }
    }
    body(colors.span)
  }

  func finish() throws { try rows.finish() }
}
