import CPNGShims

/// Owns a `cpng_reader` and turns its statuses into errors.
@safe struct ReaderHandle: ~Copyable {
  private let pointer: OpaquePointer
  private let interlacedByteLimit: UInt64
  private(set) var header = cpng_header()

  init(interlacedByteLimit: UInt64, decoder: PNGDecoder) throws(PNGError) {
    guard let pointer = unsafe cpng_reader_create(interlacedByteLimit, decoder.code) else {
      throw .outOfMemory
    }
    unsafe self.pointer = pointer
    self.interlacedByteLimit = interlacedByteLimit
  }

  deinit { unsafe cpng_reader_destroy(pointer) }

  func open(nullTerminatedPath path: [CChar]) throws(PNGError) {
    try check(unsafe cpng_reader_open_file(pointer, path))
  }

  func open(bytes: [UInt8]) throws(PNGError) {
    try check(unsafe cpng_reader_open_bytes(pointer, bytes, bytes.count))
  }

  mutating func readHeader() throws(PNGError) {
    try check(unsafe cpng_reader_read_header(pointer, &header))
  }

  func readRow(into row: inout MutableSpan<UInt8>) throws(PNGError) {
    let status = unsafe row.withUnsafeMutableBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe cpng_reader_read_row(pointer, $0) }
    }
    try check(status ?? .ok)
  }

  func finish() throws(PNGError) {
    try check(unsafe cpng_reader_finish(pointer))
  }

  func metadata(includingTexts: Bool) throws(PNGError) -> PNGMetadata {
    var metadata = unsafe cpng_metadata()
    try check(unsafe cpng_reader_get_metadata(pointer, &metadata))
    var texts: [PNGMetadata.Text] = []
    let textCount = unsafe includingTexts ? metadata.text_count : 0
    for index in 0..<textCount {
      var text = unsafe cpng_text()
      try check(unsafe cpng_reader_get_text(pointer, index, &text))
      texts.append(unsafe PNGMetadata.Text(text))
    }
    return unsafe PNGMetadata(metadata, texts: texts)
  }

  /// The data of the first chunk of a type behind the pixels, if it is sound.
  func trailingChunk(_ type: String) -> [UInt8]? {
    var chunk = cpng_chunk()
    guard unsafe cpng_reader_find_trailing(pointer, type, &chunk) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(chunk.count))
    return unsafe cpng_reader_copy_trailing(pointer, chunk, &bytes) ? bytes : nil
  }

  var warning: String? {
    unsafe cpng_reader_warning(pointer).map { unsafe String(cString: $0) }
  }

  /// The whole file, if all of it has been fetched and is still there.
  var contents: [UInt8]? {
    var count = 0
    guard let bytes = unsafe cpng_reader_contents(pointer, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  var bytesFetched: UInt64 { unsafe cpng_reader_bytes_fetched(pointer) }

  private func check(_ status: cpng_status) throws(PNGError) {
    switch status {
    case .ok: return
    case .malformed: throw .malformed(reason: unsafe String(cString: cpng_reader_message(pointer)))
    case .unrecognized: throw unrecognized()
    case .oversized:
      throw .tooLarge(
        width: Int(header.width), height: Int(header.height), maximumSide: cpng_maximum_side)
    case .unbuffered:
      throw .interlacedTooLarge(
        byteCount: UInt64(header.bytes_per_row) * UInt64(header.height),
        limit: interlacedByteLimit)
    case .folder: throw .folder
    case .special: throw .notARegularFile
    case .refused: throw .system(errorNumber: unsafe cpng_reader_error_number(pointer))
    case .exhausted: throw .outOfMemory
    }
  }

  private func unrecognized() -> PNGError {
    var count = 0
    let beginning = unsafe cpng_reader_beginning(pointer, &count)
    guard count > 0 else { return .empty }
    let bytes = unsafe UnsafeBufferPointer(start: beginning, count: count)
    return .notPNG(looksLike: FileKind.name(of: unsafe bytes.span))
  }
}
