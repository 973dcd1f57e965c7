import CPNGCodec
import CPNGShims
import Glibc

/// Owns a `cpng_reader` and turns its statuses into errors.
///
/// It reads from a ``PNGSource``, which must outlive it.
@safe struct LibpngReader: ~Copyable {
  let pointer: OpaquePointer
  private(set) var header = cpng_header()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - forgivesChecksums: Whether wrong checksums after the last pixels are tolerated.
  ///   - readsToEnd: Whether pixels are decompressed in small pieces, which takes longer. libpng
  ///     drops the last piece of a truncated file, and a small picture may be a single large piece.
  /// - Throws: ``PictureFileError/outOfMemory``.
  init(
    _ source: borrowing PNGSource, forgivesChecksums: Bool = false, readsToEnd: Bool = false
  ) throws(PictureFileError) {
    let context = unsafe UnsafeMutableRawPointer(source.pointer)
    let piece = readsToEnd ? source.smallPiece : 0
    guard
      let pointer = unsafe cpng_reader_create(codec_source_read, context, forgivesChecksums, piece)
    else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpng_reader_destroy(pointer) }

  /// Reads from the start of a source up to the first IDAT chunk.
  mutating func readHeader() throws(PictureFileError) {
    try check(unsafe cpng_reader_read_header(pointer, &header))
  }

  /// The palette: 256 entries of red, green, blue and alpha.
  func palette() throws(PictureFileError) -> [UInt8] {
    var entries = [UInt8](repeating: 0, count: 256 * 4)
    try check(unsafe cpng_reader_get_palette(pointer, &entries))
    return entries
  }

  /// Reads the next row; drops it if `row` is nil.
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
    case .refused: throw .system(errorNumber: unsafe cpng_reader_error_number(pointer))
    case .exhausted: throw .outOfMemory
    }
  }
}

/// Owns a `codec_rows`.
@safe struct FastRows: ~Copyable {
  private let pointer: OpaquePointer

  /// Whether our own codec can read the rows of the picture.
  static func suit(_ header: cpng_header) -> Bool {
    var picture = unsafe codec_picture(header)
    return unsafe codec_rows_suit(&picture)
  }

  /// Starts reading the rows of a source at the end of its header; nil if the data starts in an
  /// unusual way.
  init?(
    _ header: cpng_header, palette: [UInt8], source: borrowing PNGSource, engine: codec_engine
  ) {
    var picture = unsafe codec_picture(header)
    let pointer = unsafe palette.withUnsafeBufferPointer { entries in
      unsafe picture.palette = entries.baseAddress
      return unsafe codec_rows_create(
        &picture, source.pointer, UInt32(truncatingIfNeeded: header.data_count), engine)
    }
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe codec_rows_destroy(pointer) }

  /// Reads the next row, or drops it if `row` is nil; false if anything is wrong.
  func read(into row: UnsafeMutablePointer<UInt8>?) -> Bool {
    unsafe codec_rows_read(pointer, row)
  }
}

extension codec_picture {
  /// Creates the description of a picture without its palette.
  fileprivate init(_ header: cpng_header) {
    unsafe self.init()
    unsafe width = header.width
    unsafe height = header.height
    unsafe bit_depth = header.bit_depth
    unsafe color_type = header.color_type
    unsafe is_interlaced = header.is_interlaced
    unsafe has_transparency = header.has_transparency
    unsafe transparent_gray = header.transparent_gray
  }
}

extension PNGDecoder {
  /// The inflater for our own codec; nil if the codec should not be used.
  var engine: codec_engine? {
    switch self {
    case .automatic: .automatic
    case .isal: .isal
    case .zlib: .zlib
    case .portable: .portable
    case .libpng: nil
    }
  }
}

/// Owns the bytes of a file, on disk or in memory, that the codecs read.
@safe struct PNGSource: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over the descriptor of a file, which must be a regular one.
  init(descriptor: CInt) throws(PictureFileError) {
    var source: OpaquePointer?
    let status = unsafe codec_source_open_file(&source, descriptor)
    unsafe self.pointer = try Self.opened(source, status)
  }

  init(bytes: [UInt8]) throws(PictureFileError) {
    var source: OpaquePointer?
    let status = unsafe codec_source_open_bytes(&source, bytes, bytes.count)
    unsafe self.pointer = try Self.opened(source, status)
  }

  deinit { unsafe codec_source_close(pointer) }

  private static func opened(
    _ source: OpaquePointer?, _ status: codec_status
  ) throws(PictureFileError) -> OpaquePointer {
    switch status {
    case .ok: break
    case .folder: throw .folder
    case .special: throw .notARegularFile
    case .refused: throw .system(errorNumber: errno)
    case .exhausted: throw .outOfMemory
    }
    guard let source = unsafe source else { throw .outOfMemory }
    return unsafe source
  }

  /// Checks that the file starts like a PNG file, before anything else has been read.
  ///
  /// Source: PNG specification, 5.2 (PNG signature).
  func checkSignature() throws(PictureFileError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var count = 0
    guard let start = unsafe codec_source_beginning(pointer, &count) else {
      throw .system(errorNumber: errno)
    }
    // All of a small file may have been read.
    let beginning = unsafe Array(UnsafeBufferPointer(start: start, count: min(count, 16)))
    if beginning.starts(with: signature) {
      guard beginning.dropFirst(12).starts(with: "CgBI".utf8) else { return }
      throw .unsupported(
        reason: """
          an iPhone's PNG (CgBI), which only Apple's programs read; convert it with \
          'pngcrush -revert-iphone-optimizations' of Xcode, or with pngdefry
          """)
    }
    if beginning.isEmpty { throw .empty }
    if signature.starts(with: beginning) { throw .endOfFile }
    throw .notPNG
  }

  /// Returns to the first byte.
  func rewind() throws(PictureFileError) {
    guard unsafe codec_source_rewind(pointer) else { throw .system(errorNumber: errno) }
  }

  /// The size of small pieces in bytes, so that a file has at most 65,536 of them.
  fileprivate var smallPiece: UInt32 {
    let share = unsafe codec_source_size(pointer) >> 16
    // Not 8, which is how many bytes libpng reads for the head of a chunk.
    return UInt32(share == 8 ? 9 : min(max(share, 1), 8192))
  }

  /// The whole file, if all of it has been fetched and is still in the buffer.
  var contents: [UInt8]? {
    var count = 0
    guard let bytes = unsafe codec_source_contents(pointer, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
