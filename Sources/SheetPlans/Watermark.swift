package import SheetLayout
internal import SheetModel
package import SheetText

extension PlannedText {
  /// The maximum height of a watermark, as a fraction of the picture's shorter side.
  private static let watermarkHeight = 0.45

  /// The size in pixels at which the width of a watermark is measured.
  private static let measuredSize = 64.0

  /// The type setter that measures watermarks in a font, which must have all of their characters.
  package static func watermarkSetter(in font: FontChoice) -> TypeSetter {
    TypeSetter(font, size: measuredSize)
  }

  /// A watermark along the diagonal of a picture; nil if its text is blank.
  ///
  /// It is as large as the picture allows, so that it cannot be cropped away. In a picture too
  /// small for a diagonal, it lies across the middle. Text that is too long even at the smallest
  /// size is shortened, so that no picture goes unmarked.
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
      let lineHeight = TypeScale.lineHeight(size)
      let line = DiagonalLine(in: image.size, lineHeight: lineHeight)
      guard let line, widthOfEm * size <= Double(line.size.width),
        Double(lineHeight) <= watermarkHeight * Double(min(image.width, image.height))
      else { break }
      suitable = size
      size = (size * 1.08 * 4).rounded() / 4
    }
    let lineHeight = TypeScale.lineHeight(suitable)
    var mark = PlannedText(
      .watermark, text: text, area: image, size: suitable, alignment: .center, overflow: .end)
    mark.isDiagonal = DiagonalLine(in: image.size, lineHeight: lineHeight) != nil
    if !mark.isDiagonal {
      mark.area.height = min(lineHeight, image.height)
      mark.area.y += (image.height - mark.area.height) / 2
    }
    return mark
  }
}

extension SheetPage {
  /// The text of the watermark across a tile of the page; nil if it has none.
  package func watermark(on tile: PlannedTile) -> String? {
    guard let image = tile.placement?.image else { return nil }
    return texts.first { $0.role == .watermark && $0.area.isInside(image) }?.text
  }
}
