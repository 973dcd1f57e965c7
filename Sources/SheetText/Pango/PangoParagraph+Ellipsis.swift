extension PangoParagraph {
  /// Gives the ellipsis its own width.
  ///
  /// Pango widens it, so that a shortened line is exactly as wide as it may be; between the
  /// ellipsis and the end of a file's name that looks like a space that is not there.
  func narrowEllipsis() {
    guard unsafe library.isEllipsized(layout) != 0, let iterator = unsafe library.runs(layout)
    else { return }
    defer { unsafe library.freeRuns(iterator) }
    repeat {
      guard let run = unsafe library.run(iterator)?.assumingMemoryBound(to: PangoRun.self),
        let item = unsafe run.pointee.item,
        unsafe item.pointee.flags & PangoItem.isEllipsis != 0
      else { continue }
      guard let glyphs = unsafe run.pointee.glyphs, unsafe glyphs.pointee.count > 0,
        let first = unsafe glyphs.pointee.first
      else { return }
      var ink: [Int32] = [0, 0, 0, 0]
      var logical: [Int32] = [0, 0, 0, 0]
      unsafe library.runExtents(iterator, &ink, &logical)
      // An ellipsis has as much space on its right as on its left.
      let width = ink[2] &+ 2 &* (ink[0] &- logical[0])
      let excess = logical[2] &- width
      guard ink[2] > 0, excess > 0 else { return }
      let last = unsafe first + Int(glyphs.pointee.count - 1)
      unsafe last.pointee.width -= excess
      return
    } while unsafe library.nextRun(iterator) != 0
  }
}

/// The start of Pango's `PangoGlyphItem`: a piece of a line in one font.
///
/// Source: pango-glyph-item.h, as are the structures below pango-item.h and pango-glyph.h.
/// Pango lets the widths of glyphs be changed, in lines that were not asked for as
/// read-only.
@safe struct PangoRun {
  let item: UnsafeMutablePointer<PangoItem>?
  let glyphs: UnsafeMutablePointer<PangoGlyphs>?
}

/// The start of `PangoItem`, with its `PangoAnalysis`.
@safe struct PangoItem {
  private let offset: Int32
  private let length: Int32
  private let characterCount: Int32
  private let shapeEngine: OpaquePointer?
  private let languageEngine: OpaquePointer?
  private let font: OpaquePointer?
  private let level: UInt8
  private let gravity: UInt8
  let flags: UInt8

  /// `PANGO_ANALYSIS_FLAG_IS_ELLIPSIS`, which Pango has set since 1.36.7.
  static let isEllipsis: UInt8 = 1 << 1
}

/// The start of `PangoGlyphString`.
@safe struct PangoGlyphs {
  let count: Int32
  let first: UnsafeMutablePointer<PangoGlyph>?
}

/// `PangoGlyphInfo`: a glyph with its place.
struct PangoGlyph {
  private let glyph: UInt32
  var width: Int32
  private let x: Int32
  private let y: Int32
  private let attributes: UInt32
}
