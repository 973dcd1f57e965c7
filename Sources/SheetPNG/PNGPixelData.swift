internal import CPNGCodec

/// Joins the bands of a picture into the zlib stream of its IDAT chunks.
///
/// Files of other formats use this stream, too.
package struct PNGPixelData {
  /// The Adler-32 of the bands so far (RFC 1950, 8.2).
  private var checksum: UInt32 = 1

  /// Begins a stream.
  package init() {}

  /// The bytes of the next band; the last band brings the end of the stream.
  ///
  /// - Precondition: the bands come from one encoder, from the top down.
  package mutating func bytes(of band: PNGEncodedBand) -> [UInt8] {
    checksum = codec_adler32_joined(checksum, band.checksum, band.filteredByteCount)
    return band.isLast ? band.bytes + checksum.bytes : band.bytes
  }
}

extension PNGEncodedBand {
  /// A digest of the band for checksums of files: its checksum and its number of bytes.
  package var summary: [UInt8] {
    checksum.bytes + byteCount.bytes
  }
}

/// Zlib streams made by our own deflate, equal on every machine.
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
        // The pointer of an empty array may be nil, and none of its bytes is read.
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
    return header + data + checksum.bytes
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the highest first.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }
}
