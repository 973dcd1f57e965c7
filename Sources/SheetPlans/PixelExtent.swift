internal import SheetModel

/// A width in pixels with an optional height.
///
/// It is written as `1600x1200`, or `1600` if the height depends on the content.
package struct PixelExtent: Equatable, Sendable {
  /// The maximum width or height in pixels.
  package static let maximumSide = Sheet.Length.maximumPixels

  /// The width in pixels, at least 1.
  package let width: Int
  /// The height in pixels, at least 1; nil if it depends on the content.
  package let height: Int?

  /// 1600 pixels wide, as high as the content.
  package static let standard = PixelExtent(standardWidth: 1600)

  private init(standardWidth width: Int) {
    self.width = width
    height = nil
  }

  /// Creates an extent; nil if a side is not in `1...maximumSide`.
  package init?(width: Int, height: Int? = nil) {
    guard 1...Self.maximumSide ~= width, 1...Self.maximumSide ~= height ?? 1 else { return nil }
    self.width = width
    self.height = height
  }

  /// Parses `W` or `WxH`, in whole pixels.
  package init?(_ text: String) {
    guard let (width, height) = text.numbers(dividedBy: "x") else { return nil }
    self.init(width: width, height: height)
  }
}

extension PixelExtent: LosslessStringConvertible {
  /// The extent as written.
  package var description: String {
    if let height { "\(width)x\(height)" } else { "\(width)" }
  }
}

/// Empty space in pixels: the gap between neighbouring cells, or the margin around all of them.
package struct PixelSpacing: Equatable, Sendable {
  /// 8 pixels in both directions.
  package static let standard = PixelSpacing(8)

  /// The space between columns, or on the left and right; not negative.
  package let horizontal: Int
  /// The space between rows, or at the top and bottom; not negative.
  package let vertical: Int

  /// Creates the same spacing in both directions.
  package init(_ pixels: Int) { (horizontal, vertical) = (pixels, pixels) }

  /// Creates a spacing; nil if a number is negative or above ``PixelExtent/maximumSide``.
  package init?(horizontal: Int, vertical: Int) {
    guard 0...PixelExtent.maximumSide ~= horizontal, 0...PixelExtent.maximumSide ~= vertical
    else { return nil }
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

extension PixelSpacing: LosslessStringConvertible {
  /// Parses `8`, or `12x4` for 12 horizontally and 4 vertically, in whole pixels.
  package init?(_ text: String) {
    guard let (horizontal, vertical) = text.numbers(dividedBy: "x") else { return nil }
    self.init(horizontal: horizontal, vertical: vertical ?? horizontal)
  }

  /// The spacing as written.
  package var description: String {
    horizontal == vertical ? "\(horizontal)" : "\(horizontal)x\(vertical)"
  }
}
