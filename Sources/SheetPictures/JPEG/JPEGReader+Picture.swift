internal import CJPEGShims
internal import SheetImaging
internal import SheetLayout
internal import SheetPNG

extension JPEGReader: LibraryReader {
  var isReducible: Bool { true }

  /// What is known of the picture, by the file's header and its markers.
  func pictureHeader(_ metadata: MetadataUse) -> PictureHeader {
    let color = color(metadata)
    let said = FileMetadata(
      exif: markers.exif, xmp: markers.xmp, profile: try? markers.profile?.get())
    var known = PictureHeader(size, color, said, metadata)
    (known.isReducible, known.isLossy, known.isPreview) = (isReducible, true, isPreview)
    if markers.exif == nil { known.pixelRatio = PixelRatio(header) ?? .square }
    known.isContactSheet = markers.exif?.text(Self.programTag) == PNGWriter.mark.value
    known.texts = markers.comments.map {
      PictureText(keyword: JPEGMarkers.commentKeyword, text: $0)
    }
    known.metadata?.textValues = markers.values(of: metadata.needs.textKeys)
    return known
  }

  /// What Exif calls Software.
  private static let programTag = 0x0131

  /// What the samples mean: by the profile, else by what Exif says.
  func color(_ metadata: MetadataUse) -> SourceColor {
    let pixelCount = size.width * size.height
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
  fileprivate init?(_ header: cjpeg_header) {
    guard header.density_unit == 0, header.density_x > 0, header.density_y > 0 else { return nil }
    self.init(columns: UInt32(header.density_x), rows: UInt32(header.density_y))
  }
}

extension LibraryFile.Format {
  /// A JPEG, by libjpeg-turbo.
  public static let jpeg: Self = Self("JPEG") { path, needs, _ throws(PictureFileError) in
    let library = try LibJPEG.installed.reading(.jpeg)
    return try JPEGReader(OpenPictureFile(path), needs, with: library)
  }
}
