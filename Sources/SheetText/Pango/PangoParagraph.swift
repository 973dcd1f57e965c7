internal import SheetLayout

/// Text without line feeds, set by Pango in one line or several.
///
/// A class, because an array cannot hold what cannot be copied. It is made, used and let go
/// within one turn of ``PangoTurn``.
@safe final class PangoParagraph {
  let layout: OpaquePointer
  let library: PangoLibrary

  /// The text that is set.
  private(set) var text = ""
  /// The mark before the text that gives it its direction; empty where it needs none.
  private(set) var mark = ""
  private let isRightToLeft: Bool

  /// Sets `text` in one line, however long that gets; nil where Pango gives no layout.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fonts: What it is set in.
  ///   - whole: The text that it is part of, whose direction it keeps.
  init?(_ text: String, in fonts: borrowing PangoFonts, partOf whole: PangoParagraph? = nil) {
    guard let layout = unsafe fonts.library.createLayout(fonts.context) else { return nil }
    unsafe self.layout = layout
    library = fonts.library
    isRightToLeft = whole?.isRightToLeft ?? fonts.library.readsFromRight(text)
    // What else ends a line for Unicode does not here.
    unsafe library.setSingleParagraph(layout, 1)
    leaveOutHyphens()
    set(text)
  }

  /// Replaces the text by part of it, which is set in the direction of the whole.
  func set(_ part: String) {
    text = part
    mark =
      library.readsFromRight(part) == isRightToLeft ? "" : isRightToLeft ? "\u{200F}" : "\u{200E}"
    var marked = mark + part
    marked.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe library.setText(
          layout, characters.baseAddress, Int32(clamping: characters.count))
      }
    }
  }

  deinit { unsafe library.release(layout) }

  /// Keeps Pango from adding a hyphen where it breaks a word: names would seem to have it.
  private func leaveOutHyphens() {
    guard let hyphens = unsafe library.hyphens, let list = unsafe library.createAttributes()
    else { return }
    // An attribute is of the whole text, if nothing else is said, and then the list's.
    unsafe library.insertAttribute(list, hyphens(0))
    unsafe library.setAttributes(layout, list)
    unsafe library.freeAttributes(list)
  }

  /// Breaks the text into lines of a width in pixels, of which so many will be seen.
  ///
  /// Ink that leans out of its line, as that of an italic letter, stays within the width,
  /// too, as far as a narrower line can do that.
  func wrap(width: Int, lineLimit: Int) {
    unsafe library.setWrap(layout, Self.wordsElseCharacters)
    var lineWidth = width
    for _ in 0..<Self.attempts where lineWidth > 0 {
      unsafe library.setWidth(layout, Int32(clamping: lineWidth * Int(PangoFonts.unitsPerPixel)))
      let inkWidths = (0..<min(lineCount, lineLimit)).map { extents(ofLine: $0)?.ink.width ?? 0 }
      let excess = (inkWidths.max() ?? 0) - width
      guard excess > 0 else { return }
      lineWidth -= excess
    }
  }

  /// How often a line is made narrower: what is at its ends then may lean out as well.
  static let attempts = 8

  /// The text from the start of a line on.
  func text(fromLine index: Int) -> String {
    guard
      let line = unsafe library.line(layout, Int32(clamping: index))?
        .assumingMemoryBound(to: PangoLine.self)
    else { return "" }
    let start = unsafe Int(line.pointee.start) - mark.utf8.count
    return String(decoding: text.utf8.dropFirst(max(0, start)), as: UTF8.self)
  }

  /// How many characters no font has a glyph for.
  var unknownGlyphCount: Int { Int(unsafe library.unknownGlyphCount(layout)) }

  /// How many lines the text takes.
  var lineCount: Int { Int(unsafe library.lineCount(layout)) }

  /// The extents of a line, nil where there is no such line.
  func extents(ofLine index: Int) -> LineExtents? {
    guard let line = unsafe library.line(layout, Int32(clamping: index)) else { return nil }
    var ink: [Int32] = [0, 0, 0, 0]
    var logical: [Int32] = [0, 0, 0, 0]
    unsafe library.lineExtents(line, &ink, &logical)
    return LineExtents(ink: ink, logical: logical)
  }

  /// Draws a line from the left end of its base line on.
  func draw(line index: Int, x: Int, baseLine: Int, on image: borrowing CairoImage) {
    guard let line = unsafe library.line(layout, Int32(clamping: index)) else { return }
    unsafe library.cairo.moveTo(image.context, Double(x), Double(baseLine))
    unsafe library.drawLine(image.context, line)
  }

  /// Source: `PANGO_WRAP_WORD_CHAR` of pango-layout.h.
  private static let wordsElseCharacters: Int32 = 2
}

extension PangoLibrary {
  /// Whether the first letter that has a direction is written from right to left.
  ///
  /// Source: `PANGO_DIRECTION_RTL` of pango-direction.h.
  fileprivate func readsFromRight(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe direction(characters.baseAddress, Int32(clamping: characters.count)) == 1
      }
    }
  }
}

/// The start of Pango's `PangoLayoutLine`.
///
/// Source: pango-layout.h.
@safe private struct PangoLine {
  private let layout: OpaquePointer?
  /// The place of its first byte in the text of the layout.
  let start: Int32
}

/// Where a line of Pango's has ink, and how wide it is, in pixels from the left end of its
/// base line.
struct LineExtents: Equatable {
  /// The smallest rectangle of whole pixels round all ink.
  let ink: PixelRect
  /// The width, with the space beside the characters.
  let width: Int

  /// Extents from two of Pango's rectangles: x, y, width and height, in its units.
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
