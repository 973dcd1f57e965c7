extension PangoFonts {
  /// The families that any system has a font for, whatever that is called.
  ///
  /// Source: the generic families of fontconfig's default configuration.
  private static let generic: Set = [
    "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui",
    "emoji", "math",
  ]

  /// The family that is used instead of the one that was asked for; nil where that one is
  /// used, where any would do, and where there is no font at all.
  ///
  /// Of several families, separated by commas, one is enough.
  var standIn: String? {
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
    let isWanted = names.contains { $0 == name.lowercased() || Self.generic.contains($0) }
    return isWanted ? nil : name
  }
}
