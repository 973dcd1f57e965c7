import CPNGShims

/// What a file says its samples mean, chunk by chunk.
///
/// Each chunk is read by itself, and the first of its type counts. A chunk that is absent is nil,
/// and one that cannot be used says why. Which of them applies to the picture is for the caller to
/// settle.
///
/// Source of the formats: PNG specification, third edition, 11.3.2 (colour space information).
public struct PNGColorChunks: Equatable, Sendable {
  /// A chunk's value, or why it has none.
  public typealias Reading<Value> = Result<Value, PNGChunkError>

  /// The cICP chunk.
  public var codePoints: Reading<CodePoints>?
  /// The iCCP chunk.
  public var profile: Reading<Profile>?
  /// Whether there is another iCCP chunk behind the first.
  public var hasSecondProfile = false
  /// The rendering intent of the sRGB chunk, 0 to 3.
  public var sRGBIntent: Reading<UInt8>?
  /// The exponent of the gAMA chunk, 0.45455 for 1/2.2; may be 0, which means nothing.
  public var gamma: Reading<Double>?
  /// The cHRM chunk.
  public var chromaticities: Reading<Chromaticities>?
  /// The maximum luminance of the display that the picture was mastered on, in cd/m², from the
  /// mDCV chunk.
  public var masteringPeak: Reading<Double>?
  /// The maximum luminance of the picture's pixels, in cd/m², from the cLLI chunk; 0 where it is
  /// not known.
  public var contentPeak: Reading<Double>?

  /// A file that says nothing about its colours.
  public init() {}

  /// A point of the CIE 1931 xy diagram.
  public struct Chromaticity: Equatable, Hashable, Sendable {
    /// The share of X in X + Y + Z.
    public let x: Double
    /// The share of Y in X + Y + Z.
    public let y: Double

    /// A point by its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The white point and the primaries of a cHRM chunk.
  public struct Chromaticities: Equatable, Hashable, Sendable {
    /// The white point.
    public let white: Chromaticity
    /// The red primary.
    public let red: Chromaticity
    /// The green primary.
    public let green: Chromaticity
    /// The blue primary.
    public let blue: Chromaticity

    /// A colour space by its four points.
    public init(
      white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity
    ) {
      self.white = white
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The profile of an iCCP chunk.
  public struct Profile: Equatable, Hashable, Sendable {
    /// The name that the chunk gives it.
    public let name: String
    /// The ICC profile, no longer compressed, as long as its header says; up to 16 MiB.
    public let bytes: [UInt8]

    /// A profile with a name.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The numbers of a cICP chunk, as ITU-T H.273 defines them.
  public struct CodePoints: Equatable, Hashable, Sendable {
    /// The colour primaries: 1 for BT.709 and sRGB, 9 for BT.2020, 12 for
    /// Display P3.
    public let primaries: UInt8
    /// The transfer function: 13 for sRGB, 16 for PQ, 18 for HLG.
    public let transfer: UInt8
    /// The matrix coefficients: 0 for RGB, which is all that PNG allows.
    public let matrix: UInt8
    /// Whether samples use their whole range.
    public let isFullRange: Bool

    /// Code points for RGB, which PNG stores with its full range.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }
}

/// Why a chunk cannot be used.
public enum PNGChunkError: Error, Equatable, Sendable {
  /// The checksum is wrong.
  case wrongChecksum
  /// The chunk stands behind the palette.
  case misplaced
  /// A chunk of a fixed length has another one.
  case wrongLength(Int, expected: Int)
  /// A rendering intent above 3.
  case unknownIntent(UInt8)
  /// A profile without a name.
  case unnamedProfile
  /// The name of a profile does not end within 79 bytes.
  case endlessName
  /// A profile that is compressed in a way that PNG does not have.
  case unknownCompression(UInt8)
  /// The compressed data of a profile end too early.
  case truncatedProfile
  /// The compressed data of a profile are damaged.
  case brokenProfile
  /// What is compressed is not an ICC profile.
  case notAProfile
  /// A profile, compressed or not, or another chunk is longer than 16 MiB.
  case tooLong(byteCount: Int)
}

extension PNGChunkError: CustomStringConvertible {
  /// A fragment that reads after "the chunk is ignored".
  public var description: String {
    switch self {
    case .wrongChecksum: "its checksum is wrong"
    case .misplaced: "it stands behind the palette"
    case .wrongLength(let count, let expected): "it has \(count) bytes instead of \(expected)"
    case .unknownIntent(let intent): "rendering intent \(intent) does not exist"
    case .unnamedProfile: "its name is empty"
    case .endlessName: "its name has no end"
    case .unknownCompression(let method): "compression method \(method) does not exist"
    case .truncatedProfile: "it is cut short"
    case .brokenProfile: "its compressed data are damaged"
    case .notAProfile: "it is not an ICC profile"
    case .tooLong(let count): "it has \(count) bytes, and \(cpng_maximum_chunk) are the limit"
    }
  }
}
