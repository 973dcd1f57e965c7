internal import CPNGCodec

/// Joins the bands of a picture into the zlib stream of its IDAT chunks.
///
/// Files of other formats use this stream, too.
package struct PNGPixelData {
  private var checksum = Adler32()

  /// Begins a stream.
  package init() {}

  /// The bytes of the next band; the last band brings the end of the stream.
  ///
  /// - Precondition: the bands come from one encoder, from the top down.
  package mutating func bytes(of band: PNGEncodedBand) -> [UInt8] {
    checksum.append(Adler32(band.checksum), of: band.filteredByteCount)
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
    var checksum = Adler32()
    checksum.append(bytes)
    var count = 0
    let data = unsafe [UInt8](unsafeUninitializedCapacity: deflate_bound(bytes.count)) {
      output, outputCount in
      outputCount = unsafe bytes.withUnsafeBufferPointer { input in
        // The pointer of an empty array may be nil, and none of its bytes is read.
        guard let output = output.baseAddress, let input = input.baseAddress else {
          return 0
        }
        return unsafe deflate_encode(
          deflate_input(
            bytes: input, count: bytes.count, ahead: 0, level: CInt(level), is_last: true),
          output)
      }
      count = outputCount
    }
    guard count > 0 else { throw .outOfMemory }
    return header + data + checksum.bytes
  }
}

/// The checksum of zlib streams.
///
/// Source: RFC 1950, 8.2 and 9.
struct Adler32: Equatable {
  private var value: UInt32 = 1

  /// The checksum of no bytes.
  init() {}

  /// A checksum that was computed elsewhere.
  init(_ value: UInt32) { self.value = value }

  var bytes: [UInt8] { value.bytes }

  /// Continues with more bytes.
  mutating func append(_ bytes: [UInt8]) {
    value = unsafe bytes.withUnsafeBufferPointer {
      unsafe codec_adler32(value, $0.baseAddress, $0.count)
    }
  }

  /// Continues with `count` bytes that have a checksum of their own.
  mutating func append(_ other: Adler32, of count: Int) {
    value = codec_adler32_joined(value, other.value, count)
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the highest first.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: bigEndian) { unsafe Array($0) } }
}
