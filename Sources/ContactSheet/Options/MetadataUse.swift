/// Which of what a file says of its picture counts.
public struct MetadataUse: Equatable, Sendable {
  /// Whether its colour space does.
  public var color: ColorPolicy
  /// Whether its orientation does.
  public var orientation: OrientationPolicy
  /// Whether its texts are read, for labels.
  var includesTexts = false

  /// Color and orientation count unless told otherwise.
  public init(color: ColorPolicy = .convert, orientation: OrientationPolicy = .auto) {
    self.color = color
    self.orientation = orientation
  }
}
