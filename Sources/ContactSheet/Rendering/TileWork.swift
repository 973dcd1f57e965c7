internal import SheetImaging
internal import SheetLayout

/// What one task decodes.
///
/// Handing out a task costs some microseconds, as much as a small icon; it gets enough
/// pixels to make that not count, and few enough to keep all workers busy.
enum TileWork: Sendable {
  /// Tiles, one after the other.
  case batch([PlannedTile])
  /// The next part of a large tile.
  case strip(TileStrip)

  /// So many source pixels take some milliseconds to decode.
  private static let pixels = 256 * 1024
  private static let tiles = 64

  /// The index of the tile of which this is a part; nil where tiles are whole.
  var streamedTile: Int? {
    if case .strip(let strip) = self { strip.tile.tile.index } else { nil }
  }

  /// All tiles of a page, in the order in which the sheet needs them.
  static func work(
    for page: SheetPage, of pictures: [ProbedPicture], in format: PixelFormat
  ) -> [TileWork] {
    var parts: [(y: Int, x: Int, work: Part)] = []
    parts.reserveCapacity(page.tiles.count)
    for tile in page.tiles {
      if let strips = TileStrip.strips(of: tile, pictures[tile.index], format) {
        parts += strips.map { ($0.rows.lowerBound, tile.cell.x, .strip($0)) }
      } else {
        parts.append((tile.cell.y, tile.cell.x, .whole(tile)))
      }
    }
    parts.sort { ($0.y, $0.x) < ($1.y, $1.x) }

    var work: [TileWork] = []
    var batch: [PlannedTile] = []
    var sum = 0
    func finishBatch() {
      if !batch.isEmpty { work.append(.batch(batch)) }
      batch = []
      sum = 0
    }
    for (_, _, part) in parts {
      switch part {
      case .strip(let strip):
        finishBatch()
        work.append(.strip(strip))
      case .whole(let tile):
        let size = pictures[tile.index].size ?? PixelSize(width: 0, height: 0)
        batch.append(tile)
        sum += size.width * size.height
        if sum >= pixels || batch.count >= tiles { finishBatch() }
      }
    }
    finishBatch()
    return work
  }

  private enum Part {
    case whole(PlannedTile)
    case strip(TileStrip)
  }
}
