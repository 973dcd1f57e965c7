import CPNGCodec
import CPNGShims

/// Reads a PNG file row by row, from top to bottom.
///
/// Making a reader reads the file up to the first IDAT chunk: that is enough
/// for the header and the metadata, and no pixel has been touched. A reader
/// belongs to the task that made it; any number may be at work at once.
///
/// Memory is limited whatever a file asks for: libpng gets at most 64 MiB, a chunk other than
/// IDAT may have 16 MiB, about the first 60 texts are kept, and rows that are decoded ahead
/// take up to 9 MiB. Only an interlaced picture takes more, up to the limit given for it.
public struct PNGReader: ~Copyable {
  /// The most memory that an interlaced picture may take unless told
  /// otherwise: 1 GiB, or 268 million pixels of red, green, blue and alpha.
  public static let defaultInterlacedByteLimit: UInt64 = 1 << 30

  /// What the file says its picture is.
  public let header: PNGHeader
  /// The form in which rows are handed out.
  ///
  /// Palettes become red, green and blue, grey of fewer than 8 bits is spread
  /// to the whole range of 8, and a tRNS chunk becomes alpha. Nothing else is
  /// changed: gamma and colours are as in the file.
  public let rowFormat: PNGRowFormat
  /// How many rows have been read.
  public private(set) var rowsRead = 0
  var rows: RowDecoder
  let chunks = ChunkIndex()

  /// Opens the file at `path`, a regular file or a link to one.
  ///
  /// - Parameters:
  ///   - path: An absolute path, or one from the working directory.
  ///   - interlacedByteLimit: The most memory that the picture may take if it
  ///     is interlaced; the first row of a larger one is refused.
  ///   - decoder: How to decode; only for measuring and comparing.
  /// - Throws: Any ``PNGError`` but those about rows.
  public init(
    path: String, interlacedByteLimit: UInt64 = defaultInterlacedByteLimit,
    decoder: PNGDecoder = .automatic
  ) throws(PNGError) {
    try self.init(
      nullTerminatedPath: Array(path.utf8CString), interlacedByteLimit: interlacedByteLimit,
      decoder: decoder)
  }

  /// Opens a file whose name may not be UTF-8.
  ///
  /// - Parameters:
  ///   - nullTerminatedPath: The path as the system takes it, with its closing zero.
  ///   - interlacedByteLimit: As for a path that is a string.
  ///   - decoder: As for a path that is a string.
  /// - Throws: Any ``PNGError`` but those about rows.
  /// - Precondition: the last element is zero.
  public init(
    nullTerminatedPath: [CChar], interlacedByteLimit: UInt64 = defaultInterlacedByteLimit,
    decoder: PNGDecoder = .automatic
  ) throws(PNGError) {
    precondition(nullTerminatedPath.last == 0, "a path that ends nowhere")
    try self.init(
      RowDecoder(
        PNGSource(nullTerminatedPath: nullTerminatedPath),
        interlacedByteLimit: interlacedByteLimit, decoder: decoder))
  }

  /// Reads a file that is in memory already.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - interlacedByteLimit: As for a file on disk.
  ///   - decoder: As for a file on disk.
  /// - Throws: Any ``PNGError`` but those about rows and paths.
  public init(
    bytes: [UInt8], interlacedByteLimit: UInt64 = defaultInterlacedByteLimit,
    decoder: PNGDecoder = .automatic
  ) throws(PNGError) {
    try self.init(
      RowDecoder(
        PNGSource(bytes: bytes), interlacedByteLimit: interlacedByteLimit, decoder: decoder))
  }

  private init(_ rows: consuming RowDecoder) throws(PNGError) {
    let header = rows.header
    guard let colorType = PNGHeader.ColorType(rawValue: header.color_type) else {
      throw .malformed(reason: "colour type \(header.color_type) does not exist")
    }
    self.header = PNGHeader(
      width: Int(header.width), height: Int(header.height), bitDepth: Int(header.bit_depth),
      colorType: colorType, isInterlaced: header.is_interlaced,
      hasTransparency: header.has_transparency)
    self.rowFormat = PNGRowFormat(
      channels: Int(header.channels), bitsPerSample: Int(header.bits_per_sample))
    self.rows = rows
  }

  /// The length of a row, without padding.
  public var bytesPerRow: Int { header.width * rowFormat.bytesPerPixel }

  /// What the file says about its picture ahead of the pixels, copied anew at
  /// each call.
  ///
  /// - Throws: ``PNGError``, where an earlier call has failed.
  public func metadata() throws(PNGError) -> PNGMetadata {
    try rows.libpng.metadata()
  }

  /// The texts that are wanted, in the order of the file; no other is decoded.
  ///
  /// Texts that are damaged or longer than 16 MiB are left out, as libpng decides. Of those that
  /// are wanted, the first 64 are read, as far as they go into 64 MiB together.
  ///
  /// Looking for texts ahead of the pixels reads nothing again where the file is small. Behind
  /// them it costs as much as ``trailingExif()``, both together as much as one.
  ///
  /// - Parameters:
  ///   - selection: Which are wanted.
  ///   - place: Where they are looked for.
  /// - Returns: The texts, decoded anew at each call.
  public func texts(
    _ selection: PNGTextSelection, _ place: PNGTextPlace
  ) -> [PNGMetadata.Text] {
    // libpng has met all heads ahead of the pixels.
    var place = place
    if !rows.header.has_texts {
      guard place != .aheadOfPixels else { return [] }
      place = .behindPixels
    }
    let found = chunks.texts(place, of: rows.source)
    guard !found.isEmpty else { return [] }
    let isWanted = selection.matcher
    let wanted = found.lazy
      .filter { isWanted($0.keyword) && $0.chunk.count <= cpng_maximum_chunk }
      .prefix(Int(cpng_maximum_texts)).map(\.chunk)
    return wanted.isEmpty ? [] : rows.source.texts(in: Array(wanted))
  }

  /// The eXIf chunk behind the pixels; nil where there is none or it is damaged.
  ///
  /// The third edition wants the chunk ahead of the pixels, where ``metadata()`` finds it; the
  /// extension that introduced it had no such rule, and such files are still around. Finding it
  /// costs a few reads of some bytes, however large the picture is, unless its IDAT chunks have
  /// many lengths: each is then looked at, up to 65,536 of them.
  ///
  /// Source: Extensions to the PNG 1.2 Specification, version 1.5.0, eXIf.
  public func trailingExif() -> [UInt8]? {
    chunks.exifBehind(of: rows.source).flatMap { rows.source.data(of: $0) }
  }

  /// The first fault that was tolerated so far, in libpng's words.
  public var warning: String? { rows.libpng.warning }

  /// Reads the next row.
  ///
  /// The first row of an interlaced picture takes as long as all of it.
  ///
  /// - Precondition: `row` has ``bytesPerRow`` bytes, and fewer than
  ///   `header.height` rows have been read.
  public mutating func readRow(into row: inout MutableSpan<UInt8>) throws(PNGError) {
    precondition(row.count == bytesPerRow, "a row of the wrong length")
    precondition(rowsRead < header.height, "no rows are left")
    try unsafe row.withUnsafeMutableBufferPointer { bytes throws(PNGError) in
      try unsafe rows.readRow(into: bytes.baseAddress)
    }
    rowsRead += 1
  }

  /// Reads to the end of the file and checks what has not been looked at yet.
  ///
  /// That is the rows that nobody asked for, the checksums and the closing IEND. A reader that
  /// is dropped instead has checked the file up to its last row.
  public consuming func finish() throws(PNGError) {
    try rows.finish()
  }

  /// The whole file, where all of it came with the header; nil for files of more than some
  /// kilobytes.
  ///
  /// - Precondition: no row has been read.
  package var contents: [UInt8]? {
    precondition(rowsRead == 0, "what came with the header is gone")
    return rows.source.contents
  }

  /// How much of the file has been fetched, used or not.
  package var bytesFetched: UInt64 { rows.source.bytesFetched }
}

/// How the rows of a file are decoded.
///
/// All decoders give the same rows, even those before a fault, and refuse the same files in the same
/// words; only their speed differs. libpng reads what our own coder cannot: interlaced pictures, a
/// tRNS colour of RGB or of 16 bits, rows of more than 512 KiB. Where anything is odd, libpng reads
/// the file again from its start and decides.
///
/// The one exception: ISA-L accepts deflate data whose codes are incomplete, which zlib refuses even
/// if no unassigned code occurs. The pixels are right, since checksums are verified either way.
public enum PNGDecoder: CaseIterable, Sendable {
  /// ISA-L where it is present and the picture is not small, else zlib.
  case automatic
  /// ISA-L, or zlib where ISA-L is not present.
  case isal
  /// zlib.
  case zlib
  /// zlib, and one row at a time.
  case portable
  /// libpng alone.
  case libpng

  /// Whether ISA-L (`libisal.so.2`), which decompresses faster than zlib, was found.
  public static var isISALPresent: Bool { codec_isal_is_present() }
}
