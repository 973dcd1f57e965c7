import SheetLayout
import SheetText

extension RandomText {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0xFF, 0x300...0x36F, 0x391...0x3C9,
    0x5D0...0x5EA, 0x620...0x64A, 0x905...0x94D, 0xE01...0xE3A, 0x1100...0x11FF,
    0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x3040...0x30FF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xE000...0xE0FF, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF,
    0x1F3FB...0x1F3FF, 0x1F600...0x1F64F, 0xE0020...0xE007F, 0x10FFF0...0x10FFFF,
  ]

  /// A text of up to 40 code points of many writing systems: letters, marks, controls, and
  /// what is no character.
  mutating func unicodeText() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(below: 41) {
      let range = Self.ranges[number(below: Self.ranges.count)]
      let value = range.lowerBound + UInt32(number(below: range.count))
      text.append(Unicode.Scalar(value) ?? " ")
    }
    return String(text)
  }

  /// A box of any shape, empty and one-pixel ones among them.
  mutating func box(_ text: String) -> TextBox {
    let sides = [0, 1, 2, 7, 20, 63, 200]
    return TextBox(
      text,
      size: PixelSize(
        width: sides[number(below: sides.count)], height: sides[number(below: sides.count)]),
      alignment: TextAlignment.allCases[number(below: TextAlignment.allCases.count)],
      overflow: TextOverflow.allCases[number(below: TextOverflow.allCases.count)])
  }
}
