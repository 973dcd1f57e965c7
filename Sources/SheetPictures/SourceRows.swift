internal import SheetImaging

/// Reads the rows of an open file from top to bottom.
protocol RowReader: ~Copyable {
  /// The size of a row in bytes.
  var bytesPerRow: Int { get }

  /// Reads the next row.
  mutating func readRow(into row: inout MutableSpan<UInt8>) throws

  /// Checks what follows the rows.
  consuming func finish() throws
}

/// The rows of an open file, in their colour space.
final class SourceRows<Reader: RowReader & ~Copyable>: PictureRows {
  private var reader: Reader?
  private let color: SourceColor
  private var bytes: [UInt8]
  private var converted: [UInt8]

  /// The rows of `width` pixels that `reader` reads.
  init(_ reader: consuming Reader, _ color: SourceColor, width: Int) {
    bytes = [UInt8](repeating: 0, count: reader.bytesPerRow)
    let convertedBytes = color.convertsRows ? color.rowFormat.bytesPerPixel : 0
    converted = [UInt8](repeating: 0, count: width * convertedBytes)
    self.reader = consume reader
    self.color = color
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    // Out of the object, because no span may refer to its memory.
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    defer { swap(&bytes, &self.bytes) }
    var span = bytes.mutableSpan
    try reader?.readRow(into: &span)
    guard color.convertsRows else { return body(bytes.span) }
    var converted: [UInt8] = []
    swap(&converted, &self.converted)
    defer { swap(&converted, &self.converted) }
    var convertedSpan = converted.mutableSpan
    color.convert(bytes.span, into: &convertedSpan)
    body(converted.span)
  }

  /// Reads the rest of the file too: a picture is damaged wherever the damage is, whether or not that
  /// part is shown.
  func finish() throws {
    try reader.take()?.finish()
  }
}
