package import SheetImaging

/// The meaning of a file's samples, chunk by chunk.
///
/// Each chunk is read independently, and the first of its type is used. An absent chunk is nil, and
/// an unusable chunk has its error. The caller chooses the chunk that applies to the picture.
///
/// Source of the formats: PNG specification, third edition, 11.3.2 (colour space information).
package struct PNGColorChunks: Equatable, Sendable {
  /// A chunk's value, or the reason why it has none.
  package typealias Reading<Value> = Result<Value, PNGChunkError>

  /// The cICP chunk.
  package var codePoints: Reading<CodePoints>?
  /// The iCCP chunk.
  package var profile: Reading<Profile>?
  /// Whether there is another iCCP chunk after the first.
  package var hasSecondProfile = false
  /// The rendering intent of the sRGB chunk, 0 to 3.
  package var sRGBIntent: Reading<UInt8>?
  /// The exponent of the gAMA chunk, 0.45455 for 1/2.2; may be 0, which means nothing.
  package var gamma: Reading<Double>?
  /// The cHRM chunk.
  package var chromaticities: Reading<Primaries>?
  /// The peak luminance of the display on which the picture was mastered, in cd/m², from the mDCV
  /// chunk.
  package var masteringPeak: Reading<Double>?
  /// The peak luminance of the picture's pixels, in cd/m², from the cLLI chunk; 0 if unknown.
  package var contentPeak: Reading<Double>?

  /// The chunks of a file without colour information.
  package init() {}

  /// The profile of an iCCP chunk.
  package struct Profile: Equatable, Hashable, Sendable {
    /// The name that the chunk gives it.
    package let name: String
    /// The ICC profile, no longer compressed, as long as its header says; up to 16 MiB.
    package let bytes: [UInt8]

    /// A profile with a name.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }
}

extension PNGColorChunks {
  /// Reads the chunks of colours among the chunks before the pixels.
  init(_ chunks: [ChunkIndex.Chunk], in source: borrowing PNGSource) {
    codePoints = source.reading(.codePoints, in: chunks, of: 4) {
      CodePoints(primaries: $0[0], transfer: $0[1], matrix: $0[2], isFullRange: $0[3] != 0)
    }
    profile = source.reading(.profile, in: chunks) { source, chunk throws(PNGChunkError) in
      try PNGColorChunks.Profile(chunk, in: source)
    }
    hasSecondProfile = chunks.count { $0.type == .profile } > 1
    sRGBIntent = source.reading(.sRGB, in: chunks, of: 1) { data throws(PNGChunkError) in
      guard data[0] < 4 else { throw .unknownIntent(data[0]) }
      return data[0]
    }
    gamma = source.reading(.gamma, in: chunks, of: 4) { $0.number(0) / 100_000 }
    chromaticities = source.reading(.chromaticities, in: chunks, of: 32) { data in
      func point(_ index: Int) -> Chromaticity {
        Chromaticity(x: data.number(2 * index) / 100_000, y: data.number(2 * index + 1) / 100_000)
      }
      return Primaries(red: point(1), green: point(2), blue: point(3), white: point(0))
    }
    // Eight 16-bit values are the primaries and the white of that display; its luminances follow.
    masteringPeak = source.reading(.masteringDisplay, in: chunks, of: 24) { $0.number(4) / 10_000 }
    contentPeak = source.reading(.contentLight, in: chunks, of: 8) { $0.number(0) / 10_000 }
  }
}

extension PNGSource {
  /// The value that `read` finds in the first chunk of a type and a length; nil if there is none.
  fileprivate func reading<Value>(
    _ type: ChunkType, in chunks: [ChunkIndex.Chunk], of count: Int,
    _ read: ([UInt8]) throws(PNGChunkError) -> Value
  ) -> PNGColorChunks.Reading<Value>? {
    reading(type, in: chunks) { source, chunk throws(PNGChunkError) in
      guard chunk.count == count else { throw .wrongLength(chunk.count, expected: count) }
      guard let data = source.part(of: chunk, from: 0, upTo: count) else { throw .truncated }
      return try read(data)
    }
  }

  /// The value that `read` finds in the first chunk of a type; nil if there is none.
  fileprivate func reading<Value>(
    _ type: ChunkType, in chunks: [ChunkIndex.Chunk],
    _ read: (borrowing PNGSource, ChunkIndex.Chunk) throws(PNGChunkError) -> Value
  ) -> PNGColorChunks.Reading<Value>? {
    guard let chunk = chunks.first(where: { $0.type == type }) else { return nil }
    do throws(PNGChunkError) {
      if chunk.count > PNGReader.maximumChunkBytes { throw .tooLong(byteCount: chunk.count) }
      guard isWhole(chunk) else { throw .wrongChecksum }
      if chunk.isAfterPalette { throw .misplaced }
      return .success(try read(self, chunk))
    } catch {
      return .failure(error)
    }
  }
}

extension PNGColorChunks.Profile {
  /// Reads a name of 1 to 79 bytes, a zero, the compression method and a zlib stream.
  ///
  /// The stream is read to the length in the profile's header. The limit is thus checked before
  /// memory is taken, and bytes after the profile do no harm.
  ///
  /// Source: PNG specification, third edition, 11.3.2.3 (iCCP); ICC.1:2022, 7.2 (profile header).
  fileprivate init(
    _ chunk: ChunkIndex.Chunk, in source: borrowing PNGSource
  ) throws(PNGChunkError) {
    let name = source.part(of: chunk, from: 0, upTo: 81) ?? []
    guard let end = name.prefix(80).firstIndex(of: 0) else { throw .endlessName }
    guard end > 0 else { throw .unnamedProfile }
    guard name.count > end + 1 else { throw .truncated }
    guard name[end + 1] == 0 else { throw .unknownCompression(name[end + 1]) }
    guard var stream = ChunkPieces(of: chunk, in: source, from: end + 2, isCompressed: true) else {
      throw .truncated
    }
    let head = try stream.next(upTo: 40)
    guard head.count == 40 else { throw .truncated }
    guard head[36...].elementsEqual("acsp".utf8) else { throw .notAProfile }
    let count = max(40, Int(head.number(0)))
    guard count <= PNGReader.maximumChunkBytes else { throw .tooLong(byteCount: count) }
    let rest = try stream.next(upTo: count - 40)
    guard rest.count == count - 40 else { throw .truncated }
    self.init(name: String(latin1: name[..<end]), bytes: head + rest)
  }
}

extension [UInt8] {
  /// The 32-bit number at an index, counted in numbers.
  fileprivate func number(_ index: Int) -> Double {
    Double(ByteView(self).number(at: 4 * index, 4) ?? 0)
  }
}

/// A reason why a chunk cannot be used.
package enum PNGChunkError: Error, Equatable, Sendable {
  /// The checksum is wrong.
  case wrongChecksum
  /// The chunk is after the palette.
  case misplaced
  /// A chunk of a fixed length has a different length.
  case wrongLength(Int, expected: Int)
  /// A rendering intent above 3.
  case unknownIntent(UInt8)
  /// A profile without a name.
  case unnamedProfile
  /// The name of a profile does not end within 79 bytes.
  case endlessName
  /// A profile is compressed by a method that PNG does not define.
  case unknownCompression(UInt8)
  /// Compressed data end too early.
  case truncated
  /// Compressed data are damaged.
  case damaged
  /// The compressed data are not an ICC profile.
  case notAProfile
  /// A profile, compressed or not, or another chunk is longer than 16 MiB.
  case tooLong(byteCount: Int)
}

extension PNGChunkError: CustomStringConvertible {
  /// A fragment that reads after "the chunk is ignored".
  package var description: String {
    switch self {
    case .wrongChecksum: "its checksum is wrong"
    case .misplaced: "it is after the palette"
    case .wrongLength(let count, let expected): "it has \(count) bytes instead of \(expected)"
    case .unknownIntent(let intent): "rendering intent \(intent) does not exist"
    case .unnamedProfile: "its name is empty"
    case .endlessName: "its name has no end"
    case .unknownCompression(let method): "compression method \(method) does not exist"
    case .truncated: "it is cut short"
    case .damaged: "its compressed data are damaged"
    case .notAProfile: "it is not an ICC profile"
    case .tooLong(let count):
      "it has \(count) bytes, and \(PNGReader.maximumChunkBytes) are the limit"
    }
  }
}
