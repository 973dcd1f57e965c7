/// The rows of matrices on pages: their headings, and where pages break.
package struct MatrixRows: Hashable, Sendable {
  /// The column headings at the top of every page.
  package var columns: HeadingSpacing
  /// The headings above rows, and the gaps between rows.
  package var rows: HeadingSpacing
  /// The headings of sections; nil if every matrix starts a new page.
  package var sections: HeadingSpacing?

  package init(
    columns: HeadingSpacing = HeadingSpacing(), rows: HeadingSpacing,
    sections: HeadingSpacing? = nil
  ) {
    (self.columns, self.rows, self.sections) = (columns, rows, sections)
  }

  /// The height of a page without the cells of its rows.
  func fixedHeight(of parts: [SectionPart]) -> Double {
    parts.reduce(sections?.height(of: parts.count) ?? 0) {
      $0 + columns.room + rows.height(of: $1.items.count)
    }
  }

  /// The height of a page with the given rows.
  package func height(of parts: [SectionPart], heights: [[Double]]) -> Double {
    parts.reduce(fixedHeight(of: parts)) { $0 + heights[$1.section][$1.items].reduce(0, +) }
  }

  /// The height available for the cells of a row that is alone on a page.
  package func roomForOneRow(on height: Double) -> Double {
    height - fixedHeight(of: [SectionPart(items: 0..<1)])
  }

  /// Fills pages with rows from the top down.
  ///
  /// If matrices are sections, they follow each other on a page; otherwise each starts a new page.
  /// A section heading is followed by at least one row on its page.
  ///
  /// - Parameters:
  ///   - heights: The height of the cells of each row, for each matrix.
  ///   - maximumHeight: The maximum height of a page; infinite if unlimited.
  /// - Returns: The parts of matrices on each page.
  /// - Throws: ``LayoutError/rowTooTall(_:limit:)`` for a row taller than a page.
  package func pages(
    of heights: [[Double]], maximumHeight: Double
  ) throws(LayoutError) -> [[SectionPart]] {
    let matrices = heights.enumerated().map { SectionPart(items: $1.indices, section: $0) }
    return try PageCutter(height: maximumHeight, sections).pages(of: matrices) {
      rest, room, isFirst throws(LayoutError) in
      var (count, bottom) = (0, columns.room)
      for height in heights[rest.section][rest.items] {
        let next = bottom + (count > 0 ? rows.above : 0) + rows.room + height
        if next > room { break }
        (count, bottom) = (count + 1, next)
      }
      if isFirst, count == 0 {
        let row = rows.room + heights[rest.section][rest.items.lowerBound]
        throw .rowTooTall(row, limit: maximumHeight - (sections?.room ?? 0) - columns.room)
      }
      return (count, bottom)
    }.map { $0.map(\.part) }
  }

  /// Scales all rows by the same factor, so that the fullest page has the given height.
  ///
  /// All rows of a matrix, or of all sections, are on one page if the tallest row can keep its
  /// minimum. Otherwise each page has as many rows as fit while the tallest row keeps its minimum.
  ///
  /// - Parameters:
  ///   - heights: The heights that the rows need.
  ///   - height: The height of every page.
  ///   - minimum: The height that the tallest row keeps, if it needs that much.
  /// - Returns: The pages, and a factor: heights multiplied by the factor and rounded down fit
  ///   their pages.
  /// - Throws: ``LayoutError/noRoom(_:)`` if headings and gaps leave no room.
  package func pages(
    of heights: [[Double]], filling height: Double, minimum: Double
  ) throws(LayoutError) -> (pages: [[SectionPart]], scale: Double) {
    func scale(_ pages: [[SectionPart]]) -> Double {
      pages.reduce(.infinity) { least, parts in
        let rows = parts.reduce(0) { sum, part in
          heights[part.section][part.items].reduce(sum, +)
        }
        return min(least, (height - fixedHeight(of: parts)) / rows)
      }
    }
    let highest = heights.joined().max() ?? 0
    // One row always stays on a page, however short it gets.
    let least = min(1, minimum / highest, roomForOneRow(on: height) / highest)
    guard least > 0 else {
      throw .noRoom(
        Shortage(height: height, gap: .zero, headings: height - roomForOneRow(on: height)))
    }
    var all = try pages(of: heights, maximumHeight: .infinity)
    if scale(all) < least {
      all = try pages(of: heights.map { $0.map { $0 * least } }, maximumHeight: height)
    }
    return (all, scale(all))
  }
}

// A matrix that is far taller than wide is broken into blocks of rows, side by side.

extension MatrixRows {
  /// How many times as tall as wide a matrix may be before it is broken into blocks.
  private static let slimmest = 4.0

  /// The rows of each block when a tall matrix is broken into blocks side by side.
  ///
  /// A matrix at most four times as tall as wide stays one block. Otherwise the blocks are about
  /// equally tall, and together about as tall as wide.
  ///
  /// - Parameters:
  ///   - heights: The height of the cells of each row; there is at least one row.
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
  /// Puts blocks of consecutive items side by side, aligned at the top.
  ///
  /// Pages never break inside them.
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
