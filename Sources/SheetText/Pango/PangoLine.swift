internal import SheetLayout
internal import SheetModel

/// A line of text, set by Pango as it is.
///
/// A class, because arrays cannot hold noncopyable structs. It is created, used and released
/// under one ``PangoLock``.
@safe final class PangoLine {
  private let layout: OpaquePointer
  private let library: PangoLibrary
  private let text: Substring

  /// No line that fits a sheet has more scalars.
  private static let mostScalars = 100_000

  /// Sets `text`; nil if Pango fails to create a layout.
  init?(_ text: Substring, in fonts: borrowing PangoFonts) {
    guard let layout = unsafe fonts.library.createLayout(fonts.context) else { return nil }
    unsafe self.layout = layout
    library = fonts.library
    self.text = text
    let settable = Self.settable(text)
    // Unicode's other line ends are not line ends here.
    unsafe library.setSingleParagraph(layout, 1)
    unsafe library.setText(layout, settable, Int32(clamping: settable.utf8.count))
  }

  deinit { unsafe library.release(layout) }

  /// The text without control characters, at most as long as Pango can take.
  ///
  /// Pango takes NUL for the end of the text, and would draw other control characters as boxes with
  /// codes. White space becomes a space, as in ``StrokeFace``.
  static func settable(_ text: Substring) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostScalars).map(\.withoutControl)))
  }

  /// The number of characters that no font has a glyph for.
  var unknownGlyphCount: Int { Int(unsafe library.unknownGlyphCount(layout)) }

  /// The extents of the line; nil if memory runs out.
  var extents: LineExtents? {
    guard let line = unsafe library.line(layout, 0) else { return nil }
    var ink: [Int32] = [0, 0, 0, 0]
    var logical: [Int32] = [0, 0, 0, 0]
    unsafe library.lineExtents(line, &ink, &logical)
    return LineExtents(ink: ink, logical: logical)
  }

  /// Draws the line with its baseline from (x, baseline) on.
  func draw(x: Int, baseline: Int, on image: borrowing CairoImage) {
    guard let line = unsafe library.line(layout, 0) else { return }
    unsafe library.cairo.moveTo(image.context, Double(x), Double(baseline))
    unsafe library.drawLine(image.context, line)
  }

  /// The glyphs of the line from a point on; nil if only pixels show one of them.
  func glyphs(
    x: Int, baseline: Int, size: Double, by outlines: PangoOutlines
  ) -> [TextOutlines.Glyph]? {
    guard let runs = unsafe library.clusters(layout) else { return nil }
    defer { unsafe library.freeClusters(runs) }
    var glyphs: [TextOutlines.Glyph] = []
    var x = Double(x) * PangoFonts.unitsPerPixel
    repeat {
      // Source: `PangoGlyphItem` of pango-glyph-item.h, whose item has its font at the offset 32,
      // and `PangoGlyphString` of pango-glyph.h. The end of a line is a run of none.
      guard let run = unsafe library.run(runs) else { continue }
      let item = unsafe run.load(as: UnsafeRawPointer.self)
      let font = unsafe item.load(fromByteOffset: 32, as: OpaquePointer.self)
      let string = unsafe run.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
      let list = unsafe string.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
      for index in 0..<Int(unsafe string.load(as: Int32.self)) {
        let glyph = unsafe list.load(
          fromByteOffset: index * MemoryLayout<PangoGlyph>.stride, as: PangoGlyph.self)
        defer { x += Double(glyph.width) }
        if glyph.index == PangoGlyph.empty { continue }
        guard glyph.index & PangoGlyph.unknown == 0,
          let outline = unsafe outlines.outline(of: glyph.index, in: font, size: size)
        else { return nil }
        if outline.parts.isEmpty { continue }
        glyphs.append(
          TextOutlines.Glyph(
            outline: outline, x: (x + Double(glyph.x)) / PangoFonts.unitsPerPixel,
            y: Double(baseline) + Double(glyph.y) / PangoFonts.unitsPerPixel))
      }
    } while unsafe library.nextRun(runs) != 0
    return glyphs
  }

  /// The widths of the characters in their order, in Pango's units.
  var advances: [Int] {
    // The width of each cluster of glyphs, at the offset of its first byte in the text.
    var widths: [Int: Int] = [:]
    guard let clusters = unsafe library.clusters(layout) else { return text.map { _ in 0 } }
    defer { unsafe library.freeClusters(clusters) }
    repeat {
      var logical: [Int32] = [0, 0, 0, 0]
      unsafe library.clusterExtents(clusters, nil, &logical)
      widths[Int(unsafe library.clusterIndex(clusters))] = abs(Int(logical[2]))
    } while unsafe library.nextCluster(clusters) != 0
    var offset = 0
    return text.map { character in
      Self.settable(String(character)[...]).unicodeScalars.reduce(0) { width, scalar in
        defer { offset += UTF8.width(scalar) }
        return width + (widths[offset] ?? 0)
      }
    }
  }
}

extension PangoLibrary {
  /// Whether a line may be broken before each character of a text without line feeds.
  func breaks(in text: String) -> [Bool] {
    let settable = PangoLine.settable(text[...])
    // Source: `PangoLogAttr` of pango-break.h, 32 bits for each scalar and one more. The lowest bit
    // is whether a line may be broken before it.
    var attributes = [UInt32](repeating: 0, count: settable.unicodeScalars.count + 1)
    unsafe findBreaks(
      settable, Int32(clamping: settable.utf8.count), -1, language("en"), &attributes,
      Int32(clamping: attributes.count))
    // The replacement of a control character may join a mark, so the original text's scalars are
    // counted.
    var start = 0
    return text.map { character in
      defer { start += character.unicodeScalars.count }
      return start < attributes.count && attributes[start] & 1 == 1
    }
  }
}

/// The extents of a line, in pixels relative to the start of its baseline.
struct LineExtents: Equatable {
  /// The smallest rectangle of whole pixels around all ink.
  let ink: PixelRect
  /// The advance width of all characters.
  let width: Int

  /// Converts two of Pango's rectangles: x, y, width and height, in its units.
  init(ink: [Int32], logical: [Int32]) {
    let scale = Int(PangoFonts.unitsPerPixel)
    func floor(_ value: Int) -> Int { value >> scale.trailingZeroBitCount }
    func ceiling(_ value: Int) -> Int { floor(value + scale - 1) }
    let x = floor(Int(ink[0]))
    let y = floor(Int(ink[1]))
    self.ink = PixelRect(
      x: x, y: y, width: ceiling(Int(ink[0]) + Int(ink[2])) - x,
      height: ceiling(Int(ink[1]) + Int(ink[3])) - y)
    width = ceiling(Int(logical[2]))
  }
}

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

  /// The outlines of all lines; nil if only pixels show a glyph.
  func outlines(size: Double, by outlines: PangoOutlines) -> TextOutlines? {
    var glyphs: [TextOutlines.Glyph] = []
    for line in lines {
      guard
        let drawn = line.line.glyphs(
          x: line.drawn.x, baseline: line.drawn.baseline, size: size, by: outlines)
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
      line.line.draw(
        x: line.drawn.x - bounds.x, baseline: line.drawn.baseline - bounds.y, on: image)
    }
    return image.pixels()
  }
}
