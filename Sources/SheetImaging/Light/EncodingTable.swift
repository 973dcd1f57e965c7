/// Encodes light as the nearest sample without computing powers.
///
/// Results equal `(curve.encoded(light) * maximum).rounded()` for every `Float`, because the
/// minimum light of each code is found with that very formula.
struct EncodingTable: Sendable {
  /// For each code, the minimum light that is encoded as this code or a higher one; then
  /// infinity.
  let thresholds: [Float]

  /// Light from 0 to 1 is divided into equal steps; these are the codes at their lower ends.
  let starts: [UInt16]

  /// For 8 bits, what the kernels look up in the place of the two above: the code of each step and
  /// the place of the next code in it, in one word; otherwise empty.
  let kernelSteps: [UInt32]

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
    let thresholds = reachable + [.infinity]
    // With 4096 steps, no step of the sRGB curve contains the thresholds of two 8-bit codes.
    let steps = depth == .eight ? 4096 : 65_536
    let starts = (0...steps).map { UInt16(code(Float($0) / Float(steps))) }
    self.thresholds = thresholds
    self.starts = starts
    kernelSteps = depth == .eight ? Self.kernelSteps(starts, thresholds) : []
  }

  /// The words that `CKernels.h` describes at `ckernels_code_steps`.
  private static func kernelSteps(_ starts: [UInt16], _ thresholds: [Float]) -> [UInt32] {
    starts.enumerated().map { step, start in
      let scaled = thresholds[Int(start) + 1] * Float(starts.count - 1)
      guard scaled < Float(step + 1) else { return 0xFFFF_FF00 | UInt32(start) }
      // Exact, because the steps are a power of 2 and no threshold is below half of one.
      return (UInt32((scaled - Float(step)) * 0x1p24) - 1) << 8 | UInt32(start)
    }
  }

  /// The sample for `light`.
  ///
  /// Light is clamped to 0 to 1, and NaN counts as 0.
  @inline(__always)
  func code(for light: Float) -> UInt16 {
    let light = light > 0 ? min(light, 1) : 0
    let start = Int(starts[Int(light * Float(starts.count - 1))])
    // The first comparison is unpredictable and should not become a branch; the others are
    // almost never true.
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
