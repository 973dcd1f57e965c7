internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

/// The cells of a page that have no picture: a thin outline, on the background of cells.
///
/// The outline is quiet, like the edge of a placeholder, so that it is not taken for a picture.
struct EmptyCells: Sendable {
  /// The share of the ink in which texts on placeholders are written.
  private static let strength = 0.35
  /// How many times as large as the outline the em of labels is.
  private static let emsPerLine = 24.0

  private let cells: PlannedEmptyCells
  private let lineWidth: Int
  private let ink: InkBlender
  private let ground: BackdropRows?

  /// Creates the empty cells of a page.
  ///
  /// - Parameters:
  ///   - cells: The cells, whose areas include the outlines.
  ///   - plan: The plan of the sheet.
  ///   - ground: The background of cells; nil for that of the sheet.
  init(_ cells: PlannedEmptyCells, of plan: SheetPlan, on ground: BackdropRows?) {
    self.cells = cells
    self.ground = ground
    let em = TypeScale(plan.type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    lineWidth = max(1, Int(em / Self.emsPerLine))
    let page = plan.style.background.colors[0]
    let seen = plan.style.cellBackground.map { $0.composed(over: page) } ?? page
    let color = PlaceholderTile.Colors(on: seen).ink
    ink = InkBlender(
      Color(red: color.red, green: color.green, blue: color.blue, alpha: Self.strength),
      in: plan.format)
  }

  /// Draws the part of the cells that lies in some rows.
  func draw(into rows: inout SheetRows) {
    cells.forEach(reaching: rows.rows) { cell in
      for y in rows.lines(cell.y..<cell.maxY) {
        if let ground {
          rows.replace(cell.x..<cell.maxX, ofRow: y, with: .init(sheetRow: ground[y]))
        }
        if y < cell.y + lineWidth || y >= cell.maxY - lineWidth {
          fill(cell.x..<cell.maxX, ofRow: y, of: &rows)
        } else {
          let sides = min(lineWidth, (cell.width + 1) / 2)
          fill(cell.x..<cell.x + sides, ofRow: y, of: &rows)
          fill(max(cell.x + sides, cell.maxX - sides)..<cell.maxX, ofRow: y, of: &rows)
        }
      }
    }
  }

  private func fill(_ columns: Range<Int>, ofRow y: Int, of rows: inout SheetRows) {
    if !columns.isEmpty { rows.update(columns, ofRow: y) { ink.fill(into: &$0) } }
  }
}
