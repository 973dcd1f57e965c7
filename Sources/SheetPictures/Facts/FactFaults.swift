package import SheetFiles
package import SheetModel

/// Problems with the facts of a picture; the facts are used nevertheless.
package struct FactFaults: OptionSet, Sendable {
  package let rawValue: UInt8

  /// The total length of all facts exceeded ``FactQuery/longest``, so the longest facts were
  /// truncated.
  package static let shortened = FactFaults(rawValue: 1)
  /// The hemisphere of the position is unknown.
  package static let lackHemisphere = FactFaults(rawValue: 2)
  /// The capture time was read from the name of the file, which may give only the day, or the time
  /// at which a messaging app sent the picture.
  package static let datedByName = FactFaults(rawValue: 4)

  package init(rawValue: UInt8) { self.rawValue = rawValue }
}

extension Note {
  /// The note about pictures whose position may be in another hemisphere; nil if there are none.
  package init?(vaguePositionsOf names: [FileName]) {
    guard let first = names.firstByName(\.path) else { return nil }
    let isOne = names.count == 1
    self.init(
      .vaguePositions, about: first,
      "\(first.path.quoted(ofCount: names.count)) \(isOne ? "does" : "do") not say whether "
        + "\(isOne ? "its position is" : "their positions are") north or south, or east or west: "
        + "the hemisphere is unknown",
      [.count: names.count])
  }
}
