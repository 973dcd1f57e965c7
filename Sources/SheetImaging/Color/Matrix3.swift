/// A 3 × 3 matrix.
struct Matrix3: Hashable, Sendable {
  let rows: [Triple]

  /// A matrix with three rows.
  init(_ first: Triple, _ second: Triple, _ third: Triple) {
    rows = [first, second, third]
  }

  static let identity = diagonal(Triple(1, 1, 1))

  /// The diagonal matrix of `factors`.
  static func diagonal(_ factors: Triple) -> Matrix3 {
    Matrix3(Triple(factors.x, 0, 0), Triple(0, factors.y, 0), Triple(0, 0, factors.z))
  }

  var transposed: Matrix3 {
    Matrix3(column(\.x), column(\.y), column(\.z))
  }

  var determinant: Double {
    rows[0].dot(rows[1].cross(rows[2]))
  }

  /// The inverse, or nil where the matrix is singular or almost so.
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

  private func column(_ place: KeyPath<Triple, Double>) -> Triple {
    Triple(rows[0][keyPath: place], rows[1][keyPath: place], rows[2][keyPath: place])
  }
}

/// Three numbers: a colour by its red, green and blue light or by its CIE XYZ.
struct Triple: Hashable, Sendable {
  let x: Double
  let y: Double
  let z: Double

  init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  var sum: Double { x + y + z }

  func dot(_ other: Triple) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  func cross(_ other: Triple) -> Triple {
    Triple(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The quotients, number by number.
  func divided(by other: Triple) -> Triple {
    Triple(x / other.x, y / other.y, z / other.z)
  }

  static func * (triple: Triple, factor: Double) -> Triple {
    Triple(triple.x * factor, triple.y * factor, triple.z * factor)
  }
}
