import CPNGCodec
import CPNGShims

/// Reads the header with libpng and chooses the decoder of the rows: our own coder, which is
/// faster, or libpng.
///
/// If our own coder finds a fault, libpng reads the file again from its start. It drops the rows
/// that have been handed out. So libpng accepts or refuses every file with a fault, with its own
/// messages. If libpng refuses the last row for a checksum after it, the row is handed out
/// nevertheless. The file is then refused when it is finished.
struct RowDecoder: ~Copyable {
  let source: PNGSource
  private let decoder: PNGDecoder
  private let interlacedByteLimit: UInt64
  private(set) var libpng: LibpngReader
  /// Nil if libpng decodes.
  private var fastRows: FastRows?
  private var hasStarted = false
  /// Our own coder has found a fault, and libpng has not continued yet.
  private var mustStartOver = false
  /// The number of rows that have been read.
  private(set) var rowsRead = 0
  /// The reason why a checksum after the last row is wrong.
  private var wrongEnd: String?

  init(
    _ source: consuming PNGSource, interlacedByteLimit: UInt64, decoder: PNGDecoder
  ) throws(PictureFileError) {
    try source.checkSignature()
    var libpng = try LibpngReader(source, interlacedByteLimit: interlacedByteLimit)
    try libpng.readHeader()
    self.libpng = libpng
    self.source = source
    self.decoder = decoder
    self.interlacedByteLimit = interlacedByteLimit
  }

  var header: cpng_header { libpng.header }

  /// Reads the next row; nil drops it.
  mutating func readRow(into row: UnsafeMutablePointer<UInt8>?) throws(PictureFileError) {
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
      let isLast = rowsRead == header.height - 1 || header.is_interlaced && rowsRead == 0
      guard isLast, wrongEnd == nil, case .malformed(let reason) = error, error != .endOfFile
      else { throw error }
      do throws(PictureFileError) {
        try startOver(forgivingChecksums: true)
        try unsafe libpng.readRow(into: row)
      } catch _ { throw error }
      wrongEnd = reason
    }
  }

  /// Decodes the rows not yet read and checks everything up to IEND.
  mutating func finish() throws(PictureFileError) {
    while rowsRead < header.height { try unsafe readRow(into: nil) }
    if let wrongEnd { throw .wrongEnd(reason: wrongEnd) }
    do throws(PictureFileError) {
      try libpng.finish(rowsWereReadElsewhere: fastRows != nil)
    } catch {
      guard case .malformed(let reason) = error, error != .endOfFile else { throw error }
      throw .wrongEnd(reason: reason)
    }
  }

  private mutating func start() throws(PictureFileError) {
    hasStarted = true
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

/// Owns a `codec_rows`.
@safe struct FastRows: ~Copyable {
  private let pointer: OpaquePointer

  /// Whether our own coder reads rows of the picture.
  static func suit(_ header: cpng_header) -> Bool {
    var picture = unsafe codec_picture(header)
    return unsafe codec_rows_suit(&picture)
  }

  /// The rows of a source at the end of its header; nil if the data begin oddly.
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

  /// Reads the next row, which nil drops; false if there is a fault.
  func read(into row: UnsafeMutablePointer<UInt8>?) -> Bool {
    unsafe codec_rows_read(pointer, row)
  }
}

extension codec_picture {
  /// The picture without its palette.
  fileprivate init(_ header: cpng_header) {
    unsafe self.init()
    unsafe width = header.width
    unsafe height = header.height
    unsafe bit_depth = header.bit_depth
    unsafe color_type = header.color_type
    unsafe has_transparency = header.has_transparency
    unsafe transparent_gray = header.transparent_gray
  }
}

extension PNGDecoder {
  /// The inflater of our own coder; nil if the coder is not to be used.
  fileprivate var engine: codec_engine? {
    switch self {
    case .automatic: .automatic
    case .isal: .isal
    case .zlib: .zlib
    case .portable: .portable
    case .libpng: nil
    }
  }
}
