internal import SheetImaging

/// Rows whose samples are shown in the colours of a table; only the first sample of a pixel counts.
final class ColoredRows: PictureRows {
  private let rows: any PictureRows
  private let format: PixelFormat
  private let colors: [UInt8]
  private let countsClipped: Bool
  /// For each sample, the index in ``colors`` of the first byte of its colour.
  private let places: [Int32]
  private var pixels: [UInt8]

  /// Creates rows of `width` pixels.
  ///
  /// - Parameters:
  ///   - rows: The rows of the picture.
  ///   - format: The format of these rows.
  ///   - width: The number of pixels in a row.
  ///   - colors: Three bytes for each colour.
  ///   - countsClipped: Whether samples that exceed full scale are counted.
  ///   - number: Returns the index of a sample's colour; 0 is the first three bytes of `colors`.
  init(
    _ rows: any PictureRows, _ format: PixelFormat, width: Int, _ colors: [UInt8],
    countsClipped: Bool, number: (Int) -> Int
  ) {
    (self.rows, self.format, self.colors) = (rows, format, colors)
    self.countsClipped = countsClipped
    var places: [Int32] = []
    places.reserveCapacity(format.depth.maximum + 1)
    for sample in 0...format.depth.maximum { places.append(Int32(3 * number(sample))) }
    self.places = places
    pixels = [UInt8](repeating: 0, count: width * (format.channels.hasAlpha ? 4 : 3))
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    let (step, depth) = (format.bytesPerPixel, format.depth)
    let hasAlpha = format.channels.hasAlpha
    let alpha = format.channels.colorCount * depth.bytes
    let (colors, places) = (colors, places)
    var pixels: [UInt8] = []
    swap(&pixels, &self.pixels)
    defer { swap(&pixels, &self.pixels) }
    try rows.next { row in
      var place = 0
      for pixel in stride(from: 0, to: row.count, by: step) {
        let color = Int(places[row.sample(at: pixel, depth)])
        for channel in 0..<3 { pixels[place + channel] = colors[color + channel] }
        if hasAlpha { pixels[place + 3] = row[pixel + alpha] }
        place += hasAlpha ? 4 : 3
      }
    }
    body(pixels.span)
  }

  var lostNumbers: LostNumbers {
    guard countsClipped else { return LostNumbers() }
    return LostNumbers(clippedCount: 3 * rows.lostNumbers.clippedCount / format.channels.colorCount)
  }

  func finish() throws { try rows.finish() }
}
