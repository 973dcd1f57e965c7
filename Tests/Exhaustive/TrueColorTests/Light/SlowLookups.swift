@testable import SheetImaging

// What kernels compute for rows, done slowly and value by value for comparison.

extension EncodingTable {
  /// The sample value for `light`: the last one whose threshold is reached.
  ///
  /// Light is clamped to 0 to 1, and NaN is 0.
  func code(for light: Float) -> UInt16 {
    let light = light > 0 ? min(light, 1) : 0
    var codes = 0..<thresholds.count - 1
    while codes.count > 1 {
      let middle = codes.lowerBound + codes.count / 2
      codes = light >= thresholds[middle] ? middle..<codes.upperBound : codes.lowerBound..<middle
    }
    return UInt16(codes.lowerBound)
  }
}

extension LightMatrix.Row {
  func light(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    factors.0 * green + factors.1 * (red - green) + factors.2 * (blue - green)
  }
}

extension LightMatrix {
  func light(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    (red.light(r, g, b), green.light(r, g, b), blue.light(r, g, b))
  }
}
