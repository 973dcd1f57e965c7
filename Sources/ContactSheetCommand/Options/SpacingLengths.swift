internal import ContactSheet

/// The space between cells or around all of them, as lengths on the sheet: `8`, `5mm` or
/// `10mmx0.5in`.
struct SpacingLengths: Equatable, Sendable {
  /// What it looks like.
  static let form = "pixels as 8, a length as 5mm or 0.5in, or two of them with an x between"

  /// 10 millimetres around everything, which printers reach.
  static let marginOnPaper = SpacingLengths(
    horizontal: Length(10, .millimetres), vertical: Length(10, .millimetres))

  let horizontal: Length
  let vertical: Length

  private init(horizontal: Length, vertical: Length) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Parses a length, or one from left to right and one from top to bottom with an `x` between
  /// them.
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

  /// The space in pixels.
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
