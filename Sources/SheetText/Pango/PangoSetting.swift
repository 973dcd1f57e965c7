internal import SheetLayout

/// The lines of a text at their positions in a box.
struct PangoSetting {
  /// The lines that fit.
  let lines: [Line]
  private let texts: [PangoText]

  /// A line of a paragraph.
  struct Line {
    fileprivate let paragraph: PangoParagraph
    fileprivate let index: Int
    /// The start of its baseline in the box.
    fileprivate let x: Int
    fileprivate let baseline: Int
    /// The bounds of its ink in the box.
    let ink: PixelRect
    /// The sum of its advances.
    fileprivate let width: Int
    /// The place of its text among those of the box, and where the line starts in it, in bytes.
    fileprivate let text, start: Int
  }

  /// Sets the text of `box`.
  ///
  /// The distance of lines does not depend on the fonts of their characters. A line is left out
  /// where not even an ellipsis fits the width of the box.
  init(_ box: TextBox, in fonts: borrowing PangoFonts, metricsOf face: StrokeFace) {
    let maximumLines = max(1, box.size.height / face.lineHeight)
    let width = min(box.size.width, CairoImage.maximumSide)
    let visible = Self.visibleLimit(width: width, size: face.size)
    var lines: [Line] = []
    var lineCount = 0
    texts = PangoText.paragraphs(of: box.text, atMost: maximumLines)
    for (number, text) in texts.enumerated() where lineCount < maximumLines {
      let limit = box.overflow == .wrap ? maximumLines - lineCount : 1
      let excerpt = text.shortened(head: visible * limit, tail: visible)
      guard let paragraph = PangoParagraph(excerpt, in: fonts) else { continue }
      let placed = Self.lines(
        of: paragraph, width: width, atMost: limit, box.overflow, in: fonts)
      for (paragraph, index, start) in placed {
        let baseline = lineCount * face.lineHeight + face.baseline
        lineCount += 1
        guard let extents = paragraph.extents(ofLine: index),
          extents.ink.width <= box.size.width
        else { continue }
        let x = Self.start(of: extents, in: box)
        let ink = PixelRect(
          x: x + extents.ink.x, y: baseline + extents.ink.y, width: extents.ink.width,
          height: extents.ink.height)
        lines.append(
          Line(
            paragraph: paragraph, index: index, x: x, baseline: baseline, ink: ink,
            width: extents.width, text: number, start: start))
      }
    }
    self.lines = lines
  }

  /// The lines with their texts, whole also where they are drawn shortened.
  var drawnLines: [DrawnLine] {
    lines.enumerated().map { index, line in
      let whole = texts[line.text].whole.utf8
      let next = index + 1 < lines.count ? lines[index + 1] : nil
      let end = next.flatMap { $0.text == line.text ? $0.start : nil } ?? whole.count
      return DrawnLine(
        text: String(decoding: whole.dropFirst(line.start).prefix(end - line.start), as: UTF8.self),
        x: line.x, width: line.width, baseline: line.baseline)
    }
  }

  /// The part of a box of this size that contains all ink.
  func bounds(in size: PixelSize) -> PixelRect {
    let inked = lines.map(\.ink).filter { $0.width > 0 && $0.height > 0 }
    // Pango's extents leave out the boxes that it draws for marks that no font has.
    let hasBoxes = lines.contains { $0.paragraph.unknownGlyphCount > 0 }
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
      line.paragraph.draw(
        line: line.index, x: line.x - bounds.x, baseline: line.baseline - bounds.y, on: image)
    }
    return image.pixels()
  }

  /// The visible lines of a paragraph, each with its paragraph, its index there, and where it starts in
  /// the text, in bytes.
  ///
  /// The last visible line of a longer text becomes a paragraph of its own, so that it is
  /// shortened like any other line.
  private static func lines(
    of paragraph: PangoParagraph, width: Int, atMost limit: Int, _ overflow: TextOverflow,
    in fonts: borrowing PangoFonts
  ) -> [(PangoParagraph, index: Int, start: Int)] {
    guard overflow == .wrap, limit > 1 else {
      paragraph.shorten(to: width, overflow, in: fonts)
      return [(paragraph, 0, 0)]
    }
    paragraph.wrap(width: width, maximumLines: limit)
    func lines(_ count: Int) -> [(PangoParagraph, index: Int, start: Int)] {
      (0..<count).map { (paragraph, $0, paragraph.start(ofLine: $0)) }
    }
    guard paragraph.lineCount > limit else { return lines(paragraph.lineCount) }
    let text = paragraph.text(fromLine: limit - 1)
    let rest = PangoParagraph(text, in: fonts, partOf: paragraph)
    rest?.shorten(to: width, overflow, in: fonts)
    return lines(limit - 1)
      + (rest.map { [($0, 0, paragraph.start(ofLine: limit - 1))] } ?? [])
  }

  /// The start of a line that is aligned as the box says, moved so that no ink overhangs.
  private static func start(of line: LineExtents, in box: TextBox) -> Int {
    let room = box.size.width - line.width
    let x =
      switch box.alignment {
      case .left: 0
      case .center: room / 2
      case .right: room
      }
    return max(-line.ink.x, min(x, box.size.width - line.ink.maxX))
  }

  /// The maximum number of scalars that a line can show: ten narrow letters per em, with three
  /// marks each, and some more.
  private static func visibleLimit(width: Int, size: Double) -> Int {
    64 + Int(40 * Double(width) / size)
  }
}

/// Text prepared for Pango: line by line, without characters that Pango does not take, and no
/// longer than is visible.
struct PangoText {
  private let scalars: Substring.UnicodeScalarView

  /// The first lines of `text`, which end at line feeds with or without a carriage return.
  static func paragraphs(of text: String, atMost limit: Int) -> [PangoText] {
    text.unicodeScalars
      .split(separator: "\n", maxSplits: limit, omittingEmptySubsequences: false)
      .prefix(limit)
      .map { PangoText(scalars: $0.last == "\r" ? $0.dropLast() : $0) }
  }

  /// The whole text.
  var whole: String { Self.settable(scalars) }

  /// The start and the end of the text, or all of it where it is no longer than both together.
  ///
  /// Pango takes tens of milliseconds for a hundred thousand characters, of which a box shows a
  /// few dozen. The part left out must lie within what an ellipsis replaces.
  ///
  /// - Parameters:
  ///   - head: The number of scalars from the start.
  ///   - tail: The number of scalars at the end.
  /// - Returns: At most `head` + `tail` scalars, ready for Pango.
  func shortened(head: Int, tail: Int) -> String {
    guard
      let headEnd = scalars.index(scalars.startIndex, offsetBy: head, limitedBy: scalars.endIndex),
      let tailStart = scalars.index(scalars.endIndex, offsetBy: -tail, limitedBy: headEnd)
    else { return whole }
    return Self.settable(scalars[..<headEnd]) + Self.settable(scalars[tailStart...])
  }

  /// Replaces control characters: white space by a space, as in ``StrokeFace``, others by U+FFFD.
  ///
  /// Pango takes NUL for the end of the text, and would draw a box with the code of the others.
  private static func settable(_ scalars: Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        text.append(scalar.properties.isWhitespace ? " " : "\u{FFFD}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
