import CPNGCodec
import CPNGShims
package import SheetImaging

/// Reads a PNG file row by row, from top to bottom.
///
/// Making a reader reads the file up to the first IDAT chunk, enough for the header and the
/// metadata; no pixel is decoded. A reader belongs to the task that made it; any number may be in
/// use at once.
///
/// libpng reads the header. Then our own coder, which is faster, or libpng decodes rows. If our own
/// coder finds a fault, libpng reads the file again from its start. It drops the rows that have been
/// handed out. So libpng accepts or refuses every file with a fault, with its own messages. If libpng
/// refuses the last row for a checksum after it, the row is handed out nevertheless. The file is then
/// refused when it is finished.
///
/// Memory is limited for every file. libpng gets at most 64 MiB, and a chunk other than IDAT may
/// have 16 MiB. Rows decoded in advance take up to 17.5 MiB. Only an interlaced picture takes more,
/// up to its own limit.
package struct PNGReader: ~Copyable {
  /// The header of the picture, as the file has it.
  package let header: PNGHeader
  /// The form in which rows are handed out.
  ///
  /// Palettes become red, green and blue. Grey of fewer than 8 bits is scaled to the full range of
  /// 8 bits. A tRNS chunk becomes alpha. Nothing else is changed: gamma and colours are as in the
  /// file.
  package let rowFormat: PixelFormat
  let source: PNGSource
  let chunks: ChunkIndex
  private let decoder: PNGDecoder
  private let interlacedByteLimit: UInt64
  private(set) var libpng: LibpngReader
  /// Nil if libpng decodes.
  private var fastRows: FastRows?
  private var hasStarted = false
  /// Our own coder has found a fault, and libpng has not continued yet.
  private var mustStartOver = false
  /// The number of rows that have been read.
  private var rowsRead = 0
  /// The reason why a checksum after the last row is wrong.
  private var wrongEnd: String?

  /// Reads a regular file that is open for reading, and closes it in the end.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the file.
  ///   - interlacedByteLimit: The most memory that the picture may take if it
  ///     is interlaced; the first row of a larger one is refused.
  ///   - decoder: The decoder; only for measuring and comparing.
  /// - Throws: Any ``PictureFileError`` that is not about rows.
  package init(
    descriptor: CInt, interlacedByteLimit: UInt64 = 1 << 30,
    decoder: PNGDecoder = .automatic
  ) throws(PictureFileError) {
    try self.init(PNGSource(descriptor: descriptor), interlacedByteLimit, decoder)
  }

  /// Reads a file that is in memory already.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - interlacedByteLimit: As for a file on disk.
  ///   - decoder: As for a file on disk.
  /// - Throws: Any ``PictureFileError`` that is not about rows and paths.
  package init(
    bytes: [UInt8], interlacedByteLimit: UInt64 = 1 << 30,
    decoder: PNGDecoder = .automatic
  ) throws(PictureFileError) {
    try self.init(PNGSource(bytes: bytes), interlacedByteLimit, decoder)
  }

  private init(
    _ source: consuming PNGSource, _ interlacedByteLimit: UInt64, _ decoder: PNGDecoder
  ) throws(PictureFileError) {
    try source.checkSignature()
    var libpng = try LibpngReader(source, interlacedByteLimit: interlacedByteLimit)
    try libpng.readHeader()
    let header = libpng.header
    guard let colorType = PNGHeader.ColorType(rawValue: header.color_type) else {
      throw .malformed(reason: "colour type \(header.color_type) does not exist")
    }
    let chunks = try ChunkIndex(source)
    self.header = PNGHeader(
      width: Int(header.width), height: Int(header.height), bitDepth: Int(header.bit_depth),
      colorType: colorType, isInterlaced: header.is_interlaced)
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)),
      let depth = SampleDepth(rawValue: Int(header.bits_per_sample))
    else { preconditionFailure("PNG has 1 to 4 channels of 8 or 16 bits") }
    rowFormat = PixelFormat(channels, depth)
    self.chunks = chunks
    self.libpng = libpng
    self.source = source
    (self.decoder, self.interlacedByteLimit) = (decoder, interlacedByteLimit)
  }

  /// The length of a row, without padding.
  package var bytesPerRow: Int { header.width * rowFormat.bytesPerPixel }

  /// Reads the next row.
  ///
  /// The first row of an interlaced picture takes as long as all of it.
  ///
  /// - Precondition: `row` has ``bytesPerRow`` bytes, and fewer than
  ///   `header.height` rows have been read.
  package mutating func readRow(into row: inout MutableSpan<UInt8>) throws(PictureFileError) {
    precondition(row.count == bytesPerRow, "a row of the wrong length")
    precondition(rowsRead < header.height, "no rows are left")
    try unsafe row.withUnsafeMutableBufferPointer { bytes throws(PictureFileError) in
      try unsafe readRow(into: bytes.baseAddress)
    }
  }

  /// Reads to the end of the file and checks what has not been checked yet.
  ///
  /// The rest is the unread rows, the checksums and the closing IEND. A reader that is dropped
  /// instead has checked the file up to its last row.
  package consuming func finish() throws(PictureFileError) {
    while rowsRead < header.height { try unsafe readRow(into: nil) }
    if let wrongEnd { throw .wrongEnd(reason: wrongEnd) }
    do throws(PictureFileError) {
      try libpng.finish(rowsWereReadElsewhere: fastRows != nil)
    } catch {
      guard case .malformed(let reason) = error, error != .endOfFile else { throw error }
      throw .wrongEnd(reason: reason)
    }
  }

  /// The whole file; nil if not all of it came with the header, as for files of more than some
  /// kilobytes.
  ///
  /// - Precondition: no row has been read.
  package var contents: [UInt8]? {
    precondition(rowsRead == 0, "what came with the header is gone")
    return source.contents
  }

  /// Reads the next row; nil drops it.
  private mutating func readRow(into row: UnsafeMutablePointer<UInt8>?) throws(PictureFileError) {
    if !hasStarted { try start() }
    if fastRows != nil { mustStartOver = unsafe fastRows?.read(into: row) != true }
    if mustStartOver { try startOver() }
    if fastRows == nil { try unsafe readSlowRow(into: row) }
    rowsRead += 1
  }

  private mutating func readSlowRow(
    into row: UnsafeMutablePointer<UInt8>?
  ) throws(PictureFileError) {
    do throws(PictureFileError) {
      try unsafe libpng.readRow(into: row)
    } catch {
      // All rows of an interlaced picture come with the first one.
      let isLast = rowsRead == header.height - 1 || header.isInterlaced && rowsRead == 0
      guard isLast, wrongEnd == nil, case .malformed(let reason) = error, error != .endOfFile
      else { throw error }
      do throws(PictureFileError) {
        try startOver(forgivingChecksums: true)
        try unsafe libpng.readRow(into: row)
      } catch _ { throw error }
      wrongEnd = reason
    }
  }

  private mutating func start() throws(PictureFileError) {
    hasStarted = true
    let header = libpng.header
    guard let engine = decoder.engine, header.data_count >= 0, !header.is_interlaced,
      FastRows.suit(header)
    else { return }
    let palette = try libpng.palette()
    fastRows = FastRows(header, palette: palette, source: source, engine: engine)
    mustStartOver = fastRows == nil
  }

  private mutating func startOver(
    forgivingChecksums: Bool = false
  ) throws(PictureFileError) {
    try source.rewind()
    var again = try LibpngReader(
      source, interlacedByteLimit: interlacedByteLimit, forgivesChecksums: forgivingChecksums)
    try again.readHeader()
    let header = libpng.header
    guard again.header.width == header.width, again.header.height == header.height,
      again.header.bytes_per_row == header.bytes_per_row,
      again.header.is_interlaced == header.is_interlaced
    else { throw .malformed(reason: "the file changed while it was read") }
    for _ in 0..<rowsRead { try unsafe again.readRow(into: nil) }
    libpng = again
    fastRows = nil
    mustStartOver = false
  }
}

/// A decoder for the rows of a file.
///
/// All decoders give equal rows, also before a fault, and refuse equal files with equal messages.
/// Only their speed differs. libpng reads the pictures that our own coder cannot: interlaced ones,
/// a tRNS colour of RGB or of 16 bits, rows of more than 512 KiB. If anything is odd, libpng reads
/// the file again from its start and decides.
///
/// The one exception: ISA-L accepts deflate data with incomplete codes, which zlib refuses even if
/// no unassigned code occurs. The pixels are right, since checksums are verified in either case.
package enum PNGDecoder: CaseIterable, Sendable {
  /// ISA-L if it is present and the picture is not small, else zlib.
  case automatic
  /// ISA-L, or zlib if ISA-L is not present.
  case isal
  /// zlib.
  case zlib
  /// zlib, and one row at a time.
  case portable
  /// libpng alone.
  case libpng

  /// Whether ISA-L (`libisal.so.2`), which decompresses faster than zlib, was found.
  package static var isISALPresent: Bool { codec_isal_is_present() }
}

/// The contents of IHDR.
///
/// Source: PNG specification, chapter 11 (IHDR).
package struct PNGHeader: Equatable, Hashable, Sendable {
  /// Samples per pixel and their meaning; the raw value is the IHDR byte.
  package enum ColorType: UInt8, Sendable {
    /// Grey.
    case gray = 0
    /// Red, green, blue.
    case rgb = 2
    /// An index into a palette of red, green and blue.
    case palette = 3
    /// Grey and alpha.
    case grayAlpha = 4
    /// Red, green, blue and alpha.
    case rgba = 6
  }

  /// Columns of pixels, 1 to 1,000,000.
  package let width: Int
  /// Rows of pixels, 1 to 1,000,000.
  package let height: Int
  /// Bits of a sample, or of a palette index: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  /// Samples per pixel and their meaning.
  package let colorType: ColorType
  /// Whether the rows come in the seven passes of Adam7.
  ///
  /// An interlaced picture is held in memory as a whole while it is read.
  package let isInterlaced: Bool
}
