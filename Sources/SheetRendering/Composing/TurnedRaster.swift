internal import SheetLayout
internal import SheetPlans
internal import SheetText

/// The pixels of a line of text, turned around the middle of an area as they are needed.
///
/// Only the horizontal line is held in memory, however large the area is.
struct TurnedRaster: Sendable {
  /// The coverage of a run of pixels in a row of the area, and their own colours.
  struct Row {
    /// The columns of the area that the run covers; empty if the row has none.
    var columns: Range<Int>
    var coverage: [UInt8] = []
    /// Four bytes for each pixel; nil if everything is ink.
    var glyphColors: [UInt8]?
  }

  private let raster: TextRaster
  private let line: DiagonalLine
  private let area: PixelSize

  init(_ raster: TextRaster, along line: DiagonalLine, in area: PixelSize) {
    precondition(raster.size == line.size, "the raster does not fit its line")
    (self.raster, self.line, self.area) = (raster, line, area)
  }

  /// The pixels of a row of the area.
  func row(_ y: Int) -> Row {
    let (width, height) = (raster.size.width, raster.size.height)
    // The distance from the middle of the area.
    let down = Double(y) + 0.5 - Double(area.height) / 2
    let middle = Double(area.width) / 2
    // Where the row enters and leaves the line's box, with a pixel on either side.
    let (halfWidth, halfHeight) = (Double(width) / 2 + 1, Double(height) / 2 + 1)
    let first = max(
      (down * line.up - halfWidth) / line.right, (-halfHeight - down * line.right) / line.up)
    let last = min(
      (down * line.up + halfWidth) / line.right, (halfHeight - down * line.right) / line.up)
    let start = max(0, min(Double(area.width), (middle + first).rounded(.down)))
    let end = max(start, min(Double(area.width), (middle + last).rounded(.up)))
    var row = Row(columns: Int(start)..<Int(end))
    row.coverage.reserveCapacity(row.columns.count)
    var colors: [UInt8]? = raster.glyphColors.map { _ in [] }
    for x in row.columns {
      let across = Double(x) + 0.5 - middle
      let u = across * line.right - down * line.up + Double(width) / 2 - 0.5
      let v = across * line.up + down * line.right + Double(height) / 2 - 0.5
      row.coverage.append(coverage(u, v))
      if let own = raster.glyphColors {
        let (column, line) = (Int(u.rounded()), Int(v.rounded()))
        if (0..<width).contains(column), (0..<height).contains(line) {
          let place = 4 * (line * width + column)
          colors?.append(contentsOf: own[place..<place + 4])
        } else {
          colors?.append(contentsOf: [0, 0, 0, 0])
        }
      }
    }
    row.glyphColors = colors
    return row
  }

  /// The coverage between four pixels, in proportion to their distances.
  private func coverage(_ u: Double, _ v: Double) -> UInt8 {
    let (column, row) = (u.rounded(.down), v.rounded(.down))
    let (x, y) = (Int(column), Int(row))
    let (right, lower) = (u - column, v - row)
    let upper = pixel(x, y) * (1 - right) + pixel(x + 1, y) * right
    let below = pixel(x, y + 1) * (1 - right) + pixel(x + 1, y + 1) * right
    return UInt8(upper * (1 - lower) + below * lower + 0.5)
  }

  private func pixel(_ x: Int, _ y: Int) -> Double {
    guard x >= 0, y >= 0, x < raster.size.width, y < raster.size.height else { return 0 }
    return Double(raster.coverage[y * raster.size.width + x])
  }
}
