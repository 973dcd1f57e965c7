internal import SheetLayout
public import SheetPlans

/// Width divided by height of equal cells.
public enum CellRatio: Equatable, Sendable {
  /// The median ratio of the pictures.
  case automatic
  /// A ratio that was asked for.
  case fixed(AspectRatio)

  /// The ratio to aim at for `pictures`; those that could not be read are nil and do not count.
  ///
  /// Ratios are compared as factors, so the median of an even number is the geometric mean of the
  /// two in the middle. 1 where no picture can be read.
  func value(for pictures: [PixelSize?]) -> Double {
    switch self {
    case .fixed(let ratio):
      return ratio.value
    case .automatic:
      let ratios = pictures.filter { $0 != nil }.map(\.ratio).sorted()
      guard !ratios.isEmpty else { return 1 }
      let upper = ratios[ratios.count / 2]
      let lower = ratios[(ratios.count - 1) / 2]
      return (lower * upper).squareRoot()
    }
  }
}

extension CellRatio: LosslessStringConvertible {
  /// Parses `auto` or an `AspectRatio`.
  public init?(_ text: String) {
    if text == "auto" {
      self = .automatic
    } else if let ratio = AspectRatio(text) {
      self = .fixed(ratio)
    } else {
      return nil
    }
  }

  /// `auto`, or the ratio as it was written.
  public var description: String {
    switch self {
    case .automatic: "auto"
    case .fixed(let ratio): "\(ratio)"
    }
  }
}
