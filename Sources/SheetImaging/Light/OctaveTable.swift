internal import CKernels

/// A smooth function of positive numbers, tabulated so that no powers need to be computed.
///
/// Each octave, from one power of 2 to the next, is divided into 256 steps, between which values
/// are interpolated, so the relative precision is the same everywhere. The kernels assume the same
/// number of steps.
struct OctaveTable: Sendable {
  /// The value at the start of each step, followed by the difference to the next value.
  let steps: [Float]
  let range: ClosedRange<Float>

  /// The number of low bits of a `Float` that give its offset within its step.
  static let stepBits = UInt32(Float.significandBitCount - Int(ckernels_curve_step_bits))

  /// Tabulates `function` from 2^`octaves.lowerBound` to 2^`octaves.upperBound`.
  init(_ octaves: ClosedRange<Int>, of function: (Double) -> Double) {
    range = Self.power(octaves.lowerBound)...Self.power(octaves.upperBound)
    let first = range.lowerBound.bitPattern >> Self.stepBits
    let last = range.upperBound.bitPattern >> Self.stepBits
    // The bits of positive floats increase with their values, so the high bits number the steps.
    let values = (first...last).map {
      Float(function(Double(Float(bitPattern: $0 << Self.stepBits))))
    }
    steps = zip(values, values.dropFirst() + values.suffix(1)).flatMap { [$0, $1 - $0] }
  }

  private static func power(_ exponent: Int) -> Float {
    Float(sign: .plus, exponent: exponent, significand: 1)
  }
}
