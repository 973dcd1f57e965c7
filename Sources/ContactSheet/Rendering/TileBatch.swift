internal import SheetLayout

/// Tiles that one task decodes, one after the other.
///
/// Handing out a task costs some microseconds, as much as a small icon; a batch has
/// enough pixels to make that not count, and few enough to keep all workers busy.
struct TileBatch: Sendable {
  /// So many source pixels take some milliseconds to decode.
  private static let pixels = 256 * 1024
  private static let tiles = 64

  let tiles: ArraySlice<PlannedTile>

  /// The tiles of a page in batches, in the order in which the sheet needs them.
  static func batches(of page: SheetPage, _ pictures: [ProbedPicture]) -> [TileBatch] {
    let order = page.tiles.sorted { ($0.cell.y, $0.cell.x) < ($1.cell.y, $1.cell.x) }
    var batches: [TileBatch] = []
    var start = 0
    var sum = 0
    for (index, tile) in order.enumerated() {
      let size = pictures[tile.index].size ?? PixelSize(width: 0, height: 0)
      sum += size.width * size.height
      if sum >= pixels || index + 1 - start >= tiles {
        batches.append(TileBatch(tiles: order[start...index]))
        start = index + 1
        sum = 0
      }
    }
    if start < order.count { batches.append(TileBatch(tiles: order[start...])) }
    return batches
  }
}
