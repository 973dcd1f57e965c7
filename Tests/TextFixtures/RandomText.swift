package import SheetLayout
package import SheetModel
package import SheetText
import TestSupport
import Testing

/// Random texts that depend only on the seed, on every machine.
package struct RandomText {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The characters of ordinary file names, and unusual ones that are possible.
  package static let alphabet: [Character] =
    Array("abcdefghijilmnopWMI0123456789 --__..//,()’…éß") + [
      "\n", "\r\n", "\t", "\r", "\u{0}", "\u{1B}", "e\u{301}", "x\u{301}", "日", "ع", "👩‍👩‍👧",
      "\u{FFFD}",
      "\u{200B}", "\u{202E}",
    ]

  /// A number below `bound`.
  package mutating func number(below bound: Int) -> Int {
    generator.number(below: bound)
  }

  /// A string of up to `longest` characters from an alphabet.
  package mutating func text(of alphabet: [Character] = Self.alphabet, longest: Int) -> String {
    let length = number(below: longest + 1)
    return String((0..<length).map { _ in alphabet[number(below: alphabet.count)] })
  }
}

extension RandomText {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0xFF, 0x300...0x36F, 0x391...0x3C9,
    0x5D0...0x5EA, 0x620...0x64A, 0x905...0x94D, 0xE01...0xE3A, 0x1100...0x11FF,
    0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x3040...0x30FF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xE000...0xE0FF, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF,
    0x1F3FB...0x1F3FF, 0x1F600...0x1F64F, 0xE0020...0xE007F, 0x10FFF0...0x10FFFF,
  ]

  /// A string of up to 40 code points from many writing systems: letters, marks, controls and
  /// non-characters.
  package mutating func unicodeText() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 41) {
      let range = Self.ranges[number(below: Self.ranges.count)]
      let value = range.lowerBound + UInt32(number(below: range.count))
      text.append(Unicode.Scalar(value) ?? " ")
    }
    return String(text)
  }

  /// A box of any shape, including empty and one-pixel boxes, with a string in lines of a font.
  package mutating func box(_ text: String, in face: any Typeface) -> TextBox {
    let sides = [0, 1, 2, 7, 20, 63, 200]
    return face.box(
      text,
      PixelSize(
        width: sides[number(below: sides.count)], height: sides[number(below: sides.count)]),
      Sheet.TextAlignment.allCases[number(below: Sheet.TextAlignment.allCases.count)],
      TextOverflow.allCases[number(below: TextOverflow.allCases.count)])
  }
}

extension Typeface {
  package func measure(for text: String) -> TextMeasure {
    TextMeasure(
      self, widths(of: Set(charactersOf: [text]).union(TextMeasure.ellipses)), otherwise: 16)
  }

  /// A box with a string in lines that fit it.
  package func box(
    _ text: String, _ size: PixelSize, _ alignment: Sheet.TextAlignment = .left,
    _ overflow: TextOverflow = .middle
  ) -> TextBox {
    let lines = measure(for: text).lines(
      of: text, width: size.width, limit: max(1, size.height / lineHeight), overflow: overflow)
    return TextBox(lines.joined(separator: "\n"), size: size, alignment: alignment)
  }

  /// A box of a number of lines with a string in lines that fit it.
  package func box(
    _ text: String, width: Int, lines: Int = 1, _ alignment: Sheet.TextAlignment = .left,
    _ overflow: TextOverflow = .middle
  ) -> TextBox {
    box(text, PixelSize(width: width, height: lines * lineHeight), alignment, overflow)
  }
}

extension TextRaster {
  /// The columns from the first to the last with ink; nil if there is no ink.
  package var inkedColumns: Range<Int>? {
    let columns = (0..<size.width).filter { column in
      stride(from: column, to: coverage.count, by: size.width).contains { coverage[$0] > 0 }
    }
    guard let first = columns.first, let last = columns.last else { return nil }
    return first..<last + 1
  }

  /// The coverage of the given columns, without the colours of glyphs.
  package func columns(_ columns: Range<Int>) -> TextRaster {
    TextRaster(
      size: PixelSize(width: columns.count, height: size.height),
      coverage: (0..<size.height).flatMap { row in
        columns.map { coverage[row * size.width + $0] }
      })
  }

  /// The coverage of the given rows, without the colours of glyphs.
  package func rows(_ rows: Range<Int>) -> TextRaster {
    TextRaster(
      size: PixelSize(width: size.width, height: rows.count),
      coverage: Array(coverage[rows.lowerBound * size.width..<rows.upperBound * size.width]))
  }

  /// The coverage of one of several lines, without the colours of glyphs.
  package func line(_ index: Int, of lineHeight: Int) -> TextRaster {
    rows(index * lineHeight..<(index + 1) * lineHeight)
  }

  /// Whether anything is drawn.
  package var hasInk: Bool { coverage.contains { $0 > 0 } }

  /// Whether any glyphs have colours of their own.
  package var hasGlyphColors: Bool { glyphColors != nil }
}

/// A failing expectation prints this line instead of every sample.
extension TextRaster: CustomTestStringConvertible {
  /// The size, the number of inked pixels and the sum of their coverage.
  package var testDescription: String {
    let inked = coverage.count { $0 > 0 }
    return "\(size.width) x \(size.height), \(inked) pixels inked, sum "
      + "\(coverage.reduce(0) { $0 + Int($1) })" + (glyphColors == nil ? "" : ", colours")
  }
}
