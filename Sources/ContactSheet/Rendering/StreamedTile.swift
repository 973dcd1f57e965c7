internal import SheetLayout
internal import Synchronization

/// A tile that is too large to be held whole: it is rendered strip by strip, from the top
/// down, as the sheet is written.
final class StreamedTile: Sendable {
  let tile: PlannedTile
  private let picture: ProbedPicture
  private let progress = Mutex(Progress())

  private struct Progress: ~Copyable {
    var inProgress: TileInProgress?
    var failure: UnreadablePicture?
  }

  init(_ tile: PlannedTile, of picture: ProbedPicture) {
    self.tile = tile
    self.picture = picture
  }

  /// The pixels of the next part of the cell, or why they cannot be had.
  ///
  /// - Throws: ``SheetError/unplanned(_:)``, and `CancellationError` when the task is
  ///   cancelled.
  /// - Precondition: the parts above it have been asked for.
  func pixels(
    in part: PixelRect, with renderer: TileRenderer
  ) throws -> Result<TilePixels, UnreadablePicture> {
    try progress.withLock { progress in
      if let failure = progress.failure { return .failure(failure) }
      let result = try picture.reading { header in
        let placement = try tile.placement(of: picture)
        let image = placement.image.part(inRowsOf: part)
        guard image.height > 0 else { return TilePixels(emptyCell: part) }
        var inProgress =
          switch progress.inProgress.take() {
          case .some(let inProgress): inProgress
          case nil:
            try TileInProgress(of: picture.source, as: header, placement, with: renderer)
          }
        let bytes = try inProgress.pixels(ofNextRows: image.height)
        progress.inProgress = consume inProgress
        return TilePixels(cell: part, image: image, bytes: bytes)
      }
      if case .failure(let failure) = result { progress.failure = failure }
      return result
    }
  }
}

extension PixelRect {
  /// The rows of this area that are rows of `other` too; there may be none.
  fileprivate func part(inRowsOf other: PixelRect) -> PixelRect {
    let lines = (y..<maxY).clamped(to: other.y..<other.maxY)
    return PixelRect(x: x, y: lines.lowerBound, width: width, height: lines.count)
  }
}
