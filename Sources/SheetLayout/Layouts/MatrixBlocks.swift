// A matrix that is far higher than wide stands in blocks of rows, side by side.

extension MatrixRows {
  /// The factor up to which a matrix may be higher than wide.
  private static let slimmest = 4.0

  /// The rows of the blocks in which a matrix stands side by side.
  ///
  /// A matrix that is at most four times as high as wide is one block. Blocks of any other are
  /// together about as high as wide, and about equally high.
  ///
  /// - Parameters:
  ///   - heights: The heights of the cells of each row, at least one.
  ///   - width: The width of a block.
  ///   - gap: The distance between blocks.
  /// - Returns: Consecutive ranges of all rows.
  package func blocks(of heights: [Double], width: Double, gap: Double) -> [Range<Int>] {
    func height(of rows: Range<Int>) -> Double {
      self.height(of: [SectionPart(items: rows)], heights: [heights])
    }
    func blocks(_ limit: Int) -> [Range<Int>] {
      let pages = try? pages(of: [heights], maximumHeight: Double(limit))
      return pages?.map { $0[0].items } ?? []
    }
    let whole = height(of: heights.indices)
    guard whole > Self.slimmest * width else { return [heights.indices] }
    let highest = heights.indices.reduce(0) { max($0, height(of: $1..<$1 + 1)) }
    let limits = Int(highest.rounded(.up))..<Int(whole.rounded(.up))
    if limits.isEmpty { return [heights.indices] }
    let square = limits.lastMeeting {
      Double(blocks($0).count) * (width + gap) - gap > Double($0)
    }
    let count = blocks(square + 1).count
    return blocks(limits.lastMeeting { blocks($0).count > count } + 1)
  }
}

extension Arrangement {
  /// Blocks of consecutive items side by side, with their tops at one height.
  ///
  /// No page is cut through them.
  package init(beside blocks: [Arrangement], gap: Double) {
    self.init(size: .zero, frames: [], strips: [])
    var x = 0.0
    for block in blocks {
      let moved = block.moved(by: Point(x: x, y: 0), onto: block.size)
      frames += moved.frames
      matrices += moved.matrices
      size = Size(width: x + block.size.width, height: max(size.height, block.size.height))
      x = size.width + gap
      rows = block.rows.map { max(rows ?? 0, $0) }
      columns = block.columns.map { (columns ?? 0) + $0 }
    }
    if !frames.isEmpty {
      strips = [Strip(items: frames.indices, minY: 0, maxY: size.height)]
    }
  }
}
