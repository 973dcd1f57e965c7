internal import CPNGCodec
import CPNGShims
internal import SheetFiles

/// Produces the bytes of a PNG file band by band, from top to bottom; libpng writes its chunks.
///
/// The file is not interlaced. Its colours are sRGB, according to the chunks gAMA, sRGB and cHRM.
/// Its only text is ``mark``, and it contains no timestamp: the same rows and level produce the
/// same bytes with every version of libpng.
@safe package final class PNGWriter {
  /// The text by which files from this writer are recognised.
  package static let mark = PNGText(keyword: "Software", value: "contactsheet")

  /// The encoder of the bands.
  package let encoder: PNGBandEncoder
  /// The number of rows written so far.
  package private(set) var rowsWritten = 0
  private let pixelsPerMetre: UInt32?
  private var data = PNGPixelData()
  private let pointer: OpaquePointer

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the bands.
  ///   - pixelsPerMetre: The density for the pHYs chunk; nil for none. 1 dpi is 1 / 0.0254 pixels
  ///     per metre.
  ///   - memoryLimit: The maximum memory for libpng and for the bytes of a band, in bytes.
  /// - Throws: ``PictureFileError/outOfMemory``.
  package init(
    _ encoder: PNGBandEncoder, pixelsPerMetre: UInt32? = nil, memoryLimit: Int = .max
  ) throws(PictureFileError) {
    self.encoder = encoder
    self.pixelsPerMetre = pixelsPerMetre
    guard let pointer = unsafe cpng_writer_create(memoryLimit) else { throw .outOfMemory }
    unsafe self.pointer = pointer
  }

  deinit { unsafe cpng_writer_destroy(pointer) }

  /// The next bytes of the file; for the last band, these include the end of the file.
  ///
  /// - Throws: ``PictureFileError/outOfMemory``, after which the file cannot be continued.
  /// - Precondition: `band` comes from an encoder equal to ``encoder``, and its rows follow those
  ///   already written.
  package func bytes(of band: PNGEncodedBand) throws(PictureFileError) -> [UInt8] {
    precondition(band.rows.lowerBound == rowsWritten, "bands are written from the top down")
    precondition(band.encoder == encoder, "a band of another picture")
    if rowsWritten == 0 { try begin() }
    try append(data.bytes(of: band))
    if band.isLast { try check(unsafe cpng_writer_end(pointer)) }
    rowsWritten = band.rows.upperBound
    return taken()
  }

  /// Whether all rows have been written.
  package var isComplete: Bool { rowsWritten == encoder.height }

  /// Writes the chunks that precede the pixels.
  private func begin() throws(PictureFileError) {
    let palette = encoder.format.palette?.colors ?? []
    let colors = palette.flatMap { [$0.red, $0.green, $0.blue] }
    // Colours after the last transparent one need no alpha (PNG specification, 11.3.1.1).
    let alphas = palette.map(\.alpha)
    let alphaCount = alphas.lastIndex { $0 < 255 }.map { $0 + 1 } ?? 0
    // The colour types of IHDR (PNG specification, third edition, 11.2.1).
    let colorType: UInt8 = palette.isEmpty ? [0, 4, 2, 6][encoder.format.channels - 1] : 3
    let status = unsafe colors.withUnsafeBufferPointer { colors in
      unsafe alphas.withUnsafeBufferPointer { alphas in
        unsafe Self.mark.keyword.withCString { keyword in
          unsafe Self.mark.value.withCString { value in
            var description = unsafe cpng_description(
              width: UInt32(encoder.width), height: UInt32(encoder.height),
              bit_depth: UInt8(encoder.format.bitsPerSample), color_type: colorType,
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
  private func append(_ bytes: [UInt8]) throws(PictureFileError) {
    try check(
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return .ok }
        return unsafe cpng_writer_append(pointer, start, bytes.count)
      })
  }

  /// Hands over the bytes written since the last call.
  private func taken() -> [UInt8] {
    var count = 0
    let start = unsafe cpng_writer_take(pointer, &count)
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
  }

  private func check(_ status: cpng_status) throws(PictureFileError) {
    switch status {
    case .ok: return
    case .exhausted: throw .outOfMemory
    // This can only be a bug in our code, since all data written is our own.
    case .malformed, .oversized, .refused:
      preconditionFailure(unsafe String(cString: cpng_writer_message(pointer)))
    }
  }
}

/// Joins the bands of a picture into the zlib stream of its IDAT chunks.
///
/// Files in other formats use this stream, too.
package struct PNGPixelData {
  /// The Adler-32 of the bands so far (RFC 1950, 8.2).
  private var checksum: UInt32 = 1

  package init() {}

  /// The bytes of the next band; for the last band, these include the end of the stream.
  ///
  /// - Precondition: The bands come from the same encoder, from top to bottom.
  package mutating func bytes(of band: PNGEncodedBand) -> [UInt8] {
    checksum = codec_adler32_joined(checksum, band.checksum, band.filteredByteCount)
    return band.isLast ? band.bytes + checksum.bytesFromHighest : band.bytes
  }
}

extension PNGEncodedBand {
  /// A digest of the band for checksums of files: its checksum and length.
  package var summary: [UInt8] {
    checksum.bytesFromHighest + byteCount.bytesFromHighest
  }
}

/// Zlib streams made by our own deflate encoder, the same on every machine.
package enum ZlibStream {
  /// Compresses bytes at a level from 0 to 9.
  ///
  /// - Throws: ``PictureFileError/outOfMemory``.
  package static func compressed(_ bytes: [UInt8], level: Int) throws(PictureFileError) -> [UInt8] {
    // A window of 32 KiB, and no hint about the level (RFC 1950, 2.2).
    let header: [UInt8] = [0x78, 0x01]
    let checksum = unsafe codec_adler32(1, bytes, bytes.count)
    let data = unsafe [UInt8](unsafeUninitializedCapacity: deflate_bound(bytes.count)) {
      output, count in
      count = unsafe bytes.withUnsafeBufferPointer { input in
        // The pointer of an empty array may be nil, but none of its bytes is read.
        guard let output = output.baseAddress, let input = input.baseAddress else {
          return 0
        }
        return unsafe deflate_encode(
          deflate_input(
            bytes: input, count: bytes.count, ahead: 0, level: CInt(level), is_last: true),
          output)
      }
    }
    guard !data.isEmpty else { throw .outOfMemory }
    return header + data + checksum.bytesFromHighest
  }
}
