/// The light of every sample of a depth, to look up instead of computing powers.
struct DecodingTable: Sendable {
  /// 256 or 65,536 values from 0 to 1.
  let light: [Float]

  /// Computes the table of `curve`.
  init(_ curve: TransferCurve, _ depth: SampleDepth, _ range: SampleRange = .full) {
    light = (0...depth.maximum).map { Float(curve.decoded(range.sample($0, depth))) }
  }

  /// The table of `curve`, shared with recent callers that asked for the same one.
  static func table(
    of curve: TransferCurve, _ depth: SampleDepth, _ range: SampleRange = .full
  ) -> DecodingTable {
    switch (curve, depth, range) {
    case (.sRGB, .eight, .full): sRGB8
    case (.sRGB, .sixteen, .full): sRGB16
    case (.linear, .eight, .full): linear8
    case (.linear, .sixteen, .full): linear16
    default:
      recentTables.value(of: Key(curve: curve, depth: depth, range: range)) {
        DecodingTable(curve, depth, range)
      }
    }
  }

  private static let sRGB8 = DecodingTable(.sRGB, .eight)
  private static let sRGB16 = DecodingTable(.sRGB, .sixteen)
  private static let linear8 = DecodingTable(.linear, .eight)
  private static let linear16 = DecodingTable(.linear, .sixteen)

  private struct Key: Hashable {
    let curve: TransferCurve
    let depth: SampleDepth
    let range: SampleRange
  }

  /// Enough for the curves of a few cameras and programs; at most 4 MiB.
  private static let recentTables = RecentValues<Key, DecodingTable>(limit: 16)
}
