/// The text before Exif data or XMP in a JPEG segment, in the spellings that programs write.
///
/// Besides the standard headers, those that ExifTool accepts are recognised. `Exif` may be in any
/// case, have another byte in place of its second NUL, or follow up to four other bytes, as when a
/// segment's own header is repeated. The name of XMP's namespace may lack its NUL, or have a blank
/// before it. These spellings count only if a TIFF header or a packet follows, since other programs
/// use similar names.
enum SegmentHeader {
  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/".utf8)

  /// The Exif data after its header; nil if there is no such header.
  static func exif(in segment: [UInt8]) -> ArraySlice<UInt8>? {
    if segment.starts(with: exif) { return segment[exif.count...] }
    for start in 0...4 where start + 10 <= segment.count {
      let data = segment[(start + 6)...]
      guard segment[start + 4] == 0, data.startsTIFF else { continue }
      let name = segment[start..<start + 4].map { $0 | 0x20 }
      if name.elementsEqual("exif".utf8) { return data }
    }
    return nil
  }

  /// The XMP packet after its header; nil if there is no such header.
  static func xmp(in segment: [UInt8]) -> ArraySlice<UInt8>? {
    guard segment.starts(with: xmp) else { return nil }
    let rest = segment[xmp.count...]
    if rest.first == 0 { return rest.dropFirst() }
    let afterBlanks = rest.drop { $0 == 0x20 }
    let packet = afterBlanks.first == 0 ? afterBlanks.dropFirst() : afterBlanks
    return packet.startsXML ? packet : nil
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes start with the header of a TIFF, in either byte order.
  var startsTIFF: Bool { starts(with: "II*\0".utf8) || starts(with: "MM\0*".utf8) }

  /// Whether these bytes start with a tag or a byte order mark.
  fileprivate var startsXML: Bool {
    let text = drop(while: \.isXMLSpace)
    return text.first == UInt8(ascii: "<") || starts(with: [0xEF, 0xBB, 0xBF])
      || starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE])
  }
}
