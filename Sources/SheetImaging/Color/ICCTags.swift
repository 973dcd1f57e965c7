/// The header and the tag table of a profile, checked against its size.
///
/// Source: ICC.1:2022, 7.2 (profile header) and 7.3 (tag table).
struct ICCTags {
  /// The four letters at byte 16 of the header.
  let colorSpace: String

  private let connectionSpace: String
  private let ranges: [String: Range<Int>]
  private let bytes: [UInt8]

  /// ICC.1 defines about 60 tags; profiles may add private ones.
  private static let tagLimit = 256
  private static let headerSize = 128
  private static let entrySize = 12

  init(_ bytes: [UInt8]) throws(ICCProfileError) {
    let table = Self.headerSize + 4
    guard bytes.count >= table else { throw .truncated }
    let reader = BigEndianReader(bytes[...])
    guard reader.text(at: 36) == "acsp" else { throw .notAProfile }
    let size = Int(reader.word(at: 0))
    guard size >= table, size <= bytes.count else { throw .truncated }
    let deviceClass = reader.text(at: 12)
    guard ["mntr", "scnr", "prtr", "spac"].contains(deviceClass) else {
      throw .unsupported(field: "class", value: deviceClass)
    }
    connectionSpace = reader.text(at: 20)
    guard ["XYZ ", "Lab "].contains(connectionSpace) else {
      throw .unsupported(field: "connection space", value: connectionSpace)
    }
    let count = Int(reader.word(at: Self.headerSize))
    guard count <= Self.tagLimit else { throw .tooManyTags(count) }
    guard size >= table + count * Self.entrySize else { throw .truncated }

    var ranges: [String: Range<Int>] = [:]
    for entry in stride(from: table, to: table + count * Self.entrySize, by: Self.entrySize) {
      let tag = reader.text(at: entry)
      let (start, length) = (Int(reader.word(at: entry + 4)), Int(reader.word(at: entry + 8)))
      guard start >= table, start + length <= size else { throw .damaged(tag: tag) }
      ranges[tag] = start..<start + length
    }
    colorSpace = reader.text(at: 16)
    self.ranges = ranges
    self.bytes = bytes
  }

  func contains(_ tag: String) -> Bool {
    ranges[tag] != nil
  }

  /// The bytes of a tag, starting with its type.
  func reader(of tag: String) throws(ICCProfileError) -> BigEndianReader {
    guard let range = ranges[tag] else { throw .missing(tag: tag) }
    return BigEndianReader(bytes[range])
  }
}

extension ICCTags {
  /// The space of a profile with three primaries and three curves.
  ///
  /// Source: ICC.1:2022, F.3 (three-component matrix-based profiles).
  func matrixSpace() throws(ICCProfileError) -> ColorSpace {
    try requireXYZ()
    let columns = Matrix3(try primary("rXYZ"), try primary("gXYZ"), try primary("bXYZ"))
    // Collinear primaries have a determinant of 0; that of sRGB is 0.3.
    guard abs(columns.determinant) > 1e-4 else { throw .damaged(tag: "rXYZ") }
    let curves = ChannelCurves(
      red: try curve("rTRC"), green: try curve("gTRC"), blue: try curve("bTRC"))
    return ColorSpace(curves, matrixToProfileXYZ: columns.transposed)
  }

  /// The space of a profile with one grey curve.
  ///
  /// Source: ICC.1:2022, annex F.
  func graySpace() throws(ICCProfileError) -> ColorSpace {
    try requireXYZ()
    return ColorSpace(try curve("kTRC"))
  }

  /// Curves and primaries only define XYZ; with Lab they would mean something else.
  private func requireXYZ() throws(ICCProfileError) {
    guard connectionSpace == "XYZ " else {
      throw .unsupported(field: "connection space", value: connectionSpace)
    }
  }

  /// Source: ICC.1:2022, 10.31 (XYZType).
  private func primary(_ tag: String) throws(ICCProfileError) -> Triple {
    let reader = try reader(of: tag)
    guard reader.count >= 20, reader.text(at: 0) == "XYZ " else { throw .damaged(tag: tag) }
    return Triple(reader.fixed(at: 8), reader.fixed(at: 12), reader.fixed(at: 16))
  }

  private func curve(_ tag: String) throws(ICCProfileError) -> TransferCurve {
    let reader = try reader(of: tag)
    guard reader.count >= 12, let curve = TransferCurve(reader) else { throw .damaged(tag: tag) }
    return curve
  }
}

extension TransferCurve {
  /// The curve of a tag of at least 12 bytes; nil if it is damaged or not a curve.
  init?(_ tag: BigEndianReader) {
    switch tag.text(at: 0) {
    case "curv": self.init(curveType: tag)
    case "para": self.init(parametricCurveType: tag)
    default: return nil
    }
  }

  /// The maximum number of table entries: one for each 16-bit sample.
  private static let tableLimit = 65_536

  /// Source: ICC.1:2022, 10.6 (curveType).
  private init?(curveType tag: BigEndianReader) {
    let count = Int(tag.word(at: 8))
    guard count <= Self.tableLimit, tag.count >= 12 + 2 * count else { return nil }
    switch count {
    case 0:
      self = .linear
    case 1:
      // An exponent with eight fractional bits.
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

  /// Exponents beyond these would make every picture black or white.
  private static let exponents = 0.1...10

  private init?(exponent: Double) {
    guard Self.exponents.contains(exponent) else { return nil }
    self = exponent == 1 ? .linear : .gamma(exponent)
  }
}

/// Reads big-endian numbers from bytes, each at the offset of its first byte.
///
/// - Precondition: The offsets asked for lie inside the bytes.
package struct BigEndianReader {
  private let bytes: ArraySlice<UInt8>

  /// A reader of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// The number of bytes.
  package var count: Int { bytes.count }

  /// One byte.
  package func byte(at place: Int) -> UInt8 { bytes[bytes.startIndex + place] }

  /// Two bytes.
  package func halfWord(at place: Int) -> UInt16 {
    let first = bytes.startIndex + place
    return UInt16(bytes[first]) << 8 | UInt16(bytes[first + 1])
  }

  /// Four bytes.
  package func word(at place: Int) -> UInt32 {
    UInt32(halfWord(at: place)) << 16 | UInt32(halfWord(at: place + 2))
  }

  /// A signed number with 16 fractional bits.
  func fixed(at place: Int) -> Double {
    Double(Int32(bitPattern: word(at: place))) / 65_536
  }

  /// Four ASCII letters; bytes that are not printable become question marks.
  func text(at place: Int) -> String {
    let first = bytes.startIndex + place
    return String(
      String.UnicodeScalarView(
        bytes[first..<first + 4].map { 0x20...0x7E ~= $0 ? Unicode.Scalar($0) : "?" }))
  }
}
