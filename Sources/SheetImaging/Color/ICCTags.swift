/// The header and tag table of a profile, checked against its size.
///
/// Source: ICC.1:2022, 7.2 (profile header) and 7.3 (tag table).
struct ICCTags {
  /// The data colour space: the four letters at byte 16 of the header.
  let colorSpace: String

  private let connectionSpace: String
  private let parts: [String: ByteView]

  /// ICC.1 defines about 60 tags; profiles may add private ones.
  private static let tagLimit = 256
  private static let headerSize = 128
  private static let entrySize = 12

  init(_ bytes: [UInt8]) throws(UnusableData) {
    let view = ByteView(bytes)
    guard let count = view.number(at: Self.headerSize, 4), let size = view.number(at: 0, 4),
      let deviceClass = view.text(at: 12), let space = view.text(at: 16),
      let connectionSpace = view.text(at: 20)
    else { throw .truncated }
    guard view.text(at: 36) == "acsp" else { throw .notAProfile }
    var table = view[0..<size][(Self.headerSize + 4)...]
    guard size >= Self.headerSize + 4, size <= view.count else { throw .truncated }
    guard ["mntr", "scnr", "prtr", "spac"].contains(deviceClass) else {
      throw .unsupported("class", deviceClass)
    }
    guard ["XYZ ", "Lab "].contains(connectionSpace) else {
      throw .unsupported("connection space", connectionSpace)
    }
    guard count <= Self.tagLimit else {
      throw UnusableData("it claims to have \(count) tags")
    }
    let first = table.offset
    var parts: [String: ByteView] = [:]
    for _ in 0..<count {
      guard let entry = table.take(part: Self.entrySize), let tag = entry.text(at: 0),
        let start = entry.number(at: 4, 4), let length = entry.number(at: 8, 4)
      else { throw .truncated }
      guard start >= first, start + length <= size else { throw .damaged(tag) }
      parts[tag] = view[start..<start + length]
    }
    (colorSpace, self.connectionSpace, self.parts) = (space, connectionSpace, parts)
  }

  func contains(_ tag: String) -> Bool { parts[tag] != nil }

  /// The bytes of a tag, starting with its type.
  func part(_ tag: String) throws(UnusableData) -> ByteView {
    guard let part = parts[tag] else {
      throw UnusableData("its tag '\(tag)' is missing")
    }
    return part
  }
}

extension ICCTags {
  /// The colour space of a profile with three primaries and three curves.
  ///
  /// Source: ICC.1:2022, F.3 (three-component matrix-based profiles).
  func matrixSpace() throws(UnusableData) -> ColorSpace {
    try requireXYZ()
    let columns = Matrix3(try primary("rXYZ"), try primary("gXYZ"), try primary("bXYZ"))
    // Collinear primaries have a determinant of 0; the determinant for sRGB is 0.3.
    guard abs(columns.determinant) > 1e-4 else { throw .damaged("rXYZ") }
    let curves = ChannelCurves(
      red: try curve("rTRC"), green: try curve("gTRC"), blue: try curve("bTRC"))
    return ColorSpace(curves, matrixToProfileXYZ: columns.transposed)
  }

  /// The colour space of a profile with a single grey curve.
  ///
  /// The curve gives luminance in the connection space, or lightness if that space is Lab.
  ///
  /// Source: ICC.1:2022, F.2 (monochrome profiles).
  func graySpace() throws(UnusableData) -> ColorSpace {
    let curve = try curve("kTRC")
    return ColorSpace(connectionSpace == "Lab " ? .lightness(of: curve) : curve)
  }

  /// The code points of an RGB profile, which override its curves and primaries; nil if there are
  /// none, or none that can be used.
  ///
  /// Source: ICC.1:2022, 9.2.17 (cicpTag) and 10.3 (cicpType).
  var codePoints: CodePoints? {
    guard colorSpace == "RGB ", let tag = try? part("cicp"), tag.text(at: 0) == "cicp",
      let primaries = tag.number(at: 8, 1), let transfer = tag.number(at: 9, 1),
      let matrix = tag.number(at: 10, 1), let range = tag.number(at: 11, 1)
    else { return nil }
    let points = CodePoints(
      primaries: UInt8(primaries), transfer: UInt8(transfer), matrix: UInt8(matrix),
      isFullRange: range != 0)
    return (try? ColorSpace(points)) == nil ? nil : points
  }

  /// Requires that the connection space is XYZ; with Lab, curves and primaries would mean something
  /// else.
  private func requireXYZ() throws(UnusableData) {
    guard connectionSpace == "XYZ " else {
      throw .unsupported("connection space", connectionSpace)
    }
  }

  /// Source: ICC.1:2022, 10.31 (XYZType).
  private func primary(_ tag: String) throws(UnusableData) -> Triple {
    let part = try part(tag)
    guard part.text(at: 0) == "XYZ ", let x = part.fixed(at: 8), let y = part.fixed(at: 12),
      let z = part.fixed(at: 16)
    else { throw .damaged(tag) }
    return Triple(x, y, z)
  }

  private func curve(_ tag: String) throws(UnusableData) -> TransferCurve {
    guard let curve = TransferCurve(try part(tag)) else { throw .damaged(tag) }
    return curve
  }
}

extension TransferCurve {
  /// The curve of a tag; nil if it is damaged or not a curve.
  init?(_ tag: ByteView) {
    switch tag.text(at: 0) {
    case "curv": self.init(curveType: tag)
    case "para": self.init(parametricCurveType: tag)
    default: return nil
    }
  }

  /// The maximum number of table entries: one for each 16-bit sample.
  private static let tableLimit = 65_536

  /// Source: ICC.1:2022, 10.6 (curveType).
  private init?(curveType tag: ByteView) {
    guard let count = tag.number(at: 8, 4), count <= Self.tableLimit else { return nil }
    let samples = (0..<count).compactMap { tag.number(at: 12 + 2 * $0, 2) }.map(UInt16.init)
    guard samples.count == count else { return nil }
    switch count {
    case 0:
      self = .linear
    case 1:
      // An exponent with eight fractional bits.
      self.init(exponent: Double(samples[0]) / 256)
    default:
      self = .sampled(samples)
    }
  }

  /// Source: ICC.1:2022, 10.18 (parametricCurveType), table 68.
  private init?(parametricCurveType tag: ByteView) {
    let counts = [1, 3, 4, 5, 7]
    guard let function = tag.number(at: 8, 2), function < counts.count else { return nil }
    let numbers = (0..<counts[function]).compactMap { tag.fixed(at: 12 + 4 * $0) }
    guard numbers.count == counts[function] else { return nil }
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

  /// Exponents outside this range would make every picture black or white.
  private static let exponents = 0.1...10

  private init?(exponent: Double) {
    guard Self.exponents.contains(exponent) else { return nil }
    self = exponent == 1 ? .linear : .gamma(exponent)
  }
}

extension UnusableData {
  /// There are fewer bytes than a length field says.
  package static let truncated = UnusableData("it is incomplete")
  /// The signature `acsp` is missing.
  package static let notAProfile = UnusableData("it is not an ICC profile")

  /// A header field has an unsupported value.
  static func unsupported(_ field: String, _ value: String) -> UnusableData {
    UnusableData("its \(field) '\(value)' is not supported")
  }

  /// A tag lies outside the profile, has an unknown type, or has impossible values.
  static func damaged(_ tag: String) -> UnusableData { UnusableData("its tag '\(tag)' is damaged") }
}

extension ByteView {
  /// A signed number with 16 fractional bits.
  fileprivate func fixed(at offset: Int) -> Double? {
    number(at: offset, 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
  }
}
