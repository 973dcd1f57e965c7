package import SheetFiles

/// Metadata of a file that are used, and the folder below which the file lies.
public struct MetadataUse: Equatable, Sendable {
  /// Whether its colour space is used.
  public var color: ColorPolicy
  /// Whether its orientation is used.
  public var orientation: OrientationPolicy
  /// What else is read, for labels and the like.
  package var needs = MetadataNeeds()
  /// The folder below which files are opened, whatever links say; nil if they may lie anywhere.
  package var root: OpenFolder?

  /// Creates a choice; by default, colour space and orientation are used.
  public init(color: ColorPolicy = .convert, orientation: OrientationPolicy = .auto) {
    (self.color, self.orientation) = (color, orientation)
  }
}

/// The treatment of pictures' own colour spaces.
public enum ColorPolicy: String, CaseIterable, Sendable {
  /// Every picture is converted from its own colour space to sRGB.
  case convert
  /// Every picture is treated as sRGB, whatever it says.
  case ignore
}

/// Whether pictures are rotated and mirrored as their metadata say.
public enum OrientationPolicy: String, CaseIterable, Sendable {
  /// Pictures are shown upright.
  case auto
  /// Upright pictures turn by 90° if they then fill more of their cell.
  case fit
  /// Pictures are shown as they are stored.
  case ignore
}
