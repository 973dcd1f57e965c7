import CPNGCodec
import CPNGShims
package import SheetImaging

/// Reads a PNG file row by row, from top to bottom.
///
/// Creating a reader reads the file up to the first IDAT chunk, enough for the header and the
/// metadata; no pixel is decoded. A reader belongs to the task that created it; any number of
/// readers may be in use at once.
///
/// libpng reads the header. ``StoredRows`` decodes rows in file order, and ``InterlacedRows``
/// assembles an interlaced picture.
///
/// Memory is limited for every file. libpng gets at most 64 MiB, and a chunk other than IDAT may
/// have at most 16 MiB. Rows decoded in advance take up to 17 MiB. Only an interlaced picture takes
/// more, up to a separate limit.
package struct PNGReader: ~Copyable {
  /// The header of the picture, as stored in the file.
  package let header: PNGHeader
  /// The format in which rows are returned.
  ///
  /// Palettes are expanded to red, green and blue. Grey with fewer than 8 bits is scaled to the
  /// full 8-bit range. A tRNS chunk becomes alpha. Nothing else is changed: gamma and colours are
  /// as in the file.
  package let rowFormat: PixelFormat
  let source: PNGSource
  let chunks: ChunkIndex
  private let interlacedByteLimit: Int
  private(set) var storedRows: StoredRows
  /// Nil before the first row, and if the picture is not interlaced.
  private var interlacedRows: InterlacedRows?
  /// The number of rows read so far.
  private var rowsRead = 0

  /// Reads a regular file that is open for reading, and closes it at the end.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor of the file.
  ///   - interlacedByteLimit: The maximum memory, as given by ``heldBytes``, that the picture may
  ///     take if it is interlaced; a larger interlaced picture is refused at its first row.
  ///   - decoder: The decoder, for measurements and comparisons.
  /// - Throws: Any ``PictureFileError`` that is not about rows.
  package init(
    descriptor: CInt, interlacedByteLimit: Int = 1 << 30,
    decoder: PNGDecoder = .automatic
  ) throws(PictureFileError) {
    try self.init(PNGSource(descriptor: descriptor), interlacedByteLimit, decoder)
  }

  /// Reads a file that is already in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - interlacedByteLimit: As for a file on disk.
  ///   - decoder: As for a file on disk.
  /// - Throws: Any ``PictureFileError`` that is not about rows or paths.
  package init(
    bytes: [UInt8], interlacedByteLimit: Int = 1 << 30,
    decoder: PNGDecoder = .automatic
  ) throws(PictureFileError) {
    try self.init(PNGSource(bytes: bytes), interlacedByteLimit, decoder)
  }

  private init(
    _ source: consuming PNGSource, _ interlacedByteLimit: Int, _ decoder: PNGDecoder
  ) throws(PictureFileError) {
    try source.checkSignature()
    var libpng = try LibpngReader(source)
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
    self.source = source
    self.interlacedByteLimit = interlacedByteLimit
    storedRows = StoredRows(libpng, decoder)
  }

  /// The length of a row, without padding.
  package var bytesPerRow: Int { header.width * rowFormat.bytesPerPixel }

  /// The number of bytes held while the picture is decoded; 0 if it is decoded row by row.
  package var heldBytes: Int {
    guard header.isInterlaced else { return 0 }
    return InterlacedRows.heldBytes(of: header, rowFormat)
  }

  /// Reads the next row.
  ///
  /// Reading the first row of an interlaced picture takes as long as reading half of the picture.
  /// If the file is truncated, rows are coarse where later passes are missing, and ``finish()``
  /// throws.
  ///
  /// - Precondition: `row` has ``bytesPerRow`` bytes, and fewer than
  ///   `header.height` rows have been read.
  package mutating func readRow(into row: inout MutableSpan<UInt8>) throws(PictureFileError) {
    precondition(row.count == bytesPerRow, "a row of the wrong length")
    precondition(rowsRead < header.height, "no rows are left")
    try unsafe row.withUnsafeMutableBufferPointer { bytes throws(PictureFileError) in
      guard let start = bytes.baseAddress else { return }
      try unsafe readRow(into: start)
    }
    rowsRead += 1
  }

  private mutating func readRow(
    into row: UnsafeMutablePointer<UInt8>
  ) throws(PictureFileError) {
    guard header.isInterlaced else {
      return try unsafe storedRows.readRow(into: row, from: source)
    }
    if interlacedRows == nil { interlacedRows = try startInterlaced() }
    try unsafe interlacedRows?.readRow(rowsRead, into: row, from: &storedRows, source)
  }

  private func startInterlaced() throws(PictureFileError) -> InterlacedRows {
    guard heldBytes <= interlacedByteLimit else {
      throw .unsupported(
        reason: """
          half of an interlaced image must be held in memory, and its \(heldBytes) bytes exceed \
          the limit of \(interlacedByteLimit); save it without interlacing
          """)
    }
    return try InterlacedRows(of: header, rowFormat)
  }

  /// Reads to the end of the file and checks what has not been checked yet.
  ///
  /// This covers any unread rows, the checksums and the closing IEND. A reader that is discarded
  /// instead has checked the file only up to the last row it read.
  package consuming func finish() throws(PictureFileError) {
    if let end = interlacedRows?.end { throw end }
    try storedRows.finish(source)
  }

  /// The 256 entries of the palette, each with red, green, blue and alpha; entries that the file
  /// lacks are black.
  func palette() throws(PictureFileError) -> [UInt8] { try storedRows.libpng.palette() }

  /// The whole file; nil if it was too large to be read together with the header, as files of more
  /// than a few kilobytes are.
  ///
  /// - Precondition: No row has been read.
  package var contents: [UInt8]? {
    precondition(rowsRead == 0, "the contents are not kept once a row is read")
    return source.contents
  }
}

/// The contents of IHDR.
///
/// Source: PNG specification, chapter 11 (IHDR).
package struct PNGHeader: Equatable, Hashable, Sendable {
  /// The samples per pixel and what they mean; the raw value is the IHDR byte.
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

  /// The number of columns, 1 to 1,000,000.
  package let width: Int
  /// The number of rows, 1 to 1,000,000.
  package let height: Int
  /// Bits per sample, or per palette index: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  /// The samples per pixel and what they mean.
  package let colorType: ColorType
  /// Whether rows are stored in the seven passes of Adam7.
  ///
  /// Half of an interlaced picture is held in memory while it is read.
  package let isInterlaced: Bool
}
