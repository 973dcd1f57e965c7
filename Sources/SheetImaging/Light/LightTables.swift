internal import CKernels

/// Encodes light as the nearest sample without computing powers.
///
/// The results equal `(curve.encoded(light) * maximum).rounded()` for every `Float`, because the
/// minimum light of each code value is determined with that very formula.
struct EncodingTable: Sendable {
  let curve: TransferCurve
  let depth: SampleDepth

  /// For each code value, the minimum light that is encoded as this value or a higher one; then
  /// infinity.
  let thresholds: [Float]

  /// For 8 bits, the table used by the kernels; otherwise empty.
  ///
  /// Each word contains the code value at the lower end of a step of light, and where in the step
  /// the next code value begins.
  let kernelSteps: [UInt32]

  /// Computes the table for sRGB, or for a linear curve.
  init(_ curve: TransferCurve, _ depth: SampleDepth) {
    precondition(curve == .sRGB || curve == .linear, "the kernels know no other curve")
    (self.curve, self.depth) = (curve, depth)
    thresholds = (0...depth.maximum).map { Self.threshold(of: $0, curve, depth) } + [.infinity]
    kernelSteps = depth == .eight ? Self.kernelSteps(thresholds) : []
  }

  /// The minimum light that is encoded as the code value `wanted` or a higher one.
  private static func threshold(
    of wanted: Int, _ curve: TransferCurve, _ depth: SampleDepth
  ) -> Float {
    guard wanted > 0 else { return 0 }
    let maximum = Double(depth.maximum)
    let sample = (Double(wanted) - 0.5) / maximum
    let exact = curve.decoded(sample)
    var light = Float(exact)
    if Double(light) < exact { light = light.nextUp }
    // The error of `pow` is far below this. The result can be wrong only if a float is that close
    // to the threshold, or at the point where the two parts of the curve meet, whose coordinates
    // the standard rounds.
    let tolerance = exact * 0x1p-40
    let isCertain =
      Double(light) - exact > tolerance && exact - Double(light.nextDown) > tolerance
      && abs(sample - 0.04045) > 0.0001
    guard !isCertain else { return light }
    func code(_ light: Float) -> Int { Int(curve.encoded(Double(light)) * maximum + 0.5) }
    while code(light) < wanted { light = light.nextUp }
    while light > 0, code(light.nextDown) >= wanted { light = light.nextDown }
    return light
  }

  /// The words described in `CKernels.h` at `ckernels_code_steps`.
  private static func kernelSteps(_ thresholds: [Float]) -> [UInt32] {
    // There are so many steps that no step of the sRGB curve contains the thresholds of two 8-bit
    // code values.
    let steps = Int(ckernels_code_steps)
    var code = 0
    return (0...steps).map { step in
      while Float(step) / Float(steps) >= thresholds[code + 1] { code += 1 }
      let scaled = thresholds[code + 1] * Float(steps)
      guard scaled < Float(step + 1) else { return 0xFFFF_FF00 | UInt32(code) }
      // Exact, because the number of steps is a power of 2 and no threshold is below half a step.
      return (UInt32((scaled - Float(step)) * 0x1p24) - 1) << 8 | UInt32(code)
    }
  }

  /// The table for sRGB, the colour space of sheets, or for values that are already encoded.
  static func table(from light: ResampleLight = .linear, _ depth: SampleDepth) -> EncodingTable {
    switch (light, depth) {
    case (.linear, .eight): sRGB8
    case (.linear, .sixteen): sRGB16
    case (.encoded, .eight): linear8
    case (.encoded, .sixteen): linear16
    }
  }

  private static let sRGB8 = EncodingTable(.sRGB, .eight)
  private static let sRGB16 = EncodingTable(.sRGB, .sixteen)
  private static let linear8 = EncodingTable(.linear, .eight)
  private static let linear16 = EncodingTable(.linear, .sixteen)
}

/// The light of every sample at a depth, tabulated so that no powers need to be computed.
struct DecodingTable: Sendable {
  /// 256 or 65,536 values from 0 to 1.
  let light: [Float]

  /// Computes the table of `curve`; `kind` says whether its values are linear light or encoded.
  init(
    _ curve: TransferCurve, _ depth: SampleDepth, _ range: SampleRange = .full,
    as kind: ResampleLight = .linear
  ) {
    light = (0...depth.maximum).map {
      let light = Float(curve.decoded(range.sample($0, depth)))
      return kind == .encoded ? Self.encoded(light) : light
    }
  }

  /// The table for `curve`, shared with recent callers.
  static func table(
    of curve: TransferCurve, _ depth: SampleDepth, _ range: SampleRange = .full,
    as kind: ResampleLight = .linear
  ) -> DecodingTable {
    switch (curve, depth, range, kind) {
    case (.sRGB, .eight, .full, .linear): sRGB8
    case (.sRGB, .sixteen, .full, .linear): sRGB16
    case (.linear, .eight, .full, .linear): linear8
    case (.linear, .sixteen, .full, .linear): linear16
    default:
      recentTables.value(of: Key(curve: curve, depth: depth, range: range, kind: kind)) {
        DecodingTable(curve, depth, range, as: kind)
      }
    }
  }

  /// Encodes light as the nearest 16-bit sample, scaled to 0 to 1.
  static func encoded(_ light: Float) -> Float {
    Float((TransferCurve.sRGB.encoded(Double(light)) * 65_535).rounded()) / 65_535
  }

  private static let sRGB8 = DecodingTable(.sRGB, .eight)
  private static let sRGB16 = DecodingTable(.sRGB, .sixteen)
  private static let linear8 = DecodingTable(.linear, .eight)
  private static let linear16 = DecodingTable(.linear, .sixteen)

  private struct Key: Hashable {
    let curve: TransferCurve
    let depth: SampleDepth
    let range: SampleRange
    let kind: ResampleLight
  }

  /// The most recently used tables: enough for the curves of a few cameras and programs, and at
  /// most 4 MiB.
  private static let recentTables = LRUCache<Key, DecodingTable>(limit: 16)
}
