/// A ratio for equal cells that treats whole pictures of different ratios fairly.
///
/// A picture covers a fraction of its cell: the smaller of the two ratios divided by the larger. At
/// a fair ratio, at most one picture in five is small, that is, covers less than two thirds of the
/// median area. The result is the fair ratio closest, by factor, to the median of the pictures'
/// ratios. So a few unusual pictures change nothing, and many portraits make landscapes a little
/// smaller.
package struct FairRatio {
  /// A picture is small if the median area is more than this many times its own.
  private static let largestFactor = 1.5
  /// The smallest factor between consecutive ratios that are tried.
  private static let step = 1.0005

  /// The pictures' ratios in ascending order; there is at least one.
  private let ratios: [Double]

  /// Prepares the search; nil if there are no pictures.
  package init?(of ratios: [Double]) {
    if ratios.isEmpty { return nil }
    self.ratios = ratios.sorted()
  }

  /// The fair ratio; if there is none, the ratio nearest to the median at which the smallest
  /// pictures are as large as possible.
  package var value: Double {
    if let fair = nearest(within: { _ in Self.largestFactor }) { return fair }
    var least = Double.infinity
    _ = nearest { factor in
      least = min(least, factor)
      return least * 0.999
    }
    return nearest { _ in least * 1.01 } ?? median
  }

  private var median: Double {
    (ratios[ratios.count / 2] * ratios[(ratios.count - 1) / 2]).squareRoot()
  }

  /// Of the ratios whose ``factor(at:)`` is within a limit, the one nearest to the median; nil if
  /// there is none.
  private func nearest(within limit: (Double) -> Double) -> Double? {
    let found = [ratios[0], ratios[ratios.count - 1]].compactMap {
      first(towards: $0, within: limit)
    }
    return found.min { max($0 / median, median / $0) < max($1 / median, median / $1) }
  }

  /// The first ratio on the way from the median to `end` whose ``factor(at:)`` is within a limit;
  /// nil if there is none.
  private func first(towards end: Double, within limit: (Double) -> Double) -> Double? {
    var ratio = median
    while true {
      let factor = factor(at: ratio)
      let limit = limit(factor)
      if factor <= limit * (1 + 1e-9) { return ratio }
      if ratio == end { return nil }
      // From one ratio to another, the result changes by at most the square of the factor between
      // them.
      let step = max((factor / limit).squareRoot(), Self.step)
      ratio = end > median ? min(ratio * step, end) : max(ratio / step, end)
    }
  }

  /// The area of the median picture divided by the area of the largest picture in the smallest
  /// fifth.
  private func factor(at ratio: Double) -> Double {
    let count = ratios.count
    let middle =
      distance(ofNearest: count / 2 + 1, to: ratio)
      * distance(ofNearest: (count + 1) / 2, to: ratio)
    return distance(ofNearest: count + 1 - (count + 4) / 5, to: ratio) / middle.squareRoot()
  }

  /// The factor between a ratio and the `count`th closest of the pictures' ratios.
  private func distance(ofNearest count: Int, to ratio: Double) -> Double {
    // The closest ratios are consecutive in the sorted list.
    let start =
      (-1..<ratios.count - count).lastMeeting {
        ratio / ratios[$0] > ratios[$0 + count] / ratio
      } + 1
    return max(ratio / ratios[start], ratios[start + count - 1] / ratio)
  }
}
