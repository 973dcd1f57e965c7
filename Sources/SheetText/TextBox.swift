package import SheetLayout
package import SheetModel

/// Lines of text and the area that bounds them.
package struct TextBox: Hashable, Sendable {
  /// The lines, separated by line feeds.
  package var text: String
  /// The size of the area in pixels; neither width nor height is negative.
  ///
  /// Lines that do not fit this height are left out, except the first, which is clipped at the
  /// lower edge. Ink beyond the sides of the area is clipped.
  package var size: PixelSize
  /// The alignment of lines narrower than the box.
  package var alignment: Sheet.TextAlignment
  /// The parts of the text that are emphasised: in bold, or underlined if a family has no bold.
  ///
  /// They are counted in Unicode scalars, in order, and do not overlap.
  package var emphasis: [Range<Int>]

  package init(
    _ text: String, size: PixelSize, alignment: Sheet.TextAlignment = .center,
    emphasis: [Range<Int>] = []
  ) {
    (self.text, self.size, self.alignment, self.emphasis) = (text, size, alignment, emphasis)
  }

  /// The emphasised parts of a line of the text, counted from the start of the line.
  func emphasis(in line: Substring) -> [Range<Int>] {
    if emphasis.isEmpty { return [] }
    let start = text.unicodeScalars.distance(from: text.startIndex, to: line.startIndex)
    let all = start..<start + line.unicodeScalars.count
    return emphasis.compactMap { part in
      let own = part.clamped(to: all)
      return own.isEmpty ? nil : own.lowerBound - start..<own.upperBound - start
    }
  }

  /// Calls `body` with each character of a line of the text, and whether it is emphasised.
  func forEachCharacter(of line: Substring, _ body: (Character, _ isEmphasized: Bool) -> Void) {
    let parts = emphasis(in: line)
    if parts.isEmpty { return line.forEach { body($0, false) } }
    var place = 0
    for character in line {
      body(character, parts.contains { $0.contains(place) })
      place += character.unicodeScalars.count
    }
  }
}

/// What to do with a line wider than its box.
package enum TextOverflow: String, CaseIterable, Sendable {
  /// Replace the middle with an ellipsis, so that a file name keeps its extension.
  case middle
  /// Replace the end with an ellipsis.
  case end
  /// Continue on the next line, breaking between words if possible.
  ///
  /// The last line that fits the height of the box takes all remaining text, with an ellipsis in
  /// its middle.
  case wrap
  /// Set all labels of a sheet at the largest size at which they are complete.
  ///
  /// Labels are broken between words and parts of names. A label that is still too long keeps the
  /// part that distinguishes it from its neighbours. A single line that is too wide is shortened as
  /// with ``middle``.
  case fit
}

/// One font at one size.
package protocol Typeface: Sendable {
  /// The distance from one line to the next, in pixels.
  var lineHeight: Int { get }

  /// Whether the typeface has a glyph for every character of `text`.
  func covers(_ text: String) -> Bool

  /// The advances of characters in pixels, each set by itself.
  ///
  /// Characters that cannot be measured are left out.
  func widths(of characters: Set<Character>) -> [Character: Int]

  /// The width of a line as drawn; nil if it is just the sum of its advances.
  func width(of line: Substring) -> Int?

  /// The advances of the characters of a line next to each other, in pixels; nil if neighbours do
  /// not affect them.
  func advances(in line: String) -> [Int]?

  /// Whether the script allows a break before each character of a line without line feeds.
  ///
  /// Nil if the face does not know where scripts allow breaks.
  func breaks(in line: String) -> [Bool]?

  /// The pixels of lines, exactly as large as their box.
  func raster(_ box: TextBox) -> TextRaster

  /// The lines of a box that ``raster(_:)`` draws, from top to bottom.
  func lines(_ box: TextBox) -> [DrawnLine]
}

/// A line of text with its position in its box.
package struct DrawnLine: Equatable, Sendable {
  /// The text of the line.
  package let text: String
  /// The first column and the number of columns.
  package let x, width: Int
  /// The row of the baseline: the first one below the letters.
  package let baseline: Int

  package init(text: String, x: Int, width: Int, baseline: Int) {
    (self.text, self.x, self.width, self.baseline) = (text, x, width, baseline)
  }
}

/// Text as pixels: the coverage of each pixel, and the colours of emoji.
package struct TextRaster: Equatable, Sendable {
  /// The size of the raster, in pixels; either side may be 0.
  package let size: PixelSize
  /// The coverage of each pixel, from 0 to 255, in rows without padding.
  package private(set) var coverage: [UInt8]
  /// The colours of characters that have their own, such as emoji; nil if all characters are drawn
  /// in ink.
  ///
  /// Four values per pixel: red, green and blue, sRGB-encoded and not premultiplied, then a
  /// fraction from 0 to 255, which says how much of the pixel's coverage has this colour. The rest
  /// is ink.
  package private(set) var glyphColors: [UInt8]?

  /// Creates a raster.
  ///
  /// - Precondition: `coverage` has one value per pixel, and `glyphColors`, if it is not nil, has
  ///   four values per pixel.
  package init(size: PixelSize, coverage: [UInt8], glyphColors: [UInt8]? = nil) {
    precondition(coverage.count == size.width * size.height, "one coverage for each pixel")
    precondition(glyphColors.map { $0.count == 4 * coverage.count } ?? true, "four values a pixel")
    self.size = size
    self.coverage = coverage
    self.glyphColors = glyphColors
  }

  /// Creates a raster without ink.
  ///
  /// - Precondition: The width and height are not negative.
  package init(emptyOf size: PixelSize) {
    self.init(size: size, coverage: [UInt8](repeating: 0, count: size.width * size.height))
  }
}

extension TextRaster {
  /// The raster turned by 90°, so that its lines run upwards.
  package var turnedUpwards: TextRaster {
    let (width, height) = (size.width, size.height)
    var turned = TextRaster(emptyOf: PixelSize(width: height, height: width))
    var colors = glyphColors.map { [UInt8](repeating: 0, count: $0.count) }
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (y * width + x, (width - 1 - x) * height + y)
        turned.coverage[to] = coverage[from]
        guard let glyphColors else { continue }
        for sample in 0..<4 { colors?[4 * to + sample] = glyphColors[4 * from + sample] }
      }
    }
    turned.glyphColors = colors
    return turned
  }

  /// The raster with strokes below its lines.
  func underlined(_ strokes: [PixelRect]) -> TextRaster {
    var raster = self
    for stroke in strokes {
      let columns = (stroke.x..<stroke.maxX).clamped(to: 0..<size.width)
      for y in (stroke.y..<stroke.maxY).clamped(to: 0..<size.height) {
        for place in columns.lowerBound + y * size.width..<columns.upperBound + y * size.width {
          raster.coverage[place] = .max
          raster.glyphColors?[4 * place + 3] = 0
        }
      }
    }
    return raster
  }
}

extension DrawnLine {
  /// The stroke below the line if it is emphasised, a tenth of an em below its letters.
  func underline(em: Double) -> PixelRect {
    PixelRect(
      x: x, y: baseline + max(1, Int(em / 10)), width: width,
      height: max(1, Int((em / 14).rounded())))
  }
}
