internal import CJPEGShims
internal import SheetImaging
internal import SheetLayout
internal import SheetPNG
internal import SheetText
public import SystemPackage

/// A picture in a JPEG file, which libjpeg-turbo reads where it is installed.
public struct JPEGFile: FileSource, Equatable {
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
    let reader = try reader(metadata.needs)
    let markers = reader.markers
    let color = color(of: reader)
    let said = FileMetadata(
      exif: markers.exif, xmp: markers.xmp, profile: try? markers.profile?.get())
    var header = PictureHeader(reader.size, color, said, metadata)
    (header.isReducible, header.isLossy) = (true, true)
    if markers.exif == nil { header.pixelRatio = PixelRatio(reader) ?? .square }
    header.isContactSheet = markers.exif?.text(Self.programTag) == PNGWriter.mark.value
    header.texts = markers.comments.map {
      PictureText(keyword: JPEGMarkers.commentKeyword, text: $0)
    }
    header.metadata?.textValues = markers.values(of: metadata.needs.textKeys)
    return header
  }

  /// Opens the file; its rows are decoded when they are requested.
  ///
  /// - Throws: `PictureFileError`, ``PictureChanged``, ``PictureError/tooManyOpenFiles(limit:)``.
  public func rows(as header: PictureHeader) throws -> sending any PictureRows {
    try rows(as: header, at: .whole)
  }

  /// Opens the file; its rows are decoded at a scale, which takes less time than decoding them whole.
  ///
  /// - Throws: What ``rows(as:)`` throws.
  public func rows(
    as header: PictureHeader, at scale: PictureScale
  ) throws -> sending any PictureRows {
    let reader = try reader()
    let color = color(of: reader)
    guard header.describes(reader.size, color) else { throw PictureChanged() }
    try reader.start(at: scale)
    return SourceRows(reader, color, width: scale.size(of: header.size).width)
  }

  /// What Exif calls Software.
  private static let programTag = 0x0131

  private func reader(_ needs: MetadataNeeds = MetadataNeeds()) throws -> JPEGReader {
    let library = try LibJPEG.installed.reading(.jpeg)
    return try waitingForDescriptor { () throws(PictureFileError) in
      try JPEGReader(at: path, needs, with: library)
    }
  }

  /// What the samples mean: by the profile, else by what Exif says.
  private func color(of reader: JPEGReader) -> SourceColor {
    let (header, markers) = (reader.header, reader.markers)
    let pixelCount = reader.size.width * reader.size.height
    var warnings: [String] = []
    var unused: UnusedProfile?
    var profile: [UInt8]?
    var exif: ExifDirectory?
    if metadata.color == .convert {
      exif = markers.exif
      switch markers.profile {
      case .success(let whole): profile = whole
      case .failure(let error):
        warnings.append("its colour profile is ignored: \(error)")
        unused = UnusedProfile(markers.profileBytes, lacksLibrary: false)
      case nil: break
      }
    }
    guard let channels = PixelFormat.Channels(rawValue: Int(header.channels)), channels != .rgba
    else {
      return SourceColor(
        inks: header.has_adobe_marker ? .inverted : .plain, profile: profile,
        pixelCount: pixelCount, warnings, library: .installed)
    }
    let isAdobeRGB = profile == nil && !channels.isGray && exif?.isAdobeRGB == true
    return SourceColor(
      profile: profile, else: isAdobeRGB ? .adobeRGB : .sRGB, PixelFormat(channels, .eight),
      pixelCount: pixelCount, warnings, unused: unused)
  }
}

extension PixelRatio {
  /// The ratio by a JFIF density without a unit; nil for one with a unit, and without JFIF.
  fileprivate init?(_ reader: JPEGReader) {
    let header = reader.header
    guard header.density_unit == 0, header.density_x > 0, header.density_y > 0 else { return nil }
    self.init(columns: UInt32(header.density_x), rows: UInt32(header.density_y))
  }
}
