import CPNGCodec
import CPNGShims
package import SheetImaging

/// Reads a PNG file row by row, from top to bottom.
///
/// Making a reader reads the file up to the first IDAT chunk, enough for the header and the
/// metadata; no pixel is decoded. A reader belongs to the task that made it; any number may be in
/// use at once.
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
  var rows: RowDecoder
  let chunks: ChunkIndex

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
    try self.init(
      RowDecoder(
        PNGSource(descriptor: descriptor),
        interlacedByteLimit: interlacedByteLimit, decoder: decoder))
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
    try self.init(
      RowDecoder(
        PNGSource(bytes: bytes), interlacedByteLimit: interlacedByteLimit, decoder: decoder))
  }

  private init(_ rows: consuming RowDecoder) throws(PictureFileError) {
    let header = rows.header
    guard let colorType = PNGHeader.ColorType(rawValue: header.color_type) else {
      throw .malformed(reason: "colour type \(header.color_type) does not exist")
    }
    let chunks = try ChunkIndex(rows.source)
    self.header = PNGHeader(
      width: Int(header.width), height: Int(header.height), bitDepth: Int(header.bit_depth),
      colorType: colorType, isInterlaced: header.is_interlaced,
      hasTransparency: header.has_transparency)
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)),
      let depth = SampleDepth(rawValue: Int(header.bits_per_sample))
    else { preconditionFailure("PNG has 1 to 4 channels of 8 or 16 bits") }
    self.rowFormat = PixelFormat(channels, depth)
    self.chunks = chunks
    self.rows = rows
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
    precondition(rows.rowsRead < header.height, "no rows are left")
    try unsafe row.withUnsafeMutableBufferPointer { bytes throws(PictureFileError) in
      try unsafe rows.readRow(into: bytes.baseAddress)
    }
  }

  /// Reads to the end of the file and checks what has not been checked yet.
  ///
  /// The rest is the unread rows, the checksums and the closing IEND. A reader that is dropped
  /// instead has checked the file up to its last row.
  package consuming func finish() throws(PictureFileError) {
    try rows.finish()
  }

  /// The whole file; nil if not all of it came with the header, as for files of more than some
  /// kilobytes.
  ///
  /// - Precondition: no row has been read.
  package var contents: [UInt8]? {
    precondition(rows.rowsRead == 0, "what came with the header is gone")
    return rows.source.contents
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

/// The contents of IHDR, and whether any pixel may be transparent.
///
/// Source: PNG specification, chapter 11 (IHDR and tRNS).
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
  /// Whether there is an alpha channel or a tRNS chunk.
  package let hasTransparency: Bool
}

/// Owns a `cpng_reader` and turns its statuses into errors.
///
/// It reads from a ``PNGSource``, which must outlive it.
@safe struct LibpngReader: ~Copyable {
  let pointer: OpaquePointer
  private let interlacedByteLimit: UInt64
  private(set) var header = cpng_header()

  /// Creates a reader, which may forgive wrong checksums after the last pixels.
  init(
    _ source: borrowing PNGSource, interlacedByteLimit: UInt64, forgivesChecksums: Bool = false
  ) throws(PictureFileError) {
    let context = unsafe UnsafeMutableRawPointer(source.pointer)
    guard
      let pointer = unsafe cpng_reader_create(
        codec_source_read, context, interlacedByteLimit, forgivesChecksums)
    else { throw .outOfMemory }
    unsafe self.pointer = pointer
    self.interlacedByteLimit = interlacedByteLimit
  }

  deinit { unsafe cpng_reader_destroy(pointer) }

  /// Reads up to the first IDAT chunk, from the start of a source.
  mutating func readHeader() throws(PictureFileError) {
    try check(unsafe cpng_reader_read_header(pointer, &header))
  }

  /// 256 entries of red, green, blue and alpha.
  func palette() throws(PictureFileError) -> [UInt8] {
    var entries = [UInt8](repeating: 0, count: 256 * 4)
    try check(unsafe cpng_reader_get_palette(pointer, &entries))
    return entries
  }

  /// Reads the next row; nil drops it.
  func readRow(into row: UnsafeMutablePointer<UInt8>?) throws(PictureFileError) {
    try check(unsafe cpng_reader_read_row(pointer, row))
  }

  /// Checks the data after the rows.
  func finish(rowsWereReadElsewhere: Bool) throws(PictureFileError) {
    try check(unsafe cpng_reader_finish(pointer, rowsWereReadElsewhere))
  }

  private func check(_ status: cpng_status) throws(PictureFileError) {
    switch status {
    case .ok: return
    case .malformed: throw .malformed(reason: unsafe String(cString: cpng_reader_message(pointer)))
    case .oversized:
      throw .tooLarge(
        width: Int(header.width), height: Int(header.height), maximumSide: cpng_maximum_side)
    case .unbuffered:
      throw .interlacedTooLarge(
        byteCount: UInt64(header.bytes_per_row) * UInt64(header.height),
        limit: interlacedByteLimit)
    case .refused: throw .system(errorNumber: unsafe cpng_reader_error_number(pointer))
    case .exhausted: throw .outOfMemory
    }
  }
}
