import SheetText
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where there is no Pango with a font for plain letters.
  static var needsPango: Self { needsFonts(for: "Name", package: "fonts-dejavu-core") }

  /// Skips a test where no font has the characters of `text`.
  static func needsFonts(for text: String, package: String) -> Self {
    .enabled(
      if: PangoFace("Sans", size: 12)?.covers(text) == true,
      "needs \(PangoLibrary.packageName) and a font that has '\(text)', as \(package)")
  }
}
