internal import SheetFiles
internal import SheetLayout
internal import SheetPlans

/// The pages of matrices: blocks of rows first, each over all its columns.
struct MatrixPages {
  private let layout: MatrixLayout
  private let space: LayoutSpace
  private let sizes: MatrixSizes
  private let measured: MatrixSizes.Measured
  /// Whether columns go on on other pages.
  private let isOverSeveralPages: Bool
  /// The height of the line at the top of every page, if there is one.
  private let room: Double

  /// Measures rows and columns.
  init(_ layout: MatrixLayout, in space: LayoutSpace) throws(LayoutError) {
    (self.layout, self.space) = (layout, space)
    sizes = MatrixSizes(layout, in: space)
    measured = try sizes.measured()
    isOverSeveralPages = measured.columns.perPage < sizes.columnCount
    let hasLine = isOverSeveralPages || space.matrices.contains { $0.sharedEnd != nil }
    room = hasLine ? Double(space.headingType.positionHeight) : 0
  }

  /// All pages.
  func fitted() throws(LayoutError) -> FittedLayout {
    let cut = try cut()
    let matrices = try cut.heights.map { heights throws(LayoutError) in
      try Matrix(columns: measured.columns, rows: measured.rows, rowHeights: heights)
    }
    var height: Double?
    if let given = layout.givenExtent?.height { height = try space.height(of: given) }
    let items = MatrixItems.all(in: space.matrices)
    var (pages, order): ([FittedLayout.Page], [Int]) = ([], [])
    for (rowBlock, parts) in cut.pages.enumerated() {
      let columnCount = space.matrices[parts[0].section].columns.count
      for (columnBlock, columns) in measured.columns.pages(of: columnCount).enumerated() {
        let begin = order.count
        var blocks: [(part: SectionPart, arrangement: Arrangement)] = []
        for part in parts {
          let (from, own) = (order.count, items[part.section].shown(part.items, columns))
          order += own.items
          var arrangement = matrices[part.section].arrangement(
            of: own.places, rows: part.items, columns: columns)
          arrangement.matrices[0].page = Matrix.Place(row: rowBlock, column: columnBlock)
          blocks.append(
            (
              SectionPart(
                items: from..<order.count, section: part.section,
                isContinued: part.items.lowerBound + columns.lowerBound > 0), arrangement
            ))
        }
        let block =
          space.sections.map { Arrangement(stacking: blocks, spacing: $0) } ?? blocks[0].arrangement
        let size = Size(width: block.size.width, height: height ?? block.size.height + room)
        pages.append(
          FittedLayout.Page(
            group: parts[0].section, items: begin..<order.count,
            arrangement: block.moved(by: Point(x: 0, y: room), onto: size)))
      }
    }
    var fitted = FittedLayout(pages: pages, reducedCell: measured.reducedCell)
    fitted.boxes = try boxes(scale: cut.scale).map { boxes in order.map { boxes[$0] } }
    fitted.order = order
    fitted.isOverSeveralPages = isOverSeveralPages
    return fitted
  }

  /// The boxes of pictures: the same for all, or where rows are scaled, what each needs, scaled alike.
  ///
  /// Rows are of different heights, and a row that is just as high as a picture would make it a pixel
  /// smaller than a higher one.
  private func boxes(scale: Double?) throws(LayoutError) -> [PixelSize]? {
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
    let pages: [[SectionPart]]
    var scale: Double?
  }

  private func cut() throws(LayoutError) -> Cut {
    let (rows, heights) = (measured.rows, measured.heights)
    if let given = layout.givenExtent?.height {
      let height = try space.height(of: given) - room
      let minimum = Double(layout.minimumCell)
      do {
        let (pages, scale) = try rows.pages(of: heights, filling: height, minimum: minimum)
        let scaled = heights.map { $0.map { max(1, ($0 * scale + 1e-6).rounded(.down)) } }
        return Cut(heights: scaled, pages: pages, scale: scale)
      } catch {
        throw noRoom(error)
      }
    }
    let limit = space.maximumHeight.map { Double($0 - space.edges.vertical) - room }
    return Cut(
      heights: heights,
      pages: try rows.pages(of: heights, maximumHeight: limit ?? .infinity))
  }
}

extension MatrixPages {
  /// An error about the height of rows, of which the line at the top of a page takes its part.
  private func noRoom(_ error: LayoutError) -> LayoutError {
    guard case .noRoom(var shortage) = error else { return error }
    shortage.height = shortage.height.map { $0 + room }
    shortage.headings += room
    return .noRoom(shortage)
  }
}

/// The pictures of a matrix by their rows.
private struct MatrixItems {
  /// The first picture in the list of all matrices.
  let start: Int
  let places: [Matrix.Place]
  /// The first picture of each row, counted in the matrix, and the end of the last.
  private var rowStarts: [Int]

  static func all(in matrices: [PictureMatrix]) -> [MatrixItems] {
    var start = 0
    return matrices.map { matrix in
      defer { start += matrix.places.count }
      return MatrixItems(matrix, from: start)
    }
  }

  private init(_ matrix: PictureMatrix, from start: Int) {
    (self.start, places) = (start, matrix.places)
    rowStarts = [Int](repeating: 0, count: matrix.rows.count + 1)
    for place in places { rowStarts[place.row + 1] += 1 }
    for row in matrix.rows.indices { rowStarts[row + 1] += rowStarts[row] }
  }

  /// The pictures of some rows and columns in the list, row by row, and their places.
  func shown(
    _ rows: Range<Int>, _ columns: Range<Int>
  ) -> (items: [Int], places: [Matrix.Place]) {
    let shown = (rowStarts[rows.lowerBound]..<rowStarts[rows.upperBound])
      .filter { columns.contains(places[$0].column) }
    return (shown.map { start + $0 }, shown.map { places[$0] })
  }
}
