import CPNGCodec
import CPNGShims
import SheetImaging

/// The metadata chunks of a file, found in a single pass.
///
/// Chunks before the pixels are found when the file is opened; later chunks are found when they are
/// first needed. This is a class so that a borrowed reader can keep what it has found.
final class ChunkIndex {
  /// A chunk of a type that is read.
  struct Chunk {
    let type: ChunkType
    /// The keyword of a text chunk; nil if it has more than 79 bytes.
    let keyword: [UInt8]?
    let isAfterPalette: Bool
    let place: codec_chunk

    /// The number of bytes in the chunk's data.
    var count: Int { Int(place.count) }
  }

  /// The chunks between the signature and the pixels.
  let beforePixels: [Chunk]
  private var walk = codec_walk()
  private var found: [Chunk]?

  /// Finds the chunks before the pixels.
  ///
  /// - Throws: ``PictureFileError/malformed(reason:)`` if one of them precedes the header. Other
  ///   damage ends the search.
  init(_ source: borrowing PNGSource) throws(PictureFileError) {
    var chunks: [Chunk] = []
    var (hasHeader, hasPalette) = (false, false)
    while let place = source.nextChunk(in: &walk), !walk.has_data {
      guard let type = ChunkType(rawValue: place.type) else { continue }
      switch type {
      case .header: hasHeader = true
      case .palette: hasPalette = true
      default:
        guard hasHeader else { throw .malformed(reason: "\(type.letters): missing IHDR") }
        chunks.append(source.chunk(type, at: place, isAfterPalette: hasPalette))
      }
    }
    beforePixels = chunks
  }

  /// The chunks between the pixels and the end.
  func afterPixels(in source: borrowing PNGSource) -> [Chunk] {
    if let found { return found }
    var chunks: [Chunk] = []
    while let place = source.nextChunk(in: &walk) {
      guard let type = ChunkType(rawValue: place.type) else { continue }
      chunks.append(source.chunk(type, at: place, isAfterPalette: true))
    }
    found = chunks
    return chunks
  }
}

/// The types of chunks that are read; the raw value is the four letters as a number.
enum ChunkType: UInt32 {
  case header = 0x4948_4452
  case palette = 0x504C_5445
  case codePoints = 0x6349_4350
  case profile = 0x6943_4350
  case sRGB = 0x7352_4742
  case gamma = 0x6741_4D41
  case chromaticities = 0x6348_524D
  case masteringDisplay = 0x6D44_4356
  case contentLight = 0x634C_4C49
  case animation = 0x6163_544C
  case density = 0x7048_5973
  case exif = 0x6558_4966
  case compressedExif = 0x7A78_4966
  case text = 0x7445_5874
  case compressedText = 0x7A54_5874
  case unicodeText = 0x6954_5874

  /// The four letters, such as `gAMA`.
  var letters: String {
    String(decoding: [24, 16, 8, 0].map { UInt8(rawValue >> $0 & 0xFF) }, as: UTF8.self)
  }

  var isText: Bool { self == .text || self == .compressedText || self == .unicodeText }
}

extension PNGSource {
  fileprivate func nextChunk(in walk: inout codec_walk) -> codec_chunk? {
    var chunk = codec_chunk()
    return unsafe codec_walk_next(pointer, &walk, &chunk) ? chunk : nil
  }

  fileprivate func chunk(
    _ type: ChunkType, at place: codec_chunk, isAfterPalette: Bool
  ) -> ChunkIndex.Chunk {
    ChunkIndex.Chunk(
      type: type, keyword: type.isText ? keyword(of: place) : nil, isAfterPalette: isAfterPalette,
      place: place)
  }

  private func keyword(of chunk: codec_chunk) -> [UInt8]? {
    // A keyword has 1 to 79 bytes, followed by a zero (PNG specification, 11.3.3.2).
    var beginning = [UInt8](repeating: 0, count: min(80, Int(chunk.count)))
    let isThere = unsafe codec_source_copy_part(
      pointer, chunk, 0, &beginning, UInt32(beginning.count))
    guard isThere else { return nil }
    // libpng accepts a keyword without the zero, and an empty text.
    let end = beginning.firstIndex(of: 0) ?? (beginning.count < 80 ? beginning.count : nil)
    return end.map { Array(beginning[..<$0]) }
  }
}

/// The data of a chunk from an offset, piece by piece: raw, or decompressed from a zlib stream.
///
/// A chunk of a few kilobytes may contain a text of many megabytes, of which only one piece at a
/// time is in memory. A value of this type must not outlive the source.
@safe struct ChunkPieces: ~Copyable {
  private let pointer: OpaquePointer

  /// Opens the data of a chunk; nil if memory runs out, or if the file ends before the data.
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
  /// - Parameter limit: The maximum number of bytes; fewer are returned only at the end.
  /// - Returns: The bytes; none at the end.
  /// - Throws: ``UnusableData`` if the data is truncated or damaged, after any bytes before the
  ///   damage have been returned.
  mutating func next(upTo limit: Int = 16 * 1024) throws(UnusableData) -> [UInt8] {
    var status = codec_chunk_status.exhausted
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, count in
      guard let start = output.baseAddress else { return }
      count = limit
      status = unsafe codec_chunk_reader_next(pointer, start, &count)
    }
    switch status {
    case .whole, .more: return bytes
    case .short, .exhausted: throw .truncated
    case .broken: throw UnusableData("its compressed data is damaged")
    }
  }

  /// Reads the rest of the chunk, and returns whether its checksum is correct.
  ///
  /// No pieces can be read after this.
  mutating func end() -> Bool { unsafe codec_chunk_reader_end(pointer) }
}

extension PNGSource {
  /// The data of a chunk; nil if it is longer than 16 MiB or its checksum is wrong.
  func data(of chunk: ChunkIndex.Chunk) -> [UInt8]? {
    guard chunk.count <= cpng_maximum_chunk,
      var pieces = ChunkPieces(of: chunk, in: self, from: 0, isCompressed: false),
      let data = try? pieces.next(upTo: chunk.count), pieces.end()
    else { return nil }
    return data
  }

  /// Whether a chunk is no longer than 16 MiB and its checksum is correct.
  func isWhole(_ chunk: ChunkIndex.Chunk) -> Bool {
    guard chunk.count <= cpng_maximum_chunk else { return false }
    guard var pieces = ChunkPieces(of: chunk, in: self, from: chunk.count, isCompressed: false)
    else {
      return false
    }
    return pieces.end()
  }

  /// Part of the data of a chunk, whatever its checksum; nil if it cannot be read.
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
