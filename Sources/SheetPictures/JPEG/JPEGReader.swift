internal import CJPEGShims
internal import SheetFiles
internal import SheetLayout
internal import SheetPNG
internal import SystemPackage

/// A JPEG file that is being read, over libjpeg.
///
/// Baseline files are read row by row, in some hundred kilobytes. Of a progressive file, all
/// coefficients are held.
@safe struct JPEGReader: ~Copyable {
  /// What is read of a file that may be hostile.
  struct Limits: Equatable {
    /// The coefficients of a file of several scans, in bytes: those of a picture of 44 megapixels.
    var coefficientBytes: UInt64 = 128 << 20
    /// Scans times pixels in such a file: 100 scans of 12 megapixels.
    var scanPixels: UInt64 = 1_200_000_000
    var scans: UInt32 = 1000
    /// What the file says beside its pixels, in bytes.
    var markerBytes: UInt64 = 16 << 20
  }

  /// What the file says ahead of its first scan.
  let header: cjpeg_header
  let markers: JPEGMarkers

  private let file: OpenFile
  private let decoder: Decoder
  private var rowBytes = 0

  /// Opens a file and reads its header, with what is needed of its XMP and its comments.
  init(
    at path: FilePath, _ needs: MetadataNeeds = MetadataNeeds(), limits: Limits = Limits(),
    with library: LibJPEG
  ) throws(JPEGError) {
    let file = try OpenFile(path)
    let decoder = unsafe try Decoder(file.descriptor, needs, limits, library.functions)
    header = try decoder.readHeader()
    markers = decoder.markers(count: header.marker_count)
    self.file = file
    self.decoder = decoder
  }

  /// The stored width and height in pixels.
  var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

  /// Begins to decode; rows come at a scale.
  ///
  /// All scans are decoded where there are several.
  mutating func start(at scale: PictureScale) throws(JPEGError) {
    rowBytes = scale.size(of: size).width * Int(header.channels)
    try decoder.check(unsafe cjpeg_reader_start(decoder.pointer, CUnsignedInt(scale.rawValue)))
  }
}

extension JPEGReader: RowReader {
  /// The size of a row at the scale at which decoding began.
  var bytesPerRow: Int { rowBytes }

  /// Reads the next row.
  ///
  /// libjpeg fills with grey what is missing or damaged, and warns: so the first row with a warning
  /// counts as the end. Only of a file of several scans that lacks the last ones, rows are coarse.
  mutating func readRow(into row: inout MutableSpan<UInt8>) throws {
    precondition(row.count == rowBytes, "a row of the wrong length")
    let decoder = decoder
    try unsafe row.withUnsafeMutableBytes { bytes throws(JPEGError) in
      guard let start = bytes.baseAddress else { return }
      try decoder.check(
        unsafe cjpeg_reader_read_row(
          decoder.pointer, start.assumingMemoryBound(to: UInt8.self)))
    }
  }

  /// Checks that no second picture follows, and that no scan is missing.
  consuming func finish() throws {
    try decoder.check(unsafe cjpeg_reader_finish(decoder.pointer))
  }
}

/// Owns the descriptor of a regular file.
private final class OpenFile {
  let descriptor: FileDescriptor

  init(_ path: FilePath) throws(JPEGError) {
    do { descriptor = try .openedFile(path) } catch {
      switch error {
      case .system(.isDirectory): throw .folder
      case .system(let error): throw .system(error)
      case .notARegularFile, .tooLarge: throw .notARegularFile
      }
    }
  }

  deinit { try? descriptor.close() }
}

/// Owns a `cjpeg_reader` and turns its statuses into errors.
@safe private final class Decoder {
  let pointer: OpaquePointer
  private let limits: JPEGReader.Limits
  private var coefficientBytes: UInt64 = 0

  init(
    _ file: FileDescriptor, _ needs: MetadataNeeds, _ limits: JPEGReader.Limits,
    _ library: UnsafePointer<cjpeg_library>
  ) throws(JPEGError) {
    let own = cjpeg_limits(
      coefficient_bytes: limits.coefficientBytes, scan_pixels: limits.scanPixels,
      scans: limits.scans, marker_bytes: limits.markerBytes)
    let extras = cjpeg_extras(
      xmp: needs.xmp,
      comments: needs.texts.includes(JPEGMarkers.commentKeyword)
        || needs.textKeys.contains { $0.keyword == JPEGMarkers.commentKeyword })
    guard let pointer = unsafe cjpeg_reader_create(library, file.rawValue, own, extras) else {
      throw .outOfMemory
    }
    unsafe self.pointer = pointer
    self.limits = limits
  }

  deinit { unsafe cjpeg_reader_destroy(pointer) }

  func readHeader() throws(JPEGError) -> cjpeg_header {
    var header = cjpeg_header()
    let status = unsafe cjpeg_reader_read_header(pointer, &header)
    coefficientBytes = header.coefficient_bytes
    try check(status)
    return header
  }

  func markers(count: Int) -> JPEGMarkers {
    var markers = JPEGMarkers()
    for index in 0..<count {
      let marker = unsafe cjpeg_reader_get_marker(pointer, index)
      unsafe markers.add(
        marker.code, Array(UnsafeBufferPointer(start: marker.bytes, count: marker.count)))
    }
    return markers
  }

  func check(_ status: cjpeg_status) throws(JPEGError) {
    switch status {
    case .ok: return
    case .malformed, .damaged: throw .malformed(reason: message)
    case .ended: throw .endOfFile
    case .unsupported: throw .unsupported(reason: message)
    case .unbuffered:
      throw .progressiveTooLarge(byteCount: coefficientBytes, limit: limits.coefficientBytes)
    case .endless: throw .tooManyScans
    case .overloaded: throw .tooMuchMetadata(limit: limits.markerBytes)
    case .refused: throw .system(Errno(rawValue: unsafe cjpeg_reader_error_number(pointer)))
    case .exhausted: throw .outOfMemory
    }
  }

  private var message: String { unsafe String(cString: cjpeg_reader_message(pointer)) }
}
