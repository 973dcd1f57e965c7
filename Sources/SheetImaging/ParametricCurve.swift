/// A power with a straight foot, the form of the ICC's parametric curves.
///
///     light = (scale · sample + offset)^exponent + lift    from start on
///     light = footScale · sample + footLift                before
///
/// Results are cut off at 0 and 1.
///
/// Source: ICC.1:2022, 10.18 (parametricCurveType), function 4, of which the others
/// are special cases.
public struct ParametricCurve: Hashable, Sendable {
  /// The exponent of the power.
  public let exponent: Double
  /// What samples are multiplied by under the power.
  public let scale: Double
  /// What is added to them under the power.
  public let offset: Double
  /// What is added to the power.
  public let lift: Double
  /// The slope of the foot.
  public let footScale: Double
  /// The light at the beginning of the foot.
  public let footLift: Double
  /// The least sample that is not on the foot.
  public let start: Double

  /// A curve; without a foot it is a scaled power.
  public init(
    exponent: Double, scale: Double = 1, offset: Double = 0, lift: Double = 0,
    footScale: Double = 0, footLift: Double = 0, start: Double = 0
  ) {
    self.exponent = exponent
    self.scale = scale
    self.offset = offset
    self.lift = lift
    self.footScale = footScale
    self.footLift = footLift
    self.start = start
  }

  func light(of sample: Double) -> Double {
    let light =
      sample >= start
      ? power(max(scale * sample + offset, 0), exponent) + lift
      : footScale * sample + footLift
    return min(max(light, 0), 1)
  }
}
