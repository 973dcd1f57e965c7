/// A chunk of a PNG file: a type of four letters and its data.
///
/// The length and the checksum are calculated when the chunk is encoded.
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
  /// - Precondition: `type` consists of four Latin-1 characters.
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

  /// A file of the signature and these chunks.
  public static func file(_ chunks: [PNGChunk]) -> [UInt8] {
    chunks.reduce(into: signature) { $0 += $1.encoded() }
  }

  /// The chunks of a file, without checking their checksums.
  ///
  /// Nil if the file does not start with the signature or does not end with a whole chunk.
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

extension PNGChunk {
  /// The IHDR chunk.
  public static func header(
    width: Int, height: Int, bitDepth: Int, colorType: PNGFixture.ColorType,
    isInterlaced: Bool = false
  ) -> PNGChunk {
    let sides = bigEndianBytes(UInt32(width)) + bigEndianBytes(UInt32(height))
    return PNGChunk(
      type: "IHDR",
      data: sides + [UInt8(bitDepth), colorType.rawValue, 0, 0, isInterlaced ? 1 : 0])
  }

  /// IDAT chunks that contain a zlib stream, each at most `chunkSize` bytes of it.
  public static func data(_ stream: [UInt8], chunkSize: Int = .max) -> [PNGChunk] {
    let size = min(chunkSize, stream.count)
    return stride(from: 0, to: stream.count, by: size).map { start in
      PNGChunk(type: "IDAT", data: Array(stream[start..<min(stream.count, start + size)]))
    }
  }

  /// An sRGB chunk with a rendering intent, 0 to 3.
  public static func sRGB(intent: UInt8 = 0) -> PNGChunk {
    PNGChunk(type: "sRGB", data: [intent])
  }

  /// A gAMA chunk; the number is the exponent times 100,000, 45455 for 1/2.2.
  public static func gamma(_ hundredThousandths: UInt32) -> PNGChunk {
    PNGChunk(type: "gAMA", data: bigEndianBytes(hundredThousandths))
  }

  /// A cHRM chunk: x and y of white, red, green and blue, times 100,000.
  ///
  /// - Precondition: there are eight numbers.
  public static func chromaticities(_ hundredThousandths: [UInt32]) -> PNGChunk {
    precondition(hundredThousandths.count == 8, "four points have eight coordinates")
    return PNGChunk(type: "cHRM", data: hundredThousandths.flatMap(bigEndianBytes))
  }

  /// A cICP chunk with the code points of ITU-T H.273.
  public static func codingIndependentCodePoints(
    primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, fullRange: Bool = true
  ) -> PNGChunk {
    PNGChunk(type: "cICP", data: [primaries, transfer, matrix, fullRange ? 1 : 0])
  }

  /// An iCCP chunk with a compressed profile.
  public static func profile(name: String, _ profile: [UInt8]) -> PNGChunk {
    PNGChunk(type: "iCCP", data: latin1(name) + [0, 0] + deflated(profile, level: 9))
  }

  /// An mDCV chunk; luminances of the display in cd/m², and the primaries of BT.2020.
  public static func masteringDisplay(peak: Double, black: Double = 0.005) -> PNGChunk {
    let points: [UInt16] = [35_400, 14_600, 8_500, 39_850, 6_550, 2_300, 15_635, 16_450]
    return PNGChunk(
      type: "mDCV",
      data: points.flatMap { bigEndianBytes(UInt32($0)).suffix(2) } + luminance(peak)
        + luminance(black))
  }

  /// A cLLI chunk; luminances of the brightest pixel and of the brightest picture, in cd/m².
  public static func contentLight(pixel: Double, picture: Double) -> PNGChunk {
    PNGChunk(type: "cLLI", data: luminance(pixel) + luminance(picture))
  }

  private static func luminance(_ value: Double) -> [UInt8] {
    bigEndianBytes(UInt32((value * 10_000).rounded()))
  }

  /// A pHYs chunk; `perMetre` false leaves the unit unknown.
  public static func density(x: UInt32, y: UInt32, perMetre: Bool = true) -> PNGChunk {
    PNGChunk(
      type: "pHYs", data: bigEndianBytes(x) + bigEndianBytes(y) + [perMetre ? 1 : 0])
  }

  /// An eXIf chunk that holds nothing but an orientation, 1 to 8.
  ///
  /// Source: TIFF 6.0, section 2, and tag 274 (Orientation).
  public static func orientation(_ orientation: UInt16, littleEndian: Bool = false) -> PNGChunk {
    func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
      let bytes = Array(bigEndianBytes(value).suffix(count))
      return littleEndian ? bytes.reversed() : bytes
    }
    let mark: UInt8 = littleEndian ? 0x49 : 0x4D
    var data = [mark, mark] + bytes(42, 2) + bytes(8, 4)
    data += bytes(1, 2) + bytes(274, 2) + bytes(3, 2) + bytes(1, 4)
    data += bytes(UInt32(orientation), 2) + bytes(0, 2) + bytes(0, 4)
    return PNGChunk(type: "eXIf", data: data)
  }

  /// A tEXt chunk.
  public static func text(_ keyword: String, _ text: String) -> PNGChunk {
    PNGChunk(type: "tEXt", data: latin1(keyword) + [0] + latin1(text))
  }

  /// A zTXt chunk.
  public static func compressedText(_ keyword: String, _ text: String) -> PNGChunk {
    PNGChunk(type: "zTXt", data: latin1(keyword) + [0, 0] + deflated(latin1(text), level: 9))
  }

  /// An iTXt chunk without a language.
  public static func internationalText(
    _ keyword: String, _ text: String, compressed: Bool = false
  ) -> PNGChunk {
    let body = compressed ? deflated(Array(text.utf8), level: 9) : Array(text.utf8)
    return PNGChunk(
      type: "iTXt", data: latin1(keyword) + [0, compressed ? 1 : 0, 0, 0, 0] + body)
  }

  private static func latin1(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8($0.value) }
  }
}
