internal import SheetFacts

extension StrokeFace {
  /// The outlines of a text, whose lines are as wide as ``raster(_:)`` draws them.
  ///
  /// Glyphs keep the shapes of their design, as no pixel has to be hit. The difference to the width
  /// of a line is spread over its characters.
  func outlines(_ box: TextBox) -> TextOutlines {
    let scale = size / GlyphGrid.em
    var glyphs: [TextOutlines.Glyph] = []
    for line in lines(box) {
      let designs = line.text.map { GlyphSet.outlines[GlyphSet.slot(of: $0) ?? GlyphSet.box] }
      let width = designs.reduce(0) { $0 + $1.advance } * scale
      let spacing = (Double(line.width) - width) / Double(max(1, designs.count))
      var x = Double(line.x) + spacing / 2
      for design in designs {
        if !design.outline.parts.isEmpty {
          glyphs.append(.init(outline: design.outline, x: x, y: Double(line.baseline)))
        }
        x += design.advance * scale + spacing
      }
    }
    return TextOutlines(em: size, glyphs: glyphs)
  }
}

extension GlyphSet {
  /// The outline of each slot, and its distance to the next glyph.
  fileprivate static let outlines = drawings.map(\.design)
}

extension GlyphDrawing {
  /// The outline and the advance, in units of the design grid.
  fileprivate var design: (outline: GlyphOutline, advance: Double) {
    guard !path.contours.isEmpty else { return (GlyphOutline(parts: []), Self.spaceWidth) }
    let (columns, reach) = (path.columns, GlyphGrid.strokeWidth / 2)
    let origin = StrokePoint(x: left.bearing + reach - columns.left, y: reach)
    func moved(_ point: StrokePoint) -> StrokePoint {
      StrokePoint(x: point.x + origin.x, y: point.y + origin.y)
    }
    var strokes = GlyphOutline.Part(pen: GlyphGrid.strokeWidth)
    var dots = GlyphOutline.Part(pen: GlyphGrid.strokeWidth * (1 + PenSize.dotExcess))
    for contour in path.contours {
      for (index, stroke) in contour.enumerated() {
        switch stroke.mapped(moved).asCurve {
        case .dot(let center): dots.steps += [.move(center), .line(center)]
        case .line(let start, let end):
          strokes.steps += (index == 0 ? [.move(start)] : []) + [.line(end)]
        case .curve(let start, let first, let second, let end):
          strokes.steps += (index == 0 ? [.move(start)] : []) + [.curve(first, second, end)]
        case .quarter: preconditionFailure("quarters are curves")
        }
      }
    }
    return (
      GlyphOutline(parts: [strokes, dots].filter { !$0.steps.isEmpty }),
      left.bearing + columns.right - columns.left + GlyphGrid.strokeWidth + right.bearing
    )
  }
}
