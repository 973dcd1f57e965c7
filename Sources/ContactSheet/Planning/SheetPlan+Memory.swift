internal import SheetImaging
internal import SheetLayout

extension SheetPlan {
  /// About how many bytes rendering takes beyond what the program takes anyway.
  ///
  /// The largest page counts: the most tiles that one line of it crosses, the finished tiles
  /// that wait for their turn, and what each worker holds to shrink the widest picture. More
  /// than 2⁶² bytes count as 2⁶².
  public func estimatedMemory(for job: SheetJob) -> Int {
    let window = Double(Concurrency(workers: job.workers).window)
    let format = job.encoding.format(
      ofGrayPictures: isGray, on: job.style, textColor: job.texts.color)
    let pixels = pages.map { page in
      let held = page.tiles.map { tile in
        (cell: tile.cell, pixels: TileStrip.pixelsHeld(of: tile, pictures[tile.index], format))
      }
      let largest = held.map(\.pixels).max() ?? 0
      return Self.mostPixelsOpen(held) + largest * window + Double(page.size.width) * 4
    }
    let worker = pictures.compactMap { try? $0.header.get() }.map { header in
      let lines = 2 * job.style.filter.support.rounded(.up) + 2
      let width = Double(header.size.width)
      let light = width * Double(header.format.channels.count) * lines * 4
      return light + Self.rowsRead(of: header) * width * Double(header.format.bytesPerPixel)
    }
    let bytes =
      (pixels.max() ?? 0) * Double(format.bytesPerPixel) + (worker.max() ?? 0) * Double(job.workers)
    return Int(min(bytes, 0x1p62))
  }

  /// About how many rows of a picture are in memory as bytes while it is read.
  private static func rowsRead(of header: PictureHeader) -> Double {
    // One on its way, and four that wait to become light together.
    let passedOn = 5.0
    // Filters are taken back for sixteen rows at once, from one place to another; rows over
    // 512 KiB come one by one.
    let isLong = header.size.width * header.format.bytesPerPixel > 512 * 1024
    return passedOn + Double(isLong ? 2 : 2 * min(16, header.size.height))
  }

  /// The pixels of the tiles that one line of a sheet crosses, where they are most.
  private static func mostPixelsOpen(_ tiles: [(cell: PixelRect, pixels: Double)]) -> Double {
    let upcoming = tiles.sorted { $0.cell.y < $1.cell.y }
    var passed = tiles.sorted { $0.cell.maxY < $1.cell.maxY }[...]
    var open = 0.0
    var most = 0.0
    for tile in upcoming {
      while let first = passed.first, first.cell.maxY <= tile.cell.y {
        open -= first.pixels
        passed.removeFirst()
      }
      open += tile.pixels
      most = max(most, open)
    }
    return most
  }
}
