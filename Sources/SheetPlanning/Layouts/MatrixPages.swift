internal import SheetFiles
internal import SheetLayout
internal import SheetPlans

/// The pages of matrices: blocks of rows first, each over all its columns.
struct MatrixPages {
  /// The pages by the first picture of what was to be on one page.
  private(set) var pages: [Int: [Page]] = [:]
  /// The order in which pages take the pictures, by their places in the list.
  private(set) var order: [Int] = []
  /// The boxes that pictures are fitted into, in that order; nil for their frames.
  private(set) var boxes: [PixelSize]?
  /// The cell, where it is smaller than pictures need so that the sheet stays within its limit.
  let reducedCell: PixelSize?
  /// Whether columns go on on other pages.
  let isOverSeveralPages: Bool

  private let layout: MatrixLayout
  private let space: LayoutSpace

  /// Lays out all pages.
  init(_ layout: MatrixLayout, in space: LayoutSpace) throws(PlanningError) {
    (self.layout, self.space) = (layout, space)
    let sizes = MatrixSizes(layout, in: space)
    let measured = try sizes.measured()
    reducedCell = measured.reducedCell
    isOverSeveralPages = measured.columns.perPage < sizes.columnCount
    let room = isOverSeveralPages ? space.headingType.positionHeight : 0
    let cut = try cut(measured, sizes, room: Double(room))
    boxes = try fittingBoxes(measured, sizes, cut.scale)
    let matrices = try translating(PlanningError.layout) { () throws(LayoutError) in
      try cut.heights.map { heights throws(LayoutError) in
        try Matrix(columns: measured.columns, rows: measured.rows, rowHeights: heights)
      }
    }
    var height: Double?
    if let given = layout.pageHeight { height = try space.height(of: given) }
    add(cut.pages, of: matrices, room: Double(room), height: height)
    boxes = boxes.map { boxes in order.map { boxes[$0] } }
  }

  /// The boxes of pictures: the same for all, or where rows are scaled, what each needs, scaled alike.
  ///
  /// Rows are of different heights, and a row that is just as high as a picture would make it a pixel
  /// smaller than a higher one.
  private func fittingBoxes(
    _ measured: MatrixSizes.Measured, _ sizes: MatrixSizes, _ scale: Double?
  ) throws(PlanningError) -> [PixelSize]? {
    if case .cell = layout.sizing { return nil }
    if space.style.scaling.covers { return nil }
    let width = max(1, Int(measured.columns.width))
    guard let scale else {
      let box = PixelSize(width: width, height: max(1, Int(measured.maximumHeight)))
      return space.pictures.map { _ in box }
    }
    return try sizes.needs(at: measured).map {
      PixelSize(width: width, height: max(1, Int($0 * scale + 1e-6)))
    }
  }

  /// The heights of rows, which of them each page has, and what a given height scales them by.
  private struct Cut {
    let heights: [[Double]]
    let pages: [[MatrixRows.Part]]
    var scale: Double?
  }

  private func cut(
    _ measured: MatrixSizes.Measured, _ sizes: MatrixSizes, room: Double
  ) throws(PlanningError) -> Cut {
    let (rows, heights) = (measured.rows, measured.heights)
    if let given = layout.pageHeight {
      let height = try space.height(of: given) - room
      let minimum = Double(layout.minimumCell)
      return try translating(PlanningError.layout) { () throws(LayoutError) in
        let (pages, scale) = try rows.pages(of: heights, filling: height, minimum: minimum)
        let scaled = heights.map { $0.map { max(1, ($0 * scale + 1e-6).rounded(.down)) } }
        return Cut(heights: scaled, pages: pages, scale: scale)
      }
    }
    let limit = space.maximumHeight.map { Double($0 - space.edges.vertical) - room }
    return try translating(PlanningError.layout) { () throws(LayoutError) in
      Cut(
        heights: heights,
        pages: try rows.pages(of: heights, maximumHeight: limit ?? .infinity))
    }
  }

  /// Adds the pages of blocks of rows, below the room for the line that says where they are.
  private mutating func add(
    _ rowPages: [[MatrixRows.Part]], of matrices: [Matrix], room: Double, height: Double?
  ) {
    let items = MatrixItems(space)
    for (rowBlock, parts) in rowPages.enumerated() {
      let first = parts[0].matrix
      // What was to be on one page: a matrix, or all sections.
      let start = space.sections == nil ? items.start(of: first) : 0
      let columnCount = space.matrices[first].columns.count
      let columnBlocks = matrices[first].columns.pages(of: columnCount)
      for (columnBlock, columns) in columnBlocks.enumerated() {
        var blocks: [(part: SectionPart, arrangement: Arrangement)] = []
        let begin = order.count
        for part in parts {
          let own = items.items(of: part.matrix, rows: part.rows, columns: columns)
          let (from, isContinued) = (order.count, part.rows.lowerBound + columns.lowerBound > 0)
          order += own.map(\.item)
          blocks.append(
            (
              SectionPart(
                items: from..<order.count, section: part.matrix, isContinued: isContinued),
              matrices[part.matrix].arrangement(
                of: own.map(\.place), rows: part.rows, columns: columns)
            ))
        }
        for index in blocks.indices {
          blocks[index].arrangement.matrices[0].page = Matrix.Place(
            row: rowBlock, column: columnBlock)
        }
        var arrangement =
          space.sections.map { Arrangement(stacking: blocks, spacing: $0) } ?? blocks[0].arrangement
        let size = Size(
          width: arrangement.size.width, height: height ?? arrangement.size.height + room)
        arrangement = arrangement.moved(by: Point(x: 0, y: room), onto: size)
        pages[start, default: []].append(
          Page(items: begin - start..<order.count - start, arrangement: arrangement))
      }
    }
  }
}

/// The pictures of matrices by their rows.
private struct MatrixItems {
  private struct Cell {
    let item: Int
    let place: Matrix.Place
  }

  private let matrices: [PictureMatrix]
  /// The first picture of each matrix in the list.
  private var starts: [Int] = []
  /// The first picture of each row of each matrix, counted in it, and the end of the last.
  private var rowStarts: [[Int]] = []

  init(_ space: LayoutSpace) {
    matrices = space.matrices
    var start = 0
    for matrix in matrices {
      starts.append(start)
      start += matrix.places.count
      var rows = [Int](repeating: 0, count: matrix.rows.count + 1)
      for place in matrix.places { rows[place.row + 1] += 1 }
      for row in matrix.rows.indices { rows[row + 1] += rows[row] }
      rowStarts.append(rows)
    }
  }

  func start(of matrix: Int) -> Int { starts[matrix] }

  /// The pictures of some rows and columns, row by row.
  func items(
    of matrix: Int, rows: Range<Int>, columns: Range<Int>
  ) -> [(item: Int, place: Matrix.Place)] {
    let places = matrices[matrix].places
    return (rowStarts[matrix][rows.lowerBound]..<rowStarts[matrix][rows.upperBound])
      .filter { columns.contains(places[$0].column) }
      .map { (starts[matrix] + $0, places[$0]) }
  }
}
