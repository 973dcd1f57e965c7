package import SheetImaging
internal import SheetLayout
internal import SheetModel

/// Exif data, XMP or IPTC, as embedded in files of other formats.
enum EmbeddedMetadata: Equatable, Sendable {
  /// Exif data, without its header in JPEG files; or anything else that is not XMP.
  case exif([UInt8])
  /// An XMP packet, without its header in JPEG files.
  case xmp([UInt8])
  /// IPTC datasets, or image resources that contain them.
  case iptc([UInt8])

  /// Classifies a JPEG APP1 segment by its header; nil if it contains neither Exif data nor XMP.
  init?(segment bytes: [UInt8]) {
    if let packet = SegmentHeader.xmp(in: bytes) {
      self = .xmp(Array(packet))
    } else if let data = SegmentHeader.exif(in: bytes) {
      self = .exif(Array(data))
    } else {
      return nil
    }
  }

  /// Reads the metadata in a text chunk of a PNG; nil if the text is meant for human readers, or is
  /// an invalid raw profile.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the text; ``TextKeyword`` lists the keywords of metadata.
  ///   - text: The text in UTF-8, decompressed.
  init?(keyword: String, text: [UInt8]) {
    if keyword == TextKeyword.xmp {
      self = .xmp(text)
      return
    }
    guard TextKeyword.raw.contains(keyword), let profile = RawProfile(text) else { return nil }
    self = EmbeddedMetadata(segment: profile.bytes) ?? .exif(profile.bytes)
    // ImageMagick's own XMP profile is just the packet.
    if keyword == TextKeyword.rawXMP, case .exif(let packet) = self { self = .xmp(packet) }
    if TextKeyword.rawIPTC.contains(keyword), case .exif(let bytes) = self { self = .iptc(bytes) }
  }

  /// Keywords under which text chunks of a PNG contain Exif data and XMP.
  enum TextKeyword {
    /// Source: XMP specification, part 3, 1.1.5 (PNG).
    static let xmp = "XML:com.adobe.xmp"
    fileprivate static let rawXMP = "Raw profile type xmp"
    /// Raw profiles with the data of APP1, usually Exif and sometimes XMP.
    static let rawMarkers: Set = ["Raw profile type exif", "Raw profile type APP1"]
    /// Raw profiles with IPTC.
    static let rawIPTC: Set = ["Raw profile type iptc", "Raw profile type 8bim"]
    /// The keywords of all raw profiles that are read.
    static let raw = rawMarkers.union([rawXMP]).union(rawIPTC)
  }
}

/// Bytes in a text chunk of a PNG, as ImageMagick writes Exif data and other profiles.
///
/// The text has a line with a name and a line with the number of bytes, followed by the bytes in
/// hexadecimal digits.
///
/// Source: ImageMagick, coders/png.c, Magick_png_write_raw_profile.
struct RawProfile: Equatable, Sendable {
  /// The bytes; fewer than announced if other characters follow the digits.
  let bytes: [UInt8]

  /// Decodes the profile in a text chunk; nil if the text is not a raw profile.
  init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == 0x20 }, as: UTF8.self)), count > 0
    else { return nil }
    bytes = lines[2].bytesFromHexadecimal(limit: count)
  }
}

extension Orientation {
  /// Reads the orientation from the Exif data of a picture.
  ///
  /// Nil if it is missing or unknown, or if the bytes before it are damaged. Only the first
  /// directory, which describes the picture itself, is searched.
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories. Some writers put the
  ///   `Exif\0\0` of JPEG files before them.
  package init?(exif: [UInt8]) {
    guard let directory = TIFFDirectory(exif: exif) else { return nil }
    self.init(directory)
  }

  /// The orientation under tag 274 of the first Exif directory; nil if it is missing or unknown.
  init?(_ exif: TIFFDirectory) {
    guard let value = exif.number(274) else { return nil }
    self.init(rawValue: value)
  }

  /// The orientation in XMP, from `tiff:Orientation`; nil if it is missing or unknown.
  ///
  /// Source: XMP specification, part 2 (TIFF namespace).
  init?(_ xmp: XMPPacket) {
    guard let digits = xmp.value(of: "tiff:Orientation")?.utf8.prefix(while: { 0x30...0x39 ~= $0 }),
      digits.count == 1, let digit = digits.first
    else { return nil }
    self.init(rawValue: Int(digit) - 0x30)
  }

  /// The orientation in a text chunk of a PNG, as Exif or XMP.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the text; those of raw profiles and XMP are recognised.
  ///   - text: The text in UTF-8, decompressed.
  package init?(keyword: String, text: [UInt8]) {
    switch EmbeddedMetadata(keyword: keyword, text: text) {
    case .exif(let bytes): self.init(exif: bytes)
    case .xmp(let packet): self.init(XMPPacket(packet))
    case .iptc, nil: return nil
    }
  }
}

extension PictureHeader {
  /// Creates a header with the metadata of a file, reduced to what is used and requested.
  init(
    _ size: PixelSize, _ color: SourceColor, _ file: FileMetadata, _ use: MetadataUse,
    bitsPerSample: UInt8 = 8
  ) {
    self.init(
      size: size, format: color.rowFormat, bitsPerSample: bitsPerSample, colorSpace: color.space)
    (warnings, unusedProfile) = (color.warnings, color.unusedProfile)
    if use.orientation != .ignore {
      orientation = file.exif.flatMap { Orientation($0) } ?? .upright
    }
    let needs = use.needs
    guard needs != MetadataNeeds() else { return }
    metadata = PictureMetadata(file, needs)
    metadata?.colorName = needs.color ? color.name(profile: file.profile) : nil
  }

  /// Whether this header still describes the rows of a picture that is opened again.
  func describes(_ size: PixelSize, _ color: SourceColor) -> Bool {
    self.size == size && format == color.rowFormat && self.colorSpace == color.space
  }
}

extension PictureMetadata {
  /// The requested metadata of a file, wherever the file stores it.
  init(_ file: FileMetadata, _ needs: MetadataNeeds) {
    guard needs.exif || needs.xmp else {
      self.init()
      return
    }
    let file = file.opened
    self.init(
      exif: needs.exif ? file.exif : nil, xmp: needs.xmp ? file.xmp : [],
      iptc: needs.xmp ? file.iptc : [])
  }
}
