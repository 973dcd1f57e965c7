internal import CKernels

/// The distribution of a picture's salient parts along one of its sides.
///
/// It is the image signature (X. Hou, J. Harel, C. Koch, "Image signature: highlighting sparse
/// salient regions", 2012): only the signs of a picture's cosine transform are kept, so plain
/// grounds and patterns nearly vanish. In the rest, colours of skin and the middle across the side
/// have more weight.
///
/// All sums are of whole numbers below 2⁵³, so they are exact: bytes are equal on every machine, and a
/// picture that is mirrored has the mirrored profile.
package struct SubjectProfile: Equatable, Sendable {
  /// A side of a picture.
  package enum Side: Sendable {
    /// From the left to the right.
    case width
    /// From the top down.
    case height
  }

  /// The salience before the edges of equal parts of the side, from 0 to 1; empty if there is
  /// none.
  private let shares: [Double]

  /// Coefficients up to this magnitude are noise: flat pictures have no subject.
  private static let threshold = 3.0
  /// The largest part of a side that is placed.
  ///
  /// A larger part shows the subject anyway, and stays in the middle.
  package static let largestPart = 0.97
  /// The number of steps between the compared places.
  private static let steps = 64
  /// The penalty of the farthest place against the middle.
  private static let pull = 0.1
  /// The unit of the signature after the inverse transform: as fine as sums of weighted squares
  /// allow.
  private static let unit = CosineMatrix.one * CosineMatrix.one / 0x1p11

  /// Computes the profile of a miniature along one of its sides.
  package init(of miniature: Miniature, along side: Side) {
    let (count, across) =
      side == .width ? (miniature.width, miniature.height) : (miniature.height, miniature.width)
    let (along, crossing) = (CosineMatrix.of(count), CosineMatrix.of(across))
    let limit = Self.threshold * CosineMatrix.one * CosineMatrix.one
    let (channels, weights) = miniature.opponentChannels(along: side)
    var sums = [Int](repeating: 0, count: Miniature.side)
    for channel in channels {
      let coefficients = product(product(crossing.rows, channel), along.columns)
      let signs = coefficients.map { $0 > limit ? 1.0 : $0 < -limit ? -1 : 0 }
      let values = product(crossing.columns, product(signs, along.rows))
      for index in values.indices {
        let value = Int(abs(values[index]) / Self.unit + 0.5)
        sums[index % Miniature.side] += value * value * weights[index]
      }
    }
    // Neighbours have half of the weight, as a subject is larger than its most salient pixels.
    let profile = (0..<count).map { index in
      let (before, after) = (sums[max(index - 1, 0)], sums[min(index + 1, count - 1)])
      return before + 2 * sums[index] + after
    }
    let total = profile.reduce(0, +)
    guard total > 0 else {
      shares = []
      return
    }
    var sum = 0
    shares =
      [0]
      + profile.map {
        sum += $0
        return Double(sum) / Double(total)
      }
  }

  /// The offset of the part of the side that shows the most salience.
  ///
  /// - Parameter share: The length of the part as a fraction of the side, from 0 to 1.
  /// - Returns: The fraction of the rest of the side that lies before the part. It is 0.5 in the
  ///   middle, as in pictures without a subject.
  package func place(ofPart share: Double) -> Double {
    guard share <= Self.largestPart, !shares.isEmpty else { return 0.5 }
    let half = Self.steps / 2
    // From the middle outwards, as the first of equal places is taken.
    let places = (0...half).flatMap { $0 == 0 ? [half] : [half - $0, half + $0] }
    var (best, place) = (Int.min, half)
    for candidate in places {
      let start = (1 - share) * Double(candidate) / Double(Self.steps)
      let distance = Double(candidate - half) / Double(half)
      let score = sum(to: start + share) - sum(to: start) - Self.pull * distance * distance
      // Without the last bits, which depend on the side at which a sum begins.
      let rounded = Int((score * 0x1p40).rounded())
      if rounded > best { (best, place) = (rounded, candidate) }
    }
    return Double(place) / Double(Self.steps)
  }

  /// The salience before a place from 0 to 1.
  private func sum(to place: Double) -> Double {
    let position = place * Double(shares.count - 1)
    let index = min(Int(position), shares.count - 2)
    return shares[index] + (shares[index + 1] - shares[index]) * (position - Double(index))
  }
}

extension Miniature {
  /// Brightness, and red against blue, and the weights of pixels: matrices whose rows lie along a side.
  fileprivate func opponentChannels(
    along side: SubjectProfile.Side
  ) -> (channels: [[Double]], weights: [Int]) {
    let across = side == .width ? height : width
    var brightness = [Double](repeating: 0, count: Self.side * across)
    var (redness, weights) = (brightness, [Int](repeating: 0, count: Self.side * across))
    var place = 0
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = (Int(codes[place]), Int(codes[place + 1]), Int(codes[place + 2]))
        let row = side == .width ? y : x
        let index = Self.side * row + (side == .width ? x : y)
        brightness[index] = Double(2 * (red + green + blue))
        redness[index] = Double(6 * (red - blue))
        // Subjects are seldom at the edges. The value is twice the distance from the nearer edge.
        let distance = min(2 * row + 1, 2 * (across - row) - 1)
        weights[index] = distance * Self.skinWeight(red, green, blue)
        place += 3
      }
    }
    return ([brightness, redness], weights)
  }

  /// The weight of a colour in 256ths: from 1 for most to 21 for skin.
  ///
  /// Skin has more red than green and more green than blue, whether it is light or dark. It has the whole
  /// weight if both steps are at least a twentieth of the sum. Both factors of 20 can be halved or doubled
  /// with little effect (`Tests/Benchmarks/report.md`).
  private static func skinWeight(_ red: Int, _ green: Int, _ blue: Int) -> Int {
    let sum = max(red + green + blue, 1)
    let step = max(min(red - green, green - blue), 0)
    return 256 + 20 * (256 * min(20 * step, sum) / sum)
  }
}

/// The orthonormal cosine transform of up to ``Miniature/side`` values, in whole numbers.
private struct CosineMatrix {
  /// The number that stands for 1, the largest for which products with samples are exact.
  static let one = 0x1p18

  /// The frequencies row by row (DCT-II).
  ///
  /// Multiplied from the right, they invert the transform (DCT-III).
  let rows: [Double]
  /// The frequencies column by column.
  let columns: [Double]

  private static let all = (1...Miniature.side).map { CosineMatrix($0) }

  static func of(_ count: Int) -> CosineMatrix { all[count - 1] }

  private init(_ count: Int) {
    func value(_ frequency: Int, _ index: Int) -> Double {
      let norm = (Double(frequency == 0 ? 1 : 2) / Double(count)).squareRoot()
      return (norm * Self.cosine((2 * index + 1) * frequency, of: 2 * count) * Self.one).rounded()
    }
    let indices = 0..<count
    let rest = [Double](repeating: 0, count: Miniature.side - count)
    rows = indices.flatMap { frequency in indices.map { value(frequency, $0) } + rest }
    columns = indices.flatMap { index in indices.map { value($0, index) } + rest }
  }

  /// cos(π · numerator / denominator), exactly opposite for opposite angles.
  private static func cosine(_ numerator: Int, of denominator: Int) -> Double {
    let rest = numerator % (2 * denominator)
    // The other half of the circle is its mirror image.
    let angle = min(rest, 2 * denominator - rest)
    let sine = sineOfHalfTurns(
      Double(abs(denominator - 2 * angle)) / Double(2 * denominator))
    return 2 * angle > denominator ? -sine : sine
  }
}

/// Multiplies matrices, which are stored row by row, with zeros up to ``Miniature/side`` in each.
private func product(_ left: [Double], _ right: [Double]) -> [Double] {
  let side = Miniature.side
  precondition(
    side == Int(ckernels_matrix_columns) && left.count % side == 0 && right.count % side == 0
      && right.count <= side * side, "matrices that do not fit")
  var result = [Double](repeating: 0, count: left.count)
  unsafe ckernels_multiply(&result, left, left.count / side, right, right.count / side)
  return result
}
