package import SheetFacts

/// The part of some pictures that is shown, in place of all of them.
package struct PictureCrop: Equatable, Sendable {
  /// The pictures of which a part is shown.
  package let pictures: PictureSelector
  /// The part, in pixels as they are shown, or as fractions.
  package let area: PictureArea

  /// Creates a crop from a text such as `hall*=420,180,96,64`, or with a condition,
  /// `{rating} >= 5=25%,25%,50%,50%`.
  ///
  /// - Throws: `TemplateError` if there is a brace before the part and the text is not a condition.
  /// - Returns: Nil if the text is malformed.
  package init?(parsing text: String) throws(TemplateError) {
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let area = PictureArea(parsing: text[text.index(after: sign)...])
    else { return nil }
    pictures = try PictureSelector(String(text[..<sign]))
    self.area = area
  }
}
