internal import SheetImaging
internal import SheetLayout

/// The scale of heat colours on a page, from the coldest on the left to the hottest.
struct HeatBar: Sendable {
  private let area: PixelRect
  private let row: [UInt8]

  /// A bar in an area of the sheet.
  init(_ area: PixelRect, in format: PixelFormat) {
    self.area = area
    let steps = Double(max(1, area.width - 1))
    row = (0..<area.width).flatMap { format.pixel(ChangeColors.color(at: Double($0) / steps)) }
  }

  /// Draws the part of the bar that lies in some rows.
  func draw(into rows: inout SheetRows) {
    for y in rows.lines(area.y..<area.maxY) {
      rows.update(area.x..<area.maxX, ofRow: y) { bytes in
        for index in row.indices { bytes[index] = row[index] }
      }
    }
  }
}
