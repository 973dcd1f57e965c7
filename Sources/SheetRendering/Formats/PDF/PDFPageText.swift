internal import SheetLayout
internal import SheetModel
internal import SheetText

/// The contents of a page: its picture, pictures taken out of it, outlines of its text, and, over
/// them, all text as an invisible layer.
///
/// The layer makes text searchable, selectable and copyable. Each line has the width and position
/// at which it is drawn.
struct PDFPageText {
  /// The operators of the content stream.
  private(set) var operators: PDFSyntax

  private let size: PDFPageSize
  private let order: PDFReadingOrder
  /// The number of marked-content sequences so far, to which the structure of the file refers.
  private var partCount = 0
  /// The em set by the operators; nil before the first line.
  private var em: Double?

  /// The maximum number of characters in a line.
  ///
  /// The string of a longer line would exceed the length that readers must support (ISO 32000-1,
  /// annex C).
  private static let maximumCount = 8000
  /// The smallest factor by which letters are narrowed.
  ///
  /// With narrower letters, readers lose the spaces between words, so a line that is much too long
  /// has smaller letters instead.
  private static let narrowest = 0.8

  /// Starts a page with its picture, the pictures taken out of it, and outlines.
  ///
  /// `texts` are all texts that will follow.
  init(
    _ size: PDFPageSize, pictures: [PixelRect], outlines: PDFSyntax, texts: some Sequence<String>
  ) {
    self.size = size
    order = PDFReadingOrder(texts)
    operators = "/Artifact BMC\n"
    draw("I", in: size.picture)
    for (number, area) in pictures.enumerated() { draw("I\(number)", in: size.picture(area)) }
    operators += outlines
    // Text in mode 3 is neither filled nor stroked (ISO 32000-1, 9.3.6).
    operators += "EMC\nBT 3 Tr\n"
  }

  private mutating func draw(_ picture: PDFSyntax, in area: PDFArea) {
    operators += """
      q \(area.maxX - area.x) 0 0 \(area.maxY - area.y) \(area.x) \(area.y) cm /\(picture) Do Q

      """
  }

  /// Adds lines of text, with their em in pixels, as one marked-content sequence.
  ///
  /// Sequences are numbered in the order in which they are added. `kind` is the structure type of
  /// the text.
  mutating func add(
    _ kind: PDFSyntax, _ lines: [DrawnLine], em: Double, in font: inout PDFFont
  ) {
    operators += "/\(kind)<</MCID \(partCount)>>BDC\n"
    for line in lines { add(line, em: em, in: &font) }
    operators += "EMC\n"
    partCount += 1
  }

  /// Whether there is any text.
  var hasText: Bool { em != nil }

  mutating func finish() { operators += "ET\n" }

  private mutating func add(_ line: DrawnLine, em: Double, in font: inout PDFFont) {
    let text = line.text.unicodeScalars.lazy.map(\.withoutControl).prefix(Self.maximumCount)
    guard line.width > 0, text.contains(where: { !$0.properties.isWhitespace }) else { return }
    let characters = order.characters(of: String(String.UnicodeScalarView(text)))
    let (codes, ems) = font.set(characters)
    let (x, y) = (size.x(Double(line.x)), size.y(Double(line.baseline)))
    let width = size.x(Double(line.x + line.width)) - x
    let height = size.y(0) - size.y(em)
    // The em of letters that are not narrowed.
    let square = width / max(ems, 0.001)
    let size = min(height, square / Self.narrowest)
    if size != self.em { operators += "/F \(max(size, 0.00001)) Tf\n" }
    self.em = size
    operators += "\(100 * square / size) Tz 1 0 0 1 \(x) \(y) Tm "
    operators += "<\(ascii: codes.map(\.twoBytes).joined())> Tj\n"
  }
}

/// The order in which the characters of a line are placed, from left to right.
///
/// Viewers need this order to find text, since a PDF contains only characters and their positions.
/// Viewers reverse right-to-left runs, so these must be stored reversed. Neutral characters between
/// runs of different directions could belong to either run; an invisible mark decides.
struct PDFReadingOrder {
  /// Whether most letters of the page are written from right to left, in which case viewers start
  /// at the right.
  private let isFromRight: Bool

  /// Determines the direction of a page from all of its text.
  init(_ texts: some Sequence<String>) {
    var balance = 0
    for scalar in texts.lazy.flatMap(\.unicodeScalars) {
      if scalar.isFromRight { balance += 1 } else if scalar.properties.isAlphabetic { balance -= 1 }
    }
    isFromRight = balance > 0
  }

  /// The characters of a line from left to right.
  func characters(of line: String) -> [Unicode.Scalar] {
    let scalars = Array(line.unicodeScalars)
    return isFromRight ? Self.fromRight(scalars) : Self.fromLeft(scalars)
  }

  /// On a left-to-right page, only right-to-left runs are reversed.
  private static func fromLeft(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = scalars[...]
    while let start = rest.firstIndex(where: \.isFromRight) {
      let next = rest[start...].firstIndex { $0.isFromLeft } ?? rest.endIndex
      // Punctuation after the last letter of the run stays after it.
      let end = rest[start..<next].lastIndex(where: \.isFromRight).map { $0 + 1 } ?? next
      result += rest[..<start] + rest[start..<end].reversed()
      if end < next { result.append(leftToRightMark) }
      rest = rest[end...]
    }
    return result + rest
  }

  /// On a right-to-left page, runs are ordered from the right.
  private static func fromRight(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = scalars[...]
    var mark: [Unicode.Scalar] = []
    while !rest.isEmpty {
      let start = rest.firstIndex(where: \.isFromLeft) ?? rest.endIndex
      let next = rest[start...].firstIndex(where: \.isFromRight) ?? rest.endIndex
      // Characters after the last letter of the run belong to the right-to-left text.
      let end = rest[start..<next].lastIndex(where: \.isFromLeft).map { $0 + 1 } ?? next
      result = rest[start..<end] + (mark + rest[..<start]).reversed() + result
      mark = end < next ? [rightToLeftMark] : []
      rest = rest[end...]
    }
    return result
  }

  private static let leftToRightMark: Unicode.Scalar = "\u{200E}"
  private static let rightToLeftMark: Unicode.Scalar = "\u{200F}"
}

extension Unicode.Scalar {
  /// Whether the character is written from right to left.
  ///
  /// Source: Unicode 15.0, `DerivedBidiClass.txt`: the ranges of R or AL, including unassigned
  /// characters.
  fileprivate var isFromRight: Bool {
    switch value {
    case 0x0660...0x0669, 0x06F0...0x06F9: false
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      properties.generalCategory != .nonspacingMark
    default: false
    }
  }

  /// Whether the character is a left-to-right letter, a digit, or a character that joins digits.
  ///
  /// Viewers treat digits and the characters between them as parts of a number.
  fileprivate var isFromLeft: Bool {
    switch self {
    // The ASCII characters of the classes ES, ET and CS.
    case "+", "-", "#", "$", "%", ",", ".", "/", ":", "\u{200E}": true
    default:
      !isFromRight && (properties.isAlphabetic || properties.numericType != nil)
        && properties.generalCategory != .nonspacingMark
    }
  }
}
