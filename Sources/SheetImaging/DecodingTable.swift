/// The light of every sample of a depth, looked up instead of computed.
struct DecodingTable: Sendable {
  /// 256 or 65,536 values from 0 to 1.
  let light: [Float]

  /// Computes the table of `curve`.
  init(_ curve: TransferCurve, _ depth: SampleDepth) {
    let maximum = Double(depth.maximum)
    light = (0...depth.maximum).map { Float(curve.decoded(Double($0) / maximum)) }
  }

  /// The table of `curve`, shared where it is a common one.
  static func table(of curve: TransferCurve, _ depth: SampleDepth) -> DecodingTable {
    switch (curve, depth) {
    case (.sRGB, .eight): sRGB8
    case (.sRGB, .sixteen): sRGB16
    case (.linear, .eight): linear8
    case (.linear, .sixteen): linear16
    case (.gamma, _): DecodingTable(curve, depth)
    }
  }

  private static let sRGB8 = DecodingTable(.sRGB, .eight)
  private static let sRGB16 = DecodingTable(.sRGB, .sixteen)
  private static let linear8 = DecodingTable(.linear, .eight)
  private static let linear16 = DecodingTable(.linear, .sixteen)
}
