/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size from its sides.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// An area of whole pixels, origin top left.
public struct PixelRect: Hashable, Sendable, Codable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates an area from its first column and row and its extent.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The column after the last one.
  public var maxX: Int { x + width }
  /// The row after the last one.
  public var maxY: Int { y + height }
  /// The extent without the position.
  public var size: PixelSize { PixelSize(width: width, height: height) }
}

extension PixelRect {
  /// Whether this is an area of at least one pixel inside `other`; safe for any numbers.
  package func isInside(_ other: PixelRect) -> Bool {
    x >= other.x && y >= other.y && width > 0 && height > 0
      && width <= other.width && height <= other.height
      && x - other.x <= other.width - width && y - other.y <= other.height - height
  }
}

extension Rect {
  /// The whole pixels nearest to this area.
  ///
  /// Each *edge* is rounded, never the width or the height, so neighbours that
  /// touch before still touch, without overlap, after. The widths of equal
  /// areas may therefore differ by one pixel, and an area narrower than one
  /// pixel may become empty. Halves are rounded up, towards the right and the
  /// bottom, so that moving an area by whole pixels moves its snapped area by as many.
  ///
  /// - Precondition: No coordinate is NaN.
  public var snapped: PixelRect {
    let x = wholePixel(minX)
    let y = wholePixel(minY)
    return PixelRect(x: x, y: y, width: wholePixel(maxX) - x, height: wholePixel(maxY) - y)
  }
}

extension Size {
  /// The whole pixels nearest to this size, as ``Rect/snapped`` rounds them
  /// for an area at the origin.
  ///
  /// - Precondition: No side is NaN.
  public var snapped: PixelSize {
    PixelSize(width: wholePixel(width), height: wholePixel(height))
  }
}
