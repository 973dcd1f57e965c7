import CPNGShims

/// Writes a PNG file band by band, from top to bottom.
///
/// The file is not interlaced and says that its colours are sRGB (chunks sRGB, gAMA and cHRM).
/// Its only text is ``mark``, and it holds no time: the same rows and level give the same bytes.
package struct PNGWriter: ~Copyable {
  /// The text by which files of this writer are recognized.
  package static let mark = PNGText(keyword: "Software", value: "contactsheet")

  /// What makes bands of rows.
  package let encoder: PNGBandEncoder
  /// How many rows have been written.
  package private(set) var rowsWritten = 0
  private var data = PNGPixelData()
  private let handle: WriterHandle

  /// Begins a file with everything that comes ahead of the pixels.
  ///
  /// The bytes are buffered and written in blocks of 64 KiB. Writing to a pipe that nobody
  /// reads raises SIGPIPE, unless the process ignores that signal.
  ///
  /// - Parameters:
  ///   - fileDescriptor: Where to write. It stays the caller's to close.
  ///   - encoder: What will make the bands.
  ///   - pixelsPerMetre: The density for the pHYs chunk; nil leaves the chunk
  ///     out. 1 dpi is 1 / 0.0254 pixels per metre.
  /// - Throws: ``PNGError/system(errorNumber:)`` or ``PNGError/outOfMemory``.
  package init(
    fileDescriptor: CInt, encoder: PNGBandEncoder, pixelsPerMetre: UInt32? = nil
  ) throws(PNGError) {
    let handle = try WriterHandle(fileDescriptor: fileDescriptor)
    try handle.start(encoder, pixelsPerMetre: pixelsPerMetre ?? 0)
    self.encoder = encoder
    self.handle = handle
  }

  /// Writes the next band.
  ///
  /// - Precondition: `band` comes from an encoder equal to ``encoder``, and its
  ///   rows follow those that have been written.
  package mutating func write(_ band: PNGEncodedBand) throws(PNGError) {
    precondition(band.rows.lowerBound == rowsWritten, "bands are written from the top down")
    precondition(band.encoder == encoder, "a band of another picture")
    try handle.write(data.bytes(of: band))
    rowsWritten = band.rows.upperBound
  }

  /// Writes what is left and ends the file.
  ///
  /// - Throws: ``PNGError/missingRows(written:expected:)`` when rows are
  ///   missing; the file is then not whole.
  package consuming func finish() throws(PNGError) {
    guard rowsWritten == encoder.height else {
      throw .missingRows(written: rowsWritten, expected: encoder.height)
    }
    try handle.finish()
  }
}

/// Owns a `cpng_writer` and turns its statuses into errors.
@safe struct WriterHandle: ~Copyable {
  private let pointer: OpaquePointer

  init(fileDescriptor: CInt) throws(PNGError) {
    guard let pointer = unsafe cpng_writer_create(fileDescriptor) else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpng_writer_destroy(pointer) }

  func start(_ encoder: PNGBandEncoder, pixelsPerMetre: UInt32) throws(PNGError) {
    let palette = encoder.format.palette?.bytes ?? []
    try check(
      unsafe palette.withUnsafeBufferPointer { palette in
        let output = unsafe cpng_output(
          width: UInt32(encoder.width), height: UInt32(encoder.height),
          channels: UInt8(encoder.format.channels),
          bits_per_sample: UInt8(encoder.format.bitsPerSample), palette: palette.baseAddress,
          palette_count: palette.count / 4, pixels_per_metre: pixelsPerMetre)
        return unsafe cpng_writer_start(pointer, output)
      })
  }

  func write(_ bytes: [UInt8]) throws(PNGError) {
    try check(unsafe cpng_writer_write_data(pointer, bytes, bytes.count))
  }

  func finish() throws(PNGError) {
    try check(unsafe cpng_writer_finish(pointer))
  }

  private func check(_ status: cpng_status) throws(PNGError) {
    switch status {
    case .ok: return
    case .refused: throw .system(errorNumber: unsafe cpng_writer_error_number(pointer))
    case .exhausted: throw .outOfMemory
    case .malformed, .oversized, .unbuffered:
      throw .malformed(reason: unsafe String(cString: cpng_writer_message(pointer)))
    }
  }
}
