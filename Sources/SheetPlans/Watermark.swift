package import SheetLayout
internal import SheetModel
package import SheetText

extension PlannedText {
  /// The maximum height of a watermark, as a fraction of the picture's shorter side.
  private static let watermarkHeight = 0.45

  /// A watermark along the diagonal of a picture; nil if its text is blank.
  ///
  /// It is as large as the picture allows, so that it cannot be cropped away. In a picture too
  /// small for a diagonal, it lies across the middle. Text that is too long even at the smallest
  /// size is shortened, so that no picture goes unmarked.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - image: The area of the picture.
  ///   - setter: What measures the text, passed in because opening a font for each picture is slow.
  /// - Returns: The text with its area.
  package static func watermark(
    _ text: String, over image: PixelRect, by setter: WatermarkSetter
  ) -> PlannedText? {
    if text.allSatisfy(\.isWhitespace) || image.width < 1 || image.height < 1 { return nil }
    let widthOfEm = setter.widthOfEm(of: text)
    var suitable = WatermarkSetter.sizes.startIndex
    for index in WatermarkSetter.sizes.indices {
      let size = WatermarkSetter.sizes[index]
      let lineHeight = TypeScale.lineHeight(size)
      guard let line = DiagonalLine(in: image.size, lineHeight: lineHeight),
        widthOfEm * size <= Double(line.size.width),
        Double(lineHeight) <= watermarkHeight * Double(min(image.width, image.height))
      else { break }
      suitable = index
    }
    // Because of rounding to whole pixels, text is relatively wider at some sizes than at others.
    while suitable > WatermarkSetter.sizes.startIndex,
      !setter.fits(text, size: WatermarkSetter.sizes[suitable], in: image.size)
    {
      suitable -= 1
    }
    let size = WatermarkSetter.sizes[suitable]
    let lineHeight = TypeScale.lineHeight(size)
    var mark = PlannedText(
      .watermark, text: text, area: image, size: size, alignment: .center, overflow: .end)
    mark.isDiagonal = DiagonalLine(in: image.size, lineHeight: lineHeight) != nil
    if !mark.isDiagonal {
      mark.area.height = min(lineHeight, image.height)
      mark.area.y += (image.height - mark.area.height) / 2
    }
    return mark
  }
}

/// Measures watermarks in a font, at each of their sizes.
///
/// It remembers widths, because pictures often have the same watermark at the same size.
package final class WatermarkSetter {
  /// The size in pixels at which the width of a watermark is estimated.
  private static let estimatedSize = 64.0

  /// The possible sizes, in ascending order: a few are enough, and each needs its own face.
  static let sizes: [Double] = {
    var sizes: [Double] = []
    var size = TypeScale.limits.lowerBound
    while size <= TypeScale.limits.upperBound {
      sizes.append(size)
      size = (size * 1.08 * 4).rounded() / 4
    }
    return sizes
  }()

  private struct Line: Hashable {
    let text: String
    let size: Double
  }

  private let font: FontChoice
  private var setters: [Double: TypeSetter] = [:]
  private var widths: [Line: Int] = [:]

  /// Creates a setter for a font, which must have all characters of the watermarks.
  package init(_ font: FontChoice) { self.font = font }

  /// The approximate width of text, as a multiple of its size.
  fileprivate func widthOfEm(of text: String) -> Double {
    Double(width(of: text, size: Self.estimatedSize)) / Self.estimatedSize
  }

  /// Whether text fits on the diagonal of a picture.
  fileprivate func fits(_ text: String, size: Double, in area: PixelSize) -> Bool {
    guard let line = DiagonalLine(in: area, lineHeight: TypeScale.lineHeight(size)) else {
      return false
    }
    return width(of: text, size: size) <= line.size.width
  }

  /// The width of text as drawn.
  private func width(of text: String, size: Double) -> Int {
    let line = Line(text: text, size: size)
    if let width = widths[line] { return width }
    let setter = setters[size] ?? TypeSetter(font, size: size)
    setters[size] = setter
    let width = setter.drawnWidth(of: text)
    widths[line] = width
    return width
  }
}

/// The text of the watermarks on a page, looked up by tile.
///
/// A page may have very many watermarks; without an index, all of them would have to be examined for
/// each tile.
package struct WatermarkTexts {
  private static let rowsInPart = 16

  private let texts: [String]
  private let areas: [PixelRect]
  /// The indices of the watermarks whose first row is in a part of the page, by the part's number.
  private let byPart: [Int: [Int]]

  package init(on page: SheetPage) {
    let marks = page.texts.filter { $0.role == .watermark }
    let areas = marks.map(\.area)
    (texts, self.areas) = (marks.map(\.text), areas)
    byPart = Dictionary(grouping: areas.indices) { areas[$0].y / Self.rowsInPart }
  }

  /// Whether the page has no watermarks of text.
  package var isEmpty: Bool { texts.isEmpty }

  /// The text of the watermark across a tile; nil if it has none.
  package func text(on tile: PlannedTile) -> String? {
    guard let image = tile.placement?.image else { return nil }
    return candidates(on: image).filter { areas[$0].isInside(image) }.min().map { texts[$0] }
  }

  /// The indices of the watermarks that begin in the rows of an image, or a few rows above or below
  /// them.
  func candidates(on image: PixelRect) -> [Int] {
    let (first, last) = (image.y / Self.rowsInPart, (image.maxY - 1) / Self.rowsInPart)
    return (first...max(first, last)).flatMap { byPart[$0] ?? [] }
  }
}
