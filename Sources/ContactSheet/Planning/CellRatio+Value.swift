extension CellRatio {
  /// The ratio to aim at for `sources`.
  ///
  /// The median is taken as ratios are compared, by factors: between the two in the middle
  /// stands their geometric mean. 1 where no picture can be read.
  func value(for sources: [ProbedPicture]) -> Double {
    switch self {
    case .fixed(let ratio):
      return ratio.value
    case .automatic:
      let ratios = sources.filter { $0.size != nil }.map(\.ratio).sorted()
      guard !ratios.isEmpty else { return 1 }
      let upper = ratios[ratios.count / 2]
      let lower = ratios[(ratios.count - 1) / 2]
      return (lower * upper).squareRoot()
    }
  }
}
