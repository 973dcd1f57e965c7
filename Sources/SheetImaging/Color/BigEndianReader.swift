/// Reads big-endian numbers from bytes, each at the offset of its first byte.
///
/// - Precondition: The offsets asked for lie inside the bytes.
package struct BigEndianReader {
  private let bytes: ArraySlice<UInt8>

  /// A reader of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// How many bytes there are.
  package var count: Int { bytes.count }

  /// One byte.
  package func byte(at place: Int) -> UInt8 { bytes[bytes.startIndex + place] }

  /// Two bytes.
  package func halfWord(at place: Int) -> UInt16 {
    let first = bytes.startIndex + place
    return UInt16(bytes[first]) << 8 | UInt16(bytes[first + 1])
  }

  /// Four bytes.
  package func word(at place: Int) -> UInt32 {
    UInt32(halfWord(at: place)) << 16 | UInt32(halfWord(at: place + 2))
  }

  /// A signed number with 16 fractional bits.
  func fixed(at place: Int) -> Double {
    Double(Int32(bitPattern: word(at: place))) / 65_536
  }

  /// Four ASCII letters; bytes that are not printable become question marks.
  func text(at place: Int) -> String {
    let first = bytes.startIndex + place
    return String(
      String.UnicodeScalarView(
        bytes[first..<first + 4].map { 0x20...0x7E ~= $0 ? Unicode.Scalar($0) : "?" }))
  }
}
