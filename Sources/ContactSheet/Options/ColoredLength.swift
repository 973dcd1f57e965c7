internal import SheetImaging

/// A whole number of pixels with a colour, as borders and shadows are written.
struct ColoredLength {
  let pixels: Int
  /// Nil where only the number was written.
  let color: Color?

  /// Parses `N`, `N COLOR` or `N,COLOR`, with any spaces around the comma.
  init?(_ text: String) {
    let digits = text.prefix { $0 != " " && $0 != "," }
    guard let pixels = Int(digits: digits) else { return nil }
    self.pixels = pixels
    var rest = text[digits.endIndex...].drop { $0 == " " }
    if rest.first == "," {
      rest = rest.dropFirst().drop { $0 == " " }
    } else if rest.isEmpty {
      guard digits.endIndex == text.endIndex else { return nil }
      color = nil
      return
    }
    guard let color = try? Color(parsing: String(rest)) else { return nil }
    self.color = color
  }
}
