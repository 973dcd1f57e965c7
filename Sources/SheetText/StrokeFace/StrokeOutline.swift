private import Synchronization

/// The strokes of a glyph as short straight lines, in pixels.
struct StrokeOutline {
  /// A straight line with round ends; a dot if both ends are the same point.
  struct Segment {
    let start: StrokePoint
    let end: StrokePoint
    /// Half the thickness.
    let radius: Double
  }

  private(set) var segments: [Segment] = []

  /// Draws a path with a pen: the ink starts at x = 0, the baseline is y = 0, and y points upwards.
  init(_ path: StrokePath, _ pen: PenSize) {
    let fitting = GlyphFitting(path, pen)
    for stroke in path.contours.joined() {
      add(stroke.mapped(fitting.callAsFunction), pen)
    }
  }

  /// The smallest and largest coordinates of ink; nil if there is none.
  var extent: (low: StrokePoint, high: StrokePoint)? {
    guard let first = segments.first else { return nil }
    return segments.reduce((first.start, first.start)) { extent, segment in
      (
        StrokePoint(
          x: min(extent.low.x, segment.start.x - segment.radius, segment.end.x - segment.radius),
          y: min(extent.low.y, segment.start.y - segment.radius, segment.end.y - segment.radius)),
        StrokePoint(
          x: max(extent.high.x, segment.start.x + segment.radius, segment.end.x + segment.radius),
          y: max(extent.high.y, segment.start.y + segment.radius, segment.end.y + segment.radius))
      )
    }
  }

  private mutating func add(_ stroke: Stroke, _ pen: PenSize) {
    let radius = pen.width / 2
    switch stroke.asCurve {
    case .line(let start, let end):
      segments.append(Segment(start: start, end: end, radius: radius))
    case .dot(let center):
      segments.append(Segment(start: center, end: center, radius: pen.dotDiameter / 2))
    case .curve(let start, let first, let second, let end):
      addCurve(start, first, second, end, radius)
    case .quarter: preconditionFailure("quarters are curves")
    }
  }

  /// Flattens a Bézier curve, with an error of less than a twentieth of a pixel.
  private mutating func addCurve(
    _ start: StrokePoint, _ first: StrokePoint, _ second: StrokePoint, _ end: StrokePoint,
    _ radius: Double
  ) {
    let length =
      start.distance(to: first) + first.distance(to: second) + second.distance(to: end)
    let count = 4 + Int((2 * length).squareRoot())
    var previous = start
    for index in 1...count {
      let t = Double(index) / Double(count)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let next = StrokePoint(
        x: a * start.x + b * first.x + c * second.x + d * end.x,
        y: a * start.y + b * first.y + c * second.y + d * end.y)
      segments.append(Segment(start: previous, end: next, radius: radius))
      previous = next
    }
  }
}

extension StrokePoint {
  fileprivate func distance(to other: StrokePoint) -> Double {
    let (x, y) = (other.x - x, other.y - y)
    return (x * x + y * y).squareRoot()
  }
}

/// The pixels of one glyph at one size.
struct GlyphMask: Equatable, Sendable {
  /// The distance to the next glyph, which is also the width of the mask; all ink is inside it.
  let advance: Int
  /// The lowest row of the mask, counted upwards from the baseline.
  let bottom: Int
  /// The number of rows.
  let height: Int
  /// The coverage of each pixel by ink, from 0 to 255, in rows from top to bottom.
  let coverage: [UInt8]

  /// The number of rows above the baseline.
  var top: Int { bottom + height }

  init(_ drawing: GlyphDrawing, _ pen: PenSize) {
    let outline = StrokeOutline(drawing.path, pen)
    let (origin, advance) = outline.place(of: drawing, pen)
    self.advance = advance
    guard let (low, high) = outline.extent else {
      (bottom, height, coverage) = (0, 0, [])
      return
    }
    bottom = roundedDown(low.y)
    height = roundedUp(high.y) - bottom
    coverage = outline.coverage(width: advance, rows: bottom..<bottom + height, origin: origin)
  }
}

extension StrokeOutline {
  /// The position of a glyph's ink within its mask, and the width of the mask.
  fileprivate func place(of drawing: GlyphDrawing, _ pen: PenSize) -> (origin: Int, advance: Int) {
    guard let (low, high) = extent else {
      return (0, max(1, nearest(GlyphDrawing.spaceWidth * pen.scale)))
    }
    // Twice the bearing is rounded and divided between two glyphs with equal sides; an odd pixel
    // goes to the left of a glyph. The rounded number is at least 1, so letters never touch.
    let leftWhite = max(1, nearest(2 * drawing.left.bearing * pen.scale))
    let rightWhite = max(1, nearest(2 * drawing.right.bearing * pen.scale))
    // A mark may be wider than its letter.
    let origin = (leftWhite + 1) / 2 + max(0, nearest(-low.x))
    let right = Double(origin) + high.x
    return (origin, max(roundedUp(right), nearest(right) + rightWhite / 2))
  }

  /// The coverage of each pixel by the strokes, in rows from top to bottom.
  ///
  /// Coverage falls from full to none within half a pixel on either side of a stroke's edge,
  /// measured at the pixel's centre. This needs only basic arithmetic and square roots, which all
  /// processors round the same way.
  fileprivate func coverage(width: Int, rows: Range<Int>, origin: Int) -> [UInt8] {
    var coverage = [UInt8](repeating: 0, count: width * rows.count)
    for segment in segments {
      let (start, end) = (segment.start, segment.end)
      let reach = segment.radius + 0.5
      let left = max(0, roundedDown(min(start.x, end.x) - reach) + origin)
      let right = min(width, roundedUp(max(start.x, end.x) + reach) + origin)
      let bottom = max(rows.lowerBound, roundedDown(min(start.y, end.y) - reach))
      let top = min(rows.upperBound, roundedUp(max(start.y, end.y) + reach))
      guard left < right, bottom < top else { continue }
      for row in bottom..<top {
        let firstPixel = (rows.upperBound - 1 - row) * width
        for column in left..<right {
          let center = StrokePoint(x: Double(column - origin) + 0.5, y: Double(row) + 0.5)
          let distanceSquared = segment.distanceSquared(to: center)
          // Most pixels in the rectangle around a diagonal need no square root.
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
  /// The square of the distance from the centre line.
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

/// The masks at one size, drawn when first needed and kept.
final class GlyphTable: Sendable {
  private let pen: PenSize
  /// The mask of each slot; nil before it is drawn.
  ///
  /// Empty before the first text, so that sheets without text do not even build the list of glyphs.
  private let masks = Mutex<[GlyphMask?]>([])
  /// The advances computed so far, by slot.
  private let advances = Mutex<[GlyphSet.Slot: Int]>([:])

  init(_ pen: PenSize) {
    self.pen = pen
  }

  /// The advance of a character, computed without drawing its mask.
  func advance(of character: Character) -> Int {
    let slot = GlyphSet.slot(of: character) ?? GlyphSet.box
    return advances.withLock { advances in
      if let advance = advances[slot] { return advance }
      let drawing = GlyphSet.drawings[slot]
      let advance = StrokeOutline(drawing.path, pen).place(of: drawing, pen).advance
      advances[slot] = advance
      return advance
    }
  }

  /// The masks of the characters of `text`, and of the box.
  ///
  /// Locks once per text, not per character. While one thread draws a glyph, others wait a few
  /// microseconds instead of drawing it again.
  func masks(for text: String) -> (Character) -> GlyphMask {
    let masks = masks.withLock { masks in
      if masks.isEmpty { masks = Array(repeating: nil, count: GlyphSet.drawings.count) }
      func draw(_ character: Character) {
        let slot = GlyphSet.slot(of: character) ?? GlyphSet.box
        if masks[slot] == nil { masks[slot] = GlyphMask(GlyphSet.drawings[slot], pen) }
      }
      text.forEach(draw)
      // NUL has no glyph, so this draws the box.
      draw("\0")
      return masks
    }
    return { character in
      guard let mask = masks[GlyphSet.slot(of: character) ?? GlyphSet.box] else {
        preconditionFailure("a character that was not in the text")
      }
      return mask
    }
  }
}
