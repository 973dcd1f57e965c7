/// A smooth function of positive numbers, to look up instead of computing powers.
///
/// Each octave, from a power of 2 to the next, is divided into 256 steps, with linear
/// interpolation between them, so that the relative precision is the same everywhere.
struct OctaveTable: Sendable {
  private let values: [Float]
  private let range: ClosedRange<Float>

  /// The number of low bits of a `Float` that tell where it lies in its step.
  private static let stepBits = UInt32(Float.significandBitCount - 8)

  /// Tabulates `function` from 2 to the power of `octaves.lowerBound` to 2 to the power of its
  /// upper bound.
  init(_ octaves: ClosedRange<Int>, of function: (Double) -> Double) {
    range = Self.power(octaves.lowerBound)...Self.power(octaves.upperBound)
    let first = range.lowerBound.bitPattern >> Self.stepBits
    let last = range.upperBound.bitPattern >> Self.stepBits
    // The bits of positive floats rise with their values, so steps are numbered by the high ones.
    values = (first...last).map { Float(function(Double(Float(bitPattern: $0 << Self.stepBits)))) }
  }

  private static func power(_ exponent: Int) -> Float {
    Float(sign: .plus, exponent: exponent, significand: 1)
  }

  /// The value at `position`, which is clamped to the range of the table.
  @inline(__always)
  func value(at position: Float) -> Float {
    let position = min(max(position, range.lowerBound), range.upperBound)
    let bits = position.bitPattern - range.lowerBound.bitPattern
    let step = Int(bits >> Self.stepBits)
    let within = Float(bits & ((1 << Self.stepBits) - 1)) / Float(1 << Self.stepBits)
    let value = values[step]
    return value + (values[min(step + 1, values.count - 1)] - value) * within
  }
}
