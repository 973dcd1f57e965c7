internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
public import SystemPackage

/// A picture in a PNG file.
public struct PNGFile: TileSource, Equatable {
  /// The file.
  public let path: FilePath

  /// Whether what the file says of its colours counts.
  public let colorPolicy: ColorPolicy

  /// Names a file, which is not opened yet.
  public init(_ path: FilePath, colorPolicy: ColorPolicy = .convert) {
    self.path = path
    self.colorPolicy = colorPolicy
  }

  /// The path; what is not UTF-8 in it is replaced.
  public var name: String { path.string }

  /// Reads the file's header and what it says of its colours.
  ///
  /// - Throws: `PNGError`.
  public func header() throws -> PictureHeader {
    let reader = try PNGReader(at: path)
    return header(reader, try color(of: reader))
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
    let color = try color(of: reader)
    guard self.header(reader, color) == header else { throw PictureChanged() }
    var bytes = [UInt8](repeating: 0, count: reader.bytesPerRow)
    var matched: [UInt8] = []
    if color.matchesProfile {
      matched = [UInt8](repeating: 0, count: header.size.width * header.format.bytesPerPixel)
    }
    for _ in 0..<reader.header.height {
      var span = bytes.mutableSpan
      try reader.readRow(into: &span)
      if color.matchesProfile {
        var matchedSpan = matched.mutableSpan
        color.matchProfile(bytes.span, into: &matchedSpan)
        try row(matched.span)
      } else {
        try row(bytes.span)
      }
    }
    try reader.finish()
  }

  private func color(of reader: borrowing PNGReader) throws(PNGError) -> SourceColor {
    let format = PixelFormat(reader.rowFormat)
    switch colorPolicy {
    case .ignore:
      return SourceColor(ignoringMetadataFor: format)
    case .convert:
      return SourceColor(
        try reader.metadata(), format, pixelCount: reader.header.width * reader.header.height)
    }
  }

  private func header(
    _ reader: borrowing PNGReader, _ color: borrowing SourceColor
  ) -> PictureHeader {
    PictureHeader(
      size: PixelSize(width: reader.header.width, height: reader.header.height),
      format: color.rowFormat, colorSpace: color.space, warnings: color.warnings)
  }
}
