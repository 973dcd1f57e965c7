public import SheetLayout
public import SheetText

/// What a text on a sheet is for.
public enum TextRole: String, CaseIterable, Sendable {
  /// What the sheet is called.
  case title
  /// A line at the top of each page.
  case header
  /// A line at the foot of each page.
  case footer
  /// What a page, or a section of it, is called.
  case heading
  /// What a picture is called, or a row or a column of a matrix.
  case label
  /// How many others the tile of a stack stands for, over its picture.
  case badge
  /// What is said of an empty cell, of a placeholder or of a comparison.
  case note
}

/// A text with its place on the sheet.
public struct PlannedText: Equatable, Sendable {
  /// What the text is for.
  public internal(set) var role: TextRole
  /// The alignment of its lines in the area.
  public internal(set) var alignment: TextAlignment
  /// What to do with lines that are wider than the area.
  public internal(set) var overflow: TextOverflow
  /// Whether it is set apart: in bold, or underlined where its font has no bold.
  public internal(set) var isEmphasized: Bool
  /// The text; line feeds separate its lines.
  public internal(set) var text: String
  /// What is drawn of it where that is not the text as it is: its lines, perhaps shortened.
  public package(set) var shown: String?
  /// Its area on the sheet, outside of which nothing is drawn.
  public package(set) var area: PixelRect {
    get { storedArea.rect }
    set { storedArea = StoredRect(newValue) }
  }
  private var storedArea: StoredRect
  /// The font, if it is not the sheet's.
  public internal(set) var font: FontChoice?
  /// The em in pixels.
  public internal(set) var size: Double

  /// Creates a text of its parts.
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
  /// The height of the lines that are drawn where none is broken any more.
  package var linesHeight: Int {
    (shown ?? text).utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
      * TypeScale.lineHeight(size)
  }

  /// The text in an area as low as its lines, at the lower edge of its own.
  package var trimmed: PlannedText {
    var text = self
    text.area.height = min(area.height, linesHeight)
    text.area.y = area.maxY - text.area.height
    return text
  }

  /// The text that each of the drawn lines stands for: all of it on the first, where a part is left
  /// out; nil where that is what is drawn.
  package var lineTexts: [String]? {
    guard let shown else { return nil }
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    if letters(shown) == letters(text) { return nil }
    return [text] + lines.dropFirst().map { _ in "" }
  }
}
