internal import SheetImaging

/// The Photoshop image resources that contain other metadata.
///
/// A resource whose data has the wrong length ends the list, and those before it are used.
///
/// Source: Adobe, "Photoshop File Formats Specification", "Image Resources": 1028 (IPTC), 1058
/// (Exif) and 1060 (XMP). ExifTool, lib/Image/ExifTool/Photoshop.pm, and JPEG segments in
/// ExifTool.pm: the marks of other programs, and the header of Photoshop 2.5.
struct PhotoshopResources {
  /// The IPTC datasets of all resources that have some.
  private(set) var iptc: [UInt8] = []
  private(set) var exif: [UInt8]?
  private(set) var xmp: [UInt8]?

  /// The text before image resources in a JPEG marker.
  static let signature = Array("Photoshop 3.0\0".utf8)

  /// The text before image resources from Photoshop 2.5; eight bytes follow it.
  static let olderSignature = Array("Adobe_Photoshop2.5:".utf8)

  /// Reads resources, with or without their ``signature`` or ``olderSignature``; nil if the bytes
  /// are something else.
  init?(_ bytes: [UInt8]) {
    var rest = ByteView(bytes)
    if bytes.starts(with: Self.signature) {
      rest = rest[Self.signature.count...]
    } else if bytes.starts(with: Self.olderSignature) {
      rest = rest[(Self.olderSignature.count + 8)...]
    }
    guard rest.startsResource else { return nil }
    // A mark, a number, a name (its length and characters, padded to an even number of bytes), and
    // the length of the data.
    while rest.step(), rest.startsResource, let number = rest.number(at: 4, 2),
      let nameLength = rest.number(at: 6, 1)
    {
      // The resource numbers of other programs have other meanings.
      let isPhotoshop = rest.text(at: 0) == "8BIM"
      rest = rest[(6 + (nameLength + 2) & ~1)...]
      guard let data = rest.take(4).flatMap({ rest.take(part: $0) }) else { break }
      switch isPhotoshop ? number : 0 {
      case 1028: iptc += data.bytes
      case 1058: exif = exif ?? data.bytes
      case 1060: xmp = xmp ?? data.bytes
      default: break
      }
      // Some programs do not pad data with an odd length.
      if data.count % 2 == 1, !rest.startsResource { rest = rest[min(1, rest.count)...] }
    }
  }
}

extension ByteView {
  /// Whether these bytes start with the mark of a resource, from Photoshop or other programs listed
  /// in ExifTool's documentation.
  fileprivate var startsResource: Bool {
    ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"].contains(text(at: 0))
  }
}
