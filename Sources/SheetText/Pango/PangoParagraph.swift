internal import SheetLayout

/// Text without line feeds, set by Pango in one line or several.
///
/// A class, because arrays cannot hold noncopyable structs. It is created, used and released
/// under one ``PangoLock``.
@safe final class PangoParagraph {
  let layout: OpaquePointer
  let library: PangoLibrary

  /// The text that is set.
  private(set) var text = ""
  /// The direction mark before the text; empty where it needs none.
  private(set) var mark = ""
  private let isRightToLeft: Bool

  /// Sets `text` in one line of any length; nil where Pango fails to create a layout.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - fonts: Its fonts.
  ///   - whole: The paragraph that it is part of, whose direction it keeps.
  init?(_ text: String, in fonts: borrowing PangoFonts, partOf whole: PangoParagraph? = nil) {
    guard let layout = unsafe fonts.library.createLayout(fonts.context) else { return nil }
    unsafe self.layout = layout
    library = fonts.library
    isRightToLeft = whole?.isRightToLeft ?? fonts.library.readsFromRight(text)
    // Unicode has other line ends, which do not count here.
    unsafe library.setSingleParagraph(layout, 1)
    setAttributes()
    set(text)
  }

  /// Replaces the text by a part of it, which keeps the direction of the whole.
  func set(_ part: String) {
    text = part
    mark =
      library.readsFromRight(part) == isRightToLeft ? "" : isRightToLeft ? "\u{200F}" : "\u{200E}"
    let marked = mark + part
    unsafe library.setText(layout, marked, Int32(clamping: marked.utf8.count))
  }

  deinit { unsafe library.release(layout) }

  /// Disables hyphens, and breaks in some parts of the text, which are counted in its bytes.
  private func setAttributes(unbroken parts: [Range<Int>] = []) {
    guard let hyphens = unsafe library.hyphens, let breaks = unsafe library.breaks,
      let list = unsafe library.createAttributes()
    else { return }
    // An attribute applies to the whole text by default. The list takes ownership of it.
    unsafe library.insertAttribute(list, hyphens(0))
    for part in parts {
      guard let attribute = unsafe breaks(0) else { continue }
      for (bound, offset) in zip([part.lowerBound, part.upperBound], Self.boundOffsets) {
        unsafe UnsafeMutableRawPointer(attribute).storeBytes(
          of: UInt32(clamping: mark.utf8.count + bound), toByteOffset: offset, as: UInt32.self)
      }
      unsafe library.insertAttribute(list, attribute)
    }
    unsafe library.setAttributes(layout, list)
    unsafe library.freeAttributes(list)
  }

  /// Where the first and the last byte of an attribute stand in it.
  ///
  /// Source: `PangoAttribute` of pango-attributes.h, a pointer and two numbers of 32 bits.
  private static let boundOffsets = [MemoryLayout<Int>.size, MemoryLayout<Int>.size + 4]

  /// The bytes between parentheses that a line has room for.
  private func parentheses(within width: Int) -> [Range<Int>] {
    let ranges = Parentheses.ranges(in: text)
    if ranges.isEmpty { return [] }
    let (widths, ends) = (
      clusterWidths, text.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
    )
    return ranges.map { ends[$0.lowerBound]..<ends[$0.upperBound] }.filter {
      widths[$0].reduce(0, +) <= width * Int(PangoFonts.unitsPerPixel)
    }
  }

  /// Breaks the text into lines of a width in pixels.
  ///
  /// Lines are made narrower until ink that overhangs, such as that of italic letters, is within
  /// the width, too, if that is possible.
  ///
  /// - Parameters:
  ///   - width: The maximum width of lines and of their ink, in pixels.
  ///   - maximumLines: The number of lines that will be visible; the others may be wider.
  func wrap(width: Int, maximumLines: Int) {
    setAttributes(unbroken: parentheses(within: width))
    let widestCharacter = (advances.values.max() ?? 0) / Int(PangoFonts.unitsPerPixel)
    var lineWidth = width
    for _ in 0..<Self.attempts where lineWidth > 0 {
      // Breaking between words, Pango 1.50 aborts the process at some characters wider than the
      // line, such as U+30FE U+1F3FB U+0E35 in a font that lacks them.
      unsafe library.setWrap(
        layout, widestCharacter < lineWidth ? Self.wordsElseCharacters : Self.characters)
      unsafe library.setWidth(layout, Int32(clamping: lineWidth * Int(PangoFonts.unitsPerPixel)))
      let inkWidths = (0..<min(lineCount, maximumLines)).map { extents(ofLine: $0)?.ink.width ?? 0 }
      let excess = (inkWidths.max() ?? 0) - width
      guard excess > 0 else { return }
      lineWidth -= excess
      // What is kept together may be what reaches too far.
      setAttributes()
    }
  }

  /// How often a line is made narrower: the characters then at its ends may overhang, too.
  static let attempts = 8

  /// The text from the start of a line to the end.
  func text(fromLine index: Int) -> String {
    String(decoding: text.utf8.dropFirst(start(ofLine: index)), as: UTF8.self)
  }

  /// Where a line starts in the text, in bytes; the end of the text behind the last line.
  func start(ofLine index: Int) -> Int {
    guard
      let line = unsafe library.line(layout, Int32(clamping: index))?
        .assumingMemoryBound(to: PangoLine.self)
    else { return text.utf8.count }
    return max(0, unsafe Int(line.pointee.start) - mark.utf8.count)
  }

  /// The number of characters that no font has a glyph for.
  var unknownGlyphCount: Int { Int(unsafe library.unknownGlyphCount(layout)) }

  /// The number of lines.
  var lineCount: Int { Int(unsafe library.lineCount(layout)) }

  /// The extents of a line, nil where there is no such line.
  func extents(ofLine index: Int) -> LineExtents? {
    guard let line = unsafe library.line(layout, Int32(clamping: index)) else { return nil }
    var ink: [Int32] = [0, 0, 0, 0]
    var logical: [Int32] = [0, 0, 0, 0]
    unsafe library.lineExtents(line, &ink, &logical)
    return LineExtents(ink: ink, logical: logical)
  }

  /// Draws a line whose baseline starts at (x, baseline).
  func draw(line index: Int, x: Int, baseline: Int, on image: borrowing CairoImage) {
    guard let line = unsafe library.line(layout, Int32(clamping: index)) else { return }
    unsafe library.cairo.moveTo(image.context, Double(x), Double(baseline))
    unsafe library.drawLine(image.context, line)
  }

  /// Source: `PANGO_WRAP_CHAR` and `PANGO_WRAP_WORD_CHAR` of pango-layout.h.
  private static let characters: Int32 = 1
  private static let wordsElseCharacters: Int32 = 2
}

extension PangoLibrary {
  /// Whether the first character with a strong direction is written from right to left.
  ///
  /// Source: `PANGO_DIRECTION_RTL` of pango-direction.h.
  fileprivate func readsFromRight(_ text: String) -> Bool {
    unsafe direction(text, Int32(clamping: text.utf8.count)) == 1
  }
}

/// The start of Pango's `PangoLayoutLine`.
///
/// Source: pango-layout.h.
@safe private struct PangoLine {
  private let layout: OpaquePointer?
  /// The offset of its first byte in the text of the layout.
  let start: Int32
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

extension PangoParagraph {
  /// Replaces part of the only line by an ellipsis if it is too wide, as ``StrokeFace`` does.
  ///
  /// Pango can do this, too, but in narrow boxes cuts the extension. The part is chosen in
  /// reading order, whatever the direction.
  ///
  /// - Parameters:
  ///   - width: The maximum width of the line and of its ink, in pixels.
  ///   - overflow: What is kept: the beginning (`end`), else both ends.
  ///   - fonts: The fonts of the text.
  func shorten(to width: Int, _ overflow: TextOverflow, in fonts: borrowing PangoFonts) {
    guard excess(over: width) > 0 else { return }
    let ellipsis = PangoParagraph(String(LineSetting.ellipsisCharacters), in: fonts)
    let advances = advances.merging(ellipsis?.advances ?? [:]) { max($0, $1) }
    let characters = Array(text)[...]
    var room = width
    // A character may be wider beside its new neighbours than where it was measured.
    for _ in 0..<Self.attempts {
      let setting = LineSetting(
        width: room * Int(PangoFonts.unitsPerPixel), maximumLines: 1, overflow: overflow
      ) { advances[$0] ?? 0 }
      let line =
        overflow == .end
        ? setting.keepingStart(of: characters) : setting.keepingEnds(of: characters)
      set(String(line.characters))
      let excess = excess(over: width)
      guard excess > 0 else { return }
      room -= excess
    }
  }

  private func excess(over width: Int) -> Int {
    guard let extents = extents(ofLine: 0) else { return 0 }
    return max(extents.width, extents.ink.width) - width
  }

  /// The widths of the characters of the only line, in Pango's units.
  ///
  /// The widest shape counts of a character that has several.
  var advances: [Character: Int] {
    let widths = clusterWidths
    var advances: [Character: Int] = [:]
    var start = 0
    for character in text {
      let end = start + character.utf8.count
      advances[character] = max(advances[character] ?? 0, widths[start..<end].reduce(0, +))
      start = end
    }
    return advances
  }

  /// The width of each cluster of glyphs, at the offset of its first byte in the text.
  private var clusterWidths: [Int] {
    var widths = [Int](repeating: 0, count: text.utf8.count)
    guard let clusters = unsafe library.clusters(layout) else { return widths }
    defer { unsafe library.freeClusters(clusters) }
    repeat {
      let index = Int(unsafe library.clusterIndex(clusters)) - mark.utf8.count
      guard widths.indices.contains(index) else { continue }
      var logical: [Int32] = [0, 0, 0, 0]
      unsafe library.clusterExtents(clusters, nil, &logical)
      widths[index] = abs(Int(logical[2]))
    } while unsafe library.nextCluster(clusters) != 0
    return widths
  }
}
