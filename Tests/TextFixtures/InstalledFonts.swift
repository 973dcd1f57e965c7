package import OptionalLibraries
package import SheetFacts
package import SheetText
package import Testing

/// The fonts of this machine, as fontconfig reports them.
///
/// A test that lacks a font is skipped, and a test that has all of its fonts is not. The code under
/// test is not used.
package enum InstalledFonts {
  package static let hasPango = OptionalLibrary("libpangocairo-1.0.so.0") != nil

  /// A Pango description of a font that has all characters of `text`; nil if there is none.
  package static func description(for text: String) -> String? {
    // A comma ends the family, so that the last word of its name is not taken for a style.
    Fontconfig.installed?.family(for: text).map { $0 + "," }
  }

  /// Whether a family is installed under exactly this name.
  package static func hasFamily(_ name: String) -> Bool {
    hasPango && Fontconfig.installed?.chosenFamily(for: name) == name
  }

  /// The family that fontconfig chooses for a name; nil if there are no fonts.
  package static func chosenFamily(for name: String) -> String? {
    hasPango ? Fontconfig.installed?.chosenFamily(for: name) : nil
  }

  /// Whether text in emoji presentation is drawn with a colour font.
  package static let hasColorEmoji =
    hasPango && Fontconfig.installed?.isColored("emoji", for: "😀") == true

  /// Characters that no font has.
  package static let missingCharacters: [Character] =
    (0xF0000...0xFFFFD).lazy.compactMap(Unicode.Scalar.init).map { Character($0) }
    .filter { Fontconfig.installed?.family(for: String($0)) == nil }.prefix(2).map(\.self)
}

extension Trait where Self == ConditionTrait {
  /// Skips a test if Pango is missing, with or without fonts.
  package static var needsPangoLibrary: Self {
    .enabled(if: InstalledFonts.hasPango, "needs \(PangoLibrary.packageName)")
  }

  /// Skips a test if Pango or a font for plain letters is missing.
  package static var needsPango: Self { needsFonts(for: "Name", package: "fonts-dejavu-core") }

  /// Skips a test if Pango or a font that has all characters of `text` is missing.
  package static func needsFonts(for text: String, package: String) -> Self {
    .enabled(
      if: InstalledFonts.hasPango && InstalledFonts.description(for: text) != nil,
      "needs \(PangoLibrary.packageName) and a font that has '\(text)', such as \(package)")
  }

  /// Skips a test if emoji are not drawn with a colour font.
  package static var needsColorEmoji: Self {
    .enabled(
      if: InstalledFonts.hasColorEmoji,
      "needs \(PangoLibrary.packageName) and colour emoji, such as fonts-noto-color-emoji")
  }

  /// Skips a test if fonts have even private-use characters.
  package static var needsMissingCharacters: Self {
    .enabled(
      if: InstalledFonts.missingCharacters.count == 2, "needs characters that no font has")
  }
}

/// The functions of fontconfig, which comes with Pango.
///
/// Source: fontconfig.h.
private struct Fontconfig {
  static let installed = OptionalLibrary("libfontconfig.so.1").flatMap { try? Fontconfig($0) }

  private let parse: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private let substitute: @convention(c) (OpaquePointer?, OpaquePointer?, Int32) -> Int32
  private let substituteDefaults: @convention(c) (OpaquePointer?) -> Void
  private let match:
    @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  private let createObjects: @convention(c) () -> OpaquePointer?
  private let addObject: @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Int32
  private let list:
    @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?) -> UnsafeRawPointer?
  private let string:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) -> Int32
  private let bool:
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32

  /// fontconfig's `FcFontSet`.
  private struct FontSet {
    let count: Int32
    let capacity: Int32
    let fonts: UnsafePointer<OpaquePointer?>?
  }

  private init(_ library: OptionalLibrary) throws {
    parse = try library.require("FcNameParse")
    substitute = try library.require("FcConfigSubstitute")
    substituteDefaults = try library.require("FcDefaultSubstitute")
    match = try library.require("FcFontMatch")
    createObjects = try library.require("FcObjectSetCreate")
    addObject = try library.require("FcObjectSetAdd")
    list = try library.require("FcFontList")
    string = try library.require("FcPatternGetString")
    bool = try library.require("FcPatternGetBool")
  }

  /// The family of a font that has all characters of `text`, in a format that Pango takes.
  func family(for text: String) -> String? {
    // The result is kept until the process ends.
    let objects = createObjects()
    for property in ["family", "fontformat"] { _ = addObject(objects, property) }
    guard let found = list(nil, parse(Self.pattern("", text)), objects)?.load(as: FontSet.self)
    else {
      return nil
    }
    return UnsafeBufferPointer(start: found.fonts, count: Int(found.count)).lazy
      .filter { ["TrueType", "CFF"].contains(value("fontformat", of: $0)) }
      .compactMap { value("family", of: $0) }.min()
  }

  /// The family that fontconfig selects for a name.
  func chosenFamily(for name: String) -> String? {
    let pattern = parse(name)
    _ = substitute(nil, pattern, 0)
    substituteDefaults(pattern)
    var result: Int32 = 0
    return value("family", of: match(nil, pattern, &result))
  }

  /// Whether the font selected for a family and the characters of `text` is in colour.
  func isColored(_ family: String, for text: String) -> Bool {
    let pattern = parse(Self.pattern(family, text))
    // FcMatchPattern is 0.
    _ = substitute(nil, pattern, 0)
    substituteDefaults(pattern)
    var result: Int32 = 0
    var color: Int32 = 0
    return bool(match(nil, pattern, &result), "color", 0, &color) == 0 && color == 1
      && self.family(for: text) != nil
  }

  private func value(_ property: String, of font: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    return string(font, property, 0, &value) == 0 ? value.map { String(cString: $0) } : nil
  }

  private static func pattern(_ family: String, _ text: String) -> String {
    let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
    return "\(family):charset=\(scalars.joined(separator: " "))"
  }
}
