internal import CLibraries
internal import Glibc
internal import SheetModel

/// The installed fonts at one size, and their drawing settings.
@safe struct PangoFonts: ~Copyable {
  let pointer: OpaquePointer
  /// The outlines of the fonts' glyphs.
  let outlines = PangoOutlines()

  /// Creates the fonts; nil if Pango fails.
  ///
  /// - Parameters:
  ///   - description: A family such as `Noto Sans`, optionally with style and weight, such as
  ///     `DejaVu Serif Bold`. Other installed fonts supply missing characters, or all characters if
  ///     the family is not installed.
  ///   - size: The em in pixels.
  /// - Precondition: Pango is loaded.
  init?(_ description: String, size: Double) {
    guard let pointer = unsafe PangoLock.withLock({ unsafe cpango_fonts_create() }) else {
      return nil
    }
    unsafe self.pointer = pointer
    PangoLock.withLock { choose(description, size: size) }
  }

  deinit {
    let pointer = unsafe pointer
    PangoLock.withLock { unsafe cpango_fonts_destroy(pointer) }
  }

  /// How many of Pango's units of length make a pixel.
  static let unitsPerPixel = Double(cpango_units_per_pixel)
}

extension PangoFonts {
  /// Chooses the font that is tried first for glyphs.
  ///
  /// If the name of a family ends like a style, as in `Nimbus Roman`, Pango takes the last words
  /// for a style, and then finds no family called `Nimbus`. A family that is not installed may have
  /// its own substitute, as `Times New Roman` does.
  private func choose(_ description: String, size: Double) {
    var all = [description] + Self.longerFamilies(in: description)
    guard all.count > 1 else {
      unsafe cpango_fonts_choose(pointer, description, size)
      return
    }
    // Pango takes a number at the end for a size, and would find `Source Sans`, not `Source Sans 3`.
    if FontChoice.endsInNumber(description) { all.swapAt(0, 1) }
    func replacement(for description: String) -> String? {
      unsafe cpango_fonts_choose(pointer, description, size)
      return self.replacement
    }
    let standIns = all.map(replacement)
    let unknown = replacement(for: Self.unknownFamily)
    let best = standIns.firstIndex(of: nil) ?? standIns.firstIndex { $0 != unknown } ?? 0
    unsafe cpango_fonts_choose(pointer, all[best], size)
  }

  /// A family that is not installed and has no substitute.
  private static let unknownFamily = "contactsheet unknown,"

  /// The description with a comma after each possible family name, longest first.
  ///
  /// The comma ends the name. The result is empty if the description already contains a comma.
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
  /// - Returns: Whether there is a bold font. Nothing changes if there is none, or if the font is
  ///   already bold.
  func chooseBold() -> Bool {
    PangoLock.withLock { unsafe cpango_fonts_choose_bold(pointer) }
  }

  /// Whether the family has a bold font, and the chosen font is not bold itself.
  var hasBold: Bool { unsafe cpango_fonts_have_bold(pointer) }

  /// Names that stand for a kind of font rather than a family.
  ///
  /// Source: the generic families of fontconfig's default configuration.
  private static let generic: Set = [
    "sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui",
    "emoji", "math",
  ]

  /// The family used instead of the requested one.
  ///
  /// Nil if the requested family is used or is generic, or if there are no fonts. If several
  /// families are requested, separated by commas, any of them will do.
  var replacement: String? {
    let families = unsafe cpango_fonts_families(pointer)
    defer {
      unsafe free(families.requested)
      unsafe free(families.used)
    }
    guard let requested = unsafe families.requested, let used = unsafe families.used else {
      return nil
    }
    let name = unsafe String(cString: used)
    let names = unsafe String(cString: requested).lowercased().split(separator: ",")
      .map { $0.split(separator: " ").joined(separator: " ") }
    let isRequested = names.contains { $0 == name.lowercased() || Self.generic.contains($0) }
    return isRequested ? nil : name
  }
}
