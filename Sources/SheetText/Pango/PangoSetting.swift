internal import SheetLayout

/// The lines of a text, each at its place in a box.
struct PangoSetting {
  /// The lines that fit.
  let lines: [Line]

  /// A line of a paragraph.
  struct Line {
    fileprivate let paragraph: PangoParagraph
    fileprivate let index: Int
    /// Where its base line starts in the box.
    fileprivate let x: Int
    fileprivate let baseLine: Int
    /// Where its ink is in the box.
    let ink: PixelRect
  }

  /// Sets the text of `box`.
  ///
  /// Lines stand at a fixed distance, whichever fonts their characters come from. Where not
  /// even an ellipsis fits between the sides of the box, a line is left out.
  init(_ box: TextBox, in fonts: borrowing PangoFonts, metrics: LineMetrics) {
    let lineLimit = max(1, box.size.height / metrics.height)
    let width = min(box.size.width, CairoImage.maximumSide)
    let seen = Self.visibleLimit(width: width, size: metrics.size)
    var lines: [Line] = []
    var lineCount = 0
    for text in PangoText.paragraphs(of: box.text, atMost: lineLimit) where lineCount < lineLimit {
      let limit = box.overflow == .wrap ? lineLimit - lineCount : 1
      let excerpt = text.shortened(head: seen * limit, tail: seen)
      guard let paragraph = PangoParagraph(excerpt, in: fonts) else { continue }
      let placed = Self.lines(
        of: paragraph, width: width, atMost: limit, box.overflow, in: fonts)
      for (paragraph, index) in placed {
        let baseLine = lineCount * metrics.height + metrics.baseLine
        lineCount += 1
        guard let extents = paragraph.extents(ofLine: index),
          extents.ink.width <= box.size.width
        else { continue }
        let x = Self.start(of: extents, in: box)
        let ink = PixelRect(
          x: x + extents.ink.x, y: baseLine + extents.ink.y, width: extents.ink.width,
          height: extents.ink.height)
        lines.append(
          Line(paragraph: paragraph, index: index, x: x, baseLine: baseLine, ink: ink))
      }
    }
    self.lines = lines
  }

  /// The part of a box of that size in which there is ink.
  func bounds(in size: PixelSize) -> PixelRect {
    let inked = lines.map(\.ink).filter { $0.width > 0 && $0.height > 0 }
    // A pixel more on each side, for what antialiasing may add.
    let x = max(0, (inked.map(\.x).min() ?? 0) - 1)
    let y = max(0, (inked.map(\.y).min() ?? 0) - 1)
    let maxX = min(size.width, (inked.map(\.maxX).max() ?? 0) + 1, x + CairoImage.maximumSide)
    let maxY = min(size.height, (inked.map(\.maxY).max() ?? 0) + 1, y + CairoImage.maximumSide)
    return PixelRect(x: x, y: y, width: max(0, maxX - x), height: max(0, maxY - y))
  }

  /// The pixels of a part of the box, as ``CairoImage/pixels()`` gives them.
  func painted(_ bounds: PixelRect, ink: CairoImage.Ink, with cairo: CairoFunctions) -> [UInt32]? {
    guard let image = CairoImage(bounds.size, ink: ink, with: cairo) else { return nil }
    for line in lines {
      line.paragraph.draw(
        line: line.index, x: line.x - bounds.x, baseLine: line.baseLine - bounds.y, on: image)
    }
    return image.pixels()
  }

  /// The lines of a text, each with its number in its paragraph.
  ///
  /// The last line that is seen of a text that wraps is a paragraph of its own, so that it is
  /// shortened as any other line.
  private static func lines(
    of paragraph: PangoParagraph, width: Int, atMost limit: Int, _ overflow: TextOverflow,
    in fonts: borrowing PangoFonts
  ) -> [(PangoParagraph, Int)] {
    guard overflow == .wrap, limit > 1 else {
      paragraph.shorten(to: width, overflow, in: fonts)
      return [(paragraph, 0)]
    }
    paragraph.wrap(width: width, lineLimit: limit)
    guard paragraph.lineCount > limit else {
      return (0..<paragraph.lineCount).map { (paragraph, $0) }
    }
    let text = paragraph.text(fromLine: limit - 1)
    let rest = PangoParagraph(text, in: fonts, partOf: paragraph)
    rest?.shorten(to: width, overflow, in: fonts)
    return (0..<limit - 1).map { (paragraph, $0) } + (rest.map { [($0, 0)] } ?? [])
  }

  /// Where a line starts, so that it stands as the box says, and no italic letter leans out.
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

  /// How many code points a line can show: ten narrow letters an em, with three marks each.
  private static func visibleLimit(width: Int, size: Double) -> Int {
    64 + Int(40 * Double(width) / size)
  }
}
