import CPNGShims

/// Compressed rows, ready to be written by ``PNGWriter``.
public struct PNGEncodedBand: Equatable, Sendable {
  /// Which rows of the picture these are.
  public let rows: Range<Int>
  /// How many bytes they became.
  public var byteCount: Int { bytes.count }

  /// What made it.
  let encoder: PNGBandEncoder
  /// A piece of the picture's zlib stream, the first with the stream's header.
  let bytes: [UInt8]
  /// Adler-32 of the filtered rows.
  let checksum: UInt32
  /// How long the filtered rows are.
  let filteredByteCount: Int
  /// Whether no band follows.
  let isLast: Bool

  init(_ band: cpng_band, of rows: Range<Int>, by encoder: PNGBandEncoder) throws(PNGError) {
    var piece = unsafe cpng_piece()
    guard unsafe cpng_encode_band(band, &piece) == .ok else { throw .outOfMemory }
    defer { unsafe cpng_piece_free(&piece) }
    self.rows = rows
    self.encoder = encoder
    bytes = unsafe Array(UnsafeBufferPointer(start: piece.bytes, count: piece.count))
    checksum = unsafe piece.checksum
    filteredByteCount = unsafe piece.filtered_count
    isLast = unsafe piece.is_last
  }

  /// Calls `body` with what the writer needs to know.
  func withPiece<Result>(_ body: (cpng_piece) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe body(
        cpng_piece(
          bytes: bytes.baseAddress, count: bytes.count, is_last: isLast, checksum: checksum,
          filtered_count: filteredByteCount))
    }
  }
}
