internal import SheetLayout
internal import Synchronization

/// Sets text in one font and size: the one thing that a sheet needs to know of type.
///
/// Pango and its fonts are loaded when a text first needs them, and where none does, never.
public struct TypeSetter: Sendable {
  /// The font that was asked for.
  public let font: FontChoice
  /// The distance from one line to the next, in pixels; the same for all fonts.
  public var lineHeight: Int { ownFace.lineHeight }

  private let ownFace: StrokeFace
  private let pango: PangoOnDemand

  /// Creates a setter, which takes next to no time.
  ///
  /// - Parameters:
  ///   - font: The font. Its size, which is in points, is not looked at.
  ///   - size: The em in pixels, within the limits of ``StrokeFace``.
  ///   - library: Pango, asked for once at the most; nil where there is none.
  public init(
    _ font: FontChoice, size: Double,
    library: @autoclosure @escaping @Sendable () -> PangoLibrary? = .installed
  ) {
    self.font = font
    ownFace = StrokeFace(size: size)
    let description =
      switch font.source {
      case .family(let family): family
      // What the system calls its usual face without serifs.
      case .auto, .builtin: "Sans"
      }
    pango = PangoOnDemand { PangoFace(description, size: size, library: library()) }
  }

  /// The pixels of a text, exactly as large as its box.
  ///
  /// What has no glyph in the fonts that may be used is shown as boxes.
  ///
  /// - Precondition: no side of the box is negative.
  public func raster(_ box: TextBox) -> TextRaster {
    face(for: box.text).raster(box)
  }

  /// The first thing that keeps `texts` from being set as they are, nil where nothing does.
  ///
  /// - Complexity: linear in the texts; Pango, where it is needed, takes some ten
  ///   microseconds for each that the own face does not cover.
  public func problem(with texts: some Sequence<String>) -> TextProblem? {
    if case .family(let family) = font.source {
      guard let face = pango.face else { return .pangoMissing(family: family) }
      // Another font would have stood in for letters, were there any.
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
    case .builtin: ownFace.covers(text)
    case .auto: ownFace.covers(text) || pango.face?.covers(text) ?? false
    case .family: face(for: text).covers(text)
    }
  }

  private func face(for text: String) -> any Typeface {
    switch font.source {
    case .builtin: return ownFace
    case .family:
      guard let face = pango.face else { return ownFace }
      return ownFace.covers(text) && !face.covers(text) ? ownFace : face
    case .auto:
      guard !ownFace.covers(text), let face = pango.face else { return ownFace }
      let unknown = face.unknownGlyphCount(in: text)
      let boxes = text.count { !ownFace.covers(String($0)) }
      return unknown < boxes ? face : ownFace
    }
  }
}

/// A face that is looked for when it is first asked for, once.
private final class PangoOnDemand: Sendable {
  private enum State {
    case unasked(@Sendable () -> PangoFace?)
    case asked(PangoFace?)
  }

  private let state: Mutex<State>

  init(_ create: @escaping @Sendable () -> PangoFace?) {
    state = Mutex(.unasked(create))
  }

  var face: PangoFace? {
    state.withLock { state in
      switch state {
      case .asked(let face): return face
      case .unasked(let create):
        let face = create()
        state = .asked(face)
        return face
      }
    }
  }
}
