/// A mark of letters, drawn for a small letter whose point of attachment is at x = 0.
struct GlyphMark: Sendable {
  /// Where a mark stands.
  enum Attachment: Sendable {
    /// Over the middle of the letter; higher over capitals.
    case above
    /// Under the middle of the letter.
    case below
    /// At the right edge of the letter.
    case right
  }

  /// The combining character that Unicode has for the mark.
  let combining: Unicode.Scalar
  let attachment: Attachment
  /// The letters that have the mark.
  let letters: String
  /// How the mark is drawn.
  let path: String

  private init(
    _ combining: Unicode.Scalar, _ attachment: Attachment, _ letters: String, _ path: String
  ) {
    self.combining = combining
    self.attachment = attachment
    self.letters = letters
    self.path = path
  }

  /// The marks of European languages that are written with Latin letters.
  static let all = [
    grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring, doubleAcute, caron,
    caronBeside, commaBelow, cedillaAsComma, cedilla, ogonek, ogonekBelow,
  ]

  private static let grave = GlyphMark("\u{300}", .above, "AEIOUaeiou", "M-70 665L35 565")
  private static let acute = GlyphMark(
    "\u{301}", .above, "ACEILNORSUWYZaceinorsuwyz", "M70 665L-35 565")
  private static let circumflex = GlyphMark(
    "\u{302}", .above, "ACEGHIJOSUWYacegiosuwy", "M-105 565L0 665L105 565")
  private static let tilde = GlyphMark(
    "\u{303}", .above, "AINOUainou", "M-125 575C-90 690 -30 650 0 615C30 580 90 540 125 655")
  private static let macron = GlyphMark("\u{304}", .above, "AEIOUaeiou", "M-100 605H100")
  private static let breve = GlyphMark(
    "\u{306}", .above, "AEGIOUaegiou", "M-100 665N0 565E100 665")
  private static let dot = GlyphMark("\u{307}", .above, "CEGIZcegz", "P0 610")
  private static let diaeresis = GlyphMark("\u{308}", .above, "AEIOUWYaeiouwy", "P-95 610P95 610")
  private static let ring = GlyphMark(
    "\u{30A}", .above, "AUau", "M-75 640N0 710E75 640N0 570E-75 640")
  private static let doubleAcute = GlyphMark(
    "\u{30B}", .above, "OUou", "M-35 665L-100 565M115 665L50 565")
  private static let caron = GlyphMark(
    "\u{30C}", .above, "CDENRSTZcenrsz", "M-105 665L0 565L105 665")
  private static let caronBeside = GlyphMark("\u{30C}", .right, "Ldlt", "M125 680L105 560")
  private static let commaBelow = GlyphMark("\u{326}", .below, "STst", "M20 -115L-10 -200")
  /// Latvian has a comma where the name of the character says cedilla.
  private static let cedillaAsComma = GlyphMark(
    "\u{327}", .below, "GKLNRklnr", "M20 -115L-10 -200")
  private static let cedilla = GlyphMark(
    "\u{327}", .below, "CSTcst", "M0 0V-80H10E75 -140N5 -200H-70")
  private static let ogonek = GlyphMark("\u{328}", .right, "AEIaiu", "M0 0E-75 -115N0 -200H10")
  private static let ogonekBelow = GlyphMark("\u{328}", .below, "Ue", "M40 0E-35 -115N40 -200H50")
}

extension GlyphDrawing {
  /// The letters with marks.
  ///
  /// A character is the same whether it is written as one scalar or as a letter and a
  /// combining mark, so that the names of either kind are found.
  static let accented: [Character: GlyphDrawing] = {
    var drawings: [Character: GlyphDrawing] = [:]
    for mark in GlyphMark.all {
      for letter in mark.letters {
        let base: Character = letter == "i" && mark.attachment == .above ? "ı" : letter
        guard let drawing = capitals[base] ?? smallLetters[base] else { continue }
        drawings[Character("\(letter)\(mark.combining)")] = drawing.adding(
          mark.path, at: mark.place(on: drawing, isCapital: letter.isUppercase))
      }
    }
    return drawings
  }()
}

extension GlyphMark {
  fileprivate func place(on letter: GlyphDrawing, isCapital: Bool) -> StrokePoint {
    let (left, right) = letter.path.columns
    return switch attachment {
    case .above:
      StrokePoint(x: (left + right) / 2, y: isCapital ? GlyphGrid.capitalMarkRise : 0)
    case .below: StrokePoint(x: (left + right) / 2, y: 0)
    case .right: StrokePoint(x: right, y: 0)
    }
  }
}
