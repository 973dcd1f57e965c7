internal import SheetImaging
internal import SheetLayout

/// What a file says beside its pixels, however its format holds it.
struct FileMetadata: Sendable {
  /// The Exif data; nil where they are damaged.
  var exif: ExifDirectory?
  /// The XMP packet.
  var xmp: [UInt8]?
  /// The colour profile.
  var profile: [UInt8]?

  /// How much is read of it all: 16 MiB.
  static let limit = 16 << 20
}

extension PictureHeader {
  /// What is known of a picture by what its file says, as far as that is used and asked for.
  init(
    _ size: PixelSize, _ color: SourceColor, _ file: FileMetadata, _ use: MetadataUse,
    bitsPerSample: UInt8 = 8
  ) {
    self.init(
      size: size, format: color.rowFormat, bitsPerSample: bitsPerSample, colorSpace: color.space,
      warnings: color.warnings)
    unusedProfile = color.unusedProfile
    if use.orientation == .auto {
      orientation = file.exif.flatMap { Orientation($0) } ?? .upright
    }
    let needs = use.needs
    guard needs != MetadataNeeds() else { return }
    metadata = PictureMetadata(
      exif: needs.exif ? file.exif : nil, xmp: needs.xmp ? file.xmp : nil,
      colorName: needs.color ? color.name(profile: file.profile) : nil)
  }

  /// Whether rows of a picture that is opened again are as this says.
  func describes(_ size: PixelSize, _ color: SourceColor) -> Bool {
    self.size == size && format == color.rowFormat && colorSpace == color.space
  }
}
