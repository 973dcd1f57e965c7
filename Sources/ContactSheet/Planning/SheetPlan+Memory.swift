internal import SheetImaging
internal import SheetLayout

extension SheetPlan {
  /// About how many bytes rendering takes beyond what the program takes anyway.
  ///
  /// The largest page counts: the tiles of its fullest row of cells, the finished tiles that
  /// wait for their turn, and what each worker holds to shrink the widest picture.
  public func estimatedMemory(for job: SheetJob) -> Int {
    let window = SheetRenderer.window(workers: job.workers)
    let bytesPerPixel =
      job.encoding.format(ofGrayPictures: isGray, on: job.style).bytesPerPixel
    let tiles = pages.map { page in
      let sizes = page.tiles.map { $0.cell.width * $0.cell.height * bytesPerPixel }
      let rows = Dictionary(grouping: zip(page.tiles, sizes), by: \.0.cell.y)
      let fullestRow = rows.values.map { $0.reduce(0) { $0 + $1.1 } }.max() ?? 0
      return fullestRow + (sizes.max() ?? 0) * window
        + page.size.width * bytesPerPixel * 4
    }
    let worker = pictures.compactMap { try? $0.header.get() }.map { header in
      let lines = 2 * Int(job.style.filter.support.rounded(.up)) + 2
      let light = header.size.width * header.format.channels.count * lines * 4
      return light + 2 * header.size.width * header.format.bytesPerPixel
    }
    return (tiles.max() ?? 0) + (worker.max() ?? 0) * job.workers
  }
}
