/// Where every item of a sheet stands: what all layouts come to.
public struct Arrangement: Equatable, Sendable {
  /// The size of the sheet without margins.
  public var size: Size
  /// One area per item, in the order of the items.
  public var frames: [Rect]
  /// The horizontal strips the sheet falls into, from top to bottom.
  ///
  /// Every item belongs to exactly one of them.
  public var strips: [Strip]
  /// The number of rows, empty ones included, of a layout that has rows.
  public var rows: Int?
  /// The number of columns of a layout that has columns.
  public var columns: Int?

  /// Creates an arrangement; layouts do this.
  public init(
    size: Size, frames: [Rect], strips: [Strip], rows: Int? = nil, columns: Int? = nil
  ) {
    self.size = size
    self.frames = frames
    self.strips = strips
    self.rows = rows
    self.columns = columns
  }

  /// The heights at which the sheet may be cut without crossing an item,
  /// ascending: the top of every strip but the first.
  public var cuts: [Double] {
    strips.dropFirst().map(\.minY)
  }
}

/// A run of items, as wide as the sheet, that no other item reaches into.
///
/// A row of a grid and a layer of a tiered grid are strips. Gaps between rows
/// belong to no strip.
public struct Strip: Equatable, Sendable {
  /// The items in the strip.
  public var items: Range<Int>
  /// The top edge.
  public var minY: Double
  /// The bottom edge.
  public var maxY: Double

  /// Creates a strip of consecutive items between two heights.
  public init(items: Range<Int>, minY: Double, maxY: Double) {
    self.items = items
    self.minY = minY
    self.maxY = maxY
  }

  /// The distance between the edges.
  public var height: Double { maxY - minY }
}
