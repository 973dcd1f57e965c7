internal import SheetImaging
internal import SheetLayout
internal import SheetPlans

/// The cells of a page that have no picture: a dot or a thin outline, on the background of cells.
///
/// The mark is quiet, like the edge of a placeholder, so that it is not taken for a picture.
struct EmptyCells: Sendable {
  /// The em of labels, measured in diameters of a dot.
  private static let emsPerDot = 3.0

  private let cells: PlannedEmptyCells
  private let mark: EmptyCellMark
  private let lineWidth: Int
  private let dotSide: Int
  private let corners: FurnitureCorners
  private let ink: InkBlender
  private let ground: BackdropRows?

  /// Creates the empty cells of a page.
  ///
  /// - Parameters:
  ///   - cells: The cells, whose areas include the outlines.
  ///   - plan: The plan of the sheet.
  ///   - ground: The background of cells; nil if it is the sheet's.
  init(_ cells: PlannedEmptyCells, of plan: SheetPlan, on ground: BackdropRows?) {
    self.cells = cells
    self.ground = ground
    // Plans without a mark are older than dots.
    mark = plan.style.emptyCells ?? .frame
    let em = TypeScale(plan.type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    let line = Border.hairline(on: plan.style.cellGround, em: em)
    lineWidth = line.width
    dotSide = max(2, Int(em / Self.emsPerDot))
    corners = FurnitureCorners(radii: [dotSide / 2], blur: 0)
    ink = InkBlender(line.color, in: plan.format)
  }

  /// Draws the cells into the rows that they reach.
  func draw(into rows: inout SheetRows) {
    cells.forEach(reaching: rows.rows) { empty in
      let cell = empty.cell
      if let ground {
        for y in rows.lines(cell.y..<cell.maxY) {
          rows.replace(cell.x..<cell.maxX, ofRow: y, with: .init(sheetRow: ground[y]))
        }
      }
      switch mark {
      case .frame: drawFrame(around: cell, into: &rows)
      case .dot where empty.text == nil: drawDot(in: cell, into: &rows)
      case .dot, .nothing: break
      }
    }
  }

  private func drawFrame(around cell: PixelRect, into rows: inout SheetRows) {
    for y in rows.lines(cell.y..<cell.maxY) {
      if y < cell.y + lineWidth || y >= cell.maxY - lineWidth {
        fill(cell.x..<cell.maxX, ofRow: y, of: &rows)
      } else {
        let sides = min(lineWidth, (cell.width + 1) / 2)
        fill(cell.x..<cell.x + sides, ofRow: y, of: &rows)
        fill(max(cell.x + sides, cell.maxX - sides)..<cell.maxX, ofRow: y, of: &rows)
      }
    }
  }

  /// Draws a dot in the middle, which takes at most a third of the cell's shorter side.
  private func drawDot(in cell: PixelRect, into rows: inout SheetRows) {
    let side = max(1, min(dotSide, min(cell.width, cell.height) / 3))
    let area = PixelRect(
      x: cell.x + (cell.width - side) / 2, y: cell.y + (cell.height - side) / 2, width: side,
      height: side)
    let mask = PlacedMask(area, corner: corners.round(side / 2), in: cell)
    for y in rows.lines(area.y..<area.maxY) {
      rows.lay(ink, over: mask, ofRow: y, except: area.x..<area.x)
    }
  }

  private func fill(_ columns: Range<Int>, ofRow y: Int, of rows: inout SheetRows) {
    if !columns.isEmpty { rows.update(columns, ofRow: y) { ink.fill(into: &$0) } }
  }
}
