extension ColorSpace {
  /// The usual name of the space: `sRGB`, `Display P3`, `gamma 2.2, other primaries`.
  ///
  /// A space without a name of its own is called by its curve. Its primaries are added if they are not
  /// sRGB's. Spaces are equal here if none of their colours differs visibly. The range of samples and
  /// the peak of PQ and HLG do not matter.
  package var name: String {
    if self == .sRGB { return "sRGB" }
    let known = Self.named.first { hasPrimaries(of: $0.space) && hasCurves(of: $0.space) }
    if let known { return known.name }
    let primaries = Self.named.first { hasPrimaries(of: $0.space) }?.name ?? "other primaries"
    return primaries == "sRGB" ? curveName : "\(curveName), \(primaries)"
  }

  /// The spaces with names of their own; the first with some primaries gives these their
  /// name.
  ///
  /// Source: ITU-T H.273, tables 2 and 3, for the code points.
  private static let named: [(name: String, space: ColorSpace)] = {
    let codePoints: [(name: String, primaries: UInt8, transfer: UInt8)] = [
      ("sRGB", 1, 13), ("Rec. 709", 1, 1), ("Display P3", 12, 13), ("Display P3 PQ", 12, 16),
      ("Display P3 HLG", 12, 18), ("Rec. 2020", 9, 1), ("Rec. 2100 PQ", 9, 16),
      ("Rec. 2100 HLG", 9, 18), ("DCI-P3", 11, 17), ("Rec. 601", 6, 6), ("Rec. 601", 5, 6),
    ]
    return [("Adobe RGB", .adobeRGB)]
      + codePoints.compactMap { name, primaries, transfer in
        let space = try? ColorSpace(CodePoints(primaries: primaries, transfer: transfer))
        return space.map { (name, $0) }
      }
  }()

  private var curveName: String {
    if hasCurves(of: .sRGB) { return "sRGB curve" }
    guard curves.red == curves.green, curves.green == curves.blue else { return "other curves" }
    switch curves.green {
    case .linear: return "gamma 1"
    case .gamma(let exponent):
      let number = (exponent * 100).rounded() / 100
      return "gamma " + (number == number.rounded() ? "\(Int(number))" : "\(number)")
    case .perceptualQuantizer: return "PQ"
    case .hybridLogGamma: return "HLG"
    case .sRGB, .parametric, .sampled: return "other curve"
    }
  }

  private func hasPrimaries(of other: ColorSpace) -> Bool {
    let (own, others) = (matrixToSRGB ?? .identity, other.matrixToSRGB ?? .identity)
    return own.isVisiblyEqual(to: others)
  }

  /// Whether greys are as in sRGB, with any primaries.
  package var hasGraysOfSRGB: Bool { hasCurves(of: .sRGB) }

  private func hasCurves(of other: ColorSpace) -> Bool {
    curves.red.isVisiblyEqual(to: other.curves.red)
      && curves.green.isVisiblyEqual(to: other.curves.green)
      && curves.blue.isVisiblyEqual(to: other.curves.blue)
  }
}

extension TransferCurve {
  /// Whether the curves give equal light to the eye.
  fileprivate func isVisiblyEqual(to other: TransferCurve) -> Bool {
    self == other
      || (0...32).allSatisfy { step in
        let sample = Double(step) / 32
        return abs(decoded(sample) - other.decoded(sample)) < ColorSpace.invisibleLight
      }
  }
}
