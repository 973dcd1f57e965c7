/// A small random number generator that gives the same numbers for a seed on every machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
/// The standard library's `shuffle(using:)` may draw different numbers in another version, hence
/// our own shuffle.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to `bound - 1`, all equally likely.
  ///
  /// - Precondition: `bound` is positive.
  mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    let bound = UInt64(bound)
    // Numbers in the last, incomplete run of remainders are rejected, as they would favour small
    // results.
    let unfair = (UInt64.max % bound + 1) % bound
    while true {
      let bits = next()
      if bits <= UInt64.max - unfair { return Int(bits % bound) }
    }
  }
}

extension Array {
  /// Shuffles the elements so that all orders are equally likely (Fisher and Yates).
  mutating func shuffle(with generator: inout SplitMix64) {
    for last in indices.dropFirst().reversed() {
      swapAt(last, generator.next(below: last + 1))
    }
  }
}
