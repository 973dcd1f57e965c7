import CZlib
import PNGFixtures

extension PNGChunk {
  /// The file with corrected checksums, so that they do not reveal the damage.
  ///
  /// Nil if the bytes are not chunks, or if the pixel data has no end.
  static func sealed(_ file: [UInt8]) -> [UInt8]? {
    guard var chunks = chunks(of: file),
      let first = chunks.firstIndex(where: { $0.type == "IDAT" })
    else { return nil }
    let end = chunks[first...].firstIndex { $0.type != "IDAT" } ?? chunks.endIndex
    guard let stream = sealedStream(chunks[first..<end].flatMap(\.data)) else { return nil }
    // Each chunk keeps its length, except for the last.
    var place = 0
    for index in first..<end {
      let count =
        index == end - 1
        ? stream.count - place : min(chunks[index].data.count, stream.count - place)
      chunks[index].data = Array(stream[place..<place + count])
      place += count
    }
    return PNGChunk.file(chunks)
  }

  /// A zlib stream with a correct header and checksum around its deflate data.
  private static func sealedStream(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6 else { return nil }
    var state = z_stream()
    guard inflateInit2_(&state, -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&state) }
    var data = Array(stream[2...])
    var output = [UInt8](repeating: 0, count: 1 << 16)
    var sum: uLong = 1
    let used: Int? = data.withUnsafeMutableBufferPointer { data in
      state.next_in = data.baseAddress
      state.avail_in = uInt(data.count)
      while state.total_out < 1 << 22 {
        let status = output.withUnsafeMutableBufferPointer { output in
          state.next_out = output.baseAddress
          state.avail_out = uInt(output.count)
          let status = inflate(&state, Z_NO_FLUSH)
          sum = adler32(sum, output.baseAddress, uInt(output.count) - state.avail_out)
          return status
        }
        if status == Z_STREAM_END { return Int(state.total_in) }
        if status != Z_OK || state.avail_in == 0 { return nil }
      }
      return nil
    }
    guard let used else { return nil }
    let checksum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    return [0x78, 0x9C] + data[..<used] + checksum
  }
}
