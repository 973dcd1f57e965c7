extension TransferCurve {
  /// The curve of a tag of at least 12 bytes, nil if it is not a possible one.
  init?(_ tag: BigEndianReader) {
    switch tag.text(at: 0) {
    case "curv": self.init(curveType: tag)
    case "para": self.init(parametricCurveType: tag)
    default: return nil
    }
  }

  /// The most entries of a table: one for each sample of 16 bits.
  private static let tableLimit = 65_536

  /// Source: ICC.1:2022, 10.6 (curveType).
  private init?(curveType tag: BigEndianReader) {
    let count = Int(tag.word(at: 8))
    guard count <= Self.tableLimit, tag.count >= 12 + 2 * count else { return nil }
    switch count {
    case 0:
      self = .linear
    case 1:
      // An exponent with eight bits behind the point.
      self.init(exponent: Double(tag.halfWord(at: 12)) / 256)
    default:
      self = .sampled((0..<count).map { tag.halfWord(at: 12 + 2 * $0) })
    }
  }

  /// Source: ICC.1:2022, 10.18 (parametricCurveType), table 68.
  private init?(parametricCurveType tag: BigEndianReader) {
    let counts = [1, 3, 4, 5, 7]
    let function = Int(tag.halfWord(at: 8))
    guard function < counts.count, tag.count >= 12 + 4 * counts[function] else { return nil }
    let numbers = (0..<counts[function]).map { tag.fixed(at: 12 + 4 * $0) }
    guard function > 0 else {
      self.init(exponent: numbers[0])
      return
    }
    let (exponent, scale, offset) = (numbers[0], numbers[1], numbers[2])
    guard Self.exponents.contains(exponent) else { return nil }
    switch function {
    case 1, 2:
      guard scale != 0 else { return nil }
      let lift = function == 2 ? numbers[3] : 0
      self = .parametric(
        ParametricCurve(
          exponent: exponent, scale: scale, offset: offset, lift: lift, footLift: lift,
          start: -offset / scale))
    default:
      self = .parametric(
        ParametricCurve(
          exponent: exponent, scale: scale, offset: offset,
          lift: function == 4 ? numbers[5] : 0, footScale: numbers[3],
          footLift: function == 4 ? numbers[6] : 0, start: numbers[4]))
    }
  }

  /// Exponents beyond these would show every picture black or white.
  private static let exponents = 0.1...10

  private init?(exponent: Double) {
    guard Self.exponents.contains(exponent) else { return nil }
    self = exponent == 1 ? .linear : .gamma(exponent)
  }
}
