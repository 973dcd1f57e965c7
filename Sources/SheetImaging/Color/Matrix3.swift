struct Matrix3: Hashable, Sendable {
  let rows: [Triple]

  init(_ first: Triple, _ second: Triple, _ third: Triple) {
    rows = [first, second, third]
  }

  static let identity = diagonal(Triple(1, 1, 1))

  static func diagonal(_ factors: Triple) -> Matrix3 {
    Matrix3(Triple(factors.x, 0, 0), Triple(0, factors.y, 0), Triple(0, 0, factors.z))
  }

  var transposed: Matrix3 { Matrix3(column(0), column(1), column(2)) }

  var determinant: Double { rows[0].dot(rows[1].cross(rows[2])) }

  /// The inverse, or nil if the matrix is singular or nearly so.
  var inverse: Matrix3? {
    let determinant = determinant
    guard abs(determinant) > 1e-9 else { return nil }
    let adjugate = Matrix3(
      rows[1].cross(rows[2]), rows[2].cross(rows[0]), rows[0].cross(rows[1])
    ).transposed
    return Matrix3.diagonal(Triple(1, 1, 1) * (1 / determinant)) * adjugate
  }

  static func * (matrix: Matrix3, vector: Triple) -> Triple {
    Triple(
      matrix.rows[0].dot(vector), matrix.rows[1].dot(vector), matrix.rows[2].dot(vector))
  }

  static func * (one: Matrix3, other: Matrix3) -> Matrix3 {
    let columns = other.transposed.rows.map { one * $0 }
    return Matrix3(columns[0], columns[1], columns[2]).transposed
  }

  private func column(_ index: Int) -> Triple {
    Triple(rows[0][index], rows[1][index], rows[2][index])
  }
}

/// Three numbers, such as the linear red, green and blue of a colour, or its CIE XYZ.
typealias Triple = SIMD3<Double>

extension Triple {
  /// The sum of the three numbers, added in the same order on every machine.
  var total: Double { x + y + z }

  func dot(_ other: Triple) -> Double { (self * other).total }

  func cross(_ other: Triple) -> Triple {
    Triple(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}
