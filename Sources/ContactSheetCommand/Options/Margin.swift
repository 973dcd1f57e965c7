internal import ContactSheet

/// The space around all cells, as lengths on the sheet: `8`, `5mm` or `10mmx0.5in`.
struct Margin: Equatable, Sendable {
  /// What a margin looks like.
  static let form = "pixels as 8, a length as 5mm or 0.5in, or two of them with an x between"

  /// 10 millimetres, which printers reach.
  static let onPaper = Margin(
    horizontal: Length(10, .millimetres), vertical: Length(10, .millimetres))

  let horizontal: Length
  let vertical: Length

  private init(horizontal: Length, vertical: Length) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Parses a length, or one for the sides and one for top and bottom with an `x` between them.
  init?(_ text: String) {
    if let length = Length(text) {
      self.init(horizontal: length, vertical: length)
      return
    }
    // The first x may belong to a px.
    for index in text.indices.lazy.filter({ text[$0] == "x" }).prefix(2) {
      if let horizontal = Length(String(text[..<index])),
        let vertical = Length(String(text[index...].dropFirst()))
      {
        self.init(horizontal: horizontal, vertical: vertical)
        return
      }
    }
    return nil
  }

  /// The margin in pixels.
  ///
  /// - Throws: ``LengthError``.
  func spacing(perInch pixelsPerInch: Int?) throws(LengthError) -> Spacing {
    let spacing = Spacing(
      horizontal: try horizontal.pixels(perInch: pixelsPerInch),
      vertical: try vertical.pixels(perInch: pixelsPerInch))
    guard let spacing else { preconditionFailure("no length is longer than a spacing") }
    return spacing
  }
}
