internal import SheetLayout
internal import Synchronization

/// A tile that is too large to be held whole: it is rendered strip by strip, from the top
/// down, as the sheet is written.
final class StreamedTile: Sendable {
  let tile: PlannedTile
  private let picture: SheetPicture
  private let progress = Mutex(Progress())

  private struct Progress: ~Copyable {
    var inProgress: TileInProgress?
    /// Why there are no more pixels, and the first row of the sheet that has none.
    var failure: (reason: UnreadablePicture, row: Int)?
  }

  init(_ tile: PlannedTile, of picture: SheetPicture) {
    self.tile = tile
    self.picture = picture
  }

  /// The first row of the sheet for which there were no pixels; nil where there were so far.
  var brokenRow: Int? { progress.withLock { $0.failure?.row } }

  /// The pixels of the next rows of the cell, or why they cannot be had.
  ///
  /// - Throws: ``SheetError/unplanned(_:)``, and `CancellationError` when the task is
  ///   cancelled.
  /// - Precondition: the rows above have been asked for.
  func pixels(
    inRows rows: Range<Int>, with renderer: TileRenderer
  ) throws -> Result<TilePixels, UnreadablePicture> {
    try progress.withLock { progress in
      if let failure = progress.failure { return .failure(failure.reason) }
      let result = try picture.reading { header in
        let placement = try tile.placement(of: picture)
        let image = placement.image
        let imageRows = (image.y..<image.maxY).clamped(to: rows)
        guard !imageRows.isEmpty else {
          return TilePixels(cell: tile.cell, rows: rows, image: image, bytes: [])
        }
        var inProgress =
          switch progress.inProgress.take() {
          case .some(let inProgress): inProgress
          case nil:
            try TileInProgress(of: picture.source, as: header, placement, with: renderer)
          }
        let bytes = try inProgress.pixels(ofNextRows: imageRows.count)
        // A sheet of many large tiles would otherwise hold a strip of each to its end.
        if imageRows.upperBound < image.maxY { progress.inProgress = consume inProgress }
        return TilePixels(cell: tile.cell, rows: rows, image: image, bytes: bytes)
      }
      if case .failure(let reason) = result {
        progress.failure = (reason, rows.lowerBound)
      }
      return result
    }
  }
}
