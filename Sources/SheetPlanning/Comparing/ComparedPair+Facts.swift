package import SheetPlans
internal import SheetText

extension ComparedPair {
  /// The names of the facts of pairs.
  static let factNames = ["status", "changed", "share", "largest"]

  /// What is known of the pair under a key; nil where nothing is.
  func fact(_ key: FactKey) -> Fact? {
    switch key.name {
    case "status": Fact(status.rawValue)
    case "changed": counts.map { Fact($0.changed) }
    case "share": share.map { .rounded($0, as: Self.percent($0)) }
    case "largest":
      counts.map { .rounded($0.largest, as: "\(($0.largest * 1000).rounded() / 1000)") }
    default: nil
    }
  }

  /// A share as `1.2 %`; a smaller one in hundredths of a per cent, or as less than these.
  package static func percent(_ share: Double) -> String {
    if share > 0, share < 0.000_05 { return "< 0.01 %" }
    let digits = share < 0.01 ? 100.0 : 10
    return "\((share * 100 * digits).rounded() / digits) %"
  }
}
