internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import Synchronization

/// A tile that is too large to be held in memory.
///
/// It is rendered strip by strip, from top to bottom, as the sheet is written.
final class StreamedTile: Sendable {
  let tile: PlannedTile
  let picture: SheetPicture
  /// The rows of the tile's strips, on the sheet.
  private let strips: [Range<Int>]
  private let kept: TileMemory.Kept
  private let progress = Mutex(Progress())

  private struct Progress: ~Copyable {
    var inProgress: TileInProgress?
    /// The edges of a large tile; nil until they are determined, which happens before its first
    /// rows are drawn.
    var edges: TileEdges?
    /// Strips that were rendered together with the first strip, by their first rows.
    var finished: [Int: Result<TilePixels, UnreadablePicture>] = [:]
    /// Why there are no more pixels, and the first row of the sheet without pixels.
    var failure: (reason: UnreadablePicture, row: Int)?
    /// Why the last rows are missing, if the first rows are shown.
    var missingReason: String?
    /// The open overlays by their indices; they are kept from the first rows of the picture to its
    /// last.
    var overlays: [Int: TileOverlay] = [:]
    /// The indices of overlays that cannot be drawn, or only in part.
    var damagedOverlays: Set<Int> = []
    /// Why the first of the damaged overlays cannot be drawn, or only in part.
    var overlayDamage: UnreadablePicture?
    /// The insets, which are kept from the first rows of the picture to the last rows of the
    /// picture and its insets.
    var insets: TileInsets?
  }

  init(
    _ tile: PlannedTile, of picture: SheetPicture, _ strips: [Range<Int>],
    keeping kept: TileMemory.Kept = .decoder
  ) {
    (self.tile, self.picture, self.strips, self.kept) = (tile, picture, strips, kept)
  }

  /// The first row of the sheet for which there were no pixels; nil if nothing has failed so far.
  var brokenRow: Int? { progress.withLock { $0.failure?.row } }

  /// The pixels of the next rows of the cell, or the reason why there are none.
  ///
  /// - Throws: ``ContactSheetError/unplanned(_:)``, and `CancellationError` if the task is
  ///   cancelled.
  /// - Precondition: The rows above have already been requested.
  func pixels(
    inRows rows: Range<Int>, with renderer: TileRenderer
  ) throws -> Result<TilePixels, UnreadablePicture> {
    try progress.withLock { progress in
      if let finished = progress.finished.removeValue(forKey: rows.lowerBound) { return finished }
      if kept == .decoder { return try next(rows, with: renderer, &progress) }
      // A damaged picture fails again at the same row as before.
      progress = Progress(edges: progress.edges)
      var wanted: Result<TilePixels, UnreadablePicture>?
      for strip in strips where kept == .strips || strip.lowerBound <= rows.lowerBound {
        let result = try next(strip, with: renderer, &progress)
        if strip == rows {
          wanted = result
        } else if kept == .strips {
          progress.finished[strip.lowerBound] = result
        }
      }
      progress.inProgress = nil
      progress.insets = nil
      guard let wanted else { preconditionFailure("rows of no strip") }
      return wanted
    }
  }

  private func next(
    _ rows: Range<Int>, with renderer: TileRenderer, _ progress: inout Progress
  ) throws -> Result<TilePixels, UnreadablePicture> {
    if let failure = progress.failure { return .failure(failure.reason) }
    let result = try picture.reading { header in
      guard let placement = tile.placement else {
        throw ContactSheetError.unplanned(picture.source.name)
      }
      let image = placement.image
      let imageRows = (image.y..<image.maxY).clamped(to: rows)
      let end = tile.endOfInsets(on: image)
      defer { if rows.upperBound >= end { progress.insets = nil } }
      if progress.edges == nil, TileStrip.isLarge(image.size, renderer.format) {
        // Rendering the picture itself reports why it cannot be read.
        progress.edges =
          (try? renderer.edges(of: tile, placement, of: picture.source, as: header)) ?? TileEdges()
      }
      guard !imageRows.isEmpty else {
        // Strips above and below the picture also say whether it has a hairline, since other
        // pictures in the same row of the sheet may depend on that.
        let isMarked = renderer.edges?.marksWholeRows == true && progress.edges?.vanish == true
        return TilePixels(
          cell: tile.cell, rows: rows, image: image, bytes: [], vanishes: isMarked,
          details: progress.insets?.framed(beside: image, inRows: rows) ?? [],
          missingReason: progress.missingReason, overlayDamage: progress.overlayDamage)
      }
      if progress.insets == nil, !tile.insets.isEmpty {
        // Insets are decoded first, so that only one decoder of the picture is open at a time.
        progress.insets = try TileInsets(of: tile, picture, as: header, with: renderer)
      }
      var inProgress =
        switch progress.inProgress.take() {
        case .some(let inProgress): inProgress
        case nil: try renderer.begin(tile, placement, of: picture.source, as: header)
        }
      var bytes = try inProgress.pixels(ofNextRows: imageRows.count)
      progress.missingReason = inProgress.missingReason ?? progress.insets?.missingReason
      let edges =
        progress.edges
        ?? TileEdges(
          vanish: renderer.edges?.mark(
            bytes, image.size, at: image, in: tile.cell, isOpaque: inProgress.isOpaque) == true,
          isOpaque: renderer.edges != nil && inProgress.isOpaque)
      let crop = tile.followsSubject ? inProgress.wholeCrop : nil
      let (isFaint, isClipped) = (inProgress.isFaint, inProgress.isClipped)
      for (place, overlay) in picture.overlays.enumerated() {
        var placement = placement
        if let crop { placement.crop = crop }
        try Self.draw(
          overlay, at: place, over: &bytes, placement, of: header, with: renderer,
          isLast: imageRows.upperBound == image.maxY, &progress)
      }
      progress.insets?.draw(over: &bytes, rows: imageRows, of: image)
      // The rendering in progress is released with the last row; otherwise many large tiles would
      // each hold a strip until the end.
      if imageRows.upperBound < image.maxY { progress.inProgress = consume inProgress }
      return TilePixels(
        cell: tile.cell, rows: rows, image: image, bytes: bytes, vanishes: edges.vanish,
        isOpaque: edges.isOpaque,
        details: progress.insets?.framed(beside: image, inRows: rows) ?? [],
        missingReason: progress.missingReason, overlayDamage: progress.overlayDamage, crop: crop,
        isFaint: isFaint, isClipped: isClipped)
    }
    if case .failure(let reason) = result {
      progress.failure = (reason, rows.lowerBound)
    }
    return result
  }

  /// Draws the next rows of an overlay; an overlay that cannot be read is left out from there on.
  private static func draw(
    _ overlay: PictureOverlay, at place: Int, over bytes: inout [UInt8],
    _ placement: PicturePlacement,
    of header: PictureHeader, with renderer: TileRenderer, isLast: Bool,
    _ progress: inout Progress
  ) throws {
    if progress.damagedOverlays.contains(place) { return }
    let open = progress.overlays.removeValue(forKey: place)
    let drawn = try overlay.shown.reading { _ in
      let current =
        try open ?? TileOverlay(overlay, over: placement, of: header, with: renderer)
      try current.draw(over: &bytes)
      let reason = current.missingReason
      if !isLast, reason == nil { progress.overlays[place] = current }
      return reason
    }
    let damage: UnreadablePicture
    switch drawn {
    case .success(nil): return
    case .success(let reason?):
      damage = UnreadablePicture(overlay.picture.name, reason: reason, isIncomplete: true)
    case .failure(let reason): damage = reason.incomplete
    }
    progress.damagedOverlays.insert(place)
    progress.overlayDamage = progress.overlayDamage ?? damage
  }
}
