internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// Pages of paper: how to use the room that cells with the pictures' ratio leave, and how to fit a
// few more pictures than there are cells on a page with given columns and rows.
extension GridLayout {
  /// The minimum longer side of cells at which a page gets an additional row, as a fraction of the
  /// minimum for cells whose number is not given.
  private static let leastShare = 0.85

  /// The fraction of its width that a picture may lose if shorter rows then save a page.
  private static let largestLoss = 0.1

  /// The ratio of slightly shorter cells, for pages of paper with given columns, if the pictures
  /// then take up fewer pages.
  ///
  /// Nil if the number of pages would stay the same, or if the ratio is given.
  ///
  /// Cells keep their width. Among the numbers of rows that lead to the fewest pages, the smallest
  /// is used.
  func ratioForFewerPages(_ rule: CellRule, in request: LayoutRequest) -> Double? {
    guard request.pagePixelsPerInch != nil, request.style.scaling == .fit, !request.takesFactor,
      !request.hasSections, !request.hasSpans, case .columns(let columns) = shape,
      case .width(_, .automatic) = sizing, let room = request.maximumFrameHeight,
      request.pages.count == request.groups.count
    else { return nil }
    let (width, gap) = (rule.width(inColumns: columns, request.gap), request.gap.height)
    let height = width / rule.cellRatio
    func rows(_ height: Double) -> Int {
      Int(max(1, min(count(ofLength: height, in: room, gap: gap), 1e6)))
    }
    func pageCount(_ rows: Int) -> Int {
      var count = 0
      for group in request.groups { count += (group.items.count - 1) / (columns * rows) + 1 }
      return count
    }
    let (usual, most) = (rows(height), rows(height * (1 - Self.largestLoss)))
    guard width > 0, height > 0, most > usual, pageCount(most) < pageCount(usual) else {
      return nil
    }
    let fewest = pageCount(most)
    let best = (usual + 1...most).first { pageCount($0) == fewest } ?? most
    // Rounding errors in sums must not move the last row to the next page.
    return width / ((room + gap) / Double(best) - gap - 1e-6)
  }

  /// The grid whose cells take up the room left on pages, if the ratio of cells is not given.
  ///
  /// The grid is unchanged if pictures are rotated to fit, because cells then already have the
  /// shape of the pictures, or if pictures are not scaled, because larger cells would not enlarge
  /// them.
  func enlarged(_ grid: CellGrid, _ rule: CellRule, in request: LayoutRequest) -> CellGrid {
    guard request.pagePixelsPerInch != nil, request.style.scaling == .fit, !request.turnsToFit,
      !request.takesFactor, case .sheet(_, .automatic) = sizing, case .keepingRatio(let page) = rule
    else { return grid }
    let rows = grid.largestPage(of: request).rows
    let items = request.pictures.compactMap(\.self).map { picture in
      LayoutItem(
        ratio: Double(picture.width) / Double(picture.height),
        maximumWidth: request.keepsSmall ? Double(picture.width) : .infinity)
    }
    let cell = page.enlarged(grid.cell, columns: grid.columns, rows: rows, for: items)
    return CellGrid(columns: grid.columns, cell: cell, gap: grid.gap, rows: grid.rows)
  }

  /// The grid and its pages, with one row more than given, if no group exceeds a page by more than
  /// one row.
  ///
  /// Nil if a group does, or if every group fits on a page.
  ///
  /// So a roll of 37 or 38 frames does not need a second page. Pages have such a row only if their
  /// number of rows is not exact, if pictures are rotated to fit, as on a strip of film, and if
  /// cells do not become too small.
  func withFurtherRow(
    _ rule: CellRule, in request: LayoutRequest
  ) -> (layout: GridLayout, pages: [[SectionPart]])? {
    guard let perInch = request.pagePixelsPerInch, request.takesFurtherRow, request.turnsToFit,
      case .exactly(let columns, let rows) = shape, case .keepingRatio(let page) = rule,
      request.pageCount == nil
    else { return nil }
    let (usual, more) = (columns * rows, columns * (rows + 1))
    let groups = request.groups
    guard groups.contains(where: { $0.items.count > usual }),
      groups.allSatisfy({ $0.items.count <= usual || usual + 1...more ~= $0.items.count })
    else { return nil }
    let width = page.width(columns: columns, rows: rows + 1)
    let least = Sheet.Length.millimetres(
      Self.leastShare * Double(Sheet.Paper.minimumPictureSide(inCollage: false)))
    guard
      width >= page.width(columns: columns, rows: rows) * (1 - 1e-9)
        || width >= page.width(ofLongerSide: least.fractionalPixels(perInch: perInch))
    else { return nil }
    return (with(.exactly(columns: columns, rows: rows + 1)), groups.map { [$0] })
  }
}
