package import SheetLayout
internal import SheetModel
package import SheetText

extension PlannedText {
  /// The fraction of a picture's width that its watermark spans.
  private static let watermarkShare = 0.7
  /// The maximum fraction of a picture's height that its watermark takes up.
  private static let watermarkHeight = 0.3

  /// The size in pixels at which the width of a watermark is measured.
  private static let measuredSize = 64.0

  /// The type setter that measures watermarks in a font, which must have all of their characters.
  package static func watermarkSetter(in font: FontChoice) -> TypeSetter {
    TypeSetter(font, size: measuredSize)
  }

  /// A watermark across the middle of a picture; nil if its text is blank.
  ///
  /// It is sized to fit the picture. Text that is too long even at the smallest size is shortened,
  /// so that no picture goes unmarked.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - image: The area of the picture.
  ///   - setter: The result of ``watermarkSetter(in:)``, passed in because opening a font for each
  ///     picture is slow.
  /// - Returns: The text with its area.
  package static func watermark(
    _ text: String, over image: PixelRect, by setter: TypeSetter
  ) -> PlannedText? {
    if text.allSatisfy(\.isWhitespace) || image.width < 1 || image.height < 1 { return nil }
    let widthOfEm = Double(setter.drawnWidth(of: text)) / measuredSize
    // A few sizes are enough, and each needs its own face.
    var (size, suitable) = (TypeScale.limits.lowerBound, TypeScale.limits.lowerBound)
    while size <= TypeScale.limits.upperBound {
      guard widthOfEm * size <= watermarkShare * Double(image.width),
        Double(TypeScale.lineHeight(size)) <= watermarkHeight * Double(image.height)
      else { break }
      suitable = size
      size = (size * 1.15 * 4).rounded() / 4
    }
    let height = min(TypeScale.lineHeight(suitable), image.height)
    return PlannedText(
      .watermark, text: text,
      area: PixelRect(
        x: image.x, y: image.y + (image.height - height) / 2, width: image.width, height: height),
      size: suitable, alignment: .center, overflow: .end)
  }
}

extension SheetPage {
  /// The text of the watermark across a tile of the page; nil if it has none.
  package func watermark(on tile: PlannedTile) -> String? {
    guard let image = tile.placement?.image else { return nil }
    return texts.first { $0.role == .watermark && $0.area.isInside(image) }?.text
  }
}
