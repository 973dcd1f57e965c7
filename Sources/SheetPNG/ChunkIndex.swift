import CPNGCodec
import CPNGShims

/// Where a file holds texts and Exif data, found when it is first asked for.
///
/// A reference, so that a reader that is only borrowed can keep what it has found.
final class ChunkIndex {
  /// A chunk with a text.
  struct TextChunk {
    let chunk: codec_chunk
    /// Nil where it has more than 79 bytes.
    let keyword: [UInt8]?
  }

  private var walk = codec_walk()
  private var ahead: [TextChunk]?
  private var behind: (texts: [TextChunk], exif: codec_chunk?)?

  /// The texts at a place, in the order of the file.
  func texts(_ place: PNGTextPlace, of source: borrowing PNGSource) -> [TextChunk] {
    switch place {
    case .aheadOfPixels: textsAhead(of: source)
    case .behindPixels: chunksBehind(of: source).texts
    case .anywhere: textsAhead(of: source) + chunksBehind(of: source).texts
    }
  }

  /// The first eXIf chunk behind the pixels.
  func exifBehind(of source: borrowing PNGSource) -> codec_chunk? {
    chunksBehind(of: source).exif
  }

  private func textsAhead(of source: borrowing PNGSource) -> [TextChunk] {
    if let ahead { return ahead }
    var texts: [TextChunk] = []
    while let chunk = source.nextChunk(in: &walk), !walk.has_data {
      if chunk.isText { texts.append(source.textChunk(chunk)) }
    }
    ahead = texts
    return texts
  }

  private func chunksBehind(
    of source: borrowing PNGSource
  ) -> (texts: [TextChunk], exif: codec_chunk?) {
    if let behind { return behind }
    // What lies ahead is passed, and found while it is at hand.
    _ = textsAhead(of: source)
    var found = (texts: [TextChunk](), exif: codec_chunk?.none)
    while let chunk = source.nextChunk(in: &walk) {
      if chunk.isText { found.texts.append(source.textChunk(chunk)) }
      if chunk.type == codec_chunk_type_exif, found.exif == nil { found.exif = chunk }
    }
    behind = found
    return found
  }
}

extension PNGSource {
  fileprivate func nextChunk(in walk: inout codec_walk) -> codec_chunk? {
    var chunk = codec_chunk()
    return unsafe codec_walk_next(pointer, &walk, &chunk) ? chunk : nil
  }

  fileprivate func textChunk(_ chunk: codec_chunk) -> ChunkIndex.TextChunk {
    // A keyword has 1 to 79 bytes, and a zero behind it (PNG specification, 11.3.3.2).
    var beginning = [UInt8](repeating: 0, count: min(80, Int(chunk.count)))
    let isThere = unsafe codec_source_copy_beginning(
      pointer, chunk, &beginning, UInt32(beginning.count))
    guard isThere else { return ChunkIndex.TextChunk(chunk: chunk, keyword: nil) }
    // libpng accepts a keyword without its zero, and an empty text.
    let end = beginning.firstIndex(of: 0) ?? (beginning.count < 80 ? beginning.count : nil)
    return ChunkIndex.TextChunk(chunk: chunk, keyword: end.map { Array(beginning[..<$0]) })
  }

  /// The data of a chunk; nil where it is too long or damaged.
  func data(of chunk: codec_chunk) -> [UInt8]? {
    guard chunk.count <= cpng_maximum_chunk else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(chunk.count))
    return unsafe codec_source_copy_chunk(pointer, chunk, &bytes) ? bytes : nil
  }

  /// What libpng makes of some chunks with texts; it leaves out what is damaged.
  func texts(in chunks: [codec_chunk]) -> [PNGMetadata.Text] {
    unsafe chunks.withUnsafeBufferPointer { chunks in
      var excerpt = unsafe codec_excerpt(
        source: pointer, chunks: chunks.baseAddress, chunk_count: chunks.count, part: 0,
        position: 0)
      return unsafe withUnsafeMutablePointer(to: &excerpt) { excerpt in
        (try? unsafe LibpngReader.texts(in: excerpt)) ?? []
      }
    }
  }
}

extension codec_chunk {
  fileprivate var isText: Bool {
    switch Int(type) {
    case codec_chunk_type_text, codec_chunk_type_folded_text, codec_chunk_type_unicode_text: true
    default: false
    }
  }
}
