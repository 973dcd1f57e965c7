import CPNGShims

/// Writes a PNG file row by row, from top to bottom.
///
/// The file is not interlaced and says that its colours are sRGB (chunks sRGB,
/// gAMA and cHRM). It holds no time and no text: the same rows and options
/// give the same bytes.
public struct PNGWriter: ~Copyable {
  /// How the file is written, beside its rows.
  public struct Options: Equatable, Hashable, Sendable {
    /// The zlib level, from 0 (stored) to 9 (smallest).
    public var compressionLevel: Int
    /// The density for the pHYs chunk; nil leaves the chunk out.
    ///
    /// 1 dpi is 1 / 0.0254 pixels per metre.
    public var pixelsPerMetre: UInt32?

    /// Options that suit most sheets.
    public init(compressionLevel: Int = 6, pixelsPerMetre: UInt32? = nil) {
      self.compressionLevel = compressionLevel
      self.pixelsPerMetre = pixelsPerMetre
    }
  }

  /// Columns of pixels.
  public let width: Int
  /// Rows of pixels.
  public let height: Int
  /// What the rows are expected as.
  public let format: PNGRowFormat
  /// How many rows have been written.
  public private(set) var rowsWritten = 0
  private let handle: WriterHandle

  /// Begins a file with everything that comes ahead of the pixels.
  ///
  /// The bytes are gathered and written in blocks of 64 KiB. Writing to a pipe
  /// that nobody reads raises SIGPIPE, unless the process ignores that signal.
  ///
  /// - Parameters:
  ///   - fileDescriptor: Where to write. It stays the caller's to close.
  ///   - width: Columns of pixels.
  ///   - height: Rows of pixels.
  ///   - format: What the rows will be.
  ///   - options: How to write them.
  /// - Throws: ``PNGError/system(errorNumber:)`` or ``PNGError/outOfMemory``.
  /// - Precondition: both sides are from 1 to 2^31 − 1, and the level is from
  ///   0 to 9.
  public init(
    fileDescriptor: CInt, width: Int, height: Int, format: PNGRowFormat,
    options: Options = Options()
  ) throws(PNGError) {
    precondition((1...0x7FFF_FFFF).contains(width), "a width that PNG does not have")
    precondition((1...0x7FFF_FFFF).contains(height), "a height that PNG does not have")
    precondition((0...9).contains(options.compressionLevel), "zlib has levels 0 to 9")
    let handle = try WriterHandle(fileDescriptor: fileDescriptor)
    try handle.start(
      cpng_output(
        width: UInt32(width), height: UInt32(height), channels: UInt8(format.channels),
        bits_per_sample: UInt8(format.bitsPerSample),
        compression_level: CInt(options.compressionLevel),
        pixels_per_metre: options.pixelsPerMetre ?? 0))
    self.width = width
    self.height = height
    self.format = format
    self.handle = handle
  }

  /// The length of a row, without padding.
  public var bytesPerRow: Int { width * format.bytesPerPixel }

  /// Writes the next row.
  ///
  /// - Precondition: `row` has ``bytesPerRow`` bytes, and fewer than ``height``
  ///   rows have been written.
  public mutating func writeRow(_ row: Span<UInt8>) throws(PNGError) {
    precondition(row.count == bytesPerRow, "a row of the wrong length")
    precondition(rowsWritten < height, "the picture is complete")
    try handle.writeRow(row)
    rowsWritten += 1
  }

  /// Writes what is left and ends the file.
  ///
  /// - Throws: ``PNGError/missingRows(written:expected:)`` when rows are
  ///   missing; the file is then not whole.
  public consuming func finish() throws(PNGError) {
    guard rowsWritten == height else {
      throw .missingRows(written: rowsWritten, expected: height)
    }
    try handle.finish()
  }
}
