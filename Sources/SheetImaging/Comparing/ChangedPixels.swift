/// How many pixels changed, and where.
public struct ChangedPixels: Equatable, Sendable {
  /// The number of changed pixels.
  public var changed = 0
  /// The number of pixels that only the smoothing of edges has changed; 0 where these count as
  /// changed.
  public var smoothed = 0
  /// The largest distance among the changed pixels, from 0 to 1 and a little more for vivid colours.
  public var largest = 0.0
  /// The columns that changed pixels are in; empty where there are none.
  public private(set) var columns = 0..<0
  /// The rows that changed pixels are in; empty where there are none.
  public private(set) var rows = 0..<0

  /// Nothing has been found.
  public init() {}

  /// Adds neighbouring pixels of a row.
  public mutating func add(columns added: Range<Int>, row: Int, distance: Double) {
    if added.isEmpty { return }
    columns = columns.hull(with: added)
    rows = rows.hull(with: row..<row + 1)
    changed += added.count
    largest = max(largest, distance)
  }

  /// These with those of another part of the picture.
  public func joined(with other: ChangedPixels) -> ChangedPixels {
    var all = self
    all.changed += other.changed
    all.smoothed += other.smoothed
    all.largest = max(largest, other.largest)
    all.columns = columns.hull(with: other.columns)
    all.rows = rows.hull(with: other.rows)
    return all
  }
}

extension Range<Int> {
  /// The smallest range that holds both; an empty one holds nothing.
  fileprivate func hull(with other: Range) -> Range {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
