import CPNGCodec
import CPNGShims

/// Owns a `cpng_reader` and turns its statuses into errors.
///
/// It reads from a ``PNGSource`` or an excerpt of one, which must outlive it.
@safe struct LibpngReader: ~Copyable {
  private let pointer: OpaquePointer
  private let interlacedByteLimit: UInt64
  private(set) var header = cpng_header()

  /// A reader that skips texts.
  init(_ source: borrowing PNGSource, interlacedByteLimit: UInt64) throws(PNGError) {
    let context = unsafe UnsafeMutableRawPointer(source.pointer)
    guard let pointer = unsafe cpng_reader_create(codec_source_read, context, interlacedByteLimit)
    else { throw .outOfMemory }
    unsafe self.pointer = pointer
    self.interlacedByteLimit = interlacedByteLimit
  }

  /// A reader of the texts in an excerpt.
  private init(_ excerpt: UnsafeMutablePointer<codec_excerpt>) throws(PNGError) {
    guard let pointer = unsafe cpng_reader_create(codec_excerpt_read, excerpt, 0)
    else { throw .outOfMemory }
    unsafe cpng_reader_keep_texts(pointer)
    unsafe self.pointer = pointer
    interlacedByteLimit = 0
  }

  /// The texts in an excerpt.
  static func texts(
    in excerpt: UnsafeMutablePointer<codec_excerpt>
  ) throws(PNGError) -> [PNGMetadata.Text] {
    var reader = try unsafe LibpngReader(excerpt)
    try reader.readHeader()
    return try reader.texts()
  }

  deinit { unsafe cpng_reader_destroy(pointer) }

  /// Reads up to the first IDAT chunk of a source that stands at its start.
  mutating func readHeader() throws(PNGError) {
    try check(unsafe cpng_reader_read_header(pointer, &header))
  }

  /// 256 entries of red, green, blue and alpha.
  func palette() throws(PNGError) -> [UInt8] {
    var entries = [UInt8](repeating: 0, count: 256 * 4)
    try check(unsafe cpng_reader_get_palette(pointer, &entries))
    return entries
  }

  /// Reads the next row; nil drops it.
  func readRow(into row: UnsafeMutablePointer<UInt8>?) throws(PNGError) {
    try check(unsafe cpng_reader_read_row(pointer, row))
  }

  /// Checks what follows the rows.
  func finish(rowsWereReadElsewhere: Bool) throws(PNGError) {
    try check(unsafe cpng_reader_finish(pointer, rowsWereReadElsewhere))
  }

  /// What the file says ahead of its pixels, without texts.
  func metadata() throws(PNGError) -> PNGMetadata {
    let metadata = unsafe try heldMetadata()
    return unsafe PNGMetadata(metadata, color: PNGColorChunks(of: pointer))
  }

  /// The texts that were kept.
  private func texts() throws(PNGError) -> [PNGMetadata.Text] {
    var texts: [PNGMetadata.Text] = []
    for index in unsafe 0..<(try heldMetadata().text_count) {
      var text = unsafe cpng_text()
      try check(unsafe cpng_reader_get_text(pointer, index, &text))
      texts.append(unsafe PNGMetadata.Text(text))
    }
    return texts
  }

  private func heldMetadata() throws(PNGError) -> cpng_metadata {
    var metadata = unsafe cpng_metadata()
    try check(unsafe cpng_reader_get_metadata(pointer, &metadata))
    return unsafe metadata
  }

  var warning: String? {
    unsafe cpng_reader_warning(pointer).map { unsafe String(cString: $0) }
  }

  private func check(_ status: cpng_status) throws(PNGError) {
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
