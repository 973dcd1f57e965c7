/// Exif data or XMP, as files of other formats hold them.
package enum EmbeddedMetadata: Equatable, Sendable {
  /// Exif data, with or without `Exif\0\0` before them; or anything else that is not XMP.
  case exif([UInt8])
  /// An XMP packet, without what JPEG files put before it.
  case xmp([UInt8])

  /// Tells by their first bytes what the data of an APP1 marker of JPEG are.
  package init(marker bytes: [UInt8]) {
    self =
      bytes.starts(with: XMPPacket.signature)
      ? .xmp(Array(bytes[XMPPacket.signature.count...])) : .exif(bytes)
  }

  /// The metadata in a text of a PNG; nil where it is a text for people, or no profile.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the text; ``TextKeyword`` lists those that count.
  ///   - text: The text in UTF-8, no longer compressed.
  package init?(keyword: String, text: [UInt8]) {
    if keyword == TextKeyword.xmp {
      self = .xmp(text)
      return
    }
    guard TextKeyword.raw.contains(keyword), let profile = RawProfile(text) else { return nil }
    self = EmbeddedMetadata(marker: profile.bytes)
    // ImageMagick's own profile of XMP is the packet alone.
    if keyword == TextKeyword.rawXMP, case .exif(let packet) = self { self = .xmp(packet) }
  }

  /// Keywords under which texts of a PNG hold Exif data and XMP.
  package enum TextKeyword {
    /// Source: XMP specification, part 3, 1.1.5 (PNG).
    package static let xmp = "XML:com.adobe.xmp"
    fileprivate static let rawXMP = "Raw profile type xmp"
    /// Raw profiles with the data of APP1, which are Exif as a rule and XMP at times.
    package static let rawMarkers: Set = ["Raw profile type exif", "Raw profile type APP1"]
    /// All raw profiles that count.
    package static let raw = rawMarkers.union([rawXMP])
  }
}
