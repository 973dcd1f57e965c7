import CPNGCodec
import CPNGShims

/// Owns a `cpng_reader` and turns its statuses into errors.
///
/// It reads from a ``PNGSource``, which must outlive it.
@safe struct LibpngReader: ~Copyable {
  let pointer: OpaquePointer
  private let interlacedByteLimit: UInt64
  private(set) var header = cpng_header()

  init(_ source: borrowing PNGSource, interlacedByteLimit: UInt64) throws(PictureFileError) {
    let context = unsafe UnsafeMutableRawPointer(source.pointer)
    guard let pointer = unsafe cpng_reader_create(codec_source_read, context, interlacedByteLimit)
    else { throw .outOfMemory }
    unsafe self.pointer = pointer
    self.interlacedByteLimit = interlacedByteLimit
  }

  deinit { unsafe cpng_reader_destroy(pointer) }

  /// Reads up to the first IDAT chunk of a source that stands at its start.
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

  /// Checks what follows the rows.
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
