package import SheetLayout
package import SheetText

/// The purpose of a text on a sheet.
package enum TextRole: String, CaseIterable, Sendable {
  /// The title of the sheet.
  case title
  /// A line at the top of each page.
  case header
  /// A line at the foot of each page.
  case footer
  /// The name of a page, or of a section of it.
  case heading
  /// The name of a picture, or of a row or a column of a matrix.
  case label
  /// The number of hidden pictures of a stack, over its tile's picture.
  case badge
  /// A note about an empty cell, a placeholder or a comparison.
  case note
}

/// A text with its place on the sheet.
package struct PlannedText: Equatable, Sendable {
  /// The purpose of the text.
  package internal(set) var role: TextRole
  /// The alignment of its lines in the area.
  package internal(set) var alignment: TextAlignment
  /// The treatment of lines that are wider than the area.
  package internal(set) var overflow: TextOverflow
  /// Whether it is emphasized: in bold, or underlined if its font has no bold.
  package internal(set) var isEmphasized: Bool
  /// The text; line feeds separate its lines.
  package internal(set) var text: String
  /// The drawn lines, perhaps shortened; nil if the text is drawn as it is.
  package var shown: String?
  /// Its area on the sheet, outside of which nothing is drawn.
  package var area: PixelRect {
    get { storedArea.rect }
    set { storedArea = StoredRect(newValue) }
  }
  private var storedArea: StoredRect
  /// The font, if it is not the sheet's.
  package internal(set) var font: FontChoice?
  /// The em in pixels.
  package internal(set) var size: Double

  /// Creates a text from its parts.
  package init(
    _ role: TextRole, text: String, shown: String? = nil, area: PixelRect, font: FontChoice? = nil,
    size: Double, alignment: TextAlignment, overflow: TextOverflow, isEmphasized: Bool = false
  ) {
    self.role = role
    self.text = text
    self.shown = shown
    storedArea = StoredRect(area)
    self.font = font
    self.size = size
    self.alignment = alignment
    self.overflow = overflow
    self.isEmphasized = isEmphasized
  }
}

extension PlannedText {
  /// The height of the drawn lines, if they are not broken further.
  package var linesHeight: Int {
    (shown ?? text).utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      * TypeScale.lineHeight(size)
  }

  /// The height of the drawn lines that are the first line of the text.
  package var firstLineHeight: Int {
    func letters(_ text: Substring) -> String { text.filter { !$0.isWhitespace } }
    let first = letters(text.prefix { $0 != "\n" })
    var (found, count) = ("", 0)
    for line in (shown ?? text).split(separator: "\n", omittingEmptySubsequences: false) {
      found += letters(line)
      // A first line that is shortened has no more lines.
      guard count == 0 || first.hasPrefix(found) else { break }
      count += 1
    }
    return count * TypeScale.lineHeight(size)
  }

  /// The text in an area as high as its lines, at the lower edge of its present area.
  package var trimmed: PlannedText {
    var text = self
    text.area.height = min(area.height, linesHeight)
    text.area.y = area.maxY - text.area.height
    return text
  }

  /// The full text of each drawn line; nil if the text is drawn unchanged.
  ///
  /// If a part is left out, the first line has the whole text.
  package var lineTexts: [String]? {
    guard let shown else { return nil }
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    if letters(shown) == letters(text) { return nil }
    return [text] + lines.dropFirst().map { _ in "" }
  }
}
