internal import SheetLayout
internal import SheetModel

/// The built-in font: a sans serif drawn with strokes of uniform thickness.
///
/// It covers ASCII, Latin-1, the other Latin letters of European languages, common dashes,
/// quotation marks and the ellipsis, and the arrows and comparison signs that labels of figures
/// use. It needs no installed fonts, and produces the same bytes on every machine. Stems, bars and
/// bowls are fitted to whole pixels and glyphs are placed at whole pixels, so small sizes are
/// sharp.
///
/// Characters without a glyph are shown as an empty box, and any white space as a space.
/// Canonically equivalent characters are the same: `e` with a combining acute accent is `é`.
package struct StrokeFace: Typeface {
  /// The em size in pixels, from 4 to 1000.
  package let size: Double
  /// The distance from one line to the next, in pixels: about 1.25 times the size.
  ///
  /// Every glyph fits into this height, including accented capitals.
  package let lineHeight: Int

  /// The row of the baseline, counted from the top of a line: the first one below the letters.
  let baseline: Int
  let glyphs: GlyphTable
  /// The glyphs of emphasised parts.
  private let boldGlyphs: GlyphTable
  private let isBold: Bool

  /// Creates a face.
  ///
  /// Glyphs are drawn when text first needs them, and shared by the copies of the face.
  ///
  /// - Parameter size: The em size in pixels. Capitals are about 0.7 ems tall, and lines about 1.25
  ///   ems. Clamped to 4 to 1000; NaN becomes 4.
  package init(size: Double) { self.init(size: size, isBold: false) }

  /// Creates a face with bold or regular strokes; the line height is the same.
  init(size: Double, isBold: Bool) {
    let size = size >= 4 ? min(size, 1000) : 4
    let pen = PenSize(size: size)
    self.size = size
    let bold = GlyphTable(PenSize(size: size, isBold: true))
    (glyphs, boldGlyphs) = (isBold ? bold : GlyphTable(pen), bold)
    self.isBold = isBold
    let ascent = roundedUp(pen.row(GlyphGrid.highestMark) + pen.width / 2)
    let descent = -roundedDown(pen.row(GlyphGrid.lowestStroke) - pen.width / 2)
    lineHeight = max(nearest(1.25 * size), ascent + descent)
    baseline = ascent + (lineHeight - ascent - descent) / 2
  }

  /// Whether the face has every character of the text.
  ///
  /// White space and line feeds are covered; other control characters are not.
  package func covers(_ text: String) -> Bool {
    text.allSatisfy { GlyphSet.slot(of: $0) != nil }
  }

  /// The pixels of text, exactly as large as its box; no line is clipped at the sides.
  ///
  /// Lines start at the top of the box. If the box is shorter than one line, that line is clipped
  /// at the lower edge.
  ///
  /// - Precondition: The width and height of the box are not negative.
  package func raster(_ box: TextBox) -> TextRaster {
    var coverage = [UInt8](repeating: 0, count: box.size.width * box.size.height)
    let masks = glyphs.masks(for: box.text)
    let boldMasks = box.emphasis.isEmpty ? masks : boldGlyphs.masks(for: box.text)
    for (line, drawn) in zip(rows(of: box), lines(box)) {
      var (x, isAfterUnderscore) = (drawn.x, false)
      box.forEachCharacter(of: line) { character, isEmphasized in
        let mask = isEmphasized ? boldMasks(character) : masks(character)
        mask.draw(on: &coverage, box.size, x: x, y: drawn.baseline - mask.top)
        let isUnderscore = character == Self.underscore
        if isUnderscore, isAfterUnderscore {
          mask.draw(
            on: &coverage, box.size, x: x - mask.advance / 2, y: drawn.baseline - mask.top)
        }
        isAfterUnderscore = isUnderscore
        x += mask.advance
      }
    }
    return TextRaster(size: box.size, coverage: coverage)
  }

  /// The lines of a box that ``raster(_:)`` draws, from top to bottom.
  package func lines(_ box: TextBox) -> [DrawnLine] {
    rows(of: box).enumerated().map { index, line in
      var width = 0
      box.forEachCharacter(of: line) { character, isEmphasized in
        width += (isEmphasized ? boldGlyphs : glyphs).advance(of: character)
      }
      return DrawnLine(
        text: String(line), x: box.start(of: width), width: width,
        baseline: index * lineHeight + baseline)
    }
  }

  /// The character that forms a continuous line if it is repeated, as in a blank to fill in.
  ///
  /// Another underscore covers the gap between two of them. An underscore as wide as its advance
  /// would touch letters beside it, as in `img_4021`.
  private static let underscore: Character = "_"

  private func rows(of box: TextBox) -> [Substring] {
    box.text.paragraphs(atMost: max(1, box.size.height / lineHeight))
  }

  /// The advances of characters in pixels, each once.
  package func widths(of characters: Set<Character>) -> [Character: Int] {
    Dictionary(uniqueKeysWithValues: characters.map { ($0, glyphs.advance(of: $0)) })
  }

  /// Nil, since a line is as wide as the sum of its characters.
  package func width(of line: Substring) -> Int? { nil }
  /// Nil, since a character's width does not depend on its neighbours.
  package func advances(in line: String) -> [Int]? { nil }
  /// Nil, since the face does not know where scripts allow breaks.
  package func breaks(in line: String) -> [Bool]? { nil }
}

extension TextBox {
  /// The first column of a line with this width.
  func start(of width: Int) -> Int {
    switch alignment {
    case .left: 0
    case .center: (size.width - width) / 2
    case .right: size.width - width
    }
  }
}

extension GlyphMask {
  /// Draws the mask on the raster, with its upper left pixel at (x, y).
  ///
  /// Pixels outside the raster are left out.
  fileprivate func draw(on raster: inout [UInt8], _ size: PixelSize, x: Int, y: Int) {
    let columns = max(0, -x)..<max(max(0, -x), min(advance, size.width - x))
    let rows = max(0, -y)..<max(max(0, -y), min(height, size.height - y))
    for row in rows {
      let (from, to) = (row * advance, (y + row) * size.width + x)
      for column in columns {
        raster[to + column] = max(raster[to + column], coverage[from + column])
      }
    }
  }
}

extension StrokeFace {
  /// The outlines of text, whose lines are as wide as ``raster(_:)`` draws them.
  ///
  /// Glyphs keep their designed shapes, since they need not match pixels. The difference from the
  /// drawn width of a line is spread over its characters.
  func outlines(_ box: TextBox) -> TextOutlines {
    let scale = size / GlyphGrid.em
    var glyphs: [TextOutlines.Glyph] = []
    for (row, line) in zip(rows(of: box), lines(box)) {
      var (designs, isUnderscore): ([GlyphSet.Design], [Bool]) = ([], [])
      box.forEachCharacter(of: row) { character, isEmphasized in
        let outlines = isBold || isEmphasized ? GlyphSet.boldOutlines : GlyphSet.outlines
        designs.append(outlines[GlyphSet.slot(of: character) ?? GlyphSet.box])
        isUnderscore.append(character == Self.underscore)
      }
      let width = designs.reduce(0) { $0 + $1.advance } * scale
      let spacing = (Double(line.width) - width) / Double(max(1, designs.count))
      var x = Double(line.x) + spacing / 2
      for (index, design) in designs.enumerated() {
        let advance = design.advance * scale + spacing
        if !design.outline.parts.isEmpty {
          if index > 0, isUnderscore[index], isUnderscore[index - 1] {
            glyphs.append(
              .init(outline: design.outline, x: x - advance / 2, y: Double(line.baseline)))
          }
          glyphs.append(.init(outline: design.outline, x: x, y: Double(line.baseline)))
        }
        x += advance
      }
    }
    return TextOutlines(em: size, glyphs: glyphs)
  }
}

extension GlyphSet {
  /// An outline, and the distance to the next glyph.
  fileprivate typealias Design = (outline: GlyphOutline, advance: Double)

  /// The outline of the glyph in each slot, and the distance to the next glyph.
  fileprivate static let outlines = drawings.map { $0.design(GlyphGrid.strokeWidth) }
  fileprivate static let boldOutlines = drawings.map {
    $0.design(GlyphGrid.strokeWidth * PenSize.boldness)
  }
}

extension GlyphDrawing {
  /// The outline with strokes of this width, and the advance, in units of the design grid.
  fileprivate func design(_ strokeWidth: Double) -> (outline: GlyphOutline, advance: Double) {
    guard !path.contours.isEmpty else { return (GlyphOutline(parts: []), Self.spaceWidth) }
    let columns = path.columns
    let origin = StrokePoint(
      x: left.bearing + strokeWidth / 2 - columns.left, y: GlyphGrid.strokeWidth / 2)
    func moved(_ point: StrokePoint) -> StrokePoint {
      StrokePoint(x: point.x + origin.x, y: point.y + origin.y)
    }
    var strokes = GlyphOutline.Part(pen: strokeWidth)
    var dots = GlyphOutline.Part(pen: strokeWidth * (1 + PenSize.dotExcess))
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
      left.bearing + columns.right - columns.left + strokeWidth + right.bearing
    )
  }
}
