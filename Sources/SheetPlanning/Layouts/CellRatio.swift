internal import SheetLayout
package import SheetPlans

/// Width divided by height of equal cells.
package enum CellRatio: Equatable, Sendable {
  /// The fair ratio of the pictures, near to their median.
  case automatic
  /// A given ratio.
  case fixed(AspectRatio)

  /// The ratio for `pictures`; unreadable pictures are nil and have no influence.
  ///
  /// 1 if no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio): ratio.value
    case .automatic: FairRatio(of: pictures.filter { $0 != nil }.map(\.ratio))?.value ?? 1
    }
  }
}

extension CellRatio: LosslessStringConvertible {
  /// Parses `auto` or an `AspectRatio`.
  package init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let ratio = AspectRatio(text) {
      self = .fixed(ratio)
    } else {
      return nil
    }
  }

  /// `auto`, or the ratio as it was written.
  package var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }
}
