/// The pixels of one glyph in one size.
struct GlyphMask: Equatable, Sendable {
  /// How far the next glyph is, which is also the width of the mask: no ink leaves it.
  let advance: Int
  /// The row of the base line that is the mask's lowest, counted upwards; negative below it.
  let bottom: Int
  /// The number of rows.
  let height: Int
  /// How much of each pixel is ink, from 0 to 255, rows from top to bottom.
  let coverage: [UInt8]

  /// The rows above the base line that the mask needs.
  var top: Int { bottom + height }

  /// Draws a glyph.
  init(_ drawing: GlyphDrawing, _ pen: PenSize) {
    let outline = StrokeOutline(drawing.path, pen)
    guard let (low, high) = outline.extent else {
      advance = max(1, nearest(GlyphDrawing.spaceWidth * pen.scale))
      (bottom, height, coverage) = (0, 0, [])
      return
    }
    // Two sides alike get an even split of their whole pixels, at least one in all, so that
    // no two letters touch.
    let leftWhite = max(1, nearest(2 * drawing.left.bearing * pen.scale))
    let rightWhite = max(1, nearest(2 * drawing.right.bearing * pen.scale))
    // A mark may be wider than its letter.
    let origin = (leftWhite + 1) / 2 + max(0, nearest(-low.x))
    let right = Double(origin) + high.x
    advance = max(roundedUp(right), nearest(right) + rightWhite / 2)
    bottom = wholePart(low.y)
    height = roundedUp(high.y) - bottom
    coverage = outline.coverage(width: advance, rows: bottom..<bottom + height, origin: origin)
  }
}

extension StrokeOutline {
  /// How much of each pixel the strokes cover, rows from the highest to the lowest.
  ///
  /// A pixel is covered as far as its middle lies inside of a stroke, which leaves half a
  /// pixel on either side of an edge for the transition. That needs nothing but the four
  /// operations and square roots, which every processor rounds alike.
  fileprivate func coverage(width: Int, rows: Range<Int>, origin: Int) -> [UInt8] {
    var coverage = [UInt8](repeating: 0, count: width * rows.count)
    for segment in segments {
      let (start, end) = (segment.start, segment.end)
      let reach = segment.radius + 0.5
      let left = max(0, wholePart(min(start.x, end.x) - reach) + origin)
      let right = min(width, roundedUp(max(start.x, end.x) + reach) + origin)
      let bottom = max(rows.lowerBound, wholePart(min(start.y, end.y) - reach))
      let top = min(rows.upperBound, roundedUp(max(start.y, end.y) + reach))
      guard left < right, bottom < top else { continue }
      for row in bottom..<top {
        let firstPixel = (rows.upperBound - 1 - row) * width
        for column in left..<right {
          let middle = StrokePoint(x: Double(column - origin) + 0.5, y: Double(row) + 0.5)
          let distanceSquared = segment.distanceSquared(to: middle)
          // Most pixels of the rectangle around a diagonal need no root.
          guard distanceSquared < reach * reach else { continue }
          let covered = min(1, reach - distanceSquared.squareRoot())
          let value = UInt8(255 * covered + 0.5)
          coverage[firstPixel + column] = max(coverage[firstPixel + column], value)
        }
      }
    }
    return coverage
  }
}

extension StrokeOutline.Segment {
  /// The square of the distance from the nearest point of the middle line.
  fileprivate func distanceSquared(to point: StrokePoint) -> Double {
    let (acrossX, acrossY) = (end.x - start.x, end.y - start.y)
    let (x, y) = (point.x - start.x, point.y - start.y)
    let lengthSquared = acrossX * acrossX + acrossY * acrossY
    let part =
      lengthSquared > 0 ? min(1, max(0, (x * acrossX + y * acrossY) / lengthSquared)) : 0
    let (awayX, awayY) = (x - part * acrossX, y - part * acrossY)
    return awayX * awayX + awayY * awayY
  }
}
