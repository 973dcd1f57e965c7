/// Whether pictures are turned as their metadata say.
public enum OrientationPolicy: String, CaseIterable, Sendable {
  /// They are shown upright.
  case auto
  /// They are shown as they are stored.
  case ignore
}
