internal import SheetImaging

/// Metadata and colour profile of a file, in any format.
///
/// A container adds the metadata that it carries, which may contain further metadata: see
/// ``opened``.
struct FileMetadata: Sendable {
  /// The Exif data; nil if it is missing or damaged.
  var exif: TIFFDirectory?
  /// The XMP packets.
  ///
  /// Each fact is taken from the first packet that has it.
  var xmp: [[UInt8]] = []
  /// The IPTC data from each place in the file: datasets, or image resources that contain them and
  /// other metadata.
  ///
  /// Each fact is taken from the first place that has it.
  var iptc: [[UInt8]] = []
  var profile: [UInt8]?

  /// The maximum number of packets read, not counting extensions: two programs may each have
  /// written one.
  static let maximumPackets = 2

  /// The maximum number of places with IPTC: two tags of a TIFF, and two of the Exif data within
  /// it.
  private static let maximumPlacesOfIPTC = 4

  /// Adds metadata found in a container, or within other metadata.
  ///
  /// The first Exif data outside of image resources is used. IPTC that consists of zeros is
  /// padding.
  mutating func add(_ part: EmbeddedMetadata) {
    switch part {
    case .exif(let bytes): exif = exif ?? TIFFDirectory(exif: bytes)
    case .xmp(let packet):
      if !packet.isEmpty, xmp.count < Self.maximumPackets, !xmp.contains(packet) {
        xmp.append(packet)
      }
    case .iptc(let bytes):
      let size = iptc.reduce(bytes.count) { $0 + $1.count }
      if iptc.count < Self.maximumPlacesOfIPTC, size <= PictureMetadata.limit,
        bytes.contains(where: { $0 != 0 }), !iptc.contains(bytes)
      {
        iptc.append(bytes)
      }
    }
  }

  /// Adds the metadata under tags of `directory`, the first directory of a TIFF, a RAW file or Exif
  /// data.
  ///
  /// IPTC consists of bytes in order, even if its type is LONG.
  ///
  /// Source: XMP specification, part 3, "TIFF": tags 700 (XMP), 33723 (IPTC) and 34377 (image
  /// resources).
  mutating func add(partsOf directory: TIFFDirectory) {
    if let packet = directory.bytes(700) { add(.xmp(packet)) }
    for tag in [33723, 34377] {
      if let bytes = directory.bytes(tag) { add(.iptc(bytes)) }
    }
  }

  /// All metadata, including what is embedded in Exif data and in image resources.
  var opened: FileMetadata {
    var all = self
    if let exif { all.add(partsOf: exif) }
    for resources in all.iptc.compactMap({ PhotoshopResources($0) }) {
      if let packet = resources.xmp { all.add(.xmp(packet)) }
      guard let exif = resources.exif.flatMap({ TIFFDirectory(exif: $0) }) else { continue }
      // A TIFF always has a directory, even without Exif data.
      if all.exif?.complete(with: exif) == nil { all.exif = exif }
      all.add(partsOf: exif)
    }
    return all
  }
}
