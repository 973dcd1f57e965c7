internal import SheetLayout
internal import SheetModel
internal import SheetPlans

/// Pictures arranged on pages.
package struct ArrangedPages {
  /// A page with the pictures arranged on it.
  ///
  /// The items of a page are indices in the list of pictures.
  struct Page {
    /// The group of the page's pictures; the first group if the page shows several.
    let group: Int
    var items: Range<Int>
    var arrangement: Arrangement
  }

  private(set) var pages: [Page]
  /// The leftmost and the rightmost edge of the frames on all pages, whatever their group.
  var edges: (left: Double, right: Double)
  /// The columns of a layout with tracks, measured from the left edge; empty for other layouts.
  private(set) var columns: [Column]
  /// The cell ratio a grid aims for; nil if the layout is not a grid.
  var idealCellRatio: Double?
  /// The size of cells if it was reduced to keep the sheet within its limit of pixels; otherwise
  /// nil.
  var reducedCell: PixelSize?
  /// The permutation of the pictures on pages; nil for the given order.
  var order: [Int]?
  /// The pictures without room in their cells, by the last picture shown in each cell; keys and
  /// values are positions in ``order``.
  var hidden: [Int: Range<Int>] = [:]
  /// The size of a cell if pictures take up several cells; nil for the size of the first frame.
  var cell: Size?
  /// The number of pictures with fewer cells than requested.
  var reducedSpans = 0
  /// The pictures that are cropped to their frames, although all other pictures are fitted.
  var cropped: Set<Int> = []
  /// Whether a picture whose frame has nearly its ratio covers the frame, although the scaling
  /// would only fit it.
  var coverFrames = false
  /// The boxes into which the pictures are fitted, in the order of pages; nil if pictures are
  /// fitted into their frames.
  var boxes: [PixelSize]?
  /// The maximum number of pixels of a sheet, for which its cells were made smaller if necessary;
  /// nil for the job's maximum.
  var maximumPixels: PixelCount?
  /// Whether the sheet was divided into pages because it would have been too large.
  var isDivided = false
  /// The fewest pages that a group of a matrix takes up, however narrow the matrix is; nil if
  /// narrower matrices were not tried.
  var fewestPages: Int?
  /// Whether the columns of a matrix continue on other pages.
  var isOverSeveralPages = false

  /// Creates a layout from finished pages.
  init(pages: [Page], columns: [Column] = []) {
    (self.pages, self.columns) = (pages, columns)
    edges = pages.reduce(into: (left: Double.infinity, right: 0)) { edges, page in
      for frame in page.arrangement.frames {
        edges.left = min(edges.left, frame.minX)
        edges.right = max(edges.right, frame.maxX)
      }
    }
  }

  /// Divides pages with given pictures into pages no taller than allowed.
  ///
  /// - Parameters:
  ///   - space: The pictures.
  ///   - columns: The columns of a layout with tracks.
  ///   - divide: Returns the pages for parts of groups. Frames are at most as tall as the maximum,
  ///     if there is one. Items are counted from the first picture of the parts.
  /// - Throws: `LayoutError`.
  init(
    of space: LayoutRequest, columns: [Column] = [],
    divide: (_ parts: [SectionPart], _ maximumHeight: Double?) throws(LayoutError) ->
      [SheetLayout.Page]
  ) throws(LayoutError) {
    let maximumHeight = space.maximumFrameHeight
    let pages = try space.pages.map { parts throws(LayoutError) in
      let first = parts[0].items.lowerBound
      return try divide(parts, maximumHeight).map { page in
        Page(
          group: parts[0].section, items: page.items.moved(by: first),
          arrangement: page.arrangement)
      }
    }.flatMap(\.self)
    self.init(pages: pages, columns: columns)
  }

  /// Arranges pages with a fixed number of pictures, and divides them between strips, such as rows.
  ///
  /// - Throws: `LayoutError`.
  init(
    of space: LayoutRequest, columns: [Column] = [],
    arrangement: ([SectionPart]) throws(LayoutError) -> Arrangement
  ) throws(LayoutError) {
    try self.init(
      of: space, columns: columns,
      divide: { parts, maximumHeight throws(LayoutError) in
        let arrangement = try arrangement(parts)
        if let maximumHeight {
          return try arrangement.pages(
            maximumHeight: maximumHeight, leastRows: space.leastRowsAtCuts)
        }
        return [SheetLayout.Page(items: 0..<arrangement.frames.count, arrangement: arrangement)]
      })
  }
}

extension ArrangedPages.Page {
  /// Moves the page to the left, onto a sheet of another width.
  mutating func cut(left: Double, width: Double) {
    arrangement = arrangement.moved(
      by: Point(x: -left, y: 0), onto: Size(width: width, height: arrangement.size.height))
  }
}

extension ArrangedPages {
  /// Moves vertically centred pages to the top.
  mutating func moveToTop() {
    for index in pages.indices {
      let arrangement = pages[index].arrangement
      pages[index].arrangement = arrangement.moved(
        by: Point(x: 0, y: -arrangement.coveredArea.minY), onto: arrangement.size)
    }
  }

  /// Moves pages to the middle of sheets of another width.
  mutating func center(onWidth width: Double) {
    let own = pages.reduce(0) { max($0, $1.arrangement.size.width) }
    let left = ((own - width) / 2).rounded(.down)
    for index in pages.indices { pages[index].cut(left: left, width: width) }
    edges = (edges.left - left, edges.right - left)
  }

  /// Mirrors pages, so that rows begin at the right; there must be no headings.
  mutating func mirror() {
    let width = pages.reduce(0) { max($0, $1.arrangement.size.width) }
    for index in pages.indices { pages[index].arrangement = pages[index].arrangement.mirrored }
    edges = (width - edges.right, width - edges.left)
    columns = columns.map {
      Column(x: width - $0.x - $0.width, width: $0.width, alignment: $0.alignment)
    }
  }

  /// Moves apart the rows of a grid that begins at the top, by up to a quarter of their height, so
  /// that a page of given size has less empty space below them.
  ///
  /// Rows are equally far apart on all pages.
  mutating func spreadRowsBelowTitle() {
    guard let fullest = pages.map(\.arrangement).max(by: { $0.strips.count < $1.strips.count }),
      fullest.strips.count > 1
    else { return }
    let gaps = Double(fullest.strips.count - 1)
    let height = fullest.strips.reduce(0) { $0 + $1.height } / Double(fullest.strips.count)
    let room = fullest.size.height - fullest.coveredArea.maxY
    let distance = min(room / gaps, height / 4).rounded(.down)
    guard distance > 0 else { return }
    for index in pages.indices {
      var spread = pages[index].arrangement.spread(by: distance)
      spread.size = pages[index].arrangement.size
      pages[index].arrangement = spread
    }
  }

  /// Moves the rows of every page apart until the page is full, but by at most `limit`.
  ///
  /// On the last page of a group, rows move apart no further than on any other page of the group.
  mutating func spreadRows(toHeight height: Double, atMost limit: Double) {
    var least: Double?
    for index in pages.indices {
      let isLast = index + 1 == pages.count || pages[index + 1].group != pages[index].group
      var distance = pages[index].arrangement.distanceToAdd(toReach: height, atMost: limit)
      if isLast {
        distance = min(distance, least ?? 0)
      } else {
        least = min(distance, least ?? distance)
      }
      if distance > 0 { pages[index].arrangement = pages[index].arrangement.spread(by: distance) }
      if isLast { least = nil }
    }
  }

  /// The left and right edges of the columns with pictures, or of the frames if there are no
  /// columns.
  var usedEdges: (left: Double, right: Double) {
    let used = columns.filter { $0.x < edges.right }
    guard let first = used.first, let last = used.last else { return edges }
    return (first.x, max(edges.right, last.x + last.width))
  }

  /// The layout without its pages; its edges and columns are moved to the left, onto sheets of
  /// another width.
  func cut(left: Double, width: Double) -> ArrangedPages {
    var cut = self
    cut.pages = []
    cut.edges = (edges.left - left, edges.right - left)
    cut.columns = columns.map { Column(x: $0.x - left, width: $0.width, alignment: $0.alignment) }
      .filter { $0.x < width }
    return cut
  }

  /// The ratio of a page's tallest row to its shortest, below which rows look equally tall.
  static let evenSpread = 1.1
  /// The minimum height of a layout's least full page, as a fraction of the largest such height
  /// among all layouts.
  private static let evenFill = 0.95

  /// The layout that fills pages most evenly, among layouts for pages of the same size.
  ///
  /// This layout has as many pages as the usual one, and its least full page is nearly as full as
  /// possible. Among equally good layouts, the one whose rows differ least in height is used.
  ///
  /// Layouts that do not fit a page are ignored.
  ///
  /// - Parameters:
  ///   - usual: The row height, or the number of columns, of the usual layout, which determines the
  ///     number of pages.
  ///   - others: The row heights, or the numbers of columns, of the alternatives.
  ///   - pages: Returns the pages for a row height or a number of columns.
  /// - Returns: The layout.
  /// - Throws: `LayoutError` if the usual layout does not fit.
  static func mostEven(
    _ usual: Double, or others: [Double],
    pages: (Double) throws(LayoutError) -> ArrangedPages
  ) throws(LayoutError) -> ArrangedPages {
    let first = try pages(usual)
    func measured(_ layout: ArrangedPages, _ length: Double) -> (
      length: Double, fill: Double, spread: Double
    ) { (length, layout.leastHeight, max(layout.rowSpread, evenSpread)) }
    let all =
      [measured(first, usual)]
      + others.compactMap { length in
        guard let other = try? pages(length), other.pages.count == first.pages.count else {
          return nil
        }
        return measured(other, length)
      }
    let most = all.reduce(0) { max($0, $1.fill) }
    let best = all.filter { $0.fill >= most * evenFill }.min {
      ($0.spread, -$0.fill) < ($1.spread, -$1.fill)
    }
    return try best.map { (best) throws(LayoutError) in try pages(best.length) } ?? first
  }

  /// The ratio of the tallest to the shortest of the rows that fill the width of a page.
  var rowSpread: Double {
    pages.reduce(1) { most, page in
      let arrangement = page.arrangement
      if arrangement.rows == nil { return most }
      let heights = arrangement.strips.filter {
        arrangement.frames[$0.items.upperBound - 1].maxX > arrangement.size.width - 1
      }.map(\.height)
      return max(most, (heights.max() ?? 1) / (heights.min() ?? 1))
    }
  }

  /// The height of the least full page.
  private var leastHeight: Double {
    pages.reduce(.infinity) { min($0, $1.arrangement.size.height) }
  }
}
