/// What a file says about the luminances of its picture, in cd/m².
public struct LightLevels: Hashable, Sendable {
  /// The maximum of the picture's own pixels (MaxCLL); nil or 0 where it is not known.
  public var maximumContentLight: Double?

  /// The maximum of the display on which the picture was made; nil or 0 where it is not known.
  public var masteringMaximum: Double?

  /// The levels of the cLLI and mDCV chunks.
  ///
  /// Source: PNG specification, third edition, 11.3.2.8 (cLLI) and 11.3.2.7 (mDCV). Both chunks
  /// count in steps of 0.0001 cd/m².
  public init(maximumContentLight: Double? = nil, masteringMaximum: Double? = nil) {
    self.maximumContentLight = maximumContentLight
    self.masteringMaximum = masteringMaximum
  }

  /// The luminance to show as white, for ``ColorSpace/init(_:peak:)``;
  /// nil where it is not known.
  ///
  /// This is the lower one of the levels that are known: no pixel is brighter than the maximum of
  /// the picture, and nobody has seen light that the mastering display could not show. ITU-R
  /// BT.2390 (5.4.1) maps the range of the mastering display; browsers prefer MaxCLL.
  ///
  /// Levels under 100 cd/m² are taken for mistakes, such as a wrong unit. Where they are true
  /// nothing is lost, because such light is shown unchanged whatever the peak.
  public var peak: Double? {
    [maximumContentLight, masteringMaximum].compactMap { $0 }.filter { $0 >= 100 }.min()
  }
}
