internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
public import SystemPackage

/// A picture in a PNG file.
public struct PNGFile: TileSource, Equatable {
  /// The file.
  public let path: FilePath

  /// Names a file, which is not opened yet.
  public init(_ path: FilePath) {
    self.path = path
  }

  /// The path; what is not UTF-8 in it is replaced.
  public var name: String { path.string }

  /// Reads the file's header.
  ///
  /// - Throws: `PNGError`.
  public func header() throws -> PictureHeader {
    PictureHeader(try PNGReader(at: path))
  }

  /// Decodes the file row by row, to its end.
  ///
  /// Bytes after the last row are read too, so that whether a picture counts as damaged
  /// does not depend on what is shown of it.
  ///
  /// - Throws: `PNGError`, ``PictureChanged``, what `row` throws.
  public func readRows(
    as header: PictureHeader, _ row: (Span<UInt8>) throws -> Void
  ) throws {
    var reader = try PNGReader(at: path)
    guard PictureHeader(reader) == header else { throw PictureChanged() }
    var bytes = [UInt8](repeating: 0, count: reader.bytesPerRow)
    for _ in 0..<reader.header.height {
      var span = bytes.mutableSpan
      try reader.readRow(into: &span)
      try row(bytes.span)
    }
    try reader.finish()
  }
}

extension PictureHeader {
  fileprivate init(_ reader: borrowing PNGReader) {
    self.init(
      size: PixelSize(width: reader.header.width, height: reader.header.height),
      format: PixelFormat(reader.rowFormat))
  }
}
