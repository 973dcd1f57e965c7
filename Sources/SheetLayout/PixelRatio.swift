/// The shape of a picture's pixels.
public struct PixelRatio: Hashable, Sendable {
  /// The largest ratio of the sides of a pixel that is believed.
  public static let maximum = 100.0

  /// Pixels as wide as they are high.
  public static let square = PixelRatio(checked: 1, 1)

  /// As many columns are as wide as ``rows`` are high.
  private let columns: Double
  private let rows: Double

  private init(checked columns: Double, _ rows: Double) {
    self.columns = columns
    self.rows = rows
  }

  /// The shape of pixels of which `columns` beside each other are as wide as `rows`
  /// below each other are high.
  ///
  /// Nil where one is zero, and for pixels longer than ``maximum`` allows, which are
  /// damage or a joke.
  public init?(columns: UInt32, rows: UInt32) {
    let (columns, rows) = (Double(columns), Double(rows))
    guard min(columns, rows) > 0, max(columns, rows) <= Self.maximum * min(columns, rows)
    else { return nil }
    self.init(checked: columns, rows)
  }

  /// The size at which a picture of such pixels has square ones.
  ///
  /// The side along which pixels are longer grows and the other one stays, so that a
  /// picture at its own size shows all it has. A side that would become longer than
  /// ``LayoutError/maximumLength`` is left as it is.
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
