internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
public import SystemPackage

/// A picture in a PNG file.
public struct PNGFile: TileSource, Equatable {
  /// The file.
  public let path: FilePath
  /// Whether the picture is turned as its metadata say.
  public let orientation: OrientationPolicy

  /// Names a file, which is not opened yet.
  public init(_ path: FilePath, orientation: OrientationPolicy = .auto) {
    self.path = path
    self.orientation = orientation
  }

  /// The path; what is not UTF-8 in it is replaced.
  public var name: String { path.string }

  /// Reads the file's header, and what it says of the picture's shape.
  ///
  /// - Throws: `PNGError`.
  public func header() throws -> PictureHeader {
    let reader = try PNGReader(at: path)
    let metadata = try reader.metadata()
    var header = PictureHeader(reader)
    header.pixelRatio = metadata.density.flatMap(PixelRatio.init) ?? .square
    if orientation == .auto, let exif = metadata.exif ?? reader.trailingExif() {
      header.orientation = Orientation(exif: exif) ?? .upright
    }
    return header
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
    let current = PictureHeader(reader)
    guard current.size == header.size, current.format == header.format else {
      throw PictureChanged()
    }
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

extension PixelRatio {
  /// The shape of pixels of a density without a unit; nil for one that has a unit.
  ///
  /// Densities per metre are about paper, and often wrong by a rounding.
  fileprivate init?(_ density: PNGMetadata.Density) {
    guard !density.isPerMetre else { return nil }
    self.init(columns: density.x, rows: density.y)
  }
}
