internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
public import SystemPackage

/// The primary picture in a HEIC or AVIF file, which libheif reads where it is installed.
///
/// It is turned and cropped as the file says when it is decoded; what Exif says of that does not count.
public struct HEIFFile: FileSource, Equatable {
  /// The file.
  public let path: FilePath
  /// Which metadata of the file to honour.
  public let metadata: MetadataUse
  /// Whether the picture is the thumbnail.
  private var isThumbnail = false

  /// Creates a picture for the file at `path`; does not open it.
  public init(_ path: FilePath, metadata: MetadataUse = MetadataUse()) {
    self.path = path
    self.metadata = metadata
  }

  /// Reads what the file says of its picture, and decodes nothing.
  ///
  /// - Throws: `PictureFileError`, ``PictureError/tooManyOpenFiles(limit:)``.
  public func header() throws -> PictureHeader {
    let container = try reader(metadata.needs).container
    var header = PictureHeader(
      container.size, color(of: container), container.metadata, metadata,
      bitsPerSample: UInt8(container.bitsPerSample))
    header.orientation = .upright
    header.isLossy = true
    header.thumbnailSize = container.thumbnail?.size
    return header
  }

  /// Opens the file, and decodes it.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``, ``PictureError/tooManyOpenFiles(limit:)``.
  public func rows(as header: PictureHeader) throws -> sending any PictureRows {
    let reader = try reader()
    let color = color(of: reader.container)
    let size = isThumbnail ? reader.container.thumbnail?.size : reader.container.size
    guard let size, header.describes(size, color) else { throw PictureChanged() }
    try reader.start(thumbnail: isThumbnail)
    return SourceRows(reader, color, width: header.size.width)
  }

  private func reader(_ needs: MetadataNeeds = MetadataNeeds()) throws -> HEIFReader {
    let isAVIF = path.extension?.lowercased() == "avif"
    let library = try LibHEIF.installed.reading(isAVIF ? .avif : .heic)
    return try waitingForDescriptor { () throws(PictureFileError) in
      try HEIFReader(path, needs, with: library)
    }
  }

  private func color(of container: HEIFContainer) -> SourceColor {
    var space = ColorSpace.sRGB
    var warnings: [String] = []
    let isUsed = metadata.color == .convert
    if isUsed, container.metadata.profile == nil, let codePoints = container.codePoints {
      do throws(ColorSpaceError) {
        space = try ColorSpace(codePoints, peak: container.lightLevels.peak)
      } catch {
        warnings.append("what it says of its colours is ignored: \(error)")
      }
    }
    return SourceColor(
      profile: isUsed ? container.metadata.profile : nil, else: space,
      PixelFormat(
        container.alpha != nil ? .rgba : .rgb, container.bitsPerSample > 8 ? .sixteen : .eight),
      pixelCount: container.size.width * container.size.height, warnings)
  }
}

extension HEIFFile: ThumbnailedSource {
  package func thumbnail(of header: PictureHeader) -> (source: any PictureSource, PictureHeader)? {
    guard let size = header.thumbnailSize else { return nil }
    var (source, small) = (self, header)
    source.isThumbnail = true
    (small.size, small.thumbnailSize) = (size, nil)
    return (source, small)
  }
}
