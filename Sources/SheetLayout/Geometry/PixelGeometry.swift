/// A width and a height in whole pixels.
package struct PixelSize: Hashable, Sendable {
  /// The number of pixels in a row.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates a size from its width and height.
  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The length of the longer side.
  package var longerSide: Int { max(width, height) }
}

/// An area of whole pixels, origin top left.
package struct PixelRect: Hashable, Sendable {
  /// The first column.
  package var x: Int
  /// The first row.
  package var y: Int
  /// The number of columns.
  package var width: Int
  /// The number of rows.
  package var height: Int

  /// Creates an area from its first column and row and its extent.
  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The column after the last one.
  package var maxX: Int { x + width }
  /// The row after the last one.
  package var maxY: Int { y + height }
  /// The rows of the area.
  package var rows: Range<Int> { y..<maxY }
  /// The extent without the position.
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// Whether this area has at least one pixel and lies inside `other`.
  package func isInside(_ other: PixelRect) -> Bool {
    x >= other.x && y >= other.y && width > 0 && height > 0
      && maxX <= other.maxX && maxY <= other.maxY
  }

  /// Whether the two areas share a pixel.
  package func overlaps(_ other: PixelRect) -> Bool {
    let common = intersection(other)
    return common.width > 0 && common.height > 0
  }

  /// The intersection of the two areas; empty if they are disjoint.
  package func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest area that contains both areas.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// Distances in whole pixels from the four edges of an area.
package struct PixelInsets: Hashable, Sendable {
  /// The rows at the top; not negative.
  package var top: Int
  /// The columns at the left; not negative.
  package var left: Int
  /// The rows at the bottom; not negative.
  package var bottom: Int
  /// The columns at the right; not negative.
  package var right: Int

  /// Creates insets from one number for each edge.
  package init(top: Int, left: Int, bottom: Int, right: Int) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// Creates insets of the same width on all edges.
  package init(_ pixels: Int) {
    self.init(top: pixels, left: pixels, bottom: pixels, right: pixels)
  }

  /// The sum of left and right.
  package var horizontal: Int { left + right }
  /// The sum of top and bottom.
  package var vertical: Int { top + bottom }

  /// The total width and height of the insets.
  package var size: Size { Size(width: Double(horizontal), height: Double(vertical)) }

  /// The sum of the insets, edge by edge.
  package static func + (one: PixelInsets, other: PixelInsets) -> PixelInsets {
    PixelInsets(
      top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
      right: one.right + other.right)
  }

  /// The difference of the insets, edge by edge.
  package static func - (all: PixelInsets, part: PixelInsets) -> PixelInsets {
    PixelInsets(
      top: all.top - part.top, left: all.left - part.left, bottom: all.bottom - part.bottom,
      right: all.right - part.right)
  }
}

extension PixelRect {
  /// The area made smaller by `insets`.
  ///
  /// Insets that are wider than the area leave a negative extent.
  package func inset(by insets: PixelInsets) -> PixelRect {
    PixelRect(
      x: x + insets.left, y: y + insets.top,
      width: width - insets.horizontal, height: height - insets.vertical)
  }

  /// The area made larger by `insets`.
  package func outset(by insets: PixelInsets) -> PixelRect {
    PixelRect(
      x: x - insets.left, y: y - insets.top,
      width: width + insets.horizontal, height: height + insets.vertical)
  }

  /// The area made larger by `pixels` on each edge; smaller if they are negative.
  package func outset(by pixels: Int) -> PixelRect {
    outset(by: PixelInsets(pixels))
  }
}

extension Rect {
  /// Creates an area of whole pixels.
  package init(_ pixels: PixelRect) {
    self.init(
      origin: Point(x: Double(pixels.x), y: Double(pixels.y)), size: Size(pixels.size))
  }

  /// The whole pixels nearest to this area.
  ///
  /// Each *edge* is rounded, never the width or the height. So neighbours that touch before
  /// rounding still touch afterwards, without overlap. Areas of equal width may then differ by one
  /// pixel, and an area narrower than one pixel may become empty. Halves are rounded to the right
  /// and downwards, so moving an area by whole pixels moves its snapped area by exactly the same
  /// amount.
  ///
  /// - Precondition: No coordinate is NaN.
  package var snapped: PixelRect {
    let x = wholePixel(minX)
    let y = wholePixel(minY)
    return PixelRect(x: x, y: y, width: wholePixel(maxX) - x, height: wholePixel(maxY) - y)
  }
}

extension Size {
  /// Creates a size in whole pixels.
  package init(_ pixels: PixelSize) {
    self.init(width: Double(pixels.width), height: Double(pixels.height))
  }

  /// This size in whole pixels, rounded as ``Rect/snapped`` rounds an area at the origin.
  ///
  /// - Precondition: Neither the width nor the height is NaN.
  package var snapped: PixelSize {
    PixelSize(width: wholePixel(width), height: wholePixel(height))
  }
}

/// The nearest whole number, with halves rounded up.
///
/// Edges that are mathematically equal but computed as different sums differ in the last bits. Many
/// edges lie at halves, where such a difference would separate neighbours. The threshold is
/// therefore a millionth of a pixel below one half, where quotients of pixel lengths seldom fall.
///
/// Values beyond ±2⁵³ become ±2⁵³, since a double cannot hold every whole number beyond that.
///
/// - Precondition: `value` is not NaN.
func wholePixel(_ value: Double) -> Int {
  precondition(!value.isNaN, "a coordinate is NaN")
  let limit = 9_007_199_254_740_992.0
  let bounded = max(-limit, min(limit, value))
  let truncated = Int(bounded)
  let rest = bounded - Double(truncated)
  let half = 0.5 - 1e-6
  if rest >= half { return truncated + 1 }
  if rest < half - 1 { return truncated - 1 }
  return truncated
}

/// The shape of a picture's pixels, which are not always square.
package struct PixelRatio: Hashable, Sendable {
  /// The largest pixel aspect ratio that is not treated as an error; the ratio of anamorphic film
  /// is at most 2.
  package static let maximum = 3.0

  /// Square pixels.
  package static let square = PixelRatio(checked: 1, 1)

  // `columns` pixels side by side are as wide as `rows` pixels are tall.
  private let columns: Double
  private let rows: Double

  private init(checked columns: Double, _ rows: Double) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Creates the shape of pixels of which `columns` side by side are as wide as `rows` are tall.
  ///
  /// Nil if a number is zero, or the ratio exceeds ``maximum``.
  package init?(columns: UInt32, rows: UInt32) {
    self.init(Double(columns), Double(rows))
  }

  /// Creates the shape of pixels from the resolutions along rows and along columns, both in the same
  /// unit.
  ///
  /// Nil if a resolution is not a positive number, or if the ratio exceeds ``maximum``. Also nil if
  /// the resolutions differ by at most 1 %, which may be due to rounding.
  package init?(resolutionAlongRows columns: Double, alongColumns rows: Double) {
    guard max(columns, rows) > 1.01 * min(columns, rows) else { return nil }
    self.init(columns, rows)
  }

  private init?(_ columns: Double, _ rows: Double) {
    guard min(columns, rows) > 0, max(columns, rows) < .infinity,
      max(columns, rows) <= Self.maximum * min(columns, rows)
    else { return nil }
    self.init(checked: columns, rows)
  }

  /// The size of a picture of `size` pixels of this shape after its pixels are made square.
  ///
  /// The picture is enlarged in the direction in which pixels are longer, and unchanged in the
  /// other, so no detail is lost at full size. The size is returned unchanged if its width or
  /// height would exceed ``LayoutError/maximumLength``.
  package func squared(_ size: PixelSize) -> PixelSize {
    var squared = size
    if columns > rows {
      squared.height = wholePixel(Double(size.height) * columns / rows)
    } else if rows > columns {
      squared.width = wholePixel(Double(size.width) * rows / columns)
    }
    return Double(squared.longerSide) <= LayoutError.maximumLength ? squared : size
  }
}

/// How many equal lengths fit into `room`, with gaps between them.
///
/// An exact fit counts, despite rounding errors in the sums. The result is a whole number, or
/// infinite if both length and gap are 0.
package func count(ofLength length: Double, in room: Double, gap: Double) -> Double {
  ((room + gap) / (length + gap) + 1e-9).rounded(.down)
}
