/// The nearest sample to any amount of light, without computing a power.
///
/// Results equal `(curve.encoded(light) * maximum).rounded()` for every
/// `Float`: each sample is known by the least light that rounds to it, found
/// with that very formula.
struct EncodingTable: Sendable {
  /// For each code, the least light that is encoded as it or more; one more at
  /// the end is out of reach.
  let thresholds: [Float]

  /// The code at the lower end of each of the equal steps from 0 to 1.
  let starts: [UInt16]

  /// Computes the table of `curve`.
  init(_ curve: TransferCurve, _ depth: SampleDepth) {
    let maximum = Double(depth.maximum)
    func code(_ light: Float) -> Int {
      Int(curve.encoded(Double(light)) * maximum + 0.5)
    }
    let reachable = (0...depth.maximum).map { wanted -> Float in
      guard wanted > 0 else { return 0 }
      var light = Float(curve.decoded((Double(wanted) - 0.5) / maximum))
      while code(light) < wanted { light = light.nextUp }
      while light > 0, code(light.nextDown) >= wanted { light = light.nextDown }
      return light
    }
    thresholds = reachable + [.infinity]
    // With 4096 steps no step of the sRGB curve has two codes of 8 bits begin in it.
    let steps = depth == .eight ? 4096 : 65_536
    starts = (0...steps).map { UInt16(code(Float($0) / Float(steps))) }
  }

  /// The sample for `light`, clamped to 0 to 1.
  ///
  /// What is not a number counts as 0.
  @inline(__always)
  func code(for light: Float) -> UInt16 {
    let light = light > 0 ? min(light, 1) : 0
    let start = Int(starts[Int(light * Float(starts.count - 1))])
    // This first comparison cannot be foreseen, so it had better not be a
    // branch; a further one is all but never true.
    var code = start + (light >= thresholds[start + 1] ? 1 : 0)
    while light >= thresholds[code + 1] { code += 1 }
    return UInt16(truncatingIfNeeded: code)
  }

  /// The table that sheets are encoded with.
  static func sRGB(_ depth: SampleDepth) -> EncodingTable {
    depth == .eight ? sRGB8 : sRGB16
  }

  private static let sRGB8 = EncodingTable(.sRGB, .eight)
  private static let sRGB16 = EncodingTable(.sRGB, .sixteen)
}
