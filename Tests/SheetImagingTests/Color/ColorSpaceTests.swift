import Testing

@testable import SheetImaging

@Suite struct ColorSpaceTests {
  @Test("sRGB needs no matrix, however it is expressed")
  func sRGB() throws {
    let named = try [
      ColorSpace(CodePoints(primaries: 1, transfer: 13)),
      ColorSpace(.sRGB), ColorSpace(.sRGB, primaries: .sRGB),
    ]
    #expect(named.allSatisfy { $0 == .sRGB })
    #expect(RowColorConverter(from: .sRGB, .rgb) == nil)
  }

  @Test("All primaries in H.273 are supported", arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22])
  func primaries(code: UInt8) throws {
    let space = try ColorSpace(CodePoints(primaries: code, transfer: 8))
    // White stays white, whatever the white point.
    let white = (space.matrixToSRGB ?? .identity) * Triple(1, 1, 1)
    #expect(max(abs(white.x - 1), abs(white.y - 1), abs(white.z - 1)) < 1e-12)
  }

  @Test("Display P3 has the published matrix")
  func displayP3() throws {
    let space = try ColorSpace(CodePoints(primaries: 12, transfer: 13))
    let matrix = try #require(space.matrixToSRGB)
    // Source: CSS Color Module Level 4, sample code (P3 to XYZ, XYZ to sRGB), multiplied.
    let expected = [
      Triple(1.2249, -0.2247, 0), Triple(-0.0420, 1.0419, 0), Triple(-0.0197, -0.0786, 1.0979),
    ]
    for (row, wanted) in zip(matrix.rows, expected) {
      #expect(abs(row.x - wanted.x) < 5e-4)
      #expect(abs(row.y - wanted.y) < 5e-4)
      #expect(abs(row.z - wanted.z) < 5e-4)
    }
  }

  @Test("Unsupported code points are refused, each with its own error")
  func unknown() {
    for code in UInt8.min...UInt8.max where ![1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22].contains(code) {
      #expect(throws: UnusableData("colour primaries \(code) are not known")) {
        try ColorSpace(CodePoints(primaries: code, transfer: 13))
      }
    }
    for code in [0, 2, 3, 9, 10, 12, 19, 255] as [UInt8] {
      #expect(throws: UnusableData("transfer function \(code) is not known")) {
        try ColorSpace(CodePoints(primaries: 1, transfer: code))
      }
    }
    #expect(throws: UnusableData("matrix coefficients 9 are not those of RGB")) {
      try ColorSpace(CodePoints(primaries: 1, transfer: 13, matrix: 9))
    }
  }

  @Test("Every curve of H.273 rises from black to white", arguments: UInt8.min...30)
  func curves(code: UInt8) {
    guard let curve = TransferCurve(codePoint: code) else { return }
    #expect(curve.decoded(0) == 0)
    #expect(abs(curve.decoded(1) - 1) < 1e-6)
    for step in 1...1000 {
      let (one, other) = (Double(step - 1) / 1000, Double(step) / 1000)
      #expect(curve.decoded(one) <= curve.decoded(other), "\(code) at \(other)")
    }
  }

  @Test(
    "Primaries that do not enclose the white point are refused",
    arguments: [
      // Points on a line; all equal; white outside; white with a y of 0; all 0; far outside; NaN.
      [[0.2, 0.2], [0.3, 0.3], [0.4, 0.4], [0.3127, 0.329]],
      [[0.3, 0.3], [0.3, 0.3], [0.3, 0.3], [0.3, 0.3]],
      [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], [0.7, 0.3]],
      [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], [0.3, 0]],
      [[0, 0], [0, 0], [0, 0], [0, 0]],
      [[21_474, 21_474], [21_474, 21_474], [21_474, 21_474], [21_474, 21_474]],
      [[.nan, 0.33], [0.3, 0.6], [0.15, 0.06], [0.3127, 0.329]],
    ])
  func impossible(points: [[Double]]) {
    let points = points.map { Chromaticity(x: $0[0], y: $0[1]) }
    #expect(throws: UnusableData("the white point lies outside the primaries")) {
      try ColorSpace(
        .sRGB,
        primaries: Primaries(red: points[0], green: points[1], blue: points[2], white: points[3]))
    }
  }

  @Test("A gamma of 0 or less is refused, and any other gamma is used as stated")
  func impossibleGamma() throws {
    for gamma in [0, -1] as [Double] {
      #expect(throws: UnusableData("a gamma of 0 has no meaning")) {
        try TransferCurve(gamma: gamma)
      }
    }
    for gamma in [0.00001, 0.1, 0.45455, 10, 42_949] {
      let curve = try TransferCurve(gamma: gamma)
      #expect(curve == .gamma(1 / gamma))
      #expect((0...255).allSatisfy { 0...1 ~= curve.decoded(Double($0) / 255) })
    }
  }

  @Test("A gamma of NaN is refused")
  func gammaNotANumber() {
    #expect(throws: UnusableData.self) { try TransferCurve(gamma: .nan) }
  }

  @Test("A gamma of 0.1 or of 10 is accepted", arguments: [0.1, 10])
  func extremeGamma(gamma: Double) throws {
    #expect(try TransferCurve(gamma: gamma) == .gamma(1 / gamma))
  }

  @Test("The gamma in gAMA is the reciprocal of the curve's exponent")
  func gamma() throws {
    #expect(try TransferCurve(gamma: 0.5) == .gamma(2))
    #expect(try TransferCurve(gamma: 1) == .linear)
  }

  @Test("A matrix times its inverse is the identity")
  func inverse() throws {
    let matrix = Matrix3(Triple(2, 1, 0), Triple(-1, 3, 0.5), Triple(0.25, 0, 1))
    let product = try #require(matrix.inverse) * matrix
    for (row, wanted) in zip(product.rows, Matrix3.identity.rows) {
      #expect(max(abs(row.x - wanted.x), abs(row.y - wanted.y), abs(row.z - wanted.z)) < 1e-12)
    }
    #expect(Matrix3(Triple(1, 2, 3), Triple(2, 4, 6), Triple(0, 0, 1)).inverse == nil)
  }
}
