package import SheetImaging

extension Orientation {
  /// The orientation that the Exif data of a picture state.
  ///
  /// Nil where it states none or an unknown one, and where the bytes before it are damaged. Only
  /// the first directory, which describes the picture itself, is searched.
  ///
  /// - Parameter exif: The chunk's data: a TIFF header and directories. Some writers put the
  ///   `Exif\0\0` of JPEG files before them.
  package init?(exif: [UInt8]) {
    guard let directory = ExifDirectory(exif) else { return nil }
    self.init(directory)
  }

  /// The orientation under tag 274 of the first directory of Exif; nil for none or an unknown one.
  package init?(_ exif: ExifDirectory) {
    guard let value = exif.number(274) else { return nil }
    self.init(rawValue: value)
  }

  /// The orientation that XMP states as `tiff:Orientation`; nil for none or an unknown one.
  ///
  /// Source: XMP specification, part 2 (TIFF namespace).
  package init?(_ xmp: XMPPacket) {
    guard let digits = xmp.value(of: "tiff:Orientation")?.utf8.prefix(while: { 0x30...0x39 ~= $0 }),
      digits.count == 1, let digit = digits.first
    else { return nil }
    self.init(rawValue: Int(digit) - 0x30)
  }

  /// The orientation that a text of a PNG states, by Exif or by XMP.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the text. Those of raw profiles and of XMP are known.
  ///   - text: The text in UTF-8, no longer compressed.
  package init?(keyword: String, text: [UInt8]) {
    switch EmbeddedMetadata(keyword: keyword, text: text) {
    case .exif(let bytes): self.init(exif: bytes)
    case .xmp(let packet): self.init(XMPPacket(packet))
    case nil: return nil
    }
  }
}
