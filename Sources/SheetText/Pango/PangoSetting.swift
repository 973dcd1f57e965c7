internal import SheetFacts
internal import SheetLayout

/// The lines of a text at their positions in a box.
struct PangoSetting {
  /// The lines that fit the height of the box.
  let lines: [Placed]

  /// A line with its position.
  struct Placed {
    fileprivate let line: PangoLine
    /// The text of the line, the start of its baseline in the box, and its width.
    let drawn: DrawnLine
    /// The bounds of its ink in the box.
    let ink: PixelRect
    fileprivate var x: Int { drawn.x }
    fileprivate var baseline: Int { drawn.baseline }
  }

  /// Places the lines of `box`.
  ///
  /// The line spacing does not depend on the fonts of the characters.
  init(_ box: TextBox, in fonts: borrowing PangoFonts, metricsOf face: StrokeFace) {
    var lines: [Placed] = []
    let texts = box.text.paragraphs(atMost: max(1, box.size.height / face.lineHeight))
    for (index, text) in texts.enumerated() {
      guard let line = PangoLine(text, in: fonts), let extents = line.extents else { continue }
      let (baseline, ink) = (index * face.lineHeight + face.baseline, extents.ink)
      // Ink overhangs at neither side if the box is wide enough for it.
      let x = max(-ink.x, min(box.start(of: extents.width), box.size.width - ink.maxX))
      lines.append(
        Placed(
          line: line,
          drawn: DrawnLine(text: String(text), x: x, width: extents.width, baseline: baseline),
          ink: PixelRect(x: x + ink.x, y: baseline + ink.y, width: ink.width, height: ink.height)))
    }
    self.lines = lines
  }

  /// The lines with their texts.
  var drawnLines: [DrawnLine] { lines.map(\.drawn) }

  /// The outlines of all lines; nil if only pixels show a glyph.
  func outlines(size: Double, by outlines: PangoOutlines) -> TextOutlines? {
    var glyphs: [TextOutlines.Glyph] = []
    for line in lines {
      guard
        let drawn = line.line.glyphs(
          x: line.x, baseline: line.baseline, size: size, by: outlines)
      else { return nil }
      glyphs += drawn
    }
    return TextOutlines(em: size, glyphs: glyphs)
  }

  /// The part of a box of this size that contains all ink.
  func bounds(in size: PixelSize) -> PixelRect {
    let inked = lines.map(\.ink).filter { $0.width > 0 && $0.height > 0 }
    // Pango's extents leave out the boxes that it draws for marks that no font has.
    let hasBoxes = lines.contains { $0.line.unknownGlyphCount > 0 }
    if hasBoxes, !inked.isEmpty, max(size.width, size.height) <= CairoImage.maximumSide {
      return PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    }
    // Antialiasing may add a pixel on each side.
    let x = max(0, (inked.map(\.x).min() ?? 0) - 1)
    let y = max(0, (inked.map(\.y).min() ?? 0) - 1)
    let maxX = min(size.width, (inked.map(\.maxX).max() ?? 0) + 1, x + CairoImage.maximumSide)
    let maxY = min(size.height, (inked.map(\.maxY).max() ?? 0) + 1, y + CairoImage.maximumSide)
    return PixelRect(x: x, y: y, width: max(0, maxX - x), height: max(0, maxY - y))
  }

  /// The pixels of a part of the box, as from ``CairoImage/pixels()``.
  func painted(_ bounds: PixelRect, ink: CairoImage.Ink, with cairo: CairoFunctions) -> [UInt32]? {
    guard let image = CairoImage(bounds.size, ink: ink, with: cairo) else { return nil }
    for line in lines {
      line.line.draw(x: line.x - bounds.x, baseline: line.baseline - bounds.y, on: image)
    }
    return image.pixels()
  }
}
