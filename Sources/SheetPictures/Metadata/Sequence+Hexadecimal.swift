internal import SheetImaging

extension Sequence<UInt8> {
  /// The bytes that pairs of hexadecimal digits stand for, at most `limit` of them, up to the first
  /// character that is neither a digit nor white space.
  func bytesFromHexadecimal(limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Swift.min(limit, underestimatedCount / 2))
    var high: UInt8?
    for character in self where !character.isXMLSpace {
      guard bytes.count < limit, let digit = character.hexadecimalDigit else { break }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return bytes
  }
}
