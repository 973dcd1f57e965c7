/// A chunk of a PNG file: a type of four letters and its data.
///
/// The length and the checksum are made when the chunk is encoded.
///
/// Source: PNG specification, 5.3 (chunk layout).
public struct PNGChunk: Equatable, Sendable {
  /// The eight bytes that every PNG file starts with.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Four Latin-1 characters, such as `IDAT`.
  public var type: String
  /// The bytes between the type and the checksum.
  public var data: [UInt8]

  /// Makes a chunk.
  ///
  /// - Precondition: `type` is four Latin-1 characters.
  public init(type: String, data: [UInt8]) {
    precondition(
      type.unicodeScalars.count == 4 && type.unicodeScalars.allSatisfy { $0.value < 256 },
      "a chunk type is four bytes")
    self.type = type
    self.data = data
  }

  /// Length, type, data and checksum.
  public func encoded() -> [UInt8] {
    let body = type.unicodeScalars.map { UInt8($0.value) } + data
    return bigEndianBytes(UInt32(data.count)) + body + bigEndianBytes(checksum(body))
  }

  /// A file of these chunks behind the signature.
  public static func file(_ chunks: [PNGChunk]) -> [UInt8] {
    chunks.reduce(into: signature) { $0 += $1.encoded() }
  }

  /// The chunks of a file, without looking at their checksums.
  ///
  /// Returns nil where the file does not start with the signature or does not
  /// end with a whole chunk.
  public static func chunks(of file: [UInt8]) -> [PNGChunk]? {
    guard file.starts(with: signature) else { return nil }
    var chunks: [PNGChunk] = []
    var rest = file[signature.count...]
    while !rest.isEmpty {
      let length = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
      guard rest.count - 12 >= length else { return nil }
      let type = rest.dropFirst(4).prefix(4)
      chunks.append(
        PNGChunk(
          type: String(String.UnicodeScalarView(type.map { Unicode.Scalar($0) })),
          data: Array(rest.dropFirst(8).prefix(length))))
      rest = rest.dropFirst(length + 12)
    }
    return chunks
  }
}
