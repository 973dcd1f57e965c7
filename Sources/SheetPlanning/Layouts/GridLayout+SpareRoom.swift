internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// Pages of paper: how to use the room that cells with the pictures' ratio leave, and how to fit a
// few more pictures than there are cells on a page with given columns and rows.
extension GridLayout {
  /// The minimum longer side of cells for which a page takes a further row, as a fraction of the
  /// minimum for cells whose number is not given.
  private static let leastShare = 0.85

  /// The grid whose cells take up the room left on pages, if the ratio of cells is not given.
  ///
  /// Pictures that are rotated to fit have cells of their shape, and pictures that are not scaled
  /// gain nothing.
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
  /// one row; nil if one does, or if every group fits on a page.
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
    let least =
      Self.leastShare * Double(Sheet.Paper.minimumPictureSide(inCollage: false))
      * Double(perInch) / 25.4
    guard
      width >= page.width(columns: columns, rows: rows) * (1 - 1e-9)
        || width >= page.width(ofLongerSide: least)
    else { return nil }
    return (with(.exactly(columns: columns, rows: rows + 1)), groups.map { [$0] })
  }
}
