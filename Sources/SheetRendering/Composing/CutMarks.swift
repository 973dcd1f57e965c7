internal import SheetImaging
internal import SheetLayout

/// The cut marks in the margins of a page.
struct CutMarks: Sendable {
  private let areas: [PixelRect]
  private let ink: InkBlender

  /// Marks in some areas of the sheet, on a ground.
  init(_ areas: [PixelRect], on ground: Color, in format: PixelFormat) {
    (self.areas, ink) = (areas, InkBlender(ground.inkToReadOn, in: format))
  }

  /// Draws the parts of the marks that lie in some rows.
  func draw(into rows: inout SheetRows) {
    for area in areas {
      for y in rows.lines(area.y..<area.maxY) {
        rows.update(area.x..<area.maxX, ofRow: y) { ink.fill(into: &$0) }
      }
    }
  }
}
