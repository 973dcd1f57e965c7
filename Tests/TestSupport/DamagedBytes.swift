/// Damaged bytes, with a description of the damage for the test log.
public struct DamagedBytes: CustomStringConvertible, Sendable {
  /// The bytes with the damage.
  public let bytes: [UInt8]
  /// The damage, such as `cut to 7 of 90 bytes` or `bit 3 of byte 12 flipped`.
  public let description: String

  /// Creates a value from bytes that are already damaged.
  public init(bytes: [UInt8], description: String) {
    self.bytes = bytes
    self.description = description
  }
}

extension [UInt8] {
  /// The bytes truncated to every length, from zero to one byte less than all.
  public var truncations: some Sequence<DamagedBytes> {
    indices.lazy.map { length in
      DamagedBytes(
        bytes: Array(prefix(length)), description: "cut to \(length) of \(count) bytes")
    }
  }

  /// The bytes with every bit flipped, one at a time, starting with the lowest bit of each byte.
  public var bitFlips: some Sequence<DamagedBytes> {
    (0..<count * 8).lazy.map { place in
      let (byte, bit) = place.quotientAndRemainder(dividingBy: 8)
      var bytes = self
      bytes[byte] ^= 1 << UInt8(bit)
      return DamagedBytes(bytes: bytes, description: "bit \(bit) of byte \(byte) flipped")
    }
  }
}

extension [UInt8] {
  /// The bytes with one to four random changes: a byte replaced, removed or added, or the end
  /// replaced by the beginning.
  public func mutated(by generator: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0...generator.number(below: 4) {
      let place = generator.number(below: bytes.count)
      switch generator.number(below: 4) {
      case 0: bytes[place] = UInt8(generator.number(below: 256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(0xFF, at: place)
      default: bytes.replaceSubrange(place..., with: bytes[..<(bytes.count - place)])
      }
    }
    return bytes
  }
}
