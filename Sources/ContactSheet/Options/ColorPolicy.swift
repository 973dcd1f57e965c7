/// Whether pictures' own colour spaces count.
public enum ColorPolicy: String, CaseIterable, Sendable {
  /// Every picture is taken from its own space to sRGB.
  case convert
  /// Samples are taken for sRGB, whatever the picture says.
  case ignore
}
