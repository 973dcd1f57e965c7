import TestSupport

extension SeededGenerator {
  /// An even draw from 0 up to, without, 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An even draw between two numbers.
  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

  /// An even draw from `0..<count`; `number(below:)` would draw other pictures.
  mutating func index(below count: Int) -> Int { Int(next() >> 33) % count }
}
