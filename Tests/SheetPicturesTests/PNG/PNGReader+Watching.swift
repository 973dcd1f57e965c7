import CPNGCodec
import CPNGShims

@testable import SheetPictures

extension PNGReader {
  /// The first problem that libpng tolerated, in its own words.
  var warning: String? {
    cpng_reader_warning(storedRows.libpng.pointer).map { String(cString: $0) }
  }

  /// The number of bytes fetched from the file, used or not, excluding reads of single chunks.
  var bytesFetched: UInt64 { codec_source_bytes_fetched(source.pointer) }

  /// The number of read calls on the file.
  var readCount: UInt64 { codec_source_read_count(source.pointer) }
}
