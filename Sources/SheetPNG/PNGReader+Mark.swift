import CPNGCodec
import CPNGShims

// Whether a file says that it is a sheet of ours: `PNGWriter.mark` stands ahead of its pixels.

extension PNGReader {
  /// Whether the file has the mark; looked for only where there are texts ahead of the pixels.
  package var isMarked: Bool { rows.header.has_texts && chunks.hasMark(rows.source) }

  /// Whether a file has the mark, whatever libpng says of it: a sheet may be higher than it reads.
  package static func isMarked(fileAt nullTerminatedPath: [CChar]) -> Bool {
    guard let source = try? PNGSource(nullTerminatedPath: nullTerminatedPath),
      (try? source.checkSignature()) != nil
    else { return false }
    return ChunkIndex().hasMark(source)
  }
}

extension ChunkIndex {
  fileprivate func hasMark(_ source: borrowing PNGSource) -> Bool {
    let mark = PNGWriter.mark
    let bytes = Array(mark.keyword.utf8) + [0] + mark.value.utf8
    for text in texts(.aheadOfPixels, of: source)
    where text.chunk.count == bytes.count && text.keyword?.elementsEqual(mark.keyword.utf8) == true
    {
      if source.data(of: text.chunk) == bytes { return true }
    }
    return false
  }
}
