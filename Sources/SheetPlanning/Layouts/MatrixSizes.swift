internal import SheetFiles
internal import SheetLayout
internal import SheetPlans
internal import SheetText

/// How wide the columns of matrices are, and how high their rows.
struct MatrixSizes {
  /// How many times as high as the usual cell of its width a row is at most.
  private static let tallestRow = 2.0
  /// The share of the width that the headings of rows take at most.
  private static let headingShare = 0.2
  /// How many lines high headings of rows are wide at least on a sheet of any width.
  private static let headingLines = 8

  private let layout: MatrixLayout
  private let space: LayoutSpace

  init(_ layout: MatrixLayout, in space: LayoutSpace) {
    (self.layout, self.space) = (layout, space)
  }

  /// The sizes of all matrices.
  struct Measured {
    let columns: MatrixColumns
    let rows: MatrixRows
    /// The height of each row of each matrix.
    var heights: [[Double]] = []
    /// The height of the usual cell at the width of columns.
    let usualHeight: Double
    /// The height that no picture gets more than.
    let maximumHeight: Double
    var reducedCell: PixelSize?
  }

  /// The number of columns of the matrix that has the most.
  var columnCount: Int { space.matrices.reduce(1) { max($0, $1.columns.count) } }

  /// Measures columns, headings and rows.
  func measured() throws(PlanningError) -> Measured {
    switch layout.sizing {
    case .cell(let cell):
      return try measured(usual: cell, isFixed: true)
    case .sheet(let extent):
      let width = try space.width(of: extent.width)
      let usual = try NeededCell(ratio: .automatic, in: space).largest { _ in true }
      let columns = try translating(PlanningError.layout) { () throws(LayoutError) in
        try MatrixColumns(
          count: columnCount, pageWidth: width,
          headingWidth: headingWidth(atMost: width * Self.headingShare), gap: space.gap.width,
          minimum: Double(layout.minimumCell))
      }
      return try measured(columns, usual: usual)
    case .automatic:
      var isReduced = false
      let cell = try NeededCell(ratio: .automatic, in: space).largest {
        (cell) throws(PlanningError) in
        let isHeld = space.holds(
          largestPage(try measured(usual: widened(cell))))
        if !isHeld { isReduced = true }
        return isHeld
      }
      var found = try measured(usual: widened(cell))
      if isReduced { found.reducedCell = cell }
      return found
    }
  }

  /// A cell that has room for the headings of columns, or for the beginnings of long ones.
  private func widened(_ cell: PixelSize) -> PixelSize {
    let type = space.headingType
    let longest = space.matrices.reduce(0) { max($0, type.width(of: $1.columns)) }
    return PixelSize(
      width: max(cell.width, min(longest, 6 * type.lineHeight)), height: cell.height)
  }

  /// All columns side by side, as wide as a cell.
  private func measured(
    usual: PixelSize, isFixed: Bool = false
  ) throws(PlanningError) -> Measured {
    let columnWidth = Double(usual.width)
    let cells = Double(columnCount) * (columnWidth + space.gap.width)
    let least = Double(Self.headingLines * space.headingType.lineHeight)
    let share = cells * Self.headingShare / (1 - Self.headingShare)
    let columns = try translating(PlanningError.layout) { () throws(LayoutError) in
      try MatrixColumns(
        count: columnCount, width: columnWidth,
        headingWidth: headingWidth(atMost: max(share, least)),
        gap: space.gap.width)
    }
    return try measured(columns, usual: usual, isFixed: isFixed)
  }

  /// The width of headings at the left; 0 where they stand elsewhere.
  private func headingWidth(atMost limit: Double) -> Double {
    guard layout.rowHeading == .left else { return 0 }
    let longest = space.matrices.reduce(0) { max($0, space.headingType.width(of: $1.rows)) }
    return min(Double(longest), limit.rounded(.down))
  }

  /// The rows at the width of columns.
  private func measured(
    _ columns: MatrixColumns, usual: PixelSize, isFixed: Bool = false
  ) throws(PlanningError) -> Measured {
    let type = space.headingType
    let columnHeading = space.matrices.reduce(0) {
      max($0, type.columnHeight(of: $1.columns, width: Int(columns.width)))
    }
    let above = layout.rowHeading == .above
    let rows = MatrixRows(
      columnHeading: Double(columnHeading), belowColumnHeading: type.gap,
      rowHeading: above ? Double(type.lineHeight) : 0, belowRowHeading: above ? type.gap : 0,
      gap: space.gap.height, sections: space.sections)
    let usualHeight = max(
      1, (Double(usual.height) * columns.width / Double(usual.width)).rounded())
    var maximumHeight = isFixed ? usualHeight : Self.tallestRow * usualHeight
    if let page = space.maximumHeight, !isFixed {
      // Whatever else a page holds, it can hold one row.
      let free = rows.roomForOneRow(
        on: Double(page - space.edges.vertical - type.positionHeight))
      maximumHeight = max(1, min(maximumHeight, free.rounded(.down)))
    }
    var measured = Measured(
      columns: columns, rows: rows, usualHeight: min(usualHeight, maximumHeight),
      maximumHeight: maximumHeight)
    measured.heights =
      isFixed
      ? space.matrices.map { $0.rows.map { _ in usualHeight } } : try heights(at: measured)
    return measured
  }

  /// The heights of rows: as their highest pictures need, and their headings.
  private func heights(at measured: Measured) throws(PlanningError) -> [[Double]] {
    let needs = try needs(at: measured)
    var start = 0
    let all = space.matrices.map { matrix in
      defer { start += matrix.places.count }
      var heights = [Double](repeating: 0, count: matrix.rows.count)
      for (index, place) in matrix.places.enumerated() {
        heights[place.row] = max(heights[place.row], needs[start + index])
      }
      return zip(heights, matrix.rows).map { height, heading in
        let height = height > 0 ? height : measured.usualHeight
        return max(height, min(headingHeight(heading, measured), measured.maximumHeight))
      }
    }
    guard space.style.scaling.covers else { return all }
    // Equal pictures are cropped alike.
    let highest = all.joined().max() ?? measured.usualHeight
    return all.map { $0.map { _ in highest } }
  }

  private func headingHeight(_ heading: Fact, _ measured: Measured) -> Double {
    let width = Int(measured.columns.headingWidth)
    guard width > 0 else { return 0 }
    let type = space.headingType
    return Double(type.lineHeight * type.lines(of: heading, width: width))
  }

  /// The height that each picture needs at the width of columns, in whole pixels.
  ///
  /// What covers its cell needs the usual one, as then all rows are equal. What cannot be read needs
  /// nothing beside pictures that can.
  func needs(at measured: Measured) throws(PlanningError) -> [Double] {
    let box = PixelRect(
      x: 0, y: 0, width: max(1, Int(measured.columns.width)),
      height: max(1, Int(measured.maximumHeight)))
    var known: [PixelSize: Double] = [:]
    return try space.pictures.map { (size) throws(PlanningError) in
      if space.style.scaling.covers { return measured.usualHeight }
      guard let size else { return 0 }
      if let need = known[size] { return need }
      let image = try translating(PlanningError.layout) { () throws(LayoutError) in
        try PicturePlacement(
          of: size, in: box, nominal: box.size, scaling: space.style.scaling, alignment: .center,
          enlargement: space.style.enlargement
        ).image
      }
      known[size] = Double(image.height)
      return Double(image.height)
    }
  }

  private func largestPage(_ measured: Measured) -> Size {
    let pages = try? measured.rows.pages(of: measured.heights, maximumHeight: .infinity)
    let height = (pages ?? []).reduce(0) { height, parts in
      max(height, measured.rows.height(of: parts, heights: measured.heights))
    }
    return Size(width: measured.columns.pageWidth, height: height)
  }
}
