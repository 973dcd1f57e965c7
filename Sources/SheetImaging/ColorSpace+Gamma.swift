extension ColorSpace {
  /// The space of a picture with a gAMA chunk, a cHRM chunk or both.
  ///
  /// What is not given is as in sRGB.
  ///
  /// Source: PNG specification, third edition, 11.3.2.1 (cHRM) and 11.3.2.2 (gAMA).
  ///
  /// - Parameters:
  ///   - gamma: The exponent that encoded the samples, 0.45455 for 1/2.2.
  ///   - primaries: The primaries and the white point.
  /// - Throws: ``ColorSpaceError/impossibleGamma(_:)`` unless the gamma is 0.1 to
  ///   10, and ``ColorSpaceError/impossiblePrimaries``.
  public init(gamma: Double?, primaries: Primaries?) throws(ColorSpaceError) {
    guard gamma != nil || primaries != nil else {
      // Most icons say nothing, and a matrix takes longer than reading one's header.
      self = .sRGB
      return
    }
    try self.init(try Self.curve(gamma: gamma), primaries: primaries ?? .sRGB)
  }

  private static func curve(gamma: Double?) throws(ColorSpaceError) -> TransferCurve {
    guard let gamma else { return .sRGB }
    guard gamma >= 0.1 && gamma <= 10 else { throw .impossibleGamma(gamma) }
    return gamma == 1 ? .linear : .gamma(1 / gamma)
  }
}
