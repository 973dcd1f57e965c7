/// The shape of a picture's pixels, which are not always square.
public struct PixelRatio: Hashable, Sendable {
  /// The largest ratio between the sides of a pixel that is accepted.
  public static let maximum = 100.0

  /// Square pixels.
  public static let square = PixelRatio(checked: 1, 1)

  // `columns` pixels side by side are as wide as `rows` pixels are high.
  private let columns: Double
  private let rows: Double

  private init(checked columns: Double, _ rows: Double) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// The shape of pixels where `columns` of them side by side are as wide as `rows` of them are
  /// high.
  ///
  /// Nil where a number is zero, and where the ratio exceeds ``maximum``: such a file is damaged.
  public init?(columns: UInt32, rows: UInt32) {
    let (columns, rows) = (Double(columns), Double(rows))
    guard min(columns, rows) > 0, max(columns, rows) <= Self.maximum * min(columns, rows)
    else { return nil }
    self.init(checked: columns, rows)
  }

  /// The size of a picture of `size` pixels of this shape when its pixels are made square.
  ///
  /// The side along which pixels are longer grows and the other one stays, so that no detail is
  /// lost at full size. The size stays as it is where a side would exceed
  /// ``LayoutError/maximumLength``.
  public func squared(_ size: PixelSize) -> PixelSize {
    var squared = size
    if columns > rows {
      squared.height = wholePixel(Double(size.height) * columns / rows)
    } else if rows > columns {
      squared.width = wholePixel(Double(size.width) * rows / columns)
    }
    let longest = Double(max(squared.width, squared.height))
    return longest <= LayoutError.maximumLength ? squared : size
  }
}
