internal import SheetFacts
internal import SheetLayout
internal import SheetText

/// The contents of a page: its picture, pictures taken out of it, outlines of its texts, and over them
/// all texts, invisibly.
///
/// So texts can be found, selected and copied. Each line has the width and the place at which it is
/// drawn.
struct PDFPageText {
  /// The operators of the contents stream.
  private(set) var operators: PDFSyntax

  private let size: PDFPageSize
  private let order: PDFReadingOrder
  /// The number of parts that have been marked for the structure of the file.
  private var partCount = 0
  /// The em that the operators have set; nil before the first line.
  private var em: Double?

  /// The most characters of a line.
  ///
  /// The string of a longer line would exceed the length that readers must support (ISO 32000-1,
  /// annex C).
  private static let maximumCount = 8000
  /// The smallest factor by which letters are narrowed.
  ///
  /// Readers lose the spaces of narrower letters. So a line that is much too long has smaller
  /// letters.
  private static let narrowest = 0.8

  /// Begins a page with its picture, the pictures taken out of it, and outlines.
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

  /// Adds a part, with its lines on the sheet and their em in pixels.
  ///
  /// Parts are numbered in the order of their addition. The kind is the part's kind in the file's
  /// structure.
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

  /// Ends the contents.
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
