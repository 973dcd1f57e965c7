/// Finds the borders of a picture row by row.
///
/// A border consists of fully transparent pixels, or of pixels of a colour shared by three of the
/// picture's corners.
package struct BorderSearch: Sendable {
  private let format: PixelFormat
  private let (width, height): (Int, Int)
  /// The maximum difference of samples from the border colour.
  private let tolerance: Int
  /// What remains of the picture for each possible border colour, and for a border of only
  /// transparent pixels.
  ///
  /// Any three corners include an upper one, so the colours are known from the first row.
  private var candidates: [Candidate] = []
  private var rowsAdded = 0

  /// What remains of the picture if the pixels of one colour are its border.
  private struct Candidate {
    /// The samples of the colour; nil if only transparent pixels are border pixels.
    let color: [Int]?
    /// The number of corners with this colour.
    var corners = 0
    var columns: Range<Int>?
    var rows: Range<Int>?
  }

  /// Creates a search to which no rows have been added.
  ///
  /// - Parameters:
  ///   - format: The format of the rows.
  ///   - width: The number of pixels in a row, at least 1.
  ///   - height: The number of rows, at least 1.
  ///   - tolerance: The maximum difference between a border's samples and its colour, on a scale
  ///     from 0 to 255.
  package init(_ format: PixelFormat, width: Int, height: Int, tolerance: Int) {
    (self.format, self.width, self.height) = (format, width, height)
    self.tolerance = format.depth == .sixteen ? 257 * tolerance : tolerance
  }

  /// Adds the next row of the picture.
  ///
  /// - Precondition: `row` is a whole row, and not all rows have been added.
  package mutating func add(_ row: Span<UInt8>) {
    precondition(
      row.count == width * format.bytesPerPixel && rowsAdded < height, "a row of another picture")
    // A single row is both the first and the last.
    let edges = [0, height - 1].count { $0 == rowsAdded }
    if rowsAdded == 0 {
      candidates = [row.pixel(0, format), row.pixel(width - 1, format), nil].map {
        Candidate(color: $0)
      }
    }
    for index in candidates.indices {
      var candidate = candidates[index]
      let color = candidate.color
      if edges > 0, let color {
        candidate.corners +=
          edges * [0, width - 1].count { row.has(color, $0, format, tolerance) }
      }
      func isBorder(_ column: Int) -> Bool {
        row.isTransparent(column, format)
          || color.map { row.has($0, column, format, tolerance) } ?? false
      }
      if let first = (0..<width).first(where: { !isBorder($0) }) {
        // Columns already known to be kept are not examined.
        let known = max(first, candidate.columns?.upperBound ?? 0)
        let last = (known..<width).last { !isBorder($0) } ?? known - 1
        let columns = candidate.columns ?? first..<first
        candidate.columns = min(first, columns.lowerBound)..<max(last + 1, columns.upperBound)
        candidate.rows = (candidate.rows?.lowerBound ?? rowsAdded)..<rowsAdded + 1
      }
      candidates[index] = candidate
    }
    rowsAdded += 1
  }

  /// What remains of the picture without its borders; nil if nothing does.
  ///
  /// - Precondition: All rows have been added.
  package var rest: (columns: Range<Int>, rows: Range<Int>)? {
    precondition(rowsAdded == height, "a picture without some rows")
    guard let found = candidates.first(where: { $0.color == nil || $0.corners >= 3 }),
      let columns = found.columns, let rows = found.rows
    else { return nil }
    return (columns, rows)
  }
}

extension Span<UInt8> {
  fileprivate func pixel(_ column: Int, _ format: PixelFormat) -> [Int] {
    (0..<format.channels.count).map {
      sample(at: column * format.bytesPerPixel + $0 * format.depth.bytes, format.depth)
    }
  }

  @inline(__always)
  fileprivate func isTransparent(_ column: Int, _ format: PixelFormat) -> Bool {
    let depth = format.depth
    return format.channels.hasAlpha
      && sample(at: (column + 1) * format.bytesPerPixel - depth.bytes, depth) == 0
  }

  @inline(__always)
  fileprivate func has(
    _ color: [Int], _ column: Int, _ format: PixelFormat, _ tolerance: Int
  ) -> Bool {
    let (first, depth) = (column * format.bytesPerPixel, format.depth)
    for channel in 0..<color.count
    where abs(sample(at: first + channel * depth.bytes, depth) - color[channel]) > tolerance {
      return false
    }
    return true
  }
}
