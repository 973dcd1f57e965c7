internal import SheetLayout
internal import SheetModel
internal import Synchronization

/// Any installed font, set by Pango.
///
/// Pango shapes text, supports both writing directions and colour emoji, and falls back to other
/// fonts for missing characters. The pixels depend on the installed fonts and the versions of Pango
/// and cairo, but not on locale or desktop.
package final class PangoFace: Typeface {
  /// The distance from one line to the next, in pixels.
  package var lineHeight: Int { builtin.lineHeight }

  /// Whether the font is bold because emphasis was requested.
  let isBold: Bool

  /// The built-in font, whose line metrics are used for all fonts.
  ///
  /// Labels in different fonts therefore line up, and a sheet can be planned without loading fonts.
  private let builtin: StrokeFace
  /// Only locked under ``PangoLock``, so no thread ever waits for this mutex; it proves to the
  /// compiler that only one thread at a time uses the fonts.
  private let fonts: Mutex<PangoFonts>
  /// Whether parts of text can be set in bold; nil before that is known.
  private let knownBold = Mutex<Bool?>(nil)

  /// Creates a face at one size; nil if Pango is missing.
  ///
  /// - Parameters:
  ///   - description: A family such as `Noto Sans`, optionally with style and weight, such as
  ///     `DejaVu Serif Bold`. If it is not installed, fallback fonts are used.
  ///   - size: The em in pixels, within the limits of ``StrokeFace``.
  ///   - isEmphasized: Whether to use the bold font of the family, if it has one.
  ///   - library: Pango.
  package init?(
    _ description: String, size: Double, isEmphasized: Bool = false,
    library: PangoLibrary? = .installed
  ) {
    builtin = StrokeFace(size: size)
    guard library != nil, let fonts = PangoFonts(description, size: builtin.size) else {
      return nil
    }
    isBold = isEmphasized && fonts.chooseBold()
    self.fonts = Mutex(fonts)
  }

  /// Whether this font and its fallbacks have a glyph for every character.
  package func covers(_ text: String) -> Bool { unknownGlyphCount(in: text) == 0 }

  /// The pixels of text, exactly as large as its box.
  ///
  /// Characters missing from all fonts are shown as boxes with their code. The raster is empty if
  /// memory runs out.
  package func raster(_ box: TextBox) -> TextRaster {
    guard box.size.width > 0, box.size.height > 0 else { return TextRaster(emptyOf: box.size) }
    return withSetting(of: box) { _, setting in
      let bounds = setting.bounds(in: box.size)
      guard bounds.width > 0, bounds.height > 0,
        let white = setting.painted(bounds, ink: .white)
      else { return TextRaster(emptyOf: box.size) }
      return TextRaster(size: box.size, bounds: bounds, white: white) {
        setting.painted(bounds, ink: .black)
      }
    }
  }

  /// The outlines of text; nil if a glyph exists only as pixels, such as a colour emoji.
  func outlines(_ box: TextBox) -> TextOutlines? {
    withSetting(of: box) { fonts, setting in
      setting.outlines(size: builtin.size, by: fonts.outlines)
    }
  }

  /// The lines of a box that ``raster(_:)`` draws, from top to bottom.
  package func lines(_ box: TextBox) -> [DrawnLine] {
    guard box.size.width > 0, box.size.height > 0 else { return [] }
    return withSetting(of: box) { _, setting in setting.lines.map(\.drawn) }
  }

  /// The emphasised parts of a box, as lines; none if these parts are bold.
  func underlinedParts(of box: TextBox) -> [DrawnLine] {
    guard box.size.width > 0, box.size.height > 0, !emphasizesInBold(box) else { return [] }
    return withSetting(of: box) { _, setting in setting.emphasizedParts }
  }

  /// Calls `body` with the fonts and the lines of a box, whose emphasised parts are bold if the
  /// family has a bold font.
  private func withSetting<Result: Sendable>(
    of box: TextBox, _ body: (borrowing PangoFonts, PangoSetting) -> Result
  ) -> Result {
    let isBold = emphasizesInBold(box)
    return withFonts { fonts in
      body(fonts, PangoSetting(box, in: fonts, metricsOf: builtin, emphasizesInBold: isBold))
    }
  }

  /// Whether the emphasised parts of a box are bold; false if there are none.
  private func emphasizesInBold(_ box: TextBox) -> Bool {
    if box.emphasis.isEmpty { return false }
    return knownBold.withLock { known in
      if let known { return known }
      let found = withFonts { $0.hasBold }
      known = found
      return found
    }
  }

  /// The number of characters in `text` for which no font has a glyph.
  func unknownGlyphCount(in text: String) -> Int {
    withFonts { fonts in
      text.paragraphs().compactMap { PangoLine($0, in: fonts) }
        .reduce(0) { $0 + $1.unknownGlyphCount }
    }
  }

  /// The advances of characters in pixels, each set by itself.
  ///
  /// Only the first few combining marks of a character are measured, however many it has.
  package func widths(of characters: Set<Character>) -> [Character: Int] {
    // Zero-width spaces keep marks from joining the spaces, and spaces keep letters apart.
    let separator = "\u{200B} \u{200B}"
    // Sorted, because the fonts used for some characters depend on their neighbours.
    let characters = characters.sorted()
    let measured = characters.map { Character(String($0.unicodeScalars.prefix(8))) }
    let text = measured.map(String.init).joined(separator: separator)
    guard let advances = advances(in: text) else { return [:] }
    let widths = Dictionary(zip(text, advances), uniquingKeysWith: max)
    return Dictionary(
      zip(characters, measured).compactMap { character, measured in
        widths[measured].map { (character, $0) }
      }, uniquingKeysWith: max)
  }

  /// The advances of the characters of a line next to each other, in pixels; nil if memory runs
  /// out.
  package func advances(in line: String) -> [Int]? {
    withFonts { fonts in
      PangoLine(line[...], in: fonts)?.advances.map {
        Int((Double($0) / PangoFonts.unitsPerPixel).rounded(.up))
      }
    }
  }

  /// The width of a line or of its ink, whichever is larger, in pixels; nil if memory runs out.
  package func width(of line: Substring) -> Int? {
    withFonts { PangoLine(line, in: $0)?.extents }.map { max($0.width, $0.ink.width) }
  }

  /// Whether the script of a line allows a break before each character.
  package func breaks(in line: String) -> [Bool]? {
    withFonts { _ in PangoLine.breaks(in: line) }
  }

  /// Whether any font is installed, since every font has this letter.
  var hasFonts: Bool { covers("a") }

  /// The family used instead of the requested one; nil if the requested one is used.
  var replacement: String? { withFonts { $0.replacement } }

  private func withFonts<Result: Sendable>(_ body: (borrowing PangoFonts) -> Result) -> Result {
    PangoLock.withLock { fonts.withLock { body($0) } }
  }
}
