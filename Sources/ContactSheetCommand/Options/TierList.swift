internal import ArgumentParser
internal import SheetLayout

/// The layers of a tiered layout, separated by commas.
struct TierList: ExpressibleByArgument {
  let layers: [TierLayer]

  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    layers = names.compactMap { TierLayer(rawValue: String($0)) }
    guard layers.count == names.count else { return nil }
  }
}
