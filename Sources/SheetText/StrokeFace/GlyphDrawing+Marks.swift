/// A mark over or under letters, drawn around x = 0 for a small letter.
struct GlyphMark: Sendable {
  /// The combining character that Unicode has for the mark.
  let combining: Unicode.Scalar
  /// Where the mark is drawn.
  let path: String
  /// The letters that have the mark.
  let letters: String
  /// Whether the mark stands over its letter, so that capitals raise it.
  var isAbove = true

  /// The marks of Latin-1.
  static let all = [
    GlyphMark(combining: "\u{300}", path: "M-70 665L35 565", letters: "AEIOUaeiou"),
    GlyphMark(combining: "\u{301}", path: "M70 665L-35 565", letters: "AEIOUYaeiouy"),
    GlyphMark(combining: "\u{302}", path: "M-105 565L0 665L105 565", letters: "AEIOUaeiou"),
    GlyphMark(
      combining: "\u{303}", path: "M-125 575C-90 690 -30 650 0 615C30 580 90 540 125 655",
      letters: "ANOano"),
    GlyphMark(combining: "\u{308}", path: "P-95 610P95 610", letters: "AEIOUaeiouy"),
    GlyphMark(
      combining: "\u{30A}", path: "M-75 640N0 710E75 640N0 570E-75 640", letters: "Aa"),
    GlyphMark(
      combining: "\u{327}", path: "M0 0V-80H10E75 -140N5 -200H-70", letters: "Cc", isAbove: false),
  ]
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
        let base: Character = letter == "i" ? "ı" : letter
        guard let drawing = capitals[base] ?? smallLetters[base] else { continue }
        let rise = mark.isAbove && letter.isUppercase ? GlyphGrid.capitalMarkRise : 0
        drawings[Character("\(letter)\(mark.combining)")] = drawing.adding(
          mark.path, at: StrokePoint(x: drawing.path.center, y: rise))
      }
    }
    return drawings
  }()
}
