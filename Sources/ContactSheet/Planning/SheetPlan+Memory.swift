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
    let bytesPerPixel = Double(
      job.encoding.format(ofGrayPictures: isGray, on: job.style).bytesPerPixel)
    let pixels = pages.map { page in
      let largest = page.tiles.map(\.cell.area).max() ?? 0
      return page.mostPixelsOpen + largest * window + Double(page.size.width) * 4
    }
    let worker = pictures.compactMap { try? $0.header.get() }.map { header in
      let lines = 2 * job.style.filter.support.rounded(.up) + 2
      let width = Double(header.size.width)
      let light = width * Double(header.format.channels.count) * lines * 4
      return light + 2 * width * Double(header.format.bytesPerPixel)
    }
    let bytes =
      (pixels.max() ?? 0) * bytesPerPixel + (worker.max() ?? 0) * Double(job.workers)
    return Int(min(bytes, 0x1p62))
  }
}

extension SheetPage {
  /// The pixels of the tiles that one line of the sheet crosses, where they are most.
  fileprivate var mostPixelsOpen: Double {
    let upcoming = tiles.map(\.cell).sorted { $0.y < $1.y }
    var passed = tiles.map(\.cell).sorted { $0.maxY < $1.maxY }[...]
    var open = 0.0
    var most = 0.0
    for cell in upcoming {
      while let first = passed.first, first.maxY <= cell.y {
        open -= first.area
        passed.removeFirst()
      }
      open += cell.area
      most = max(most, open)
    }
    return most
  }
}

extension PixelRect {
  /// The number of pixels, which may be more than an `Int` holds once it is multiplied.
  fileprivate var area: Double { Double(width) * Double(height) }
}
