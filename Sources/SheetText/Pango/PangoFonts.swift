internal import SheetModel

/// The installed fonts in one size, and the settings of their drawing.
///
/// Hinting and antialiasing are set explicitly. The settings of a desktop suit its screen and must
/// not change a sheet.
@safe struct PangoFonts: ~Copyable {
  let library: PangoLibrary
  /// The `PangoContext` from which layouts are created.
  let context: OpaquePointer
  private let fontMap: OpaquePointer
  /// The outlines of their glyphs.
  let outlines: PangoOutlines

  /// Creates the fonts; nil if Pango fails.
  ///
  /// - Parameters:
  ///   - description: A family such as `Noto Sans`, optionally with style and weight, such as
  ///     `DejaVu Serif Bold`. Other installed fonts supply the characters that it lacks, or all of
  ///     them if it is not installed.
  ///   - size: The em in pixels.
  ///   - library: Pango.
  init?(_ description: String, size: Double, library: PangoLibrary) {
    let created = unsafe PangoLock.withLock {
      () -> (fontMap: OpaquePointer, context: OpaquePointer)? in
      guard let fontMap = unsafe library.createFontMap() else { return nil }
      guard let context = unsafe library.createContext(fontMap) else {
        unsafe library.release(fontMap)
        return nil
      }
      unsafe library.choose(description, size: size, in: context)
      unsafe library.chooseDrawing(in: context)
      return unsafe (fontMap, context)
    }
    guard let created = unsafe created else { return nil }
    self.library = library
    outlines = PangoOutlines(library)
    unsafe context = created.context
    unsafe fontMap = created.fontMap
    chooseFamilyEndingLikeStyle(description, size: size)
  }

  deinit {
    let (library, context, fontMap) = unsafe (library, context, fontMap)
    PangoLock.withLock {
      unsafe library.release(context)
      unsafe library.release(fontMap)
    }
  }

  /// Pango's units of length in a pixel.
  ///
  /// Source: `PANGO_SCALE` of pango-types.h.
  static let unitsPerPixel = 1024.0
}

extension PangoLibrary {
  /// Sets the font in which a context first looks for glyphs.
  @unsafe fileprivate func choose(
    _ description: String, size: Double, in context: OpaquePointer
  ) {
    let font = unsafe createDescription(description)
    unsafe setAbsoluteSize(font, size * PangoFonts.unitsPerPixel)
    unsafe setFont(context, font)
    unsafe freeDescription(font)
    // The default is the language of the environment, which affects the choice of fonts.
    unsafe setLanguage(context, language("en"))
  }

  /// Sets antialiasing, hinting and metrics.
  ///
  /// Grey, because the display's subpixels are unknown; hinted vertically only, which keeps shapes;
  /// with advances of whole pixels.
  ///
  /// Source: `CAIRO_ANTIALIAS_GRAY`, `CAIRO_HINT_STYLE_SLIGHT` and `CAIRO_HINT_METRICS_ON` of
  /// cairo.h.
  @unsafe fileprivate func chooseDrawing(in context: OpaquePointer) {
    let options = unsafe cairo.createFontOptions()
    unsafe cairo.setAntialiasing(options, 2)
    unsafe cairo.setHintStyle(options, 2)
    unsafe cairo.setHintMetrics(options, 2)
    unsafe setFontOptions(context, options)
    unsafe cairo.destroyFontOptions(options)
  }
}

extension PangoFonts {
  /// Chooses a family whose name ends like a style, such as `Nimbus Roman`.
  ///
  /// Pango takes its last words for a style and does not find the rest, such as `Nimbus`. A family
  /// that is not installed may have a substitute of its own, as `Times New Roman` has.
  private func chooseFamilyEndingLikeStyle(_ description: String, size: Double) {
    let others = Self.longerFamilies(in: description)
    if others.isEmpty { return }
    PangoLock.withLock {
      func replacement(for description: String) -> String? {
        unsafe library.choose(description, size: size, in: context)
        return self.replacement
      }
      let all = [description] + others
      let standIns = all.map(replacement)
      let unknown = replacement(for: Self.unknownFamily)
      let best = standIns.firstIndex(of: nil) ?? standIns.firstIndex { $0 != unknown } ?? 0
      unsafe library.choose(all[best], size: size, in: context)
    }
  }

  /// A family that is not installed, and has no substitute of its own.
  private static let unknownFamily = "contactsheet unknown,"

  /// The description with a comma after each possible family name, the longest first.
  ///
  /// The comma ends the name. The result is empty if the description has a comma.
  static func longerFamilies(in description: String) -> [String] {
    let words = description.split(separator: " ")
    guard !description.contains(","), 2...8 ~= words.count else { return [] }
    return (1..<words.count).reversed().map { last in
      words[...last].joined(separator: " ") + ","
        + words[(last + 1)...].map { " " + $0 }.joined()
    }
  }

  /// Chooses the bold font of the family.
  ///
  /// - Returns: Whether there is one. Nothing is changed if there is none, or if the font is
  ///   already bold.
  func chooseBold() -> Bool {
    PangoLock.withLock {
      guard let asked = unsafe library.copyDescription(library.font(context)) else { return false }
      defer { unsafe library.freeDescription(asked) }
      let (weight, given) = unsafe (library.weight(asked), foundWeight(of: asked))
      guard given < Self.boldWeights.lowerBound else { return false }
      unsafe library.setWeight(asked, Self.boldWeights.upperBound)
      let isBold = unsafe foundWeight(of: asked) >= Self.boldWeights.lowerBound
      unsafe library.setWeight(asked, isBold ? Self.boldWeights.upperBound : weight)
      unsafe library.setFont(context, asked)
      return isBold
    }
  }

  /// The weight of the font that Pango finds for a description; 0 if it finds none.
  @unsafe private func foundWeight(of description: OpaquePointer) -> Int32 {
    guard let font = unsafe library.loadFont(context, description) else { return 0 }
    defer { unsafe library.release(font) }
    let found = unsafe library.describe(font)
    defer { unsafe library.freeDescription(found) }
    return unsafe library.weight(found)
  }

  /// Source: `PANGO_WEIGHT_SEMIBOLD` and `PANGO_WEIGHT_BOLD` of pango-font.h.
  private static let boldWeights: ClosedRange<Int32> = 600...700

  /// Names that stand for a kind of font, not for a family.
  ///
  /// Source: the generic families of fontconfig's default configuration.
  private static let generic: Set = [
    "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui",
    "emoji", "math",
  ]

  /// The family used instead of the requested one.
  ///
  /// Nil if the requested family is used or is generic, and if there are no fonts. Any of several
  /// families, separated by commas, will do.
  var replacement: String? {
    let asked = unsafe library.font(context)
    guard let font = unsafe library.loadFont(context, asked) else { return nil }
    defer { unsafe library.release(font) }
    let found = unsafe library.describe(font)
    defer { unsafe library.freeDescription(found) }
    guard let askedFamily = unsafe library.family(asked), let family = unsafe library.family(found)
    else { return nil }
    let name = unsafe String(cString: family)
    let names = unsafe String(cString: askedFamily).lowercased().split(separator: ",")
      .map { $0.split(separator: " ").joined(separator: " ") }
    let isRequested = names.contains { $0 == name.lowercased() || Self.generic.contains($0) }
    return isRequested ? nil : name
  }
}
