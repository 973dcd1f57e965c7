internal import SheetFacts

extension FontChoice {
  /// The choice with which all of `texts` are set in one face.
  ///
  /// `auto` becomes `builtin` if the built-in font has every character. It also does if Pango is
  /// missing, or lacks as many characters as the built-in font. Otherwise it becomes the system's
  /// default sans serif, for all texts. Other choices stay as they are.
  ///
  /// - Parameters:
  ///   - texts: All texts that are seen together, such as the texts of a sheet.
  ///   - library: Pango, evaluated only if the built-in font lacks a character.
  /// - Returns: A choice that is not `auto`.
  package func settled(
    for texts: some Sequence<String>, library: @autoclosure () -> PangoLibrary? = .installed
  ) -> FontChoice {
    guard source == .auto else { return self }
    let characters = Set(charactersOf: texts)
    let builtin = StrokeFace(size: Self.anySize)
    let missing = characters.count { !builtin.covers(String($0)) }
    // Each character in a line of its own, so that none is shaped with another.
    guard missing > 0,
      let pango = PangoFace(Self.systemSans, size: Self.anySize, library: library()),
      pango.unknownGlyphCount(in: characters.map(String.init).joined(separator: "\n")) < missing
    else { return FontChoice(source: .builtin, size: size) }
    return FontChoice(source: .family(Self.systemSans), size: size)
  }

  /// The first reason why `texts` cannot be set unchanged in one face; nil if there is none.
  ///
  /// - Parameters:
  ///   - texts: All texts that are seen together.
  ///   - library: Pango, evaluated at most once, and only if needed.
  /// - Returns: The problem of the first text that cannot be set, or of the font.
  /// - Complexity: linear in the texts; Pango takes some ten microseconds for each.
  package func problem(
    with texts: some Collection<String>, library: @autoclosure () -> PangoLibrary? = .installed
  ) -> TextProblem? {
    let builtin = StrokeFace(size: Self.anySize)
    switch source {
    case .builtin:
      return texts.firstCharacter(missingFrom: builtin).map { .notBuiltIn($0, text: $1) }
    case .auto:
      if texts.allSatisfy(builtin.covers) { return nil }
      let library = library()
      if library == nil, !PangoLibrary.hasRoom { return .noRoom }
      let settled = settled(for: texts, library: library)
      let face = TypeSetter(settled, size: Self.anySize, library: library).face
      return texts.firstCharacter(missingFrom: face).map {
        .glyphMissing($0, text: $1, hasPango: library != nil)
      }
    case .family(let family):
      guard let pango = PangoFace(family, size: Self.anySize, library: library()) else {
        return PangoLibrary.hasRoom ? .pangoMissing(family: family) : .noRoom
      }
      guard pango.hasFonts else { return .familyMissing(family, replacement: "builtin") }
      if let replacement = pango.replacement {
        return .familyMissing(family, replacement: replacement)
      }
      return texts.firstCharacter(missingFrom: pango).map {
        .glyphMissing($0, text: $1, hasPango: true)
      }
    }
  }

  /// Fontconfig's name for the default sans serif of the system.
  private static let systemSans = "Sans"
  /// The characters of a font do not depend on its size.
  private static let anySize = 12.0
}

extension Collection<String> {
  /// The first character that a face lacks, with its text.
  fileprivate func firstCharacter(
    missingFrom face: any Typeface
  ) -> (character: Character, text: String)? {
    for text in self where !face.covers(text) {
      return (text.first { !face.covers(String($0)) } ?? "\u{FFFD}", text)
    }
    return nil
  }
}
