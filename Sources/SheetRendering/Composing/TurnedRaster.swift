internal import SheetLayout
internal import SheetPlans
internal import SheetText

/// The pixels of a line of text, turned around the middle of an area as they are needed.
///
/// Only the pixels of the horizontal line are held in memory, not those of the whole area.
struct TurnedRaster: ComputedRaster {
  private let raster: TextRaster
  private let line: DiagonalLine
  private let area: PixelSize
  /// The part of the raster that contains all of its ink.
  private let ink: PixelRect

  init(_ raster: TextRaster, along line: DiagonalLine, in area: PixelSize) {
    precondition(raster.size == line.size, "the raster does not fit its line")
    (self.raster, self.line, self.area) = (raster, line, area)
    ink = raster.inkArea
  }

  /// The number of bytes held in memory.
  var heldBytes: Int { raster.coverage.count + (raster.glyphColors?.count ?? 0) }

  /// The pixels of a row of the area, or of some of its columns.
  func row(_ y: Int, in visible: Range<Int>? = nil) -> RasterRow {
    // The distance from the middle of the area.
    let down = Double(y) + 0.5 - Double(area.height) / 2
    let columns = inkColumns(down: down).clamped(to: visible ?? 0..<area.width)
    var coverage = [UInt8](repeating: 0, count: columns.count)
    var colors = raster.glyphColors.map { _ in [UInt8](repeating: 0, count: 4 * columns.count) }
    let (width, height) = (raster.size.width, raster.size.height)
    let pixels = raster.coverage.span
    let middle = Double(area.width) / 2
    let (right, up) = (line.right, line.up)
    let (downUp, downRight) = (down * up, down * right)
    let (halfWidth, halfHeight) = (Double(width) / 2, Double(height) / 2)
    for index in 0..<columns.count {
      let across = Double(columns.lowerBound + index) + 0.5 - middle
      let u = across * right - downUp + halfWidth - 0.5
      let v = across * up + downRight + halfHeight - 0.5
      // The coordinates are rounded down; neither is less than -4.
      let (x, y) = (Int(u + 4) - 4, Int(v + 4) - 4)
      let quad: SIMD4<UInt8>
      if x >= 0, y >= 0, x + 1 < width, y + 1 < height {
        let place = y * width + x
        quad = SIMD4(
          pixels[place], pixels[place + 1], pixels[place + width], pixels[place + width + 1])
      } else {
        quad = SIMD4(pixel(x, y), pixel(x + 1, y), pixel(x, y + 1), pixel(x + 1, y + 1))
      }
      // Most pixels are between letters, or inside one.
      if quad == SIMD4(repeating: 0) { continue }
      coverage[index] =
        quad == SIMD4(repeating: 255) ? 255 : Self.mean(quad, u - Double(x), v - Double(y))
      guard let own = raster.glyphColors else { continue }
      let (column, line) = (Int(u.rounded()), Int(v.rounded()))
      guard (0..<width).contains(column), (0..<height).contains(line) else { continue }
      let place = 4 * (line * width + column)
      for part in 0..<4 { colors?[4 * index + part] = own[place + part] }
    }
    return RasterRow(columns: columns, coverage: coverage, glyphColors: colors)
  }

  /// The columns of the area in which a row may have ink, with a pixel on either side.
  private func inkColumns(down: Double) -> Range<Int> {
    let middle = Double(area.width) / 2
    // The box of the ink, measured from the middle of the raster.
    let left = Double(ink.x) - Double(raster.size.width) / 2 - 1
    let right = Double(ink.maxX) - Double(raster.size.width) / 2 + 1
    let top = Double(ink.y) - Double(raster.size.height) / 2 - 1
    let bottom = Double(ink.maxY) - Double(raster.size.height) / 2 + 1
    // Where the row enters and leaves the box.
    let first = max((down * line.up + left) / line.right, (top - down * line.right) / line.up)
    let last = min((down * line.up + right) / line.right, (bottom - down * line.right) / line.up)
    let start = max(0, min(Double(area.width), (middle + first).rounded(.down)))
    let end = max(start, min(Double(area.width), (middle + last).rounded(.up)))
    return Int(start)..<Int(end)
  }

  /// The coverage at a point between four pixels, interpolated bilinearly.
  private static func mean(_ quad: SIMD4<UInt8>, _ right: Double, _ lower: Double) -> UInt8 {
    let upper = Double(quad[0]) * (1 - right) + Double(quad[1]) * right
    let below = Double(quad[2]) * (1 - right) + Double(quad[3]) * right
    return UInt8(upper * (1 - lower) + below * lower + 0.5)
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt8 {
    guard x >= 0, y >= 0, x < raster.size.width, y < raster.size.height else { return 0 }
    return raster.coverage[y * raster.size.width + x]
  }
}

extension TextRaster {
  /// The smallest area that contains all ink; empty if there is none.
  fileprivate var inkArea: PixelRect {
    let coverage = coverage.span
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    for y in 0..<size.height {
      let start = y * size.width
      var first = 0
      while first < size.width, coverage[start + first] == 0 { first += 1 }
      if first == size.width { continue }
      var end = size.width
      while coverage[start + end - 1] == 0 { end -= 1 }
      (left, right) = (min(left, first), max(right, end))
      (top, bottom) = (min(top, y), y + 1)
    }
    if left >= right { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
