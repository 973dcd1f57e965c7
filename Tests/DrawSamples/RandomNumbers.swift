/// The SplitMix64 generator: small, fast, and the same numbers on every machine.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// An even draw from 0 up to, without, 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An even draw between two numbers.
  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// An even draw from `0..<count`.
  mutating func index(below count: Int) -> Int { Int(next() >> 33) % count }
}
