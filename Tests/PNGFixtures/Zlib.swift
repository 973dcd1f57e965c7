import CZlib

/// A zlib stream that contains `bytes`.
///
/// - Precondition: `level` is from 0 to 9.
public func deflated(_ bytes: [UInt8], level: Int) -> [UInt8] {
  precondition((0...9).contains(level), "zlib has levels 0 to 9")
  let capacity = Int(compressBound(uLong(bytes.count)))
  return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    var length = uLongf(capacity)
    let status = compress2(
      buffer.baseAddress, &length, bytes, uLong(bytes.count), CInt(level))
    precondition(status == Z_OK, "zlib has room and memory")
    count = Int(length)
  }
}

/// The `count` bytes in a zlib stream; nil if it is incomplete or damaged.
public func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, filled in
    // Room for one more byte, so that a longer stream is detected.
    var length = uLongf(count + 1)
    var used = uLong(stream.count)
    isWhole = uncompress2(buffer.baseAddress, &length, stream, &used) == Z_OK
    isWhole = isWhole && Int(used) == stream.count && Int(length) == count
    filled = isWhole ? count : 0
  }
  return isWhole ? bytes : nil
}

/// The checksum of a chunk, over its type and data.
func checksum(_ bytes: [UInt8]) -> UInt32 {
  UInt32(crc32(0, bytes, uInt(bytes.count)))
}

/// The byte order of all PNG integers.
func bigEndianBytes(_ value: UInt32) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}
