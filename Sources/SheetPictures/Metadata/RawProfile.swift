internal import SheetImaging

/// Bytes in a text of a PNG, as ImageMagick writes Exif data and other profiles.
///
/// The text is a line with a name, a line with the number of bytes, and these in hexadecimal digits.
///
/// Source: ImageMagick, coders/png.c, Magick_png_write_raw_profile.
package struct RawProfile: Equatable, Sendable {
  /// The bytes; fewer than announced where other characters follow the digits.
  package let bytes: [UInt8]

  /// The profile in a text; nil where it is no such text.
  package init?(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3,
      let count = Int(String(decoding: lines[1].drop { $0 == 0x20 }, as: UTF8.self)), count > 0
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, lines[2].count / 2))
    var high: UInt8?
    for byte in lines[2] where !byte.isXMLSpace {
      guard let digit = byte.hexadecimalDigit else { break }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
        if bytes.count == count { break }
      } else {
        high = digit
      }
    }
    self.bytes = bytes
  }
}
