internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// The widths of the columns of matrices, and the heights of their rows.
//
// If pictures are shown at their original size, each column is as wide as its own pictures, as far
// as the width allows. If the pictures of each column have their own shape, that shape determines
// its width.

extension MatrixPages {
  /// The maximum height of a row, as a multiple of the height of a usual cell with the same width.
  private static let tallestRow = 2.0
  /// The largest fraction of the width that row headings take up.
  static let headingShare = 0.2
  /// The width, in line heights, that row headings may always take up on a sheet whose width is not
  /// given.
  private static let headingLines = 8
  /// The number of columns of thumbnails in a usual cell that several pictures share, if the size
  /// of cells is not given.
  private static let stackColumns = 6.0

  /// The sizes of all matrices.
  struct Measured {
    let columns: MatrixColumns
    let rows: MatrixRows
    /// The height of each row of each matrix.
    var heights: [[Double]] = []
    /// The height of a usual cell that is as wide as the columns.
    let usualHeight: Double
    /// The maximum height of a picture.
    let maximumHeight: Double
    var reducedCell: PixelSize?
  }

  /// The largest number of columns of any matrix.
  var columnCount: Int { space.matrices.reduce(1) { max($0, $1.columns.count) } }

  /// Measures columns, headings and rows.
  func measured() throws(LayoutError) -> Measured {
    switch layout.sizing {
    case .cell(let cell):
      return try measured(usual: cell, isFixed: true)
    case .sheet(let extent):
      let width = try space.width(of: extent.width)
      let usual = try CellSizeEstimate(ratio: .automatic, in: spaceOfSizes).largest { _ in .zero }
        .size
      let headingWidth = headingWidth(atMost: width * Self.headingShare)
      for cell in keepsPixels ? [wholeCell, usual].compactMap(\.self) : [] {
        let own = try MatrixColumns(
          widths: widths(of: cell), pageWidth: width, headingWidth: headingWidth,
          gap: space.gap.width)
        if own.start >= 0 { return try measured(own, usual: cell) }
      }
      let free =
        width - MatrixColumns.room(ofHeadings: headingWidth, gap: space.gap.width)
        - Double(columnCount - 1) * space.gap.width
      if let widths = shapedWidths(total: free, minimum: MatrixLayout.leastCell) {
        let own = try MatrixColumns(
          widths: widths, pageWidth: width, headingWidth: headingWidth, gap: space.gap.width)
        return try measured(own, usual: usual)
      }
      let columns = try MatrixColumns(
        count: columnCount, pageWidth: width, headingWidth: headingWidth, gap: space.gap.width,
        minimum: MatrixLayout.leastCell)
      return try measured(columns, usual: usual)
    case .automatic:
      if let wholeCell, case let whole = try measured(usual: wholeCell),
        space.holds(largestPage(whole))
      {
        return whole
      }
      let (cell, isReduced) = try CellSizeEstimate(ratio: .automatic, in: spaceOfSizes).largest {
        (cell) throws(LayoutError) in largestPage(try measured(usual: cell))
      }
      var found = try measured(usual: cell)
      // Cells of small pictures are wide enough for several pictures, if the sheet has room.
      let width = Self.stackColumns * space.stack.usualSide
      if areStacked.contains(true), Double(cell.width) < width {
        let scale = width / Double(cell.width)
        let wide = try measured(
          usual: PixelSize(width: Int(width), height: Int(Double(cell.height) * scale)))
        if space.holds(largestPage(wide)) { found = wide }
      }
      if isReduced { found.reducedCell = cell }
      return found
    }
  }

  /// The request, with cells that hold every picture if columns show pictures of different sizes.
  private var spaceOfSizes: LayoutRequest {
    var space = space
    if areOfSizes { space.pixelArt = space.pictures.holdingAll }
    return space
  }

  /// The cell that holds every picture, if all are shown at their original size and none share a
  /// cell; nil otherwise.
  private var wholeCell: PixelSize? {
    guard space.style.scaling == .none, !areStacked.contains(true) else { return nil }
    return space.pictures.holdingAll
  }

  /// Whether each column is as wide as its own pictures, rather than all columns being equally
  /// wide.
  private var keepsPixels: Bool {
    space.style.scaling == .none || space.takesFactor || areOfSizes
  }

  /// Whether columns show pictures of different sizes that are all small, such as icons, and no
  /// height is given.
  ///
  /// Sizes are compared by the widest picture of each column.
  private var areOfSizes: Bool {
    let isSizeFree =
      layout.sizing == .automatic || layout.givenExtent.map { $0.height == nil } == true
    guard isSizeFree, space.keepsSmall, !areStacked.contains(true) else { return false }
    var widest = [Int](repeating: 0, count: columnCount)
    for (picture, place) in zip(space.pictures, space.matrices.lazy.flatMap(\.places)) {
      guard let picture else { continue }
      if Double(picture.longerSide) > CellSizeEstimate.usualSide { return false }
      widest[place.column] = max(widest[place.column], picture.width)
    }
    return Set(widest.filter { $0 > 0 }).count > 1
  }

  /// The widths of columns for a usual cell of the given size, with room for their headings, or for
  /// the start of long headings.
  private func widths(of cell: PixelSize) -> [Double] {
    let type = space.headingType
    let least = max(min(space.labelWidth, cell.width), min(type.lineHeight, cell.width))
    var widths = [Int](repeating: keepsPixels ? least : cell.width, count: columnCount)
    let usual = 6 * type.lineHeight
    let isAcross = layout.columnHeading != .none && !type.areColumnsTurned
    for matrix in isAcross ? space.matrices : [] {
      let isFree = layout.sizing == .automatic
      let whole = isFree || keepsPixels ? type.columnWidths(of: matrix.columns) : []
      for (column, heading) in matrix.columns.enumerated() {
        widths[column] = max(widths[column], min(type.width(of: [heading]), usual))
        if whole.isEmpty { continue }
        // A column grows so that no word of its heading is broken, but at most to twice its width
        // if no width is given.
        let most = isFree ? 2 * max(cell.width, usual) : .max
        widths[column] = max(widths[column], min(whole[column], most))
      }
    }
    guard keepsPixels else {
      let width = Double(widths.max() ?? cell.width)
      return shapedWidths(total: width * Double(columnCount), minimum: Double(least))
        ?? [Double](repeating: width, count: columnCount)
    }
    for (index, place) in space.matrices.lazy.flatMap(\.places).enumerated() {
      let width = areStacked[index] ? cell.width : space.pictures[index]?.width ?? 0
      widths[place.column] = max(widths[place.column], min(width, cell.width))
    }
    return widths.map(Double.init)
  }

  /// The shapes of columns; nil if columns are equally wide, or as wide as their own pictures.
  var shapesOfColumns: ColumnShapes? {
    if case .cell = layout.sizing { return nil }
    guard columnCount > 1, !keepsPixels, !space.style.scaling.covers, !areStacked.contains(true),
      let columns = space.matrices.first?.columnNames,
      space.matrices.allSatisfy({ $0.columnNames == columns })
    else { return nil }
    var pictures: [(size: PixelSize, place: Matrix.Place)] = []
    var (index, firstRow) = (0, 0)
    for matrix in space.matrices {
      for place in matrix.places {
        if let size = space.pictures[index] {
          pictures.append((size, Matrix.Place(row: firstRow + place.row, column: place.column)))
        }
        index += 1
      }
      firstRow += matrix.rows.count
    }
    return ColumnShapes(of: pictures, columns: columnCount)
  }

  /// The widths of columns of different shapes, none so narrow that a word of its heading is
  /// broken; nil if columns are equally wide.
  private func shapedWidths(total: Double, minimum: Double) -> [Double]? {
    guard let shapes else { return nil }
    var minimums = [Double](repeating: minimum, count: columnCount)
    let type = space.headingType
    var measured: [Fact] = []
    for matrix in layout.columnHeading == .none ? [] : space.matrices
    where matrix.columns != measured {
      measured = matrix.columns
      let widths =
        type.areColumnsTurned
        ? measured.map { _ in type.lineHeight } : type.columnWidths(of: measured)
      for (column, width) in widths.enumerated() {
        minimums[column] = max(minimums[column], Double(width))
      }
    }
    return shapes.widths(total: total, minimums: minimums)
  }

  /// The width that each picture may have, in whole pixels: the width of its own column if columns
  /// have different shapes.
  func boxWidths(in columns: MatrixColumns) -> [Int] {
    guard shapes != nil, columns.widths.count == columnCount else {
      return [Int](repeating: max(1, Int(columns.width)), count: space.pictures.count)
    }
    return space.matrices.flatMap(\.places).map { max(1, Int(columns.widths[$0.column])) }
  }

  /// Measures all columns side by side.
  private func measured(
    usual: PixelSize, isFixed: Bool = false
  ) throws(LayoutError) -> Measured {
    let widths =
      isFixed
      ? [Double](repeating: Double(usual.width), count: columnCount) : widths(of: usual)
    let cells = widths.reduce(0) { $0 + $1 + space.gap.width }
    let least = Double(Self.headingLines * space.headingType.lineHeight)
    let share = cells * Self.headingShare / (1 - Self.headingShare)
    let columns = try MatrixColumns(
      widths: widths, headingWidth: headingWidth(atMost: max(share, least)),
      gap: space.gap.width)
    let width = shapes == nil ? columns.width : columns.meanWidth
    let wide = PixelSize(width: max(1, Int(width)), height: usual.height)
    return try measured(columns, usual: wide, isFixed: isFixed)
  }

  /// The width of headings on the left; 0 if headings are elsewhere.
  private func headingWidth(atMost limit: Double) -> Double {
    guard [.left, .up].contains(layout.rowHeading) else { return 0 }
    let type = space.headingType
    let longest = space.matrices.reduce(0) { max($0, type.width(of: $1.rows)) }
    let needed = layout.rowHeading == .up && longest > 0 ? type.lineHeight : longest
    return min(Double(needed), limit.rounded(.down))
  }

  /// Measures the rows, given the widths of the columns.
  private func measured(
    _ columns: MatrixColumns, usual: PixelSize, isFixed: Bool = false
  ) throws(LayoutError) -> Measured {
    let type = space.headingType
    let headed = layout.columnHeading == .none ? [] : space.matrices
    let columnHeading = headed.reduce(0) {
      zip($1.columns, columns.widths).reduce($0) {
        max($0, type.columnHeight(of: $1.0, width: Int($1.1)))
      }
    }
    // Without any heading above the cells, the parts of cells outside frames need room of their own.
    let inset = areRowsHeadedAbove || space.sections != nil ? 0 : type.inset
    let rows = MatrixRows(
      columns: columnHeading > 0
        ? HeadingSpacing(heading: Double(columnHeading), below: type.gap)
        : HeadingSpacing(heading: Double(inset)),
      rows: HeadingSpacing(
        heading: areRowsHeadedAbove ? Double(type.lineHeight) : 0, below: type.gap,
        above: space.gap.height), sections: space.sections)
    let width = shapes == nil || isFixed ? columns.width : columns.meanWidth
    let usualHeight = max(1, (Double(usual.height) * width / Double(usual.width)).rounded())
    var maximumHeight = isFixed ? usualHeight : Self.tallestRow * usualHeight
    if let page = space.maximumHeight, !isFixed {
      // A page must have room for at least one row, in addition to its other contents.
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

  /// Whether there are headings above rows, at least one of which is not empty.
  private var areRowsHeadedAbove: Bool {
    layout.rowHeading == .above
      && space.matrices.contains { $0.rows.contains { !$0.text.isEmpty } }
  }

  /// The heights that rows need for their tallest pictures and their headings.
  private func heights(at measured: Measured) throws(LayoutError) -> [[Double]] {
    let needs = try needs(at: measured)
    var start = 0
    let all = space.matrices.map { matrix in
      defer { start += matrix.places.count }
      var heights = [Double](repeating: 0, count: matrix.rows.count)
      for (index, place) in matrix.places.enumerated() {
        heights[place.row] = max(heights[place.row], needs[start + index])
      }
      // If columns are as wide as their own pictures, a row without pictures is as tall as the
      // shortest row.
      let lowest = keepsPixels ? heights.filter { $0 > 0 }.min() : nil
      return zip(heights, matrix.rows).map { height, heading in
        let height = height > 0 ? height : lowest ?? measured.usualHeight
        return max(height, min(headingHeight(heading, measured), measured.maximumHeight))
      }
    }
    guard space.style.scaling.covers else { return all }
    // Pictures of the same size are cropped the same way.
    let highest = all.joined().max() ?? measured.usualHeight
    return all.map { $0.map { _ in highest } }
  }

  /// The height that the heading at the left of a row needs.
  ///
  /// A heading that reads upwards is shortened if it is longer than a usual cell is tall.
  private func headingHeight(_ heading: Fact, _ measured: Measured) -> Double {
    let width = Int(measured.columns.headingWidth)
    guard width > 0 else { return 0 }
    let type = space.headingType
    if layout.rowHeading == .up {
      return min(Double(type.upwardsLength(of: heading)), measured.usualHeight)
    }
    return Double(type.lineHeight * type.lines(of: heading, width: width))
  }

  /// The height that each picture needs, in whole pixels, given the widths of the columns.
  ///
  /// A picture that covers its cell needs the usual height, so that all rows are equal; so do
  /// pictures that share a cell. An unreadable picture needs no height of its own.
  func needs(at measured: Measured) throws(LayoutError) -> [Double] {
    struct Shape: Hashable { let size: PixelSize, width: Int }
    let height = max(1, Int(measured.maximumHeight))
    let widths = boxWidths(in: measured.columns)
    var known: [Shape: Double] = [:]
    var needs: [Double] = []
    needs.reserveCapacity(space.pictures.count)
    for (index, size) in space.pictures.enumerated() {
      guard !space.style.scaling.covers, !areStacked[index] else {
        needs.append(measured.usualHeight)
        continue
      }
      guard let size else {
        needs.append(0)
        continue
      }
      let shape = Shape(size: size, width: widths[index])
      let box = PixelSize(width: shape.width, height: height)
      let need: Double
      if let found = known[shape] {
        need = found
      } else {
        need = Double(try space.shownSize(of: size, in: box).height)
        known[shape] = need
      }
      needs.append(need)
    }
    return needs
  }

  private func largestPage(_ measured: Measured) -> Size {
    let pages = try? measured.rows.pages(of: measured.heights, maximumHeight: .infinity)
    return (pages ?? []).reduce(.zero) { size, parts in
      let blocks = blocks(of: parts, measured)
      let width = Double(blocks.count) * (measured.columns.pageWidth + gapOfBlocks) - gapOfBlocks
      let height = blocks.reduce(size.height) { height, rows in
        let own = parts.count > 1 ? parts : [SectionPart(items: rows, section: parts[0].section)]
        return max(height, measured.rows.height(of: own, heights: measured.heights))
      }
      return Size(width: max(size.width, width), height: height)
    }
  }

  /// The distance between blocks of rows side by side.
  var gapOfBlocks: Double { 3 * space.gap.width }

  /// The rows of the blocks of a page, which are side by side on a page without a given size.
  func blocks(of parts: [SectionPart], _ measured: Measured) -> [Range<Int>] {
    let rows = parts[0].items
    guard parts.count == 1, layout.givenExtent == nil, space.maximumHeight == nil,
      space.sections == nil
    else { return [rows] }
    return measured.rows.blocks(
      of: measured.heights[parts[0].section], width: measured.columns.pageWidth, gap: gapOfBlocks)
  }
}
