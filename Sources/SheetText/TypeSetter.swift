internal import SheetLayout
internal import Synchronization

/// Sets text in one face at one size: the entry point of this module.
///
/// Pango and its fonts are loaded when text in a family is first set, and never otherwise.
package struct TypeSetter: Sendable {
  /// The distance from one line to the next, in pixels, the same for all fonts.
  package var lineHeight: Int { builtin.lineHeight }

  let builtin: StrokeFace
  /// The face of a family; nil if the font is built in.
  let pango: LazyPangoFace?
  private let isEmphasized: Bool

  /// Creates a setter.
  ///
  /// This takes almost no time, since fonts are loaded later.
  ///
  /// - Parameters:
  ///   - font: The font; its size in points is ignored. `auto` is treated as `builtin`, since
  ///     ``FontChoice/settled(for:library:)`` replaces it for all text of a sheet.
  ///   - size: The em in pixels, within the limits of ``StrokeFace``.
  ///   - isEmphasized: Whether text is emphasised: in bold, or underlined if a family has no
  ///     bold.
  ///   - library: Pango, evaluated at most once; nil if it is missing.
  package init(
    _ font: FontChoice, size: Double, isEmphasized: Bool = false,
    library: @autoclosure @escaping @Sendable () -> PangoLibrary? = .installed
  ) {
    builtin = StrokeFace(size: size, isBold: isEmphasized)
    self.isEmphasized = isEmphasized
    pango =
      switch font.source {
      case .family(let family):
        LazyPangoFace {
          PangoFace(family, size: size, isEmphasized: isEmphasized, library: library())
        }
      case .auto, .builtin: nil
      }
  }

  /// The pixels of text, exactly as large as its box.
  ///
  /// Characters missing from all fonts are shown as boxes.
  ///
  /// - Precondition: The width and height of the box are not negative.
  package func raster(_ box: TextBox) -> TextRaster {
    face.raster(box).underlined(underlines(box))
  }

  /// The outlines of text; nil if it has glyphs that exist only as pixels, such as colour emoji.
  ///
  /// - Precondition: The width and height of the box are not negative.
  package func outlines(_ box: TextBox) -> TextOutlines? {
    let face = pango?.face
    var outlines = face == nil ? builtin.outlines(box) : face?.outlines(box)
    outlines?.underlines = underlines(box)
    return outlines
  }

  private func underlines(_ box: TextBox) -> [PixelRect] {
    guard isEmphasized || !box.emphasis.isEmpty, let face = pango?.face, !face.isBold else {
      return []
    }
    let lines = isEmphasized ? face.lines(box) : face.underlinedParts(of: box)
    return lines.map { $0.underline(em: builtin.size) }
  }

  /// The lines of text in its box as drawn by ``raster(_:)``, from top to bottom.
  ///
  /// - Precondition: The width and height of the box are not negative.
  package func lines(_ box: TextBox) -> [DrawnLine] { face.lines(box) }

  /// The face of all text; the built-in face if Pango or all its fonts are missing.
  var face: any Typeface { pango?.face ?? builtin }
}

/// A face that is created on first use; nil if there are no fonts for it.
final class LazyPangoFace: Sendable {
  private let create: @Sendable () -> PangoFace?
  /// The outer optional is nil until ``create`` has been called.
  private let created = Mutex<PangoFace??>(nil)

  init(_ create: @escaping @Sendable () -> PangoFace?) {
    self.create = create
  }

  var face: PangoFace? {
    created.withLock { created in
      if let face = created { return face }
      let face = create().flatMap { $0.hasFonts ? $0 : nil }
      created = .some(face)
      return face
    }
  }
}
