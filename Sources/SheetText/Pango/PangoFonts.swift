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
    guard let fontMap = unsafe library.createFontMap() else { return nil }
    guard let context = unsafe library.createContext(fontMap) else {
      unsafe library.release(fontMap)
      return nil
    }
    self.library = library
    unsafe self.context = context
    unsafe self.fontMap = fontMap

    let font = unsafe library.createDescription(description)
    unsafe library.setAbsoluteSize(font, size * Self.unitsPerPixel)
    unsafe library.setFont(context, font)
    unsafe library.freeDescription(font)

    // Else it would be that of the environment, and with it the choice among fonts.
    unsafe library.setLanguage(context, library.language("en"))

    let options = unsafe library.cairo.createFontOptions()
    unsafe library.cairo.setAntialiasing(options, Self.gray)
    unsafe library.cairo.setHintStyle(options, Self.slight)
    unsafe library.cairo.setHintMetrics(options, Self.hinted)
    unsafe library.setFontOptions(context, options)
    unsafe library.cairo.destroyFontOptions(options)
  }

  deinit {
    unsafe library.release(context)
    unsafe library.release(fontMap)
  }

  /// Pango counts in parts of a pixel. Source: `PANGO_SCALE` of pango-types.h.
  static let unitsPerPixel = 1024.0

  /// Grey, because no display's subpixels are known; stems moved up and down alone, which
  /// keeps their shapes; whole advances. Source: `CAIRO_ANTIALIAS_GRAY`,
  /// `CAIRO_HINT_STYLE_SLIGHT` and `CAIRO_HINT_METRICS_ON` of cairo.h.
  private static let gray: Int32 = 2
  private static let slight: Int32 = 2
  private static let hinted: Int32 = 2
}
