/// The header and the tags of a profile, checked against its size.
///
/// Source: ICC.1:2022, 7.2 (profile header) and 7.3 (tag table).
struct ICCTags {
  /// The header field of four letters at byte 16.
  let colorSpace: String

  private let connectionSpace: String
  private let ranges: [String: Range<Int>]
  private let bytes: [UInt8]

  /// ICC.1 defines some 60 tags; private ones come on top.
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

  /// The bytes of a tag, from its type on.
  private func reader(of tag: String) throws(ICCProfileError) -> BigEndianReader {
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
    // Primaries on a line have no volume; those of sRGB have 0.3.
    guard abs(columns.determinant) > 1e-4 else { throw .damaged(tag: "rXYZ") }
    let curves = ChannelCurves(
      red: try curve("rTRC"), green: try curve("gTRC"), blue: try curve("bTRC"))
    return ColorSpace(curves, matrixToProfileXYZ: columns.transposed)
  }

  /// The space of a profile with one curve, from black to the white of the picture.
  ///
  /// Source: ICC.1:2022, annex F.
  func graySpace() throws(ICCProfileError) -> ColorSpace {
    try requireXYZ()
    return ColorSpace(try curve("kTRC"))
  }

  /// Curves and primaries lead to XYZ; in Lab they would mean something else.
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
