/// Numbers in a run of bytes, each by the place of its first byte.
///
/// - Precondition: The places asked for lie inside.
struct BigEndianReader {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func halfWord(at place: Int) -> UInt16 {
    let first = bytes.startIndex + place
    return UInt16(bytes[first]) << 8 | UInt16(bytes[first + 1])
  }

  func word(at place: Int) -> UInt32 {
    UInt32(halfWord(at: place)) << 16 | UInt32(halfWord(at: place + 2))
  }

  /// A number with 16 bits behind the point.
  func fixed(at place: Int) -> Double {
    Double(Int32(bitPattern: word(at: place))) / 65_536
  }

  /// Four letters of Latin-1; what does not print becomes a question mark.
  func text(at place: Int) -> String {
    let first = bytes.startIndex + place
    return String(
      String.UnicodeScalarView(
        bytes[first..<first + 4].map { 0x20...0x7E ~= $0 ? Unicode.Scalar($0) : "?" }))
  }
}
