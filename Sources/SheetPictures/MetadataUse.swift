package import SheetFiles

/// Metadata of a file that are used, and the folder below which the file lies.
package struct MetadataUse: Equatable, Sendable {
  /// Whether its colour space is used.
  package var color: ColorPolicy
  /// Whether its orientation is used.
  package var orientation: OrientationPolicy
  /// Further metadata to read, for labels, sorting and filters.
  package var needs = MetadataNeeds()
  /// The folder that all opened files must be below, even when links are resolved; nil if they may
  /// lie anywhere.
  package var root: OpenFolder?

  /// Creates a choice; by default, colour space and orientation are used.
  package init(color: ColorPolicy = .convert, orientation: OrientationPolicy = .auto) {
    (self.color, self.orientation) = (color, orientation)
  }
}

/// The treatment of pictures' own colour spaces.
package enum ColorPolicy: String, CaseIterable, Sendable {
  /// Every picture is converted from its own colour space to sRGB.
  case convert
  /// Every picture is treated as sRGB, even if it states another colour space.
  case ignore
}

/// Whether pictures are rotated and mirrored as their metadata state.
package enum OrientationPolicy: String, CaseIterable, Sendable {
  /// Pictures are shown upright.
  case auto
  /// Upright pictures turn by 90° if they then fill more of their cell.
  case fit
  /// Pictures are shown as they are stored.
  case ignore
}
