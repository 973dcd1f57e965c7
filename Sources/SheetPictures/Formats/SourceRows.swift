internal import SheetImaging

/// Reads the rows of an open file from top to bottom.
protocol RowReader: ~Copyable {
  /// The numbers in the rows read so far that samples cannot represent.
  var lostNumbers: LostNumbers { get }

  /// The size of a row in bytes.
  var bytesPerRow: Int { get }

  /// Reads the next row.
  mutating func readRow(into row: inout MutableSpan<UInt8>) throws

  /// Checks the data after the rows.
  consuming func finish() throws
}

extension RowReader where Self: ~Copyable {
  /// Nothing is lost, since samples are whole numbers.
  var lostNumbers: LostNumbers { LostNumbers() }
}

/// The rows of an open file, in their colour space.
final class SourceRows<Reader: RowReader & ~Copyable>: PictureRows {
  private var reader: Reader?
  private let color: SourceColor
  private var bytes: [UInt8]
  private var converted: [UInt8]

  /// Creates the rows of `width` pixels read by `reader`.
  init(_ reader: consuming Reader, _ color: SourceColor, width: Int) {
    bytes = [UInt8](repeating: 0, count: reader.bytesPerRow)
    let convertedBytes = color.convertsRows ? color.rowFormat.bytesPerPixel : 0
    converted = [UInt8](repeating: 0, count: width * convertedBytes)
    self.reader = consume reader
    self.color = color
  }

  func next(_ body: (Span<UInt8>) -> Void) throws {
    // Read outside this object, because no span may refer to the object's memory.
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

  var lostNumbers: LostNumbers { reader?.lostNumbers ?? LostNumbers() }

  /// Also reads the rest of the file.
  ///
  /// A picture counts as damaged even if the damaged part is not shown.
  func finish() throws {
    try reader.take()?.finish()
  }
}
