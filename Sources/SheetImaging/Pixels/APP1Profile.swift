/// Exif data or XMP as JPEG files hold them in a marker, told apart by their first bytes.
package enum APP1Profile: Equatable, Sendable {
  /// Exif data, with or without `Exif\0\0` before them; or anything else that is not XMP.
  case exif([UInt8])
  /// An XMP packet, without what JPEG files put before it.
  case xmp([UInt8])

  /// Tells what the data of a marker are.
  package init(_ bytes: [UInt8]) {
    self =
      bytes.starts(with: XMPPacket.signature)
      ? .xmp(Array(bytes[XMPPacket.signature.count...])) : .exif(bytes)
  }

  /// Tells what a raw profile in a text of a PNG is; any other text gives no bytes.
  package init(rawProfile text: String) {
    self.init(RawProfile(text)?.bytes ?? [])
  }
}
