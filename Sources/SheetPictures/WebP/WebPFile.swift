internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
public import SystemPackage

/// A picture in a WebP file, which libwebp reads where it is installed.
///
/// Of an animation, it is the first frame.
public struct WebPFile: FileSource, Equatable {
  /// The file.
  public let path: FilePath
  /// Which metadata of the file to honour.
  public let metadata: MetadataUse

  /// Creates a picture for the file at `path`; does not open it.
  public init(_ path: FilePath, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.metadata = metadata
  }

  /// Reads the file's header and what it says about the picture's shape and colours.
  ///
  /// - Throws: `PictureFileError`, ``PictureError/tooManyOpenFiles(limit:)``.
  public func header() throws -> PictureHeader {
    _ = try LibWebP.installed.reading(.webP)
    let reader = try reader()
    let container = reader.container
    var header = PictureHeader(
      container.size, color(of: reader), container.metadata, metadata)
    header.isReducible = reader.isReducible
    header.isLossy = !container.stream.isLossless
    return header
  }

  /// Opens the file, and decodes it.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``, ``PictureError/tooManyOpenFiles(limit:)``.
  public func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// Opens the file, and decodes it at a scale, which takes less memory than decoding it whole.
  ///
  /// - Throws: What ``rows(as:)`` throws.
  public func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let library = try LibWebP.installed.reading(.webP)
    let reader = try reader()
    let color = color(of: reader)
    guard header.describes(reader.container.size, color), scale == .whole || reader.isReducible
    else { throw PictureChanged() }
    try reader.start(at: scale, with: library)
    return SourceRows(reader, color, width: scale.size(of: header.size).width)
  }

  private func reader() throws -> WebPReader {
    try waitingForDescriptor { () throws(PictureFileError) in
      try WebPReader(path)
    }
  }

  private func color(of reader: WebPReader) -> SourceColor {
    let container = reader.container
    return SourceColor(
      profile: metadata.color == .convert ? container.metadata.profile : nil,
      PixelFormat(reader.hasAlpha ? .rgba : .rgb, .eight),
      pixelCount: container.size.width * container.size.height)
  }
}
