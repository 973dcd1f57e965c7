package import SheetLayout

/// Text as outlines, which are sharp at any scale.
package struct TextOutlines: Equatable, Sendable {
  /// A glyph at its position in the box of the text.
  package struct Glyph: Equatable, Sendable {
    /// The shape of the glyph.
    package let outline: GlyphOutline
    /// The start of the glyph's baseline, in pixels from the left and from the top.
    package let x, y: Double
  }

  /// The em in pixels.
  package let em: Double
  /// The visible glyphs, from left to right and top to bottom.
  package internal(set) var glyphs: [Glyph]
  /// The strokes below emphasised lines, in pixels.
  package internal(set) var underlines: [PixelRect] = []

  /// The outlines turned by 90°, so that lines run upwards in a box as tall as the original one is
  /// wide.
  package func turnedUpwards(fromWidth width: Int) -> TextOutlines {
    var (turned, shapes) = (self, [GlyphOutline: GlyphOutline]())
    turned.glyphs = glyphs.map { glyph in
      let outline = shapes[glyph.outline] ?? glyph.outline.turnedUpwards
      shapes[glyph.outline] = outline
      return Glyph(outline: outline, x: glyph.y, y: Double(width) - glyph.x)
    }
    turned.underlines = underlines.map {
      PixelRect(x: $0.y, y: width - $0.maxX, width: $0.height, height: $0.width)
    }
    return turned
  }

  /// The lines above a row, and the remaining lines.
  package func divided(atRow row: Int) -> (above: TextOutlines, below: TextOutlines) {
    var (above, below) = (self, self)
    above.glyphs = glyphs.filter { $0.y <= Double(row) }
    below.glyphs = glyphs.filter { $0.y > Double(row) }
    above.underlines = underlines.filter { $0.y < row }
    below.underlines = underlines.filter { $0.y >= row }
    return (above, below)
  }
}

/// The shape of a glyph, in thousandths of an em from the start of its baseline, with y upwards.
package struct GlyphOutline: Hashable, Sendable {
  /// A part of the shape.
  package struct Part: Hashable, Sendable {
    /// The width of the round pen that draws the steps; nil if the area inside them is filled.
    package let pen: Double?
    /// The steps of the part's outline.
    package internal(set) var steps: [Step] = []
  }

  /// A step of a path.
  package enum Step: Hashable, Sendable {
    /// Begins a contour.
    case move(StrokePoint)
    /// Draws a straight line.
    case line(StrokePoint)
    /// Draws a cubic Bézier curve: two control points and the end.
    case curve(StrokePoint, StrokePoint, StrokePoint)
    /// Closes the contour.
    case close
  }

  /// The parts; a space has none.
  package let parts: [Part]

  /// The smallest and largest coordinates of control points, extended by half the pen.
  package var bounds: (low: StrokePoint, high: StrokePoint) {
    var (low, high) = (StrokePoint(x: 0, y: 0), StrokePoint(x: 0, y: 0))
    for part in parts {
      let reach = (part.pen ?? 0) / 2
      for point in part.steps.lazy.flatMap(\.points) {
        low = StrokePoint(x: min(low.x, point.x - reach), y: min(low.y, point.y - reach))
        high = StrokePoint(x: max(high.x, point.x + reach), y: max(high.y, point.y + reach))
      }
    }
    return (low, high)
  }
}

extension GlyphOutline {
  /// The shape turned by 90°, so that its baseline runs upwards.
  fileprivate var turnedUpwards: GlyphOutline {
    func turned(_ point: StrokePoint) -> StrokePoint { StrokePoint(x: -point.y, y: point.x) }
    return GlyphOutline(
      parts: parts.map { part in
        var part = part
        part.steps = part.steps.map { step in
          switch step {
          case .move(let point): .move(turned(point))
          case .line(let point): .line(turned(point))
          case .curve(let first, let second, let end):
            .curve(turned(first), turned(second), turned(end))
          case .close: .close
          }
        }
        return part
      })
  }
}

extension GlyphOutline.Step {
  fileprivate var points: [StrokePoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }
}
