internal import SheetImaging
internal import SheetLayout
internal import SheetText

/// A text on its way to the sheet.
struct TileLabel: Sendable {
  /// The pixels of the text.
  let raster: TextRaster
  /// The column and the row of the sheet where the raster starts.
  let origin: (x: Int, y: Int)
  /// What the text is written with.
  let ink: InkBlender
  /// What lies between the text and a picture that it stands on; nil for nothing.
  let plate: InkBlender?

  /// A text at the top left of `area`.
  init(_ raster: TextRaster, in area: PixelRect, ink: InkBlender, plate: InkBlender? = nil) {
    self.raster = raster
    origin = (area.x, area.y)
    self.ink = ink
    self.plate = plate
  }

  /// Where the text is on the sheet.
  var area: PixelRect {
    PixelRect(x: origin.x, y: origin.y, width: raster.size.width, height: raster.size.height)
  }

  /// Draws the part of the text that lies in `cell` and in `rows`.
  func draw(in cell: PixelRect, into rows: inout SheetRows) {
    let columns = (area.x..<area.maxX).clamped(to: cell.x..<cell.maxX)
      .clamped(to: 0..<rows.width)
    guard !columns.isEmpty else { return }
    for y in rows.lines(of: area).clamped(to: cell.y..<cell.maxY) {
      let start = (y - area.y) * area.width + columns.lowerBound - area.x
      let places = start..<start + columns.count
      rows.update(columns, ofRow: y) { pixels in
        plate?.fill(into: &pixels)
        let coverage = raster.coverage[places]
        if let colors = raster.colors {
          let colors = colors[3 * places.lowerBound..<3 * places.upperBound]
          ink.blend(coverage.span, colors: colors.span, into: &pixels)
        } else {
          ink.blend(coverage.span, into: &pixels)
        }
      }
    }
  }
}
