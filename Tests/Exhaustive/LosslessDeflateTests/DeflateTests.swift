import CPNGCodec
import TestSupport
import Testing

extension DeflatePiece {
  fileprivate func expectRoundTrip() throws {
    let stream = try deflated()
    let isRight = inflated(stream) == bytes
    #expect(
      isRight,
      "\(bytes.count) bytes after \(dictionary.count) at level \(level), last: \(isLast)")
  }
}

/// Bytes of a kind that is hard for an encoder.
enum Kind: String, CaseIterable, Sendable {
  case random, periodic, sparse, skewed, zeros, rows

  func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    switch self {
    case .random: return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    case .zeros: return [UInt8](repeating: 0, count: count)
    case .periodic:
      let period = 1 + generator.number(below: 700)
      let start = (0..<period).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      return (0..<count).map { start[$0 % period] }
    case .sparse:
      return (0..<count).map { _ in
        generator.number(below: 20) == 0 ? UInt8(generator.number(below: 6)) : 0
      }
    case .skewed:
      // Each set bit halves the probability, so that codes of all lengths occur.
      return (0..<count).map { _ in
        UInt8((generator.next() | 1 << 40).trailingZeroBitCount * 5)
      }
    case .rows:
      // Like filtered rows: a type, noise around 0, gaps, and a repeated row.
      var bytes: [UInt8] = []
      while bytes.count < count {
        bytes.append(UInt8(generator.number(below: 5)))
        let noise = generator.number(below: 9) + 1
        for _ in 0..<200 {
          bytes.append(UInt8(truncatingIfNeeded: generator.number(below: noise) - noise / 2))
        }
        bytes += [UInt8](repeating: 0, count: generator.number(below: 300))
        if generator.number(below: 3) == 0 { bytes += bytes.suffix(700).prefix(500) }
      }
      return Array(bytes.prefix(count))
    }
  }
}

@Suite struct DeflateTests {
  /// A sample of the lengths; a thorough run takes all of them, except at the slow levels.
  #if DEBUG
    static let step = 7
    static let longStep = 1667
    static let slowStep = 30011
  #else
    static let step = 1
    static let longStep = isThorough ? 1 : 31
    static let slowStep = isThorough ? 611 : 6011
  #endif

  @Test(
    "zlib decompresses short pieces of every length to the original bytes",
    arguments: Kind.allCases, 0...9)
  func shortPieces(kind: Kind, level: Int) throws {
    let bytes = kind.bytes(600)
    for count in [Int](0..<20) + stride(from: 20, to: 600, by: Self.step) {
      for isLast in [true, false] {
        try DeflatePiece(bytes: Array(bytes.prefix(count)), level: level, isLast: isLast)
          .expectRoundTrip()
      }
    }
  }

  @Test("Pieces are compressed to the same bytes on every processor", arguments: Kind.allCases)
  func processors(kind: Kind) {
    for level in 0...9 {
      let piece = DeflatePiece(bytes: kind.bytes(60_000), level: level)
      let streams = resultsAtEachVectorLevel { (try? piece.deflated()) ?? [] }
      #expect(streams.allSatisfy { !$0.isEmpty && $0 == streams[0] }, "level \(level)")
    }
  }

  @Test(
    "Pieces about as long as a window, a stored block or a chunk survive a round trip",
    arguments: 0...9)
  func borders(level: Int) throws {
    for border in [32768, 65535, 65536, 131_072] {
      for difference in [-2, -1, 0, 1, 2, 3, 4, 257, 258, 259] {
        let kind = Kind.allCases[(border + difference + level) % Kind.allCases.count]
        try DeflatePiece(
          bytes: kind.bytes(border + difference), level: level, isLast: difference % 2 == 0
        ).expectRoundTrip()
      }
    }
  }

  @Test("Pieces of up to 70,000 bytes survive a round trip", arguments: 0..<Kind.allCases.count)
  func lengths(part: Int) throws {
    // Each kind is tested with some of the lengths; in a thorough run, the kinds together cover all
    // lengths.
    let kinds = Kind.allCases
    let bytes = kinds[part].bytes(70_000)
    for count in stride(from: part, through: 70_000, by: kinds.count * Self.longStep) {
      let level = count / kinds.count % 7
      try DeflatePiece(bytes: Array(bytes.prefix(count)), level: level).expectRoundTrip()
    }
  }

  @Test(
    "Pieces of up to 70,000 bytes survive a round trip at the slow levels as well",
    arguments: Kind.allCases, 7...9)
  func lengthsAtSlowLevels(kind: Kind, level: Int) throws {
    let bytes = kind.bytes(70_000)
    for count in stride(from: 600, through: 70_000, by: Self.slowStep) {
      try DeflatePiece(bytes: Array(bytes.prefix(count)), level: level).expectRoundTrip()
    }
  }

  @Test(
    "Pieces with many blocks survive a round trip", arguments: Kind.allCases,
    [1, 3, 6, 7])
  func manyBlocks(kind: Kind, level: Int) throws {
    // Noise fills the token buffer every 128 KiB; all other kinds fill it elsewhere.
    let bytes = kind.bytes(700_000 + level)
    for count in [147_456, 262_144, bytes.count] {
      try DeflatePiece(bytes: Array(bytes.prefix(count)), level: level, isLast: count % 2 == 0)
        .expectRoundTrip()
    }
  }

  @Test("A large white area is compressed as one block", arguments: 1...6)
  func paper(level: Int) throws {
    // Deflate needs at least two bits for a match of 258 bytes.
    let count = 2 << 20
    let stream = try DeflatePiece(bytes: Kind.zeros.bytes(count), level: level).deflated()
    #expect(stream.count < count / 258 / 4 + 40, "\(stream.count) bytes")
  }

  @Test(
    "A match may reach back into the data before its piece, by at most a window",
    arguments: 0...9)
  func dictionaries(level: Int) throws {
    for ahead in [0, 1, 2, 3, 4, 100, 32_767, 32_768, 32_769, 50_000] {
      for kind in Kind.allCases {
        let all = kind.bytes(ahead + 3000, seed: UInt64(ahead + 1))
        try DeflatePiece(
          bytes: Array(all[ahead...]), dictionary: Array(all[..<ahead]), level: level,
          isLast: ahead % 2 == 0
        ).expectRoundTrip()
      }
    }
    // Repeated noise takes few bytes.
    let noise = Kind.random.bytes(32_000)
    let again = try DeflatePiece(bytes: noise, dictionary: noise, level: level).deflated()
    #expect(again.count < (level == 0 ? 32_100 : 700), "\(again.count) bytes")
  }

  @Test("Successive pieces of different levels form one stream")
  func pieces() throws {
    let all = Kind.rows.bytes(300_000)
    var stream: [UInt8] = []
    for (index, start) in stride(from: 0, to: all.count, by: 50_000).enumerated() {
      let end = start + 50_000
      let piece = DeflatePiece(
        bytes: Array(all[start..<end]), dictionary: Array(all[..<start]), level: index % 10,
        isLast: end == all.count)
      stream += try piece.deflated()
    }
    #expect(DeflatePiece(bytes: all, level: 0).inflated(stream) == all)
  }

  @Test("A byte that cannot be compressed takes hardly more than one byte", arguments: 0...9)
  func incompressible(level: Int) throws {
    let count = 300_000
    let stream = try DeflatePiece(bytes: Kind.random.bytes(count), level: level).deflated()
    #expect(stream.count <= count + 100, "\(stream.count) bytes")
    #expect(deflate_bound(count) < count + count / 100 + 100)
  }

  @Test(
    "A higher level never makes filtered rows larger by more than one byte in 50",
    arguments: [Kind.rows, .sparse])
  func levels(kind: Kind) throws {
    let bytes = kind.bytes(200_000)
    let counts = try (0...9).map { try DeflatePiece(bytes: bytes, level: $0).deflated().count }
    for (lower, higher) in zip(counts, counts.dropFirst()) {
      #expect(higher <= lower + lower / 50, "\(counts)")
    }
    #expect(counts[9] < counts[1], "\(counts)")
  }

  @Test(
    "The estimated size of compressed data is close to its actual size", arguments: Kind.allCases,
    1...6)
  func estimate(kind: Kind, level: Int) throws {
    for count in [1000, 30_000] {
      let bytes = kind.bytes(5000 + count)
      let (ahead, piece) = (Array(bytes.prefix(5000)), Array(bytes.dropFirst(5000)))
      let stream = try DeflatePiece(bytes: piece, dictionary: ahead, level: level).deflated()
      let bits = bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        return deflate_estimate(
          deflate_input(
            bytes: start + 5000, count: count, ahead: 5000, level: CInt(level), is_last: true))
      }
      // Incompressible bytes are stored, which the estimate does not take into account.
      let difference = abs(bits - 8 * stream.count)
      #expect(difference < stream.count + 500, "\(bits) bits for \(stream.count) bytes")
    }
  }

  @Test("A trial distinguishes data that repeats within reach of matches from data that does not")
  func trial() throws {
    func bits(_ bytes: [UInt8], ahead: Int) -> Int {
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        return deflate_trial(
          deflate_input(
            bytes: start + ahead, count: bytes.count - ahead, ahead: ahead, level: 1, is_last: true)
        )
      }
    }
    let noise = Kind.random.bytes(20_000)
    let alone = bits(noise, ahead: 0)
    #expect((8 * 19_000..<8 * 22_000).contains(alone), "\(alone) bits")
    // The table has room for a fifth of the preceding positions.
    #expect(bits(noise + noise, ahead: 20_000) < alone / 5)
    // The copy is too far away to be used, as in rows longer than a window.
    let far = noise + Kind.zeros.bytes(40_000) + noise
    #expect(bits(far, ahead: 0) > alone * 19 / 10)
    for count in 0..<20 { #expect(bits(Kind.zeros.bytes(count + 3), ahead: 3) < 400) }
  }

  /// FNV-1a of the streams of all levels, for bytes from a fixed seed.
  private static func digest(of kind: Kind) throws -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    let bytes = kind.bytes(50_000, seed: 4)
    for level in 0...9 {
      let piece = DeflatePiece(
        bytes: Array(bytes[10_000...]), dictionary: Array(bytes[..<10_000]), level: level)
      for byte in try piece.deflated() { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return digest
  }

  @Test("Streams are the same on every machine, until a version changes them")
  func golden() throws {
    let digests = try Kind.allCases.map { try String(Self.digest(of: $0), radix: 16) }
    #expect(digests == Self.goldenDigests, "\(digests)")
  }

  // In the order of `Kind.allCases`.
  //
  // A change to the encoder changes the digests; copy the values that the test prints.
  private static let goldenDigests = [
    "b36612d726e8749", "86d990eaa53c3e5", "92e474b4bcb470d7", "2b573790ab954ceb",
    "a1ac8af7cba5ccd5", "e3c285eb7087d052",
  ]

  @Test("The alignment of the bytes in memory does not change the output", arguments: 1...9)
  func alignment(level: Int) throws {
    let bytes = Kind.rows.bytes(20_000)
    let expected = try DeflatePiece(bytes: bytes, level: level).deflated()
    for offset in 1..<8 {
      #expect(
        try DeflatePiece(bytes: bytes, level: level).deflated(offset: offset) == expected,
        "at an offset of \(offset) bytes")
    }
  }
}
