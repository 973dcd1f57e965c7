internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

/// Renders the pages of a plan into PNGs.
struct SheetRenderer: Sendable {
  let job: SheetJob
  let plan: SheetPlan

  private let lettering: Lettering

  /// A renderer of the pages of a plan.
  init(_ plan: SheetPlan, of job: SheetJob) {
    self.job = job
    self.plan = plan
    lettering = Lettering(
      job.texts, on: job.style, plan, pixelsPerInch: job.encoding.pixelsPerInch)
  }

  /// Decodes the page's tiles and writes the sheet; its bands leave as they are finished.
  ///
  /// Workers decode tiles and encode bands, bands first, since they make room for tiles. Both
  /// are taken in the order of the sheet, so that its bytes do not depend on the workers.
  ///
  /// - Parameters:
  ///   - page: The page to render.
  ///   - fileDescriptor: Where the PNG goes; stays open.
  ///   - tilesDone: Called with the number of tiles that have been finished since.
  /// - Returns: The pictures that could not be read, by their index.
  /// - Throws: `PNGError` where the sheet cannot be written, ``SheetError/unreadable(_:)``,
  ///   and `CancellationError` when the task is cancelled.
  func render(
    _ page: SheetPage, into fileDescriptor: CInt, tilesDone: (Int) -> Void
  ) async throws -> [Int: UnreadablePicture] {
    let work = PageWork(page, of: plan, for: job, lettering)
    let workers = job.workers
    var writer = try PNGWriter(
      fileDescriptor: fileDescriptor, encoder: work.encoder,
      pixelsPerMetre: job.encoding.pixelsPerMetre)
    var bands = SheetBands(work.encoder)
    var unreadable: [Int: UnreadablePicture] = [:]

    try await withThrowingTaskGroup(of: PageWork.Result.self) { group in
      var remaining = work.tiles[...]
      // Large tiles of which a strip is under way: the next one has to wait for it.
      var streaming: Set<Int> = []
      let window = Concurrency(workers: workers).window
      var tiles = OrderedResults<[RenderedTile]>(window: window)
      var encoded = OrderedResults<PNGEncodedBand>(window: window)
      var running = 0

      func startMore() {
        while running < workers {
          if bands.hasNext {
            // No tile instead, even where there is no room: tiles would pile up behind the
            // band that everything waits for.
            guard encoded.hasRoom, let (band, tiles) = bands.next() else { return }
            let number = encoded.start()
            group.addTask { .band(number, try work.encoded(band, of: tiles)) }
          } else if tiles.hasRoom, let next = remaining.first,
            next.streamedTile.map(streaming.contains) != true
          {
            remaining.removeFirst()
            if let tile = next.streamedTile { streaming.insert(tile) }
            let number = tiles.start()
            group.addTask { .tiles(number, try work.rendered(next)) }
          } else {
            return
          }
          running += 1
        }
      }

      if remaining.isEmpty { bands.finish() }
      startMore()
      while let result = try await group.next() {
        try Task.checkCancellation()
        running -= 1
        switch result {
        case .tiles(let number, let rendered):
          for tile in rendered { streaming.remove(tile.index) }
          tiles.finish(number, rendered)
        case .band(let number, let band): encoded.finish(number, band)
        }
        while let rendered = tiles.next() {
          for tile in rendered {
            unreadable[tile.index] = tile.unreadable
            bands.add(tile.pixels)
          }
          tilesDone(rendered.count { $0.endsTile })
        }
        if remaining.isEmpty, tiles.isEmpty { bands.finish() }
        startMore()
        while let band = encoded.next() { try writer.write(band) }
        startMore()
      }
    }
    try writer.finish()
    return unreadable
  }
}
