import CPNGCodec
import CPNGShims

@testable import SheetPictures

extension PNGReader {
  /// The first fault that libpng has tolerated, in its words.
  var warning: String? {
    cpng_reader_warning(storedRows.libpng.pointer).map { String(cString: $0) }
  }

  /// The number of bytes fetched from the file, used or not, without reads of single chunks.
  var bytesFetched: UInt64 { codec_source_bytes_fetched(source.pointer) }

  /// The number of reads of the file from the system.
  var readCount: UInt64 { codec_source_read_count(source.pointer) }
}
