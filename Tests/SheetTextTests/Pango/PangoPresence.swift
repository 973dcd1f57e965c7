import SheetText
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where Pango is not installed.
  static var needsPango: Self {
    .enabled(if: PangoLibrary.installed != nil, "needs \(PangoLibrary.packageName) and a font")
  }

  /// Skips a test where no font has the characters of `text`.
  static func needsFonts(for text: String, package: String) -> Self {
    .enabled(
      if: PangoFace("Sans", size: 12)?.covers(text) == true,
      "needs \(PangoLibrary.packageName) and a font that has '\(text)', as \(package)")
  }
}
