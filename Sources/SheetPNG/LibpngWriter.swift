import CPNGShims

/// Owns a `cpng_writer` and turns its statuses into errors.
@safe final class LibpngWriter {
  private let pointer: OpaquePointer

  init(memoryLimit: Int) throws(PictureFileError) {
    guard let pointer = unsafe cpng_writer_create(memoryLimit) else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpng_writer_destroy(pointer) }

  /// Writes the chunks before the pixels of a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - pixelsPerMetre: Its density; nil if unknown.
  ///   - text: The only text.
  /// - Throws: ``PictureFileError/outOfMemory``.
  func begin(
    _ picture: PNGBandEncoder, pixelsPerMetre: UInt32?, text: PNGText
  ) throws(PictureFileError) {
    let palette = picture.format.palette?.colors ?? []
    let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    // Colours after the last transparent one need no alpha (PNG specification, 11.3.1.1).
    let alphas = palette.map(\.alpha)
    let alphaCount = alphas.lastIndex { $0 < 255 }.map { $0 + 1 } ?? 0
    // The colour types of IHDR (PNG specification, third edition, 11.2.1).
    let colorType: UInt8 = palette.isEmpty ? [0, 4, 2, 6][picture.format.channels - 1] : 3
    let status = unsafe colors.withUnsafeBufferPointer { colors in
      unsafe alphas.withUnsafeBufferPointer { alphas in
        unsafe text.keyword.withCString { keyword in
          unsafe text.value.withCString { value in
            var description = unsafe cpng_description(
              width: UInt32(picture.width), height: UInt32(picture.height),
              bit_depth: UInt8(picture.format.bitsPerSample), color_type: colorType,
              colors: colors.baseAddress, color_count: palette.count,
              alphas: alphas.baseAddress, alpha_count: alphaCount,
              pixels_per_metre: pixelsPerMetre ?? 0, keyword: keyword, text: value)
            return unsafe cpng_writer_begin(pointer, &description)
          }
        }
      }
    }
    try check(status)
  }

  /// Writes bytes of the zlib stream.
  func append(_ bytes: [UInt8]) throws(PictureFileError) {
    try check(
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return .ok }
        return unsafe cpng_writer_append(pointer, start, bytes.count)
      })
  }

  /// Writes the last chunk.
  func end() throws(PictureFileError) { try check(unsafe cpng_writer_end(pointer)) }

  /// Hands over the bytes written since the last call.
  func taken() -> [UInt8] {
    var count = 0
    let start = unsafe cpng_writer_take(pointer, &count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private func check(_ status: cpng_status) throws(PictureFileError) {
    switch status {
    case .ok: return
    case .exhausted: throw .outOfMemory
    // Only a bug of ours leads here: all data that is written is our own.
    case .malformed, .oversized, .unbuffered, .refused:
      preconditionFailure(unsafe String(cString: cpng_writer_message(pointer)))
    }
  }
}
