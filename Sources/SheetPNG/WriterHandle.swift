import CPNGShims

/// Owns a `cpng_writer` and turns its statuses into errors.
@safe struct WriterHandle: ~Copyable {
  private let pointer: OpaquePointer

  init(fileDescriptor: CInt) throws(PNGError) {
    guard let pointer = unsafe cpng_writer_create(fileDescriptor) else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpng_writer_destroy(pointer) }

  func start(_ output: cpng_output) throws(PNGError) {
    try check(unsafe cpng_writer_start(pointer, output))
  }

  func write(_ band: PNGEncodedBand) throws(PNGError) {
    try check(unsafe band.withPiece { unsafe cpng_writer_write_piece(pointer, $0) })
  }

  func finish() throws(PNGError) {
    try check(unsafe cpng_writer_finish(pointer))
  }

  private func check(_ status: cpng_status) throws(PNGError) {
    switch status {
    case .ok: return
    case .refused: throw .system(errorNumber: unsafe cpng_writer_error_number(pointer))
    case .exhausted: throw .outOfMemory
    case .malformed, .unrecognized, .oversized, .unbuffered, .folder, .special:
      throw .malformed(reason: unsafe String(cString: cpng_writer_message(pointer)))
    }
  }
}
