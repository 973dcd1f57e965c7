internal import SheetLayout
internal import SheetPlans

/// Pictures in the order of pages, and the pages with their frames.
struct LaidOutSheet {
  var pictures: [PictureFacts]
  /// The indices of the pictures in the list that was laid out.
  var order: [Int]
  var pages: [LaidOutPage] = []

  init(of pictures: [PictureFacts]) {
    (self.pictures, order) = (pictures, Array(pictures.indices))
  }

  /// The pictures that have tiles; those without room in their cells come last.
  var shown: ArraySlice<PictureFacts> {
    pictures.prefix(pages.last?.page.items.upperBound ?? 0)
  }

  /// Gives all pages the same edges for their text, so that it stays in place from page to page.
  mutating func alignTexts() {
    let left = pages.reduce(.infinity) { min($0, $1.layout.edges.left) }
    let right = pages.reduce(0) { max($0, $1.layout.edges.right) }
    for index in pages.indices { pages[index].layout.edges = (left, right) }
  }

  /// Cuts off the width that no page uses; all pages keep the same width, which is at least
  /// `least`.
  mutating func cutUnusedWidth(toAtLeast least: Double) {
    let used = pages.map(\.usedEdges)
    guard let whole = pages.first?.arrangement.size.width, let left = used.map(\.left).min(),
      let right = used.map(\.right).max()
    else { return }
    let width = max(right - left, least)
    guard width < whole - 1e-6 else { return }
    for index in pages.indices { pages[index].cut(left: left, width: width) }
  }
}

/// A page with frames, but without tiles.
struct LaidOutPage {
  /// The page; its items are indices of pictures on the sheet.
  private(set) var page: ArrangedPages.Page
  fileprivate(set) var layout: ArrangedPages
  /// The item at each position of the page; positions are counted row by row, section by section.
  let items: [Int]
  /// The groups that were laid out together, to which the indices of the page's headings refer.
  let groups: [GroupedPictures.Group]
  /// The alignments that tracks specify, keyed by the first pixel column of their cells.
  let alignments: [Int: Alignment]

  var arrangement: Arrangement { page.arrangement }

  init(
    page: ArrangedPages.Page, layout: ArrangedPages, items: [Int],
    groups: [GroupedPictures.Group], alignments: [Int: Alignment]
  ) {
    (self.page, self.layout, self.items) = (page, layout, items)
    (self.groups, self.alignments) = (groups, alignments)
  }

  /// Moves the page to the left, onto a sheet of another width.
  fileprivate mutating func cut(left: Double, width: Double) {
    page.cut(left: left, width: width)
    layout = layout.cut(left: left, width: width)
  }

  /// The left and right edges of what the page uses, with the headings of sections that share a
  /// row.
  fileprivate var usedEdges: (left: Double, right: Double) {
    var used = layout.usedEdges
    for heading in arrangement.headings where heading.isBeside {
      used.right = max(used.right, heading.heading?.maxX ?? 0)
    }
    return used
  }

  func picture(at position: Int) -> Int { page.items.lowerBound + items[position] }

  /// The group of a section, or of the page.
  func group(of section: HeadedArea? = nil) -> GroupedPictures.Group {
    groups[section?.index ?? page.group]
  }

  /// The rows and columns of the page; nil if the layout has none.
  var grid: PageGrid? {
    guard let rows = arrangement.rows, let columns = arrangement.columns else { return nil }
    return PageGrid(rows: rows, columns: columns)
  }

  /// The cell of the grid; nil if the layout does not have equal cells.
  var cell: GridCell? {
    guard let ratio = layout.idealCellRatio,
      let size = layout.cell ?? arrangement.frames.first?.size
    else { return nil }
    return GridCell(size: size, idealRatio: ratio)
  }

  /// The number of grid cells that pictures take up, if cells have gaps of this size.
  func takenCells(gap: Size) -> Int {
    guard let cell = layout.cell else { return items.count }
    return arrangement.frames.reduce(0) { count, frame in
      let columns = (frame.width + gap.width) / (cell.width + gap.width)
      let rows = (frame.height + gap.height) / (cell.height + gap.height)
      return count + Int(columns.rounded()) * Int(rows.rounded())
    }
  }
}
