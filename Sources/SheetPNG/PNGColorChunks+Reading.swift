import CPNGShims

extension PNGColorChunks {
  /// Reads the chunks that a reader has kept.
  init(of reader: OpaquePointer) {
    func chunk(_ type: cpng_color_chunk) -> KeptChunk {
      unsafe KeptChunk(cpng_reader_get_color_chunk(reader, type))
    }
    codePoints = chunk(.cicp).reading(of: 4) {
      CodePoints(primaries: $0[0], transfer: $0[1], matrix: $0[2], isFullRange: $0[3] != 0)
    }
    profile = chunk(.iccp).reading { bytes throws(PNGChunkError) in try Profile(folded: bytes) }
    hasSecondProfile = chunk(.iccp).isRepeated
    sRGBIntent = chunk(.srgb).reading(of: 1) { bytes throws(PNGChunkError) in
      guard bytes[0] < 4 else { throw .unknownIntent(bytes[0]) }
      return bytes[0]
    }
    gamma = chunk(.gama).reading(of: 4) { Double($0.word(0)) / 100_000 }
    chromaticities = chunk(.chrm).reading(of: 32) { bytes in
      func point(_ index: Int) -> Chromaticity {
        Chromaticity(
          x: Double(bytes.word(2 * index)) / 100_000, y: Double(bytes.word(2 * index + 1)) / 100_000
        )
      }
      return Chromaticities(white: point(0), red: point(1), green: point(2), blue: point(3))
    }
    // Eight halves are the primaries and the white of that display, then come its luminances.
    masteringPeak = chunk(.mdcv).reading(of: 24) { Double($0.word(4)) / 10_000 }
    contentPeak = chunk(.clli).reading(of: 8) { Double($0.word(0)) / 10_000 }
  }
}

extension PNGColorChunks.Profile {
  /// A name of 1 to 79 bytes, a zero, the compression method and a zlib stream.
  ///
  /// The stream is read as far as the profile goes by the length in its header, so that a limit is
  /// checked before memory is taken, and what follows the profile does no harm.
  ///
  /// Source: PNG specification, third edition, 11.3.2.3 (iCCP); ICC.1:2022, 7.2 (profile header).
  fileprivate init(folded bytes: [UInt8]) throws(PNGChunkError) {
    guard let end = bytes.prefix(80).firstIndex(of: 0) else { throw .endlessName }
    guard end > 0 else { throw .unnamedProfile }
    guard bytes.count > end + 1 else { throw .truncatedProfile }
    guard bytes[end + 1] == 0 else { throw .unknownCompression(bytes[end + 1]) }
    let stream = Array(bytes[(end + 2)...])
    let signature = try unfolded(stream, count: 40)
    guard signature[36...].elementsEqual("acsp".utf8) else { throw .notAProfile }
    let count = Int(signature.word(0))
    guard count <= cpng_maximum_chunk else { throw .tooLong(byteCount: count) }
    self.init(
      name: String(latin1: bytes[..<end]), bytes: try unfolded(stream, count: max(count, 40)))
  }
}

/// The first `count` bytes of a zlib stream.
private func unfolded(_ stream: [UInt8], count: Int) throws(PNGChunkError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  switch unsafe cpng_unfold(stream, stream.count, &bytes, count) {
  case .ok: return bytes
  case .short, .exhausted: throw .truncatedProfile
  case .broken: throw .brokenProfile
  }
}

/// The first chunk of a type, as it is in the file.
private struct KeptChunk {
  let isRepeated: Bool
  private let state: cpng_chunk_state
  private let count: Int
  private let bytes: [UInt8]

  init(_ chunk: cpng_chunk) {
    unsafe isRepeated = chunk.is_repeated
    unsafe state = chunk.state
    unsafe count = chunk.count
    unsafe bytes = Array(
      UnsafeBufferPointer(start: chunk.bytes, count: chunk.bytes == nil ? 0 : chunk.count))
  }

  /// The value that `read` finds in the bytes, of which there are always `count` if it is stated;
  /// nil if there is no such chunk.
  func reading<Value>(
    of count: Int? = nil, _ read: ([UInt8]) throws(PNGChunkError) -> Value
  ) -> PNGColorChunks.Reading<Value>? {
    switch state {
    case .absent: return nil
    case .damaged: return .failure(.wrongChecksum)
    case .misplaced: return .failure(.misplaced)
    case .oversized: return .failure(.tooLong(byteCount: self.count))
    case .sound: break
    }
    if let count, self.count != count {
      return .failure(.wrongLength(self.count, expected: count))
    }
    return Result { () throws(PNGChunkError) in try read(bytes) }
  }
}

extension [UInt8] {
  /// The big-endian word at an index that counts words.
  fileprivate func word(_ index: Int) -> UInt32 {
    self[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
