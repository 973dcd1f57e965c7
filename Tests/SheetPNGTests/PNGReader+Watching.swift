import CPNGCodec
import CPNGShims

@testable import SheetPNG

extension PNGReader {
  /// The first fault that was tolerated so far, in libpng's words.
  var warning: String? { cpng_reader_warning(rows.libpng.pointer).map { String(cString: $0) } }

  /// How much of the file has been fetched, used or not, but for what single chunks hold.
  var bytesFetched: UInt64 { codec_source_bytes_fetched(rows.source.pointer) }

  /// How often the system has been asked for bytes of the file.
  var readCount: UInt64 { codec_source_read_count(rows.source.pointer) }
}
