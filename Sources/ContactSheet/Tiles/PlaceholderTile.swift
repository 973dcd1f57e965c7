internal import SheetImaging
internal import SheetLayout

/// What is shown where a picture could not be read: a pale cell with a border and a
/// red cross, unlike any blank paper.
struct PlaceholderTile {
  static let paper = Color(red: 0.96, green: 0.93, blue: 0.92)
  static let ink = Color(red: 0.75, green: 0.22, blue: 0.17)

  let size: PixelSize

  private var width: Int { size.width }
  private var height: Int { size.height }

  /// The pixels of some rows of the tile, without padding; grey in a grey format.
  func pixels(ofRows rows: Range<Int>, in format: PixelFormat) -> [UInt8] {
    let isGray = format.channels.isGray
    let channels = isGray ? PixelFormat.Channels.grayAlpha : .rgba
    let painter = RowPainter(
      from: channels, to: format, over: isGray ? Self.paper.gray : Self.paper)
    let color = isGray ? Self.ink.gray : Self.ink
    let ink = [color.red, color.green, color.blue].prefix(channels.colorCount).map {
      Float(TransferCurve.sRGB.decoded($0))
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * rows.count * format.bytesPerPixel)
    var light = [Float](repeating: 0, count: width * channels.count)
    var row = [UInt8](repeating: 0, count: width * format.bytesPerPixel)
    for y in rows {
      for x in 0..<width {
        let coverage = Float(coverage(x, y))
        let start = x * channels.count
        for channel in ink.indices { light[start + channel] = ink[channel] * coverage }
        light[start + ink.count] = coverage
      }
      var span = row.mutableSpan
      painter.paint(light.span, into: &span)
      pixels.append(contentsOf: row)
    }
    return pixels
  }

  /// How much of the pixel is ink.
  private func coverage(_ column: Int, _ row: Int) -> Double {
    let stroke = max(1, Double(min(width, height)) / 64)
    let x = Double(column) + 0.5
    let y = Double(row) + 0.5
    let edge = min(min(x, Double(width) - x), min(y, Double(height) - y))
    if edge < stroke { return 1 }
    let diagonal = (Double(width * width + height * height)).squareRoot()
    // Distances from the two diagonals, by the cross product with their direction.
    let falling = abs(x * Double(height) - y * Double(width)) / diagonal
    let rising = abs((Double(width) - x) * Double(height) - y * Double(width)) / diagonal
    return min(max(stroke / 2 + 0.5 - min(falling, rising), 0), 1)
  }
}
