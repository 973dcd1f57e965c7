import CPNGCodec
import CPNGShims

/// The rows of a file in file order: from top to bottom or, if the picture is interlaced, pass by
/// pass.
///
/// They are decoded by our own codec, which is faster, or by libpng. If our own codec finds
/// anything wrong, libpng reads the file again from its start, and skips the rows that have already
/// been returned. If the file ends too early, libpng reads it once more, in small pieces, so that
/// no row before the end is lost. So it is always libpng that accepts or refuses a faulty file,
/// with its own messages. If libpng refuses the last row because of a checksum after it, the row is
/// returned nevertheless, and the file is refused at the end.
struct StoredRows: ~Copyable {
  private let decoder: PNGDecoder
  private(set) var libpng: LibpngReader
  /// Nil if libpng decodes the rows.
  private var fastRows: FastRows?
  private var hasStarted = false
  /// Whether our own codec has found something wrong, and libpng has not taken over yet.
  private var mustStartOver = false
  /// Whether libpng reads all rows of a truncated file.
  private var readsToEnd = false
  /// The number of rows read so far.
  private var rowsRead = 0
  /// The message about a wrong checksum after the last row; nil if none was found.
  private var wrongEnd: String?

  /// Creates the rows of a file whose header `libpng` has read.
  init(_ libpng: consuming LibpngReader, _ decoder: PNGDecoder) {
    self.libpng = libpng
    self.decoder = decoder
  }

  /// Reads the next row; drops it if `row` is nil.
  ///
  /// - Parameters:
  ///   - row: Room for a row of the whole picture. A row of a pass has fewer pixels, and what
  ///     follows them is undefined.
  ///   - source: The file, the same in all calls.
  /// - Throws: Any ``PictureFileError`` that is not about opening.
  mutating func readRow(
    into row: UnsafeMutablePointer<UInt8>?, from source: borrowing PNGSource
  ) throws(PictureFileError) {
    if !hasStarted { try start(source) }
    if fastRows != nil { mustStartOver = unsafe fastRows?.read(into: row) != true }
    if mustStartOver { try startOver(source) }
    if fastRows == nil { try unsafe readSlowRow(into: row, from: source) }
    rowsRead += 1
  }

  /// Reads the rest of the rows, and checks everything up to IEND.
  mutating func finish(_ source: borrowing PNGSource) throws(PictureFileError) {
    while rowsRead < libpng.header.row_count { try unsafe readRow(into: nil, from: source) }
    if let wrongEnd { throw .wrongEnd(reason: wrongEnd) }
    do throws(PictureFileError) {
      try libpng.finish(rowsWereReadElsewhere: fastRows != nil)
    } catch {
      guard case .malformed(let reason) = error, error != .endOfFile else { throw error }
      throw .wrongEnd(reason: reason)
    }
  }

  private mutating func readSlowRow(
    into row: UnsafeMutablePointer<UInt8>?, from source: borrowing PNGSource
  ) throws(PictureFileError) {
    do throws(PictureFileError) {
      try unsafe libpng.readRow(into: row)
    } catch {
      if error == .endOfFile, !readsToEnd {
        // When libpng reads small pieces, it does not verify what follows the last row; here, the
        // file ends before that anyway.
        readsToEnd = true
        try startOver(source)
        return try unsafe libpng.readRow(into: row)
      }
      let isLast = rowsRead == libpng.header.row_count - 1
      guard isLast, wrongEnd == nil, case .malformed(let reason) = error, error != .endOfFile
      else { throw error }
      do throws(PictureFileError) {
        try startOver(source, forgivingChecksums: true)
        try unsafe libpng.readRow(into: row)
      } catch _ { throw error }
      wrongEnd = reason
    }
  }

  private mutating func start(_ source: borrowing PNGSource) throws(PictureFileError) {
    hasStarted = true
    let header = libpng.header
    guard let engine = decoder.engine, header.data_count >= 0, FastRows.suit(header) else { return }
    let isPalette = header.color_type == PNGHeader.ColorType.palette.rawValue
    let palette = isPalette ? try libpng.palette() : []
    fastRows = FastRows(header, palette: palette, source: source, engine: engine)
    mustStartOver = fastRows == nil
  }

  private mutating func startOver(
    _ source: borrowing PNGSource, forgivingChecksums: Bool = false
  ) throws(PictureFileError) {
    try source.rewind()
    var again = try LibpngReader(
      source, forgivesChecksums: forgivingChecksums, readsToEnd: readsToEnd)
    try again.readHeader()
    let header = libpng.header
    guard again.header.width == header.width, again.header.height == header.height,
      again.header.bytes_per_row == header.bytes_per_row,
      again.header.is_interlaced == header.is_interlaced
    else { throw .malformed(reason: "the file changed while it was being read") }
    for _ in 0..<rowsRead { try unsafe again.readRow(into: nil) }
    libpng = again
    fastRows = nil
    mustStartOver = false
  }
}

/// Which decoder to use for the rows of a file.
///
/// All decoders return the same rows, even before an error, and refuse the same files with the same
/// messages; only their speed differs. libpng reads the pictures that our own codec cannot: those
/// with an RGB or 16-bit tRNS colour, or with rows of more than 512 KiB. If anything is unusual,
/// libpng reads the file again from its start and decides.
///
/// There is one exception: ISA-L accepts deflate data with incomplete codes, which zlib refuses
/// even if no unassigned code occurs. The pixels are correct, since checksums are verified in
/// either case.
package enum PNGDecoder: CaseIterable, Sendable {
  /// ISA-L if it is present and the picture is not small, else zlib.
  case automatic
  /// ISA-L, or zlib if ISA-L is not present.
  case isal
  /// zlib.
  case zlib
  /// zlib, one row at a time.
  case portable
  /// Only libpng.
  case libpng

  /// Whether ISA-L (`libisal.so.2`), which decompresses faster than zlib, was found.
  package static var isISALPresent: Bool { codec_isal_is_present() }
}
