internal import SheetImaging
internal import SheetLayout

/// Some rows of the cell of a tile that is rendered in strips.
struct TileStrip: Sendable {
  /// A strip has about so many bytes: a few milliseconds of work.
  private static let bytes = 1 << 20
  /// A tile of more bytes is rendered in strips.
  private static let largestWhole = 4 << 20

  let tile: StreamedTile
  /// The rows of the cell, on the sheet.
  let rows: Range<Int>

  /// The strips of a tile from the top down; nil for one that is rendered whole: a small
  /// one, or one that is turned, of which the first row shows the last of the picture.
  static func strips(
    of tile: PlannedTile, _ picture: ProbedPicture, _ format: PixelFormat
  ) -> [TileStrip]? {
    guard isLarge(tile, format), picture.keepsRowOrder else { return nil }
    let streamed = StreamedTile(tile, of: picture)
    let height = stripHeight(of: tile, format)
    return stride(from: tile.cell.y, to: tile.cell.maxY, by: height).map { y in
      TileStrip(tile: streamed, rows: y..<min(y + height, tile.cell.maxY))
    }
  }

  /// The most pixels of a tile that are held at once.
  static func pixelsHeld(
    of tile: PlannedTile, _ picture: ProbedPicture, _ format: PixelFormat
  ) -> Double {
    guard isLarge(tile, format), picture.keepsRowOrder else { return pixelCount(of: tile) }
    return 2 * Double(tile.cell.width) * Double(stripHeight(of: tile, format))
  }

  private static func isLarge(_ tile: PlannedTile, _ format: PixelFormat) -> Bool {
    pixelCount(of: tile) * Double(format.bytesPerPixel) > Double(largestWhole)
  }

  /// As a number that may be more than an `Int` holds.
  private static func pixelCount(of tile: PlannedTile) -> Double {
    // A picture that cannot be read has a placeholder that fills the cell.
    let size = tile.placement?.image.size ?? tile.cell.size
    return Double(size.width) * Double(size.height)
  }

  private static func stripHeight(of tile: PlannedTile, _ format: PixelFormat) -> Int {
    max(1, bytes / (tile.cell.width * format.bytesPerPixel))
  }
}

extension ProbedPicture {
  fileprivate var keepsRowOrder: Bool {
    (try? header.get().orientation.keepsRowOrder) ?? true
  }
}
