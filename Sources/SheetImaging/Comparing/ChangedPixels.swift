/// The number of changed pixels, and their places.
package struct ChangedPixels: Sendable {
  /// All changed pixels together.
  package private(set) var all = ChangedRegion()
  /// The number of pixels that only the smoothing of edges has changed; 0 if they are regarded as
  /// changed.
  package var smoothed = 0
  /// The largest distance among the changed pixels: from 0 to 1, or slightly more for vivid
  /// colours.
  package private(set) var largest = 0.0
  private var search = RegionSearch()

  /// Creates a value without pixels.
  package init() {}

  /// The regions in which changed pixels lie together, at most 50.
  ///
  /// They are the regions with the most pixels, in descending order.
  package var regions: [ChangedRegion] { search.largest }

  /// Adds neighbouring pixels of a row; rows come from the top down, and their pixels from the left.
  package mutating func add(columns: Range<Int>, row: Int, distance: Double) {
    if columns.isEmpty { return }
    let added = ChangedRegion(columns: columns, row: row)
    all.add(added)
    search.add(added)
    largest = max(largest, distance)
  }
}

/// Changed pixels in a part of a picture.
package struct ChangedRegion: Hashable, Sendable {
  /// The number of changed pixels.
  package private(set) var changed = 0
  /// The columns that they are in, from the first to the last; empty if there are none.
  package private(set) var columns = 0..<0
  /// The rows that they are in, from the first to the last; empty if there are none.
  package private(set) var rows = 0..<0

  /// A region without pixels.
  init() {}

  /// Neighbouring pixels of a row.
  init(columns: Range<Int>, row: Int) {
    (changed, self.columns, rows) = (columns.count, columns, row..<row + 1)
  }

  /// Adds the pixels of another region.
  mutating func add(_ other: ChangedRegion) {
    changed += other.changed
    columns = columns.hull(with: other.columns)
    rows = rows.hull(with: other.rows)
  }
}

extension Range<Int> {
  /// The smallest range that contains both.
  ///
  /// An empty range contains nothing.
  fileprivate func hull(with other: Range) -> Range {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

/// The background of a picture of differences: the picture, grey and faint, so that colours stand
/// out.
package enum FadedPixels {
  /// The code of pixels outside of both pictures.
  package static let ground: UInt8 = 255

  /// Makes the faint form of a row.
  ///
  /// - Parameters:
  ///   - row: The row as it is stored.
  ///   - pixels: The format of the row.
  ///   - codes: A code of sRGB for each pixel; further codes are left unchanged.
  package static func fade(
    _ row: Span<UInt8>, _ pixels: ComparablePixels, into codes: inout MutableSpan<UInt8>
  ) {
    var converted = [UInt32](repeating: 0, count: row.count / pixels.bytesPerPixel)
    var span = converted.mutableSpan
    pixels.convert(row, into: &span)
    for index in converted.indices { codes[index] = code(of: converted[index]) }
  }

  /// The grey of a pixel over white, at a tenth of its contrast.
  @inline(__always)
  static func code(of pixel: UInt32) -> UInt8 {
    let (red, green) = (pixel & 255, pixel >> 8 & 255)
    let (blue, alpha) = (pixel >> 16 & 255, pixel >> 24)
    // Thousandths of luma by the factors of BT.601. Other factors would make no difference at a
    // tenth of the contrast.
    let darkness = 255_000 - (299 * red + 587 * green + 114 * blue)
    return 255 - UInt8((darkness * alpha / 255 + 5000) / 10_000)
  }
}
