import CPNGCodec
import CPNGShims

/// The data of a chunk from an offset on, piece by piece: raw, or unpacked from a zlib stream.
///
/// A chunk of some kilobytes may hold a text of many megabytes. No more than a piece of it is in
/// memory. It may not outlive the source.
@safe struct ChunkPieces: ~Copyable {
  private let pointer: OpaquePointer

  /// The data of a chunk; nil if memory runs out, or the file ends before them.
  init?(
    of chunk: ChunkIndex.Chunk, in source: borrowing PNGSource, from offset: Int, isCompressed: Bool
  ) {
    guard
      let pointer = unsafe codec_chunk_reader_create(
        source.pointer, chunk.place, UInt32(offset), isCompressed)
    else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe codec_chunk_reader_destroy(pointer) }

  /// Reads the next bytes.
  ///
  /// - Parameter limit: The most bytes; fewer only at the end.
  /// - Returns: The bytes; none at the end.
  /// - Throws: ``PNGChunkError/truncated`` or ``PNGChunkError/damaged``, if fewer bytes come before
  ///   the fault.
  mutating func next(upTo limit: Int = 16 * 1024) throws(PNGChunkError) -> [UInt8] {
    var status = codec_chunk_status.exhausted
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      guard let start = output.baseAddress else { return }
      count = limit
      status = unsafe codec_chunk_reader_next(pointer, start, &count)
    }
    switch status {
    case .whole, .more: return bytes
    case .short, .exhausted: throw .truncated
    case .broken: throw .damaged
    }
  }

  /// Reads the rest of the chunk, after which there are no pieces, and returns whether its checksum
  /// is right.
  mutating func end() -> Bool { unsafe codec_chunk_reader_end(pointer) }
}

extension PNGSource {
  /// The data of a chunk; nil if they are longer than 16 MiB or their checksum is wrong.
  func data(of chunk: ChunkIndex.Chunk) -> [UInt8]? {
    guard chunk.count <= cpng_maximum_chunk,
      var pieces = ChunkPieces(of: chunk, in: self, from: 0, isCompressed: false),
      let data = try? pieces.next(upTo: chunk.count), pieces.end()
    else { return nil }
    return data
  }

  /// Whether a chunk is no longer than 16 MiB and its checksum is right.
  func isWhole(_ chunk: ChunkIndex.Chunk) -> Bool {
    guard chunk.count <= cpng_maximum_chunk else { return false }
    guard var pieces = ChunkPieces(of: chunk, in: self, from: chunk.count, isCompressed: false)
    else {
      return false
    }
    return pieces.end()
  }

  /// Part of the data of a chunk, whether or not its checksum is right; nil if it cannot be read.
  func part(of chunk: ChunkIndex.Chunk, from offset: Int, upTo limit: Int) -> [UInt8]? {
    let count = min(limit, chunk.count - offset)
    guard count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let isThere = unsafe codec_source_copy_part(
      pointer, chunk.place, UInt32(offset), &bytes, UInt32(count))
    return isThere ? bytes : nil
  }

  /// The offset of the first zero at or after another offset in the data of a chunk.
  func firstZero(in chunk: ChunkIndex.Chunk, from offset: Int) -> Int? {
    var start = offset
    while let part = part(of: chunk, from: start, upTo: 256), !part.isEmpty {
      if let index = part.firstIndex(of: 0) { return start + index }
      start += part.count
    }
    return nil
  }
}
