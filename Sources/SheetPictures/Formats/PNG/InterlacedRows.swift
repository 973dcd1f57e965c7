import CPNGCodec
import SheetImaging

/// The rows of an interlaced picture from top to bottom, assembled from the rows of its passes.
///
/// The first six of the seven Adam7 passes fill the even rows. These rows, half of the picture, are
/// held in memory. The last pass consists of the odd rows, which are read when requested.
///
/// In a truncated file, a missing pixel takes the colour of the nearest pixel from an earlier pass,
/// to its left or above, as browsers do while a file is loading.
@safe struct InterlacedRows: ~Copyable {
  private let pointer: OpaquePointer
  /// A row of a pass.
  private var passRow: [UInt8]
  private var isGathered = false
  /// The number of rows, from the top, that have pixels.
  private var rowsThere: Int
  /// Why rows of passes are missing; nil if none has been missing so far.
  private(set) var end: PictureFileError?

  /// The number of bytes held for a picture.
  static func heldBytes(of header: PNGHeader, _ format: PixelFormat) -> Int {
    Int(
      codec_adam7_held_bytes(
        UInt32(header.width), UInt32(header.height), format.bytesPerPixel))
  }

  /// Allocates the memory for a picture, before any row is read.
  init(of header: PNGHeader, _ format: PixelFormat) throws(PictureFileError) {
    let pointer = unsafe codec_adam7_create(
      UInt32(header.width), UInt32(header.height), format.bytesPerPixel)
    guard let pointer = unsafe pointer else { throw .outOfMemory }
    unsafe self.pointer = pointer
    passRow = [UInt8](repeating: 0, count: header.width * format.bytesPerPixel)
    rowsThere = header.height
  }

  deinit { unsafe codec_adam7_destroy(pointer) }

  /// Reads row `y` of the picture; rows must be read in order.
  ///
  /// - Throws: ``PictureFileError/endOfFile`` at the first row without any pixel, and all other
  ///   errors of rows.
  mutating func readRow(
    _ y: Int, into row: UnsafeMutablePointer<UInt8>, from stored: inout StoredRows,
    _ source: borrowing PNGSource
  ) throws(PictureFileError) {
    if !isGathered { try gather(from: &stored, source) }
    if let end, y >= rowsThere { throw end }
    if !y.isMultiple(of: 2), end == nil {
      do throws(PictureFileError) {
        return try unsafe stored.readRow(into: row, from: source)
      } catch { try stop(at: error) }
    }
    let even = unsafe codec_adam7_even_row(pointer, UInt32(y))
    unsafe row.update(from: even, count: passRow.count)
  }

  /// Reads all passes but the last.
  private mutating func gather(
    from stored: inout StoredRows, _ source: borrowing PNGSource
  ) throws(PictureFileError) {
    isGathered = true
    while unsafe codec_adam7_needs_row(pointer) {
      do throws(PictureFileError) {
        try unsafe passRow.withUnsafeMutableBufferPointer { row throws(PictureFileError) in
          try unsafe stored.readRow(into: row.baseAddress, from: source)
        }
        unsafe codec_adam7_add_row(pointer, passRow)
      } catch {
        try stop(at: error)
        rowsThere = Int(unsafe codec_adam7_fill(pointer))
      }
    }
  }

  /// Records that no more rows follow if the file ends here; otherwise throws the error.
  private mutating func stop(at error: PictureFileError) throws(PictureFileError) {
    guard error == .endOfFile else { throw error }
    end = error
  }
}
