/// The rows that sections share, where each is arranged by itself: sections that fit one row together
/// stand beside each other, and one that does not fit a row has rows of its own.
extension SectionPart {
  /// Which consecutive sections stand beside each other.
  ///
  /// - Parameters:
  ///   - lengths: The length of each section in one row: a width, or a number of items.
  ///   - limit: The length of a row.
  ///   - gap: The distance between neighbours in a row.
  /// - Returns: The sections of each band.
  public static func bands(
    of lengths: [Double], limit: Double, gap: Double = 0
  ) -> [Range<Int>] {
    var bands: [Range<Int>] = []
    var used = Double.infinity
    for (index, length) in lengths.enumerated() {
      if used + gap + length <= limit + 1e-6 {
        bands[bands.count - 1] = bands[bands.count - 1].lowerBound..<index + 1
        used += gap + length
      } else {
        bands.append(index..<index + 1)
        used = length <= limit + 1e-6 ? length : .infinity
      }
    }
    return bands
  }

  /// The bands of sections by their numbers of items, and the rows of all of them.
  ///
  /// A search asks for this again and again, so it makes no list of them.
  public static func lines(
    ofSections counts: [Int], columns: Int
  ) -> (bands: Int, rows: Int) {
    var (bands, rows) = (0, 0)
    // What the row of the last band holds; one of a section that does not fit a row is full.
    var used = columns
    for count in counts {
      if count <= columns - used {
        used += count
      } else {
        bands += 1
        rows += (count - 1) / columns + 1
        used = min(count, columns)
      }
    }
    return (bands, rows)
  }

  /// The numbers of items of what stands beside each other, and of every other section.
  public static func counts(inBandsOf counts: [Int], columns: Int) -> [Int] {
    bands(of: counts.map(Double.init), limit: Double(columns)).map { band in
      counts[band].reduce(0, +)
    }
  }
}
