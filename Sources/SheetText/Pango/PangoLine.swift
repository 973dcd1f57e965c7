internal import CLibraries
internal import Glibc
internal import SheetLayout
internal import SheetModel

/// A line of text, laid out by Pango without wrapping.
///
/// A class, because arrays cannot hold noncopyable structs. A line is created, used and released
/// under a single ``PangoLock``.
@safe final class PangoLine {
  private let pointer: OpaquePointer
  private let text: Substring

  /// No line that fits a sheet has more scalars than this.
  private static let maximumScalars = 100_000
  /// The maximum number of marks on a character, because the time that shaping takes grows with the
  /// cube of their number.
  ///
  /// Source: Unicode Standard Annex #15, section 12: no language needs more than 30.
  private static let maximumMarks = 32

  /// Lays out `text`; nil if Pango fails.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fonts: The fonts.
  ///   - bold: The parts to set in bold, counted in scalars.
  init?(_ text: Substring, in fonts: borrowing PangoFonts, bold: [Range<Int>] = []) {
    let settable = Self.settable(text)
    guard
      let pointer = unsafe cpango_line_create(
        fonts.pointer, settable, Int32(clamping: settable.utf8.count))
    else { return nil }
    unsafe self.pointer = pointer
    self.text = text
    if bold.isEmpty { return }
    let parts = bytes(of: bold)
    unsafe cpango_line_embolden(pointer, parts, parts.count)
  }

  deinit { unsafe cpango_line_destroy(pointer) }

  /// Converts the bounds of parts of the text from scalars to bytes.
  private func bytes(of parts: [Range<Int>]) -> [cpango_part] {
    var ends = [0]
    for scalar in Self.settable(text).unicodeScalars {
      ends.append(ends[ends.count - 1] + UTF8.width(scalar))
    }
    return parts.map { part in
      let own = part.clamped(to: 0..<ends.count - 1)
      return cpango_part(start: Int32(ends[own.lowerBound]), end: Int32(ends[own.upperBound]))
    }
  }

  /// The columns that parts of the text cover, in pixels from the start of the line; the parts are
  /// counted in scalars.
  func columns(of parts: [Range<Int>]) -> [Range<Int>] {
    bytes(of: parts).flatMap { part in
      var count = 0
      guard let list = unsafe cpango_line_columns(pointer, part, &count) else {
        return [Range<Int>]()
      }
      defer { unsafe free(list) }
      return (0..<count).map { index in
        let columns = unsafe list[index]
        let (start, end) = (Double(columns.start), Double(columns.end))
        let first = Int((start / PangoFonts.unitsPerPixel).rounded(.down))
        return first..<max(first, Int((end / PangoFonts.unitsPerPixel).rounded(.up)))
      }
    }
  }

  /// The text without control characters, and no longer than Pango can handle.
  ///
  /// Pango treats NUL as the end of the text, and would draw other control characters as boxes with
  /// codes. White space becomes a space, as in ``StrokeFace``. If a character has more than
  /// ``maximumMarks`` marks, the others become zero-width spaces, so that the number of scalars
  /// stays the same.
  static func settable(_ text: Substring) -> String {
    var scalars = String.UnicodeScalarView()
    var markCount = 0
    for scalar in text.unicodeScalars.prefix(maximumScalars) {
      markCount = scalar.isMark ? markCount + 1 : 0
      scalars.append(markCount > maximumMarks ? "\u{200B}" : scalar.withoutControl)
    }
    return String(scalars)
  }

  /// The number of characters for which no font has a glyph.
  var unknownGlyphCount: Int { Int(unsafe cpango_line_unknown_glyph_count(pointer)) }

  /// The extents of the line; nil if memory runs out.
  var extents: LineExtents? {
    var (ink, logical) = (cpango_rectangle(), cpango_rectangle())
    guard unsafe cpango_line_extents(pointer, &ink, &logical) else { return nil }
    return LineExtents(ink: ink, logical: logical)
  }

  /// Draws the line with its baseline starting at (x, baseline).
  func draw(x: Int, baseline: Int, on image: borrowing CairoImage) {
    unsafe cpango_image_draw_line(image.pointer, pointer, Double(x), Double(baseline))
  }

  /// The glyphs of the line, starting at a point; nil if one of them exists only as pixels.
  func glyphs(
    x: Int, baseline: Int, size: Double, by outlines: PangoOutlines
  ) -> [TextOutlines.Glyph]? {
    var count = 0
    guard let list = unsafe cpango_line_glyphs(pointer, &count) else { return nil }
    defer { unsafe free(list) }
    var glyphs: [TextOutlines.Glyph] = []
    for index in 0..<count {
      let glyph = unsafe list[index]
      guard unsafe !glyph.is_unknown,
        let outline = unsafe outlines.outline(of: glyph.index, in: glyph.font, size: size)
      else { return nil }
      if outline.parts.isEmpty { continue }
      let (right, down) = unsafe (glyph.x, glyph.y)
      glyphs.append(
        TextOutlines.Glyph(
          outline: outline, x: Double(x) + right / PangoFonts.unitsPerPixel,
          y: Double(baseline) + down / PangoFonts.unitsPerPixel))
    }
    return glyphs
  }

  /// The widths of the characters in order, in Pango's units.
  var advances: [Int] {
    // The width of each cluster of glyphs, at the offset of its first byte in the text.
    var widths: [Int: Int] = [:]
    var count = 0
    guard let clusters = unsafe cpango_line_clusters(pointer, &count) else {
      return text.map { _ in 0 }
    }
    defer { unsafe free(clusters) }
    for index in 0..<count {
      let cluster = unsafe clusters[index]
      widths[Int(cluster.offset)] = Int(cluster.width)
    }
    var offset = 0
    return text.map { character in
      Self.settable(String(character)[...]).unicodeScalars.reduce(0) { width, scalar in
        defer { offset += UTF8.width(scalar) }
        return width + (widths[offset] ?? 0)
      }
    }
  }
}

extension PangoLine {
  /// Whether a line may be broken before each character of text without line feeds.
  static func breaks(in text: String) -> [Bool] {
    let settable = settable(text[...])
    var breaks = [Bool](repeating: false, count: settable.unicodeScalars.count + 1)
    _ = unsafe cpango_find_breaks(
      settable, Int32(clamping: settable.utf8.count), &breaks, breaks.count)
    // The replacement for a control character may combine with a mark, so the scalars of the
    // original text are counted.
    var start = 0
    return text.map { character in
      defer { start += character.unicodeScalars.count }
      return start < breaks.count && breaks[start]
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar always belongs to the character before it: a mark that takes no space, or a
  /// joiner.
  fileprivate var isMark: Bool {
    guard !isASCII else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return 0x200C...0x200D ~= value
    }
  }
}

/// The extents of a line, in pixels relative to the start of its baseline.
struct LineExtents: Equatable {
  /// The smallest rectangle of whole pixels around all ink.
  let ink: PixelRect
  /// The total advance width.
  let width: Int

  /// Converts two of Pango's rectangles.
  init(ink: cpango_rectangle, logical: cpango_rectangle) {
    let scale = Int(cpango_units_per_pixel)
    func floor(_ value: Int) -> Int { value >> scale.trailingZeroBitCount }
    func ceiling(_ value: Int) -> Int { floor(value + scale - 1) }
    let x = floor(Int(ink.x))
    let y = floor(Int(ink.y))
    self.ink = PixelRect(
      x: x, y: y, width: ceiling(Int(ink.x) + Int(ink.width)) - x,
      height: ceiling(Int(ink.y) + Int(ink.height)) - y)
    width = ceiling(Int(logical.width))
  }
}

/// The lines of text at their positions in a box.
struct PangoSetting {
  /// The lines that fit the height of the box.
  let lines: [Placed]

  /// A line with its position.
  struct Placed {
    fileprivate let line: PangoLine
    /// The text of the line, the start of its baseline in the box, and its width.
    let drawn: DrawnLine
    /// The bounds of the line's ink in the box.
    let ink: PixelRect
    /// The emphasised parts of the line, counted in scalars.
    fileprivate let emphasis: [Range<Int>]
  }

  /// The emphasised parts of lines, as lines without text.
  var emphasizedParts: [DrawnLine] {
    lines.flatMap { line in
      line.line.columns(of: line.emphasis).map {
        DrawnLine(
          text: "", x: line.drawn.x + $0.lowerBound, width: $0.count,
          baseline: line.drawn.baseline)
      }
    }
  }

  /// Places the lines of `box`.
  ///
  /// The line spacing does not depend on which fonts the characters use. Emphasised parts are in
  /// the bold font of the family if `emphasizesInBold` is true.
  init(
    _ box: TextBox, in fonts: borrowing PangoFonts, metricsOf face: StrokeFace,
    emphasizesInBold: Bool = false
  ) {
    var lines: [Placed] = []
    let texts = box.text.paragraphs(atMost: max(1, box.size.height / face.lineHeight))
    for (index, text) in texts.enumerated() {
      let emphasis = box.emphasis(in: text)
      guard let line = PangoLine(text, in: fonts, bold: emphasizesInBold ? emphasis : []),
        let extents = line.extents
      else { continue }
      let (baseline, ink) = (index * face.lineHeight + face.baseline, extents.ink)
      // Ink overhangs on neither side if the box is wide enough.
      let x = max(-ink.x, min(box.start(of: extents.width), box.size.width - ink.maxX))
      lines.append(
        Placed(
          line: line,
          drawn: DrawnLine(text: String(text), x: x, width: extents.width, baseline: baseline),
          ink: PixelRect(x: x + ink.x, y: baseline + ink.y, width: ink.width, height: ink.height),
          emphasis: emphasis))
    }
    self.lines = lines
  }

  /// The outlines of all lines; nil if a glyph exists only as pixels.
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
    // Pango's extents do not include the boxes that it draws for marks missing from all fonts.
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

  /// The pixels of a part of the box, as returned by ``CairoImage/pixels()``.
  func painted(_ bounds: PixelRect, ink: CairoImage.Ink) -> [UInt32]? {
    guard let image = CairoImage(bounds.size, ink: ink) else { return nil }
    for line in lines {
      line.line.draw(
        x: line.drawn.x - bounds.x, baseline: line.drawn.baseline - bounds.y, on: image)
    }
    return image.pixels()
  }
}
