internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

/// A mark on a page, below the page's tiles.
protocol PageMark: Sendable {
  /// Draws the part of the mark that lies in some rows.
  func draw(into rows: inout SheetRows)
}

extension TilePixels: PageMark {
  /// Draws only the picture of the tile, since a logo has neither decoration nor text.
  func draw(into rows: inout SheetRows) {
    let source = SheetRows.Source(self)
    for y in rows.lines(imageRows) {
      rows.replace(image.x..<image.maxX, ofRow: y, with: source)
    }
  }
}

/// The empty cells of a page, each marked by a dot or a thin outline on the background of cells.
///
/// The mark is faint, like the edge of a placeholder, so that it is not mistaken for a picture.
struct EmptyCells: PageMark {
  /// The em of labels, as a multiple of a dot's diameter.
  private static let emsPerDot = 3.0

  private let cells: PlannedEmptyCells
  private let mark: EmptyCellMark
  private let lineWidth: Int
  private let dotSide: Int
  private let ink: InkBlender
  private let ground: BackdropRows?

  /// Creates the empty cells of a page.
  ///
  /// - Parameters:
  ///   - cells: The cells, whose areas include the outlines.
  ///   - plan: The plan of the sheet.
  ///   - ground: The background of cells; nil for the background of the sheet.
  init(_ cells: PlannedEmptyCells, of plan: SheetPlan, on ground: BackdropRows?) {
    self.cells = cells
    self.ground = ground
    mark = plan.style.emptyCells ?? .nothing
    let em = TypeScale(plan.type.font, pixelsPerInch: plan.encoding.pixelsPerInch).label
    let line = Border.hairline(on: plan.style.cellBackgroundColor, em: em)
    lineWidth = line.width
    dotSide = max(2, Int(em / Self.emsPerDot))
    ink = InkBlender(line.color, in: plan.format)
  }

  func draw(into rows: inout SheetRows) {
    cells.forEach(reaching: rows.rows) { empty in
      let cell = empty.cell
      if let ground {
        for y in rows.lines(cell.rows) {
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
    for y in rows.lines(cell.rows) {
      if y < cell.y + lineWidth || y >= cell.maxY - lineWidth {
        fill(cell.x..<cell.maxX, ofRow: y, of: &rows)
      } else {
        let sides = min(lineWidth, (cell.width + 1) / 2)
        fill(cell.x..<cell.x + sides, ofRow: y, of: &rows)
        fill(max(cell.x + sides, cell.maxX - sides)..<cell.maxX, ofRow: y, of: &rows)
      }
    }
  }

  /// Draws a dot in the middle of a cell, at most a third as wide as the cell's shorter side.
  private func drawDot(in cell: PixelRect, into rows: inout SheetRows) {
    let side = max(1, min(dotSide, min(cell.width, cell.height) / 3))
    let area = PixelRect(
      x: cell.x + (cell.width - side) / 2, y: cell.y + (cell.height - side) / 2, width: side,
      height: side)
    let mask = BoxMask(area, corner: .round(radius: side / 2), in: cell)
    for y in rows.lines(area.rows) {
      rows.lay(ink, over: mask, ofRow: y, except: area.x..<area.x)
    }
  }

  private func fill(_ columns: Range<Int>, ofRow y: Int, of rows: inout SheetRows) {
    if !columns.isEmpty { rows.update(columns, ofRow: y) { ink.fill(into: &$0) } }
  }
}

/// Lines on a page: cut marks in its margins, or rules between its sections.
struct PageLines: PageMark {
  private let areas: [PixelRect]
  private let ink: InkBlender

  /// Creates lines that fill these areas of the sheet.
  init(_ areas: [PixelRect], _ color: Color, in format: PixelFormat) {
    (self.areas, ink) = (areas, InkBlender(color, in: format))
  }

  /// The colour of a rule on a background: visible, but weaker than text.
  static func ruleColor(on ground: Color) -> Color {
    let ink = ground.inkToReadOn
    return ink.withAlpha(ink == .black ? 0.4 : 0.5)
  }

  func draw(into rows: inout SheetRows) {
    for area in areas {
      for y in rows.lines(area.rows) {
        rows.update(area.x..<area.maxX, ofRow: y) { ink.fill(into: &$0) }
      }
    }
  }
}

/// The scale of heat colours on a page, from the coldest on the left to the hottest on the right,
/// or the scale of a colour map, from the lowest sample to the highest.
struct ColorBar: PageMark {
  private let area: PixelRect
  private let row: [UInt8]

  /// Creates a bar with the heat colours of a comparison, or with the colours of a colour map.
  init(_ bar: PlannedColorBar, of plan: SheetPlan, in format: PixelFormat) {
    area = bar.area
    let rule = plan.comparison?.rule
    let map = rule == nil ? bar.colormap ?? plan.pictures.lazy.compactMap(\.colormap).first : nil
    let anchors =
      map?.colors.map { colors in
        stride(from: 0, to: colors.count, by: 3).map {
          (red: colors[$0], green: colors[$0 + 1], blue: colors[$0 + 2])
        }
      } ?? (rule ?? ComparisonRule()).heatAnchors
    let steps = Double(max(1, area.width - 1))
    row = (0..<area.width).flatMap {
      format.pixel(ChangeColors.color(at: Double($0) / steps, among: anchors))
    }
  }

  func draw(into rows: inout SheetRows) {
    for y in rows.lines(area.rows) {
      rows.update(area.x..<area.maxX, ofRow: y) { bytes in
        for index in row.indices { bytes[index] = row[index] }
      }
    }
  }
}
