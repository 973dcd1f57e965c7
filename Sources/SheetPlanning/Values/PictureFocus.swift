internal import SheetFacts
package import SheetFiles
package import SheetLayout

/// The focus of the pictures that a pattern matches: their crops are centred on it.
package struct PictureFocus: Equatable, Sendable {
  /// The pattern of the pictures' names, or of the ends of their paths.
  package let pattern: Glob
  /// The point that crops are centred on.
  package let focus: Focus

  /// Creates a focus from a text such as `IMG_12*=0.3,0.4`; nil if it is malformed.
  package init?(parsing text: String) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let focus = Focus(parsing: String(text[text.index(after: sign)...]))
    else { return nil }
    (pattern, self.focus) = (Glob(String(text[..<sign])), focus)
  }
}

extension Focus {
  /// Creates a focus from fractions of the width and the height, such as `0.3,0.4`; nil if
  /// malformed.
  ///
  /// A space may take the place of the comma.
  init?(parsing text: String) {
    let parts = text.split { $0 == "," || $0 == " " }
    guard parts.count == 2, let x = Double(decimal: String(parts[0])),
      let y = Double(decimal: String(parts[1]))
    else { return nil }
    self.init(x: x, y: y)
  }
}
