internal import SheetLayout
internal import Synchronization

/// Sets text in one font and size: the entrance to this module.
///
/// Pango and its fonts are loaded when a text first needs them, and never otherwise.
public struct TypeSetter: Sendable {
  /// The requested font.
  public let font: FontChoice
  /// The distance from one line to the next, in pixels; the same for all fonts.
  public var lineHeight: Int { builtin.lineHeight }

  private let builtin: StrokeFace
  private let pango: LazyPangoFace

  /// Creates a setter, which takes next to no time.
  ///
  /// - Parameters:
  ///   - font: The font. Its size, in points, is ignored.
  ///   - size: The em in pixels, within the limits of ``StrokeFace``.
  ///   - library: Pango, evaluated at most once; nil where there is none.
  public init(
    _ font: FontChoice, size: Double,
    library: @autoclosure @escaping @Sendable () -> PangoLibrary? = .installed
  ) {
    self.font = font
    builtin = StrokeFace(size: size)
    let description =
      switch font.source {
      case .family(let family): family
      // Fontconfig's name for the default sans serif of the system.
      case .auto, .builtin: "Sans"
      }
    pango = LazyPangoFace { PangoFace(description, size: size, library: library()) }
  }

  /// The pixels of a text, exactly as large as its box.
  ///
  /// Characters that none of the fonts has are shown as boxes.
  ///
  /// - Precondition: no side of the box is negative.
  public func raster(_ box: TextBox) -> TextRaster {
    face(for: box.text).raster(box)
  }

  /// The first reason why `texts` cannot be set as they are, nil where there is none.
  ///
  /// - Complexity: linear in the texts; Pango takes some ten microseconds for each text that
  ///   the built-in font does not cover.
  public func problem(with texts: some Sequence<String>) -> TextProblem? {
    if case .family(let family) = font.source {
      guard let face = pango.face else { return .pangoMissing(family: family) }
      // Any font has this letter, so Pango has no fonts at all.
      guard face.covers("a") else { return .familyMissing(family, standIn: "builtin") }
      if let standIn = face.standIn { return .familyMissing(family, standIn: standIn) }
    }
    for text in texts where !covers(text) {
      let character = text.first { !covers(String($0)) } ?? "\u{FFFD}"
      switch font.source {
      case .builtin: return .notBuiltIn(character, text: text)
      case .auto, .family:
        return .glyphMissing(character, text: text, hasPango: pango.face != nil)
      }
    }
    return nil
  }

  private func covers(_ text: String) -> Bool {
    switch font.source {
    case .builtin: builtin.covers(text)
    case .auto: builtin.covers(text) || pango.face?.covers(text) ?? false
    case .family: face(for: text).covers(text)
    }
  }

  private func face(for text: String) -> any Typeface {
    switch font.source {
    case .builtin: return builtin
    case .family:
      guard let face = pango.face else { return builtin }
      return builtin.covers(text) && !face.covers(text) ? builtin : face
    case .auto:
      guard !builtin.covers(text), let face = pango.face else { return builtin }
      let unknown = face.unknownGlyphCount(in: text)
      let boxes = text.count { !builtin.covers(String($0)) }
      return unknown < boxes ? face : builtin
    }
  }
}

/// A face that is created when it is first asked for, once.
private final class LazyPangoFace: Sendable {
  private let create: @Sendable () -> PangoFace?
  /// The outer optional is nil until ``create`` has been called.
  private let created = Mutex<PangoFace??>(nil)

  init(_ create: @escaping @Sendable () -> PangoFace?) {
    self.create = create
  }

  var face: PangoFace? {
    created.withLock { created in
      if let face = created { return face }
      let face = create()
      created = .some(face)
      return face
    }
  }
}
