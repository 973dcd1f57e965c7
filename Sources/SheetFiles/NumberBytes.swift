extension FixedWidthInteger {
  /// The bytes of the number, the highest first.
  package var bytesFromHighest: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> $0)
    }
  }
}

extension Sequence<UInt8> {
  /// Two digits for each byte.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
