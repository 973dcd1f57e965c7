internal import SheetImaging
internal import SheetLayout
internal import SheetPictures

/// The finished pixels of a tile, or of some of its rows, in the format of the sheet.
struct TilePixels: Sendable {
  /// The whole cell, on the sheet.
  let cell: PixelRect
  /// The rows of the cell, on the sheet, that are finished.
  let rows: Range<Int>
  /// The whole part of the cell that the picture covers, on the sheet; empty if there is none.
  let image: PixelRect
  /// The rows of the image that are among ``rows``, without padding.
  let bytes: [UInt8]
  /// The texts on the tile.
  var texts: [PlacedText] = []

  /// Whether the cell has no picture, and so nothing to draw a border around.
  var isEmpty: Bool { image.width == 0 }

  /// The rows of the image, on the sheet, that are finished.
  var imageRows: Range<Int> { (image.y..<image.maxY).clamped(to: rows) }
}

extension TilePixels {
  /// Creates rows of a cell without a picture.
  init(emptyCell cell: PixelRect, rows: Range<Int>) {
    self.init(
      cell: cell, rows: rows, image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0),
      bytes: [])
  }
}

/// A rendered tile or strip of one, with the reason if it is a placeholder.
struct RenderedTile: Sendable {
  /// The picture's index in ``SheetPlan/pictures``.
  let index: Int
  let pixels: TilePixels
  let unreadable: UnreadablePicture?
  /// Whether the whole tile is rendered now.
  let endsTile: Bool
}

/// The placeholder for a picture that could not be read: a pale area with a red border and cross,
/// which nobody takes for a blank picture.
struct PlaceholderTile {
  static let paper = Color(red: 0.96, green: 0.93, blue: 0.92)
  static let ink = Color(red: 0.75, green: 0.22, blue: 0.17)

  let size: PixelSize

  private var width: Int { size.width }
  private var height: Int { size.height }

  /// The pixels of some rows, without padding; grey in a grey format.
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

  /// The coverage of a pixel by ink, 0 to 1.
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
