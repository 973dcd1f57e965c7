internal import SheetImaging

/// What the samples of a file mean according to each of its colour chunks.
///
/// Each chunk is read independently, and the first of its type is used. An absent chunk is nil, and
/// an unusable one is a failure with the reason. The caller chooses which chunk applies to the
/// picture.
///
/// Source of the formats: PNG specification, third edition, 11.3.2 (colour space information).
struct PNGColorChunks: Equatable, Sendable {
  /// A chunk's value, or the reason why it has none.
  typealias Reading<Value> = Result<Value, UnusableData>

  /// The cICP chunk.
  var codePoints: Reading<CodePoints>?
  /// The ICC profile of the iCCP chunk, decompressed to the length in its header, up to 16 MiB.
  var profile: Reading<[UInt8]>?
  /// Whether there is another iCCP chunk after the first.
  var hasSecondProfile = false
  /// The rendering intent of the sRGB chunk, 0 to 3.
  var sRGBIntent: Reading<UInt8>?
  /// The exponent in the gAMA chunk, 0.45455 for 1/2.2; may be 0, which is meaningless.
  var gamma: Reading<Double>?
  /// The cHRM chunk.
  var chromaticities: Reading<Primaries>?
  /// The peak luminance of the display on which the picture was mastered, in cd/m², from the mDCV
  /// chunk.
  var masteringPeak: Reading<Double>?
  /// The peak luminance of the picture's pixels, in cd/m², from the cLLI chunk; 0 if unknown.
  var contentPeak: Reading<Double>?

  /// Creates the chunks of a file without colour information.
  init() {}
}

extension PNGColorChunks {
  /// Reads the colour chunks among the chunks before the pixels.
  init(_ chunks: [ChunkIndex.Chunk], in source: borrowing PNGSource) {
    codePoints = source.reading(.codePoints, in: chunks, of: 4) {
      CodePoints(primaries: $0[0], transfer: $0[1], matrix: $0[2], isFullRange: $0[3] != 0)
    }
    profile = source.reading(.profile, in: chunks) { source, chunk throws(UnusableData) in
      try source.profile(in: chunk)
    }
    hasSecondProfile = chunks.count { $0.type == .profile } > 1
    sRGBIntent = source.reading(.sRGB, in: chunks, of: 1) { data throws(UnusableData) in
      guard data[0] < 4 else { throw UnusableData("rendering intent \(data[0]) does not exist") }
      return data[0]
    }
    gamma = source.reading(.gamma, in: chunks, of: 4) { data throws(UnusableData) in
      let number = data.number(0)
      guard number < 0x1p31 else { throw UnusableData("its gamma value is out of range") }
      return number / 100_000
    }
    chromaticities = source.reading(.chromaticities, in: chunks, of: 32) { data in
      func point(_ index: Int) -> Chromaticity {
        Chromaticity(x: data.number(2 * index) / 100_000, y: data.number(2 * index + 1) / 100_000)
      }
      return Primaries(red: point(1), green: point(2), blue: point(3), white: point(0))
    }
    // Eight 16-bit values are the primaries and white of the mastering display; its luminances
    // follow.
    masteringPeak = source.reading(.masteringDisplay, in: chunks, of: 24) { $0.number(4) / 10_000 }
    contentPeak = source.reading(.contentLight, in: chunks, of: 8) { $0.number(0) / 10_000 }
  }
}

extension PNGSource {
  /// The value that `read` finds in the first chunk of a type and length; nil if there is none.
  fileprivate func reading<Value>(
    _ type: ChunkType, in chunks: [ChunkIndex.Chunk], of count: Int,
    _ read: ([UInt8]) throws(UnusableData) -> Value
  ) -> PNGColorChunks.Reading<Value>? {
    reading(type, in: chunks) { source, chunk throws(UnusableData) in
      guard chunk.count == count else {
        throw UnusableData("it has \(chunk.count) bytes instead of \(count)")
      }
      guard let data = source.part(of: chunk, from: 0, upTo: count) else { throw .truncated }
      return try read(data)
    }
  }

  /// The value that `read` finds in the first chunk of a type; nil if there is none.
  fileprivate func reading<Value>(
    _ type: ChunkType, in chunks: [ChunkIndex.Chunk],
    _ read: (borrowing PNGSource, ChunkIndex.Chunk) throws(UnusableData) -> Value
  ) -> PNGColorChunks.Reading<Value>? {
    guard let chunk = chunks.first(where: { $0.type == type }) else { return nil }
    do throws(UnusableData) {
      try checkLength(chunk.count)
      guard isWhole(chunk) else { throw UnusableData("its checksum is wrong") }
      if chunk.isAfterPalette { throw UnusableData("it is after the palette") }
      return .success(try read(self, chunk))
    } catch {
      return .failure(error)
    }
  }

  /// Reads a name of 1 to 79 bytes, a zero, the compression method and a zlib stream with the
  /// profile.
  ///
  /// The stream is read up to the length in the profile's header. As a result, the limit is checked
  /// before memory is allocated, and bytes after the profile do no harm.
  ///
  /// Source: PNG specification, third edition, 11.3.2.3 (iCCP); ICC.1:2022, 7.2 (profile header).
  fileprivate func profile(in chunk: ChunkIndex.Chunk) throws(UnusableData) -> [UInt8] {
    let name = part(of: chunk, from: 0, upTo: 81) ?? []
    guard let end = name.prefix(80).firstIndex(of: 0) else {
      throw UnusableData("its name has no end")
    }
    guard end > 0 else { throw UnusableData("its name is empty") }
    guard name.count > end + 1 else { throw .truncated }
    guard name[end + 1] == 0 else {
      throw UnusableData("compression method \(name[end + 1]) does not exist")
    }
    guard var stream = ChunkPieces(of: chunk, in: self, from: end + 2, isCompressed: true) else {
      throw .truncated
    }
    let head = try stream.next(upTo: 40)
    guard head.count == 40 else { throw .truncated }
    guard head[36...].elementsEqual("acsp".utf8) else { throw .notAProfile }
    let count = max(40, Int(head.number(0)))
    try checkLength(count)
    let rest = try stream.next(upTo: count - 40)
    guard rest.count == count - 40 else { throw .truncated }
    return head + rest
  }
}

extension [UInt8] {
  /// The 32-bit number at an index, counted in numbers rather than bytes.
  fileprivate func number(_ index: Int) -> Double {
    Double(ByteView(self).number(at: 4 * index, 4) ?? 0)
  }
}

/// Checks that a chunk, or a profile in it, is not too long.
private func checkLength(_ count: Int) throws(UnusableData) {
  let limit = PNGReader.maximumChunkBytes
  guard count <= limit else {
    throw UnusableData("it has \(count) bytes, more than the limit of \(limit)")
  }
}
