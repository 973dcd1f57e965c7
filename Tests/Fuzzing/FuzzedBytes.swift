/// An input from which a target first takes the numbers that it needs.
struct FuzzedBytes {
  /// The bytes not yet taken.
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// The next byte; 0 after the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 up to but not including `end`, from one byte or two.
  mutating func number(below end: Int) -> Int {
    let low = Int(byte())
    return (end > 256 ? Int(byte()) << 8 | low : low) % end
  }

  /// `count` bytes made from the remaining ones.
  ///
  /// Inputs are short, but the result must be long, so the input is repeated, each time with
  /// another byte changed, to give matches of all lengths and distances.
  func spread(to count: Int) -> [UInt8] {
    guard !rest.isEmpty else { return [UInt8](repeating: 0, count: count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + rest.count)
    var turn = 0
    while bytes.count < count {
      let start = bytes.count
      bytes += rest
      if turn > 0 { bytes[start + turn * 37 % rest.count] ^= UInt8(truncatingIfNeeded: turn) }
      turn += 1
    }
    return Array(bytes.prefix(count))
  }
}

extension String {
  /// The bytes as text, for targets that take text.
  init(_ bytes: some Sequence<UInt8>) {
    self.init(decoding: Array(bytes), as: UTF8.self)
  }
}
