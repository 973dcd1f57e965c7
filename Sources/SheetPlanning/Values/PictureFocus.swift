public import SheetFiles
public import SheetLayout
internal import SheetText

/// What matters most in the pictures that a pattern matches: their crops are centred on it.
public struct PictureFocus: Equatable, Sendable {
  /// Which pictures: by their names, or by paths that end like it.
  public let pattern: Glob
  /// What matters.
  public let focus: Focus

  /// Creates a focus from a text such as `IMG_12*=0.3,0.4`; nil for any other.
  public init?(parsing text: String) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let focus = Focus(parsing: String(text[text.index(after: sign)...]))
    else { return nil }
    (pattern, self.focus) = (Glob(String(text[..<sign])), focus)
  }
}

extension Focus {
  /// Creates a focus from its fractions of the width and of the height, such as `0.3,0.4`, or with a
  /// space between them; nil if the text is no such pair.
  init?(parsing text: String) {
    let parts = text.split { $0 == "," || $0 == " " }
    guard parts.count == 2, let x = Double(decimal: String(parts[0])),
      let y = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(x: x, y: y)
  }
}
