internal import SheetLayout

/// The layers of a tiered layout, separated by commas.
struct TierList {
  /// What a list looks like.
  static let form =
    "layers with commas between them; they are "
    + TierLayer.allCases.map(\.rawValue).joined(separator: ", ")

  let layers: [TierLayer]

  init?(_ text: String) {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    layers = names.compactMap { TierLayer(rawValue: String($0)) }
    guard layers.count == names.count else { return nil }
  }
}
