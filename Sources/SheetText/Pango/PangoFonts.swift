/// The fonts of this system in one size, with how they are drawn.
///
/// Hinting and antialiasing are set here, so that the settings of a desktop, which are made
/// for its screen, do not change a sheet.
@safe struct PangoFonts: ~Copyable {
  let library: PangoLibrary
  /// What layouts are made with, as their `PangoContext`.
  let context: OpaquePointer
  private let fontMap: OpaquePointer

  /// Fonts of one size, or nil where Pango gives none.
  ///
  /// - Parameters:
  ///   - description: A family, as `Noto Sans`, with style and weight where they are wanted,
  ///     as `DejaVu Serif Bold`. What it lacks is taken from the other fonts of the system,
  ///     and so is all where it is not installed.
  ///   - size: The em in pixels.
  ///   - library: Pango.
  init?(_ description: String, size: Double, library: PangoLibrary) {
    let created = unsafe PangoTurn.take { () -> (fontMap: OpaquePointer, context: OpaquePointer)? in
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
    unsafe context = created.context
    unsafe fontMap = created.fontMap
  }

  deinit {
    let (library, context, fontMap) = unsafe (library, context, fontMap)
    PangoTurn.take {
      unsafe library.release(context)
      unsafe library.release(fontMap)
    }
  }

  /// The parts of a pixel that Pango counts in.
  ///
  /// Source: `PANGO_SCALE` of pango-types.h.
  static let unitsPerPixel = 1024.0
}

extension PangoLibrary {
  /// Sets the font that a context starts its search for glyphs with.
  @unsafe fileprivate func choose(
    _ description: String, size: Double, in context: OpaquePointer
  ) {
    let font = unsafe createDescription(description)
    unsafe setAbsoluteSize(font, size * PangoFonts.unitsPerPixel)
    unsafe setFont(context, font)
    unsafe freeDescription(font)
    // Else it would be that of the environment, and with it the choice among fonts.
    unsafe setLanguage(context, language("en"))
  }

  /// Sets how glyphs are drawn: grey, because no display's subpixels are known; stems moved
  /// up and down alone, which keeps their shapes; whole advances.
  ///
  /// Source: `CAIRO_ANTIALIAS_GRAY`, `CAIRO_HINT_STYLE_SLIGHT` and `CAIRO_HINT_METRICS_ON`
  /// of cairo.h.
  @unsafe fileprivate func chooseDrawing(in context: OpaquePointer) {
    let options = unsafe cairo.createFontOptions()
    unsafe cairo.setAntialiasing(options, 2)
    unsafe cairo.setHintStyle(options, 2)
    unsafe cairo.setHintMetrics(options, 2)
    unsafe setFontOptions(context, options)
    unsafe cairo.destroyFontOptions(options)
  }
}
