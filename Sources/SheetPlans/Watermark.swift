package import SheetLayout
internal import SheetModel
package import SheetText

extension PlannedText {
  /// The part of a picture's width that its watermark takes.
  private static let watermarkShare = 0.7
  /// The part of a picture's height that it takes at most.
  private static let watermarkHeight = 0.3

  /// The size in pixels in which its width is measured.
  private static let measuredSize = 64.0

  /// What measures watermarks in a font, which has all characters of their texts.
  package static func watermarkSetter(in font: FontChoice) -> TypeSetter {
    TypeSetter(font, size: measuredSize)
  }

  /// A watermark across the middle of a picture; nil if its text is blank.
  ///
  /// Its size suits the picture. A text that is too long for it at the smallest size is shortened, so that no
  /// picture stays without a mark.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - image: The area of the picture.
  ///   - setter: What ``watermarkSetter(in:)`` gives; opening a font for each picture takes long.
  /// - Returns: The text with its area.
  package static func watermark(
    _ text: String, over image: PixelRect, by setter: TypeSetter
  ) -> PlannedText? {
    if text.allSatisfy(\.isWhitespace) || image.width < 1 || image.height < 1 { return nil }
    let widthOfEm = Double(setter.drawnWidth(of: text)) / measuredSize
    // Few sizes are enough, and each has a face of its own.
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
