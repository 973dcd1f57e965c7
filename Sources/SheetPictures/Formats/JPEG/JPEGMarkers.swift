internal import SheetImaging
internal import SheetLayout
internal import SheetModel

/// The data in a JPEG file apart from its pixels.
struct JPEGMarkers: Sendable {
  /// The Exif data of the first marker that has any; nil if it is damaged, or not parsed yet.
  private(set) var exif: TIFFDirectory?
  /// The packets of the first markers with XMP, if requested.
  private var packets: [[UInt8]] = []
  private var extensions: [ArraySlice<UInt8>] = []
  /// The image resources joined from all markers, if IPTC was requested, since a resource may span
  /// several markers.
  private var resources: [UInt8]?
  /// The image resources of the first marker from Photoshop 2.5.
  private var olderResources: [UInt8]?
  /// The IPTC data of the RAW file that contains the preview, if there is any.
  private var rawIPTC: [[UInt8]] = []
  /// The comments in file order, if requested.
  private(set) var comments: [String] = []
  /// The data of the first marker with Exif, and of markers that continue it.
  private var exifBytes: [UInt8] = []
  /// The orientation of a preview, if it differs from its RAW file's.
  private(set) var previewOrientation: Orientation?
  private var profileParts = ProfileParts()

  /// Adds the data of a marker with this code: Exif data, XMP, part of a profile, or a comment.
  mutating func add(_ code: UInt8, _ bytes: [UInt8]) {
    switch code {
    case 0xE1:
      switch EmbeddedMetadata(segment: bytes) {
      case .xmp(let packet):
        if packets.count < FileMetadata.maximumPackets { packets.append(packet) }
      case .exif(let data): addExif(data)
      case .iptc: break
      case nil:
        guard bytes.starts(with: XMPExtension.signature) else { break }
        extensions.append(bytes.dropFirst(XMPExtension.signature.count))
      }
    case 0xE2: profileParts.append(bytes)
    case 0xED where bytes.starts(with: PhotoshopResources.olderSignature):
      olderResources = olderResources ?? bytes
    case 0xED:
      let mark = resources == nil ? 0 : PhotoshopResources.signature.count
      resources = resources ?? []
      resources?.append(contentsOf: bytes.dropFirst(mark))
    default: comments.append(String(ofUnknownEncoding: bytes.prefix { $0 != 0 }))
    }
  }

  /// Adds the Exif data of the first marker, and of markers that continue it.
  ///
  /// A later marker with its own header, such as a copy of the first, is ignored.
  private mutating func addExif(_ data: [UInt8]) {
    guard exifBytes.isEmpty == data[...].startsTIFF else { return }
    exifBytes += data
  }

  /// Parses the Exif data of all markers; called once, after the last marker has been added.
  mutating func parseExif() {
    exif = TIFFDirectory(exif: exifBytes)
    exifBytes = []
  }

  /// Adds the metadata of the RAW file that contains a preview of this size; it overrides the
  /// preview's own metadata.
  ///
  /// The orientation is an exception: the preview's own Exif data comes first. A preview without an
  /// orientation counts as upright if the RAW file's orientation swaps width and height, and these
  /// are already swapped in the preview compared with the sensor.
  mutating func add(_ raw: FileMetadata, sensorSize: PixelSize?, previewSize: PixelSize) {
    previewOrientation = exif.flatMap { Orientation($0) }
    if previewOrientation == nil, let sensorSize,
      raw.exif.flatMap({ Orientation($0) })?.swapsSides == true,
      (sensorSize.width - sensorSize.height).signum()
        * (previewSize.width - previewSize.height).signum() < 0
    {
      previewOrientation = .upright
    }
    exif = raw.exif ?? exif
    if !raw.xmp.isEmpty { (packets, extensions) = (raw.xmp, []) }
    rawIPTC = raw.iptc
  }

  /// The IPTC data, if requested.
  var iptc: [[UInt8]] {
    rawIPTC.isEmpty ? [resources, olderResources].compactMap(\.self) : rawIPTC
  }

  /// The packets, each followed by its extension.
  var xmp: [[UInt8]] {
    packets.flatMap { packet in
      [packet]
        + (extensions.isEmpty ? [] : [XMPExtension(of: XMPPacket(packet), in: extensions)?.bytes])
        .compactMap(\.self)
    }
  }

  /// The colour profile; nil if there is none.
  ///
  /// - Returns: The profile, or the reason why it cannot be assembled.
  var profile: Result<[UInt8], UnusableData>? { profileParts.profile }

  /// All parts of the profile, in file order.
  var profileBytes: [UInt8] { profileParts.bytes }

  /// The values of some keys in the first comment.
  func values(of keys: Set<TextKey>) -> [TextKey: [String]] {
    guard !keys.isEmpty, let comment = comments.first else { return [:] }
    var search = TextSearch(keys, in: Self.commentKeyword)
    search.take(comment.utf8)
    return search.values()
  }

  /// The keyword that stands for the comments of a JPEG, as if they were text chunks of a PNG.
  static let commentKeyword = "Comment"
}

extension TIFFDirectory {
  /// Whether the picture is in Adobe RGB, according to the rule of DCF.
  ///
  /// Exif has no value for Adobe RGB: cameras write 2, or mark the colour space as uncalibrated and
  /// name it in the interoperability directory.
  ///
  /// Source: Exif 2.32, 4.6.6, tags 34665, 40961 and 40965; DCF 2.0, option files (`R03`).
  var isAdobeRGB: Bool {
    guard let exif = directory(TIFFTag.exif), let space = exif.number(40961) else { return false }
    return space == 2
      || space == 0xFFFF && exif.directory(TIFFTag.interoperability)?.text(1) == "R03"
  }
}

/// The extension of an XMP packet that is too long for its JPEG marker, assembled from other
/// markers.
///
/// An extension is not itself a packet. Its references to further extensions are ignored, so there
/// can be no cycle.
///
/// Source: XMP specification, part 3, 1.1.3.1.
private struct XMPExtension {
  let bytes: [UInt8]

  /// The text at the start of each part of an extension.
  ///
  /// It is followed by 32 digits that identify the extension, then the extension's length, then the
  /// part's offset.
  static let signature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// Creates the extension; nil if the packet has none, or its start is missing.
  init?(of packet: XMPPacket, in parts: [ArraySlice<UInt8>]) {
    guard let name = packet.value(of: "xmpNote:HasExtendedXMP")?.uppercased() else { return nil }
    let own = parts.filter {
      $0.count > 40 && String(decoding: $0.prefix(32), as: UTF8.self).uppercased() == name
    }.map {
      (offset: ByteView($0.dropFirst(36).prefix(4)).number(at: 0, 4) ?? 0, $0.dropFirst(40))
    }
    var bytes: [UInt8] = []
    // Repeated parts are skipped, and the first gap ends the extension.
    for (offset, part) in own.sorted(by: { $0.offset < $1.offset }) where offset == bytes.count {
      bytes += part
    }
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
  }
}
