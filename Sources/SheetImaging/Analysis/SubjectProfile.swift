/// How a picture's salient parts are distributed along one of its sides.
///
/// It is a weighted sum of two measures: the ``ImageSignature``, which finds what differs from the
/// rest of the picture, and the ``BorderDistance``, which fills in what stands apart from the
/// border. Skin colours count more than others in the signature, and pixels near the middle of the
/// other side count more in both measures.
///
/// All sums are of whole numbers, and therefore exact: the result is the same on every machine, and
/// a mirrored picture has the mirrored profile.
package struct SubjectProfile: Equatable, Sendable {
  /// A side of a picture.
  package enum Side: Sendable {
    /// From left to right.
    case width
    /// From top to bottom.
    case height
  }

  /// How a side of the stored picture runs when the picture is shown upright.
  package enum Direction: Sendable {
    /// To the left or to the right.
    case across
    /// From top to bottom.
    case down
    /// From bottom to top.
    case up
  }

  /// The cumulative salience at the edges of equal parts of the side, from 0 to 1; empty if nothing
  /// is salient.
  private let shares: [Double]
  private let direction: Direction

  /// The length of the longest crop that is moved to show the subject, as a fraction of the side.
  ///
  /// A longer crop shows the subject anyway, and stays centred.
  package static let largestPart = 0.97
  /// The number of steps between the positions compared.
  private static let steps = 64
  /// The weight of the border distance, relative to 1 for the signature.
  private static let distanceShare = 0.5
  /// The room that a subject needs between itself and the edge of a crop, relative to the length of
  /// the crop.
  private static let margin = 0x1p-4
  /// The penalty for the positions farthest from the middle, as a multiple of p(1 - p) for a crop
  /// of length p.
  ///
  /// If salience is scattered at random, the amount within a crop has this variance, so noise does
  /// not move the crop, whatever its length.
  private static let pull = 0.25

  /// Computes the profile of a miniature along one of its sides.
  ///
  /// - Parameters:
  ///   - miniature: A picture as it is stored.
  ///   - side: The side of the stored picture.
  ///   - direction: How that side runs when the picture is shown.
  package init(of miniature: Miniature, along side: Side, running direction: Direction) {
    self.direction = direction
    let (count, across) =
      side == .width ? (miniature.width, miniature.height) : (miniature.height, miniature.width)
    let colors = SubjectColors(of: miniature, along: side)
    let squares = ImageSignature.squares(
      of: [colors.brightness, colors.redness], times: colors.weights, columns: count, rows: across)
    let distances = BorderDistance(over: colors.levels, columns: count, rows: across).distances
    guard let found = Self.runningShares(of: squares, columns: count) else {
      shares = []
      return
    }
    guard let filled = Self.runningShares(of: distances, columns: count) else {
      shares = found
      return
    }
    let whole = 1 + Self.distanceShare
    shares = zip(found, filled).map { ($0 + Self.distanceShare * $1) / whole }
  }

  /// The cumulative share of a matrix's sum at the edges of its columns; nil if the sum is 0.
  private static func runningShares(of matrix: [some BinaryInteger], columns: Int) -> [Double]? {
    let rows = matrix.count / Miniature.side
    var parts = [Int](repeating: 0, count: columns)
    for row in 0..<rows {
      // Subjects are seldom at the edges. The weight is twice the distance from the nearer edge.
      let weight = min(2 * row + 1, 2 * (rows - row) - 1)
      for column in 0..<columns {
        parts[column] &+= Int(matrix[Miniature.side * row + column]) &* weight
      }
    }
    // Neighbours count half, since a subject is larger than its most salient pixels.
    let smooth = parts.indices.map { index in
      let (before, after) = (parts[max(index - 1, 0)], parts[min(index + 1, columns - 1)])
      return before + 2 * parts[index] + after
    }
    let total = smooth.reduce(0, +)
    guard total > 0 else { return nil }
    var sum = 0
    return [0]
      + smooth.map {
        sum += $0
        return Double(sum) / Double(total)
      }
  }

  /// Where to crop the side so that the subject is shown best.
  ///
  /// - Parameter share: The length of the crop as a fraction of the side, from 0 to 1.
  /// - Returns: The fraction of what is cut off that lies before the crop: 0.5 centres the crop, as
  ///   in pictures without a subject.
  package func place(ofPart share: Double) -> Double {
    guard share <= Self.largestPart, !shares.isEmpty else { return 0.5 }
    let half = Self.steps / 2
    let pull = Self.pull * share * (1 - share)
    // From the middle outwards, because ties go to the first.
    let places = (0...half).flatMap { $0 == 0 ? [half] : [half - $0, half + $0] }
    var (best, place) = (Int.min, half)
    for candidate in places {
      let start = (1 - share) * Double(candidate) / Double(Self.steps)
      let distance = Double(candidate - half) / Double(half)
      let score = worth(from: start, to: start + share) - pull * distance * distance
      // Drops the last bits, which depend on the end from which a sum starts.
      let rounded = Int((score * 0x1p40).rounded())
      if rounded > best { (best, place) = (rounded, candidate) }
    }
    return Double(place) / Double(Self.steps)
  }

  /// The amount of salience that a crop shows well.
  ///
  /// On the left and right, salience in the margin does not count, because a subject may be cut off
  /// there. The heads of people and animals are at the top, so what has to be cut is cut at the
  /// bottom, which has no margin. Salience in the margin above a crop counts against the crop.
  private func worth(from start: Double, to end: Double) -> Double {
    let margin = Self.margin * (end - start)
    let shown = sum(to: end) - sum(to: start)
    switch direction {
    case .across: return sum(to: end - margin) - sum(to: start + margin)
    case .down: return shown - (sum(to: start) - sum(to: max(start - margin, 0)))
    case .up: return shown - (sum(to: min(end + margin, 1)) - sum(to: end))
    }
  }

  /// The salience before a position from 0 to 1.
  private func sum(to place: Double) -> Double {
    let position = place * Double(shares.count - 1)
    let index = min(Int(position), shares.count - 2)
    return shares[index] + (shares[index + 1] - shares[index]) * (position - Double(index))
  }
}
