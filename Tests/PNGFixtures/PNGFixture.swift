/// A PNG file described by its samples and by how it is encoded.
///
/// The encoder behind ``encoded()`` is written from the PNG specification. It shares nothing with
/// libpng but zlib, so that its files can test what libpng reads.
public struct PNGFixture: Equatable, Sendable {
  /// Samples per pixel and their meaning; the raw value is the IHDR byte.
  ///
  /// Source: PNG specification, chapter 11 (IHDR).
  public enum ColorType: UInt8, CaseIterable, Sendable {
    /// One sample: grey.
    case gray = 0
    /// Three samples: red, green, blue.
    case rgb = 2
    /// One sample: an index into the palette.
    case palette = 3
    /// Two samples: grey and alpha.
    case grayAlpha = 4
    /// Four samples: red, green, blue and alpha.
    case rgba = 6

    /// The number of samples per pixel.
    public var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The bit depths that the specification allows.
    public var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// The filter type of each row.
  public enum FilterChoice: Equatable, Sendable {
    /// One type, 0 to 4, for all rows.
    case fixed(UInt8)
    /// Types 0, 1, 2, 3, 4, 0, … from the first row of each pass.
    case cycling
    /// The type with the smallest sum of absolute differences.
    ///
    /// Source: PNG specification, chapter 12 (filter selection).
    case best
  }

  /// A palette entry.
  public struct Color: Equatable, Sendable {
    /// The samples, 0 to 255.
    public var red, green, blue: UInt8

    /// Makes an opaque colour.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int
  /// The number of bits per sample: 1, 2, 4, 8 or 16.
  public var bitDepth: Int
  /// Samples per pixel and their meaning.
  public var colorType: ColorType
  /// Rows from top to bottom, channels interleaved, each sample from 0 to
  /// 2^`bitDepth` − 1.
  public var samples: [UInt16]
  /// The PLTE entries; if there are none, the chunk is omitted.
  public var palette: [Color]
  /// The bytes of the tRNS chunk; nil if there is none.
  public var transparency: [UInt8]?
  /// Whether the rows are sent in the seven passes of Adam7.
  public var isInterlaced: Bool
  /// The filter type of each row.
  public var filter: FilterChoice
  /// The zlib level, 0 to 9.
  public var compressionLevel: Int
  /// The largest number of bytes in one IDAT chunk.
  public var dataChunkSize: Int
  /// Chunks between IHDR and PLTE; they describe the colour space.
  public var chunksBeforePalette: [PNGChunk]
  /// Chunks between PLTE (and tRNS) and the first IDAT.
  public var chunksBeforeData: [PNGChunk]
  /// Chunks between the last IDAT and IEND.
  public var chunksAfterData: [PNGChunk]

  /// Describes a file.
  ///
  /// - Precondition: the bit depth is allowed for the colour type, and `samples` has `width *
  ///   height` pixels.
  public init(
    width: Int, height: Int, bitDepth: Int = 8, colorType: ColorType, samples: [UInt16],
    palette: [Color] = [], transparency: [UInt8]? = nil, isInterlaced: Bool = false,
    filter: FilterChoice = .best, compressionLevel: Int = 9, dataChunkSize: Int = .max,
    chunksBeforePalette: [PNGChunk] = [], chunksBeforeData: [PNGChunk] = [],
    chunksAfterData: [PNGChunk] = []
  ) {
    precondition(
      colorType.bitDepths.contains(bitDepth), "the colour type does not allow this depth")
    precondition(
      samples.count == width * height * colorType.channels, "the samples do not fit the size")
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.samples = samples
    self.palette = palette
    self.transparency = transparency
    self.isInterlaced = isInterlaced
    self.filter = filter
    self.compressionLevel = compressionLevel
    self.dataChunkSize = dataChunkSize
    self.chunksBeforePalette = chunksBeforePalette
    self.chunksBeforeData = chunksBeforeData
    self.chunksAfterData = chunksAfterData
  }

  /// Describes a single-coloured RGB or RGBA picture.
  public static func plain(width: Int, height: Int, color: [UInt16]) -> PNGFixture {
    PNGFixture(
      width: width, height: height, colorType: color.count == 4 ? .rgba : .rgb,
      samples: Array(repeating: color, count: width * height).flatMap(\.self))
  }
}
