package import SheetLayout
package import SheetModel
package import SheetPlans

/// Pictures in rows and columns according to shared facts, with headings.
///
/// Columns have the same width, and rows are as tall as their pictures need. Pictures of the same
/// size are drawn at the same size everywhere. If pictures are shown at their original size,
/// columns are as wide as their own pictures. If the pictures of each column have their own shape,
/// those of a row are equally tall, and columns differ in width. An empty cell is marked.
package struct MatrixLayout: Layout, Equatable {
  /// `matrix`.
  package static let name = "matrix"

  /// How columns and rows are sized.
  package enum Sizing: Equatable, Sendable {
    /// Columns as wide as the cells of an automatic grid, or wider for their headings.
    case automatic
    /// The size of all cells in pixels.
    case cell(PixelSize)
    /// The width of a page in pixels, including margins, and optionally the height.
    ///
    /// With a height, all rows are scaled by the same factor.
    case sheet(PixelExtent)
  }

  /// The axes that put pictures into rows and columns.
  package var sorting: MatrixAxes
  /// How columns and rows are sized.
  package var sizing: Sizing
  /// Where row headings go.
  package var rowHeading: Sheet.RowHeading
  /// Where column headings go.
  package var columnHeading: Sheet.ColumnHeading

  /// The minimum width and height of cells in pixels if a size is given.
  ///
  /// If cells would be smaller, rows or columns continue on further pages.
  static let leastCell = 64.0

  /// Creates a matrix, by default with a column for each folder and a row for each file name.
  package init(
    _ sorting: MatrixAxes = MatrixAxes(), sizing: Sizing = .automatic,
    rowHeading: Sheet.RowHeading = .left, columnHeading: Sheet.ColumnHeading = .auto
  ) {
    (self.sorting, self.sizing) = (sorting, sizing)
    (self.rowHeading, self.columnHeading) = (rowHeading, columnHeading)
  }

  /// Multiplies a given size of cells by the factors.
  package func enlargingCells(by growth: Size) -> MatrixLayout {
    var layout = self
    if case .cell(let cell) = sizing { layout.sizing = .cell(cell.enlarged(by: growth)) }
    return layout
  }

  /// Frames as large as pictures need, unless the size of cells is given.
  ///
  /// The columns on all pages are those of the matrix with the most columns.
  package var traits: LayoutTraits {
    var traits = LayoutTraits(
      widthFollowsFromPictures: true, pageHeight: givenExtent?.height,
      isUnsized: sizing == .automatic, axes: sorting)
    if case .cell(let cell) = sizing {
      (traits.decorationOutside, traits.statesCells) = (.labels, true)
      traits.hasSquareCells = cell.width == cell.height
    }
    return traits
  }

  /// Whether headings of rows or counts of pictures stand directly above cells.
  var hasTextsAboveCells: Bool { rowHeading == .above || sorting.clashPolicy == .stack }

  /// The size of a page, as far as it is given.
  var givenExtent: PixelExtent? { if case .sheet(let extent) = sizing { extent } else { nil } }

  /// Determines the widths of columns, the heights of rows, and the contents of pages.
  package func pages(for space: LayoutRequest) throws(LayoutError) -> ArrangedPages {
    try MatrixPages(self, in: space).arranged().onFewerPages(of: self, in: space)
  }
}

/// The pages of matrices: those of one block of rows after another, with a page for each block of
/// columns.
struct MatrixPages {
  let layout: MatrixLayout
  let space: LayoutRequest
  /// For each picture, whether it shares its cell with others.
  let areStacked: [Bool]
  /// The shapes of columns; nil if columns are equally wide, or as wide as their own pictures.
  private(set) var shapes: ColumnShapes?

  init(_ layout: MatrixLayout, in space: LayoutRequest) {
    (self.layout, self.space) = (layout, space)
    areStacked = space.matrices.flatMap(\.areStacked)
    shapes = shapesOfColumns
  }

  func arranged() throws(LayoutError) -> ArrangedPages {
    let measured = try measured()
    let isOverSeveralPages = measured.columns.perPage < columnCount
    let hasLine = isOverSeveralPages || space.matrices.contains { $0.sharedEnd != nil }
    /// The height of the line of text at the top of every page, if there is one.
    let room = hasLine ? Double(space.headingType.positionHeight) : 0
    let (heights, cutPages, scale) = try cut(measured, under: room)
    let matrices = try zip(heights, space.matrices).map { heights, pictures throws(LayoutError) in
      var stack = space.stack
      stack.fullest = pictures.fullestCell
      return try Matrix(
        columns: measured.columns, rows: measured.rows, rowHeights: heights, stack: stack)
    }
    let height = try layout.givenExtent?.height.map(space.height(of:))
    let starts = space.matrices.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.places.count) }
    var (pages, order): ([ArrangedPages.Page], [Int]) = ([], [])
    var hidden: [(last: Int, items: Range<Int>)] = []
    for (rowBlock, parts) in cutPages.enumerated() {
      let columnCount = space.matrices[parts[0].section].columns.count
      for (columnBlock, columns) in measured.columns.pages(of: columnCount).enumerated() {
        let begin = order.count
        var blocks: [(parts: [SectionPart], arrangement: Arrangement)] = []
        let sideBySide = isOverSeveralPages ? [] : self.blocks(of: parts, measured)
        for part in parts {
          let (from, matrix) = (order.count, space.matrices[part.section])
          let rows = sideBySide.count > 1 ? sideBySide : [part.items]
          let own = rows.map { rows in
            var (places, stacks): ([Matrix.Place], Set<Matrix.Place>) = ([], [])
            for stack in matrix.stacks(in: rows, columns) {
              let items = stack.moved(by: starts[part.section])
              let place = matrix.places[stack.lowerBound]
              let shown = items.prefix(matrices[part.section].room(for: items.count, at: place))
              order += shown
              places += repeatElement(place, count: shown.count)
              if matrices[part.section].stack.fullest > 1 { stacks.insert(place) }
              if shown.count < items.count {
                hidden.append((order.count - 1, shown.endIndex..<items.endIndex))
              }
            }
            return matrices[part.section].arrangement(
              of: places, stacks: stacks, rows: rows, columns: columns)
          }
          var arrangement = own.count > 1 ? Arrangement(beside: own, gap: gapOfBlocks) : own[0]
          arrangement.matrices[0].page = Matrix.Place(row: rowBlock, column: columnBlock)
          blocks.append(
            (
              [
                SectionPart(
                  items: from..<order.count, section: part.section,
                  isContinued: part.items.lowerBound + columns.lowerBound > 0)
              ], arrangement
            ))
        }
        let block =
          space.sections.map { Arrangement(stacking: blocks, spacing: $0) } ?? blocks[0].arrangement
        let size = Size(width: block.size.width, height: height ?? block.size.height + room)
        pages.append(
          ArrangedPages.Page(
            group: parts[0].section, items: begin..<order.count,
            arrangement: block.moved(by: Point(x: 0, y: room), onto: size)))
      }
    }
    var arranged = ArrangedPages(pages: pages)
    arranged.reducedCell = measured.reducedCell
    for (picture, items) in hidden {
      arranged.hidden[picture] = order.count..<order.count + items.count
      order += items
    }
    arranged.boxes = try boxes(measured, scale: scale).map { boxes in order.map { boxes[$0] } }
    arranged.order = order
    arranged.isOverSeveralPages = isOverSeveralPages
    return arranged
  }

  /// The boxes into which pictures are fitted: all of the same height, or, if rows are scaled, each
  /// as tall as its picture needs, scaled by the same factor; nil if pictures cover their frames,
  /// or are fitted into them.
  ///
  /// Boxes do not depend on the heights of rows: otherwise a picture could become a pixel smaller
  /// in a row exactly as tall as itself than in a taller row.
  private func boxes(
    _ measured: Measured, scale: Double?
  ) throws(LayoutError) -> [PixelSize]? {
    if case .cell = layout.sizing { return nil }
    if space.style.scaling.covers { return nil }
    let widths = boxWidths(in: measured.columns)
    guard let scale else {
      let height = max(1, Int(measured.maximumHeight))
      return widths.map { PixelSize(width: $0, height: height) }
    }
    return zip(widths, try needs(at: measured)).map { width, need in
      PixelSize(width: width, height: max(1, Int(need * scale + 1e-6)))
    }
  }

  /// The heights of rows, the rows of each page, and the factor by which rows are scaled if a
  /// height is given.
  private func cut(_ measured: Measured, under room: Double) throws(LayoutError) -> (
    heights: [[Double]], pages: [[SectionPart]], scale: Double?
  ) {
    let (rows, heights) = (measured.rows, measured.heights)
    guard let given = layout.givenExtent?.height else {
      let limit = space.maximumFrameHeight.map { $0 - room }
      return (heights, try rows.pages(of: heights, maximumHeight: limit ?? .infinity), nil)
    }
    do {
      let (pages, scale) = try rows.pages(
        of: heights, filling: space.height(of: given) - room, minimum: MatrixLayout.leastCell)
      let scaled = heights.map { $0.map { max(1, ($0 * scale + 1e-6).rounded(.down)) } }
      return (scaled, pages, scale)
    } catch .noRoom(var shortage) {
      // The line at the top of a page takes up part of the height.
      shortage.height = shortage.height.map { $0 + room }
      shortage.headings += room
      throw .noRoom(shortage)
    }
  }
}
