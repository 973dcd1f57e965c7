internal import CKernels
private import Synchronization

/// Encodes light as the nearest sample without computing powers.
///
/// The results equal `(curve.encoded(light) * maximum).rounded()` for every `Float`, because the
/// minimum light of each code is determined with that very formula.
struct EncodingTable: Sendable {
  let curve: TransferCurve
  let depth: SampleDepth

  /// For each code, the minimum light encoded as this code or a higher one; then infinity.
  let thresholds: [Float]

  /// For 8 bits, the table used by the kernels; otherwise empty.
  ///
  /// Each word contains the code at the lower end of a step of light, and where in the step the
  /// next code begins.
  let kernelSteps: [UInt32]

  /// Computes the table for sRGB, or for a linear curve.
  init(_ curve: TransferCurve, _ depth: SampleDepth) {
    precondition(curve == .sRGB || curve == .linear, "the kernels know no other curve")
    (self.curve, self.depth) = (curve, depth)
    thresholds = (0...depth.maximum).map { Self.threshold(of: $0, curve, depth) } + [.infinity]
    kernelSteps = depth == .eight ? Self.kernelSteps(thresholds) : []
  }

  /// The minimum light that is encoded as this code or a higher one.
  private static func threshold(
    of wanted: Int, _ curve: TransferCurve, _ depth: SampleDepth
  ) -> Float {
    guard wanted > 0 else { return 0 }
    let maximum = Double(depth.maximum)
    let sample = (Double(wanted) - 0.5) / maximum
    let exact = curve.decoded(sample)
    var light = Float(exact)
    if Double(light) < exact { light = light.nextUp }
    // The error of `pow` is far below this, so the result can be wrong only if a float is that
    // close to the threshold, or at the point where the two parts of the curve meet, which the
    // standard rounds.
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
    // codes.
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

  /// Computes the table of `curve`, whose light is linear or encoded.
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

  /// Enough for the curves of a few cameras and programs; at most 4 MiB.
  private static let recentTables = LRUCache<Key, DecodingTable>(limit: 16)
}

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

/// A cache of values that are expensive to compute and often needed again.
///
/// The icons in a folder share a few sizes and profiles, and computing tables for them takes longer
/// than resampling an icon.
package final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let byteLimit: Int
  private let bytes: @Sendable (Key) -> Int
  private let state = Mutex(State())

  private struct State {
    var values: [Key: (value: Value, bytes: Int, lastUse: Int)] = [:]
    /// The number of bytes of all values.
    var bytes = 0
    /// The number of uses so far.
    var uses = 0

    mutating func value(of key: Key) -> Value? {
      uses += 1
      values[key]?.lastUse = uses
      return values[key]?.value
    }

    /// Drops the least recently used values until there is room for one of `added` bytes.
    mutating func makeRoom(for added: Int, limit: Int, byteLimit: Int) {
      while values.count >= limit || bytes + added > byteLimit,
        let oldest = values.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        bytes -= oldest.value.bytes
        values[oldest.key] = nil
      }
    }
  }

  /// Keeps up to `limit` values; when full, drops the least recently used ones.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of values.
  ///   - byteLimit: The maximum number of bytes of all values, though the latest value is always
  ///     kept.
  ///   - bytes: The number of bytes that the value for a key takes.
  package init(
    limit: Int, byteLimit: Int = .max, bytes: @escaping @Sendable (Key) -> Int = { _ in 0 }
  ) {
    (self.limit, self.byteLimit, self.bytes) = (limit, byteLimit, bytes)
  }

  /// The value for `key`, computed if it is not cached.
  package func value(of key: Key, make: () -> Value) -> Value {
    if let value = state.withLock({ $0.value(of: key) }) { return value }
    // Outside the lock: two tasks may compute the same value, but neither waits for the other.
    let value = make()
    let added = bytes(key)
    state.withLock { state in
      if let other = state.values.removeValue(forKey: key) { state.bytes -= other.bytes }
      state.makeRoom(for: added, limit: limit, byteLimit: byteLimit)
      state.values[key] = (value, added, state.uses)
      state.bytes += added
    }
    return value
  }
}
