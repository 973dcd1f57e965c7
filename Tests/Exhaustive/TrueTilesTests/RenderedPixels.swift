import SheetImaging
import SheetLayout
import SheetPictures
import SheetPlans

@testable import SheetRendering

extension TileRenderer {
  /// The pixels of a picture at its placement, in rows without padding.
  ///
  /// - Throws: Errors of the picture, and `CancellationError` if the task is cancelled.
  func pixels(
    of source: any PictureSource, as header: PictureHeader, _ placement: PicturePlacement,
    _ scale: PictureScale = .whole
  ) throws -> [UInt8] {
    var tile = try TileInProgress(of: source, as: header, placement, scale, with: self)
    return try tile.pixels(ofNextRows: placement.image.height)
  }
}

extension TilePixels {
  /// Creates the rows of a cell without a picture.
  init(emptyCell cell: PixelRect, rows: Range<Int>) {
    self.init(
      cell: cell, rows: rows, image: PixelRect(x: cell.x, y: cell.y, width: 0, height: 0),
      bytes: [])
  }
}

extension TileStrip {
  /// The strips of a tile that is alone on its page; nil if it is small.
  static func allStrips(
    of tile: PlannedTile, _ picture: SheetPicture, _ format: PixelFormat
  ) -> [TileStrip]? {
    strips(
      of: tile, picture, format,
      TileMemory(tile, of: picture, in: format, isWhole: false, within: .max))
  }
}
