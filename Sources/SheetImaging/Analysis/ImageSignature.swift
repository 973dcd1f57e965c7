internal import CKernels

/// The image signature: a picture's cosine transform, reduced to its signs and transformed back.
///
/// Plain backgrounds and regular patterns nearly vanish; what differs from the rest of the picture
/// remains (X. Hou, J. Harel, C. Koch, "Image signature: highlighting sparse salient regions",
/// 2012).
///
/// All sums are of whole numbers below 2⁵³, so they are exact.
enum ImageSignature {
  /// Coefficients up to this magnitude count as noise, so flat pictures have no signature.
  private static let threshold = 3.0
  /// The unit of the signature after the inverse transform: the finest for which sums of weighted
  /// squares stay exact.
  private static let unit = CosineMatrix.one * CosineMatrix.one / 0x1p11

  /// Sums the weighted squares of the channels' signatures.
  ///
  /// - Parameters:
  ///   - channels: Matrices with a row of ``Miniature/side`` values for each row of the picture;
  ///     values beyond its columns are 0.
  ///   - weights: A matrix of the same size.
  ///   - columns: The number of columns of the picture, at most ``Miniature/side``.
  ///   - rows: The number of rows of the picture, at most ``Miniature/side``.
  /// - Returns: A matrix of the same size.
  static func squares(
    of channels: [[Double]], times weights: [Int], columns: Int, rows: Int
  ) -> [Int] {
    let (along, crossing) = (CosineMatrix.of(columns), CosineMatrix.of(rows))
    let limit = threshold * CosineMatrix.one * CosineMatrix.one
    var squares = [Int](repeating: 0, count: weights.count)
    for channel in channels {
      let coefficients = product(product(crossing.rows, channel), along.columns)
      let signs = coefficients.map { $0 > limit ? 1.0 : $0 < -limit ? -1 : 0 }
      let values = product(crossing.columns, product(signs, along.rows))
      for index in squares.indices {
        let value = Int(abs(values[index]) * (1 / unit) + 0.5)
        squares[index] &+= value &* value &* weights[index]
      }
    }
    return squares
  }
}

/// The orthonormal cosine transform of up to ``Miniature/side`` values, in whole numbers.
private struct CosineMatrix {
  /// The number that represents 1, the largest for which products with samples are exact.
  static let one = 0x1p18

  /// The matrix with a row for each frequency (DCT-II).
  ///
  /// Multiplying by it from the right inverts the transform (DCT-III).
  let rows: [Double]
  /// The transposed matrix, with a column for each frequency.
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

  /// cos(π · numerator / denominator), with exactly opposite values for opposite angles.
  private static func cosine(_ numerator: Int, of denominator: Int) -> Double {
    let rest = numerator % (2 * denominator)
    // The second half of the circle mirrors the first.
    let angle = min(rest, 2 * denominator - rest)
    let sine = sineOfHalfTurns(
      Double(abs(denominator - 2 * angle)) / Double(2 * denominator))
    return 2 * angle > denominator ? -sine : sine
  }
}

/// Multiplies matrices stored row by row, each padded with zeros to ``Miniature/side``.
private func product(_ left: [Double], _ right: [Double]) -> [Double] {
  let side = Miniature.side
  precondition(
    side == Int(ckernels_matrix_columns) && left.count % side == 0 && right.count % side == 0
      && right.count <= side * side, "matrices that do not fit")
  var result = [Double](repeating: 0, count: left.count)
  unsafe ckernels_multiply(&result, left, left.count / side, right, right.count / side)
  return result
}
