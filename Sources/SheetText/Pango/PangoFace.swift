internal import SheetLayout
internal import Synchronization

/// Any font of this system, set by Pango: with shaping, both directions of writing, other
/// fonts for what the font lacks, and emoji in their colours.
///
/// What it draws depends on the fonts that are installed, and on nothing else.
public final class PangoFace: Typeface {
  /// The distance from one line to the next, in pixels.
  public var lineHeight: Int { metrics.height }

  private let metrics: LineMetrics
  /// Locked within a turn of ``PangoTurn``, so that nobody ever waits for it: it shows the
  /// compiler that one thread at a time uses the fonts.
  private let fonts: Mutex<PangoFonts>

  /// The face of a description, in one size; nil where there is no Pango.
  ///
  /// - Parameters:
  ///   - description: A family, as `Noto Sans`, with style and weight where they are wanted,
  ///     as `DejaVu Serif Bold`. Where it is not installed, other fonts stand in.
  ///   - size: The em in pixels, within the limits of ``StrokeFace``.
  ///   - library: Pango.
  public init?(_ description: String, size: Double, library: PangoLibrary? = .installed) {
    let metrics = LineMetrics(size: size)
    guard let library,
      let fonts = PangoFonts(description, size: metrics.size, library: library)
    else { return nil }
    self.metrics = metrics
    self.fonts = Mutex(fonts)
  }

  /// Whether this font and those that stand in for it have a glyph for every character.
  public func covers(_ text: String) -> Bool { unknownGlyphCount(in: text) == 0 }

  /// The pixels of a text, exactly as large as its box.
  ///
  /// Characters that no font has are boxes with their number. Without memory nothing is drawn.
  public func raster(_ box: TextBox) -> TextRaster {
    guard box.size.width > 0, box.size.height > 0 else { return TextRaster(emptyOf: box.size) }
    return withFonts { fonts in
      let cairo = fonts.library.cairo
      let setting = PangoSetting(box, in: fonts, metrics: metrics)
      let bounds = setting.bounds(in: box.size)
      guard bounds.width > 0, bounds.height > 0,
        let white = setting.painted(bounds, ink: .white, with: cairo)
      else { return TextRaster(emptyOf: box.size) }
      return TextRaster(size: box.size, bounds: bounds, white: white) {
        setting.painted(bounds, ink: .black, with: cairo)
      }
    }
  }

  /// How many characters of `text` no font has a glyph for.
  func unknownGlyphCount(in text: String) -> Int {
    withFonts { fonts in
      PangoText.paragraphs(of: text, atMost: .max)
        .compactMap { PangoParagraph($0.whole, in: fonts) }
        .reduce(0) { $0 + $1.unknownGlyphCount }
    }
  }

  /// The family that stands in for one that is not installed, nil where none has to.
  var standIn: String? { withFonts { $0.standIn } }

  private func withFonts<Result: Sendable>(_ body: (borrowing PangoFonts) -> Result) -> Result {
    PangoTurn.take { fonts.withLock { body($0) } }
  }
}
