public import Foundation

/// The fonts of this machine, as fontconfig reports them.
///
/// They decide which tests are skipped, so they are found without the code under test.
public enum InstalledFonts {
  /// A font file, and the family name under which Pango finds it.
  public struct Font: Sendable {
    /// The name of the family.
    public let family: String
    /// The location of the file.
    public let file: URL
    /// Whether its glyphs are coloured.
    fileprivate let isColored: Bool
  }

  /// An upright font of regular weight that has all characters of `text`; nil if there is none.
  ///
  /// Its glyphs are outlines in the colour of the text, or else coloured pictures.
  public static func font(for text: String, isColored: Bool = false) -> Font? {
    Fontconfig.installed?.fonts(for: text, "slant=0:weight=80").first { $0.isColored == isColored }
  }

  /// An upright font of regular weight with all visible ASCII characters; nil if there is none.
  public static let plain = font(
    for: String(decoding: UInt8(ascii: "!")...UInt8(ascii: "~"), as: UTF8.self))

  /// A Pango description of a font that has all characters of `text`; nil if there is none.
  public static func description(for text: String) -> String? {
    // A comma ends the family, so that the last word of its name is not taken for a style.
    Fontconfig.installed?.fonts(for: text).first.map { $0.family + "," }
  }

  /// The family that fontconfig chooses for a name; nil if there are no fonts.
  public static func chosenFamily(for name: String) -> String? {
    Fontconfig.installed?.chosenFamily(for: name)
  }

  /// Characters that no font has.
  public static let missingCharacters: [Character] =
    (0xF0000...0xFFFFD).lazy.compactMap(Unicode.Scalar.init).map { Character($0) }
    .filter { description(for: String($0)) == nil }.prefix(2).map(\.self)

  /// A colour emoji font; nil if there is none.
  public static let emoji = font(for: "😀", isColored: true)

  /// Whether text in emoji presentation is drawn with a colour font.
  fileprivate static let drawsEmojiInColor =
    emoji != nil && Fontconfig.installed?.isColored("emoji", for: "😀") == true
}

extension Need {
  /// Pango and a font for plain text, ``InstalledFonts/plain``.
  public static let plainFont = Need(
    "\(pango.name) and a font for plain text, such as fonts-dejavu-core"
  ) { pango.isMet() && InstalledFonts.plain != nil }

  /// Pango and a font that has all characters of `text`.
  public static func font(for text: String, of package: String) -> Need {
    Need("\(pango.name) and a font that has '\(text)', such as \(package)") {
      pango.isMet() && InstalledFonts.description(for: text) != nil
    }
  }

  /// Pango and a family installed under exactly this name.
  public static func family(_ name: String, of package: String) -> Need {
    Need("\(pango.name) and \(package)") {
      pango.isMet() && InstalledFonts.chosenFamily(for: name) == name
    }
  }

  /// Pango, drawing emoji with a colour font.
  public static let colorEmoji = Need(
    "\(pango.name) and colour emoji, such as fonts-noto-color-emoji"
  ) { pango.isMet() && InstalledFonts.drawsEmojiInColor }

  /// Characters that no font has; some fonts have even private-use characters.
  public static let missingCharacters = Need("characters that no font has") {
    InstalledFonts.missingCharacters.count == 2
  }
}

extension TemporaryFolder {
  /// Environment variables that restrict a process to the fonts in these files.
  ///
  /// They replace those of an earlier call.
  public func variables(fonts files: [URL]) throws -> [String: String] {
    let folder = url.appending(path: "fonts")
    try? FileManager.default.removeItem(at: folder)
    let path = folder.path
    // The rule, found on every system, that scales bitmap glyphs to the size of the text.
    let configuration = """
      <fontconfig>
        <dir>\(path)/files</dir>
        <cachedir>\(path)/cache</cachedir>
        <match target="font">
          <test name="outline"><bool>false</bool></test>
          <edit name="pixelsizefixupfactor" mode="assign">
            <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
          </edit>
          <edit name="matrix" mode="assign">
            <times>
              <name>matrix</name>
              <matrix>
                <name>pixelsizefixupfactor</name> <double>0</double>
                <double>0</double> <name>pixelsizefixupfactor</name>
              </matrix>
            </times>
          </edit>
        </match>
      </fontconfig>
      """
    try write(Array(configuration.utf8), to: "fonts/fonts.conf")
    for file in files {
      let link = folder.appending(path: "files/\(file.lastPathComponent)")
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    }
    return ["FONTCONFIG_FILE": "\(path)/fonts.conf"]
  }
}

/// The functions of fontconfig, which comes with Pango.
///
/// Source: fontconfig.h.
private struct Fontconfig {
  static let installed = InstalledLibrary("libfontconfig.so.1").flatMap { try? Fontconfig($0) }

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

  private init(_ library: InstalledLibrary) throws {
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

  /// The fonts, in Pango's format, that have all characters of `text` and the given properties.
  ///
  /// They are sorted by family and file.
  func fonts(for text: String, _ properties: String = "") -> [InstalledFonts.Font] {
    // The result lives until the process ends.
    let objects = createObjects()
    for property in ["family", "file", "fontformat", "color"] { _ = addObject(objects, property) }
    let pattern = Self.pattern("", text) + (properties.isEmpty ? "" : ":\(properties)")
    guard let found = list(nil, parse(pattern), objects)?.load(as: FontSet.self) else { return [] }
    return UnsafeBufferPointer(start: found.fonts, count: Int(found.count)).compactMap { font in
      guard let format = value("fontformat", of: font), ["TrueType", "CFF"].contains(format),
        let family = value("family", of: font), let file = value("file", of: font)
      else { return nil }
      return InstalledFonts.Font(
        family: family, file: URL(filePath: file), isColored: isTrue("color", of: font))
    }.sorted { ($0.family, $0.file.path) < ($1.family, $1.file.path) }
  }

  /// The family that fontconfig selects for a name.
  func chosenFamily(for name: String) -> String? {
    value("family", of: matched(name))
  }

  /// Whether the font selected for a family and the characters of `text` is in colour.
  func isColored(_ family: String, for text: String) -> Bool {
    isTrue("color", of: matched(Self.pattern(family, text))) && !fonts(for: text).isEmpty
  }

  /// The font that fontconfig selects for a pattern.
  private func matched(_ text: String) -> OpaquePointer? {
    let pattern = parse(text)
    // FcMatchPattern is 0.
    _ = substitute(nil, pattern, 0)
    substituteDefaults(pattern)
    var result: Int32 = 0
    return match(nil, pattern, &result)
  }

  private func value(_ property: String, of font: OpaquePointer?) -> String? {
    var value: UnsafePointer<CChar>?
    return string(font, property, 0, &value) == 0 ? value.map { String(cString: $0) } : nil
  }

  private func isTrue(_ property: String, of font: OpaquePointer?) -> Bool {
    var value: Int32 = 0
    return bool(font, property, 0, &value) == 0 && value == 1
  }

  private static func pattern(_ family: String, _ text: String) -> String {
    let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
    return "\(family):charset=\(scalars.joined(separator: " "))"
  }
}
