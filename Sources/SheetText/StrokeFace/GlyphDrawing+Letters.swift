extension GlyphDrawing {
  /// The letters from a to z, and other European letters that are not one of these with a mark.
  static let smallLetters: [Character: GlyphDrawing] = [
    "a": GlyphDrawing(
      .round, "M310 0V280N160 430E18 345M310 247H148E0 122N142 0E310 135", .stem),
    "b": GlyphDrawing(.stem, "M0 660V0M0 250N175 430E350 215N175 0E0 180", .round),
    "c": GlyphDrawing(.round, "M325 340N180 430E0 215N180 0E325 90", .open),
    "d": GlyphDrawing(.round, "M350 660V0M350 250N175 430E0 215N175 0E350 180", .stem),
    "e": GlyphDrawing(.round, "M0 222H355N178 430E0 215N185 0E338 85", .round),
    "f": GlyphDrawing(.open, "M255 660H215E95 545V0M0 430H235", .open),
    "g": GlyphDrawing(
      .round, "M350 430V-35N175 -200E22 -125M350 250N175 430E0 215N175 0E350 180", .stem),
    "h": GlyphDrawing(.stem, "M0 660V0M0 250N175 430E335 265V0", .stem),
    "i": GlyphDrawing(.stem, "M0 0V430P0 610", .stem),
    "ı": GlyphDrawing(.stem, "M0 0V430", .stem),
    "j": GlyphDrawing(.open, "M110 430V-90N0 -200P110 610", .stem),
    "k": GlyphDrawing(.stem, "M0 0V660M300 430L0 150M110 253L315 0", .open),
    "l": GlyphDrawing(.stem, "M0 660V110N105 0H125", .open),
    "m": GlyphDrawing(.stem, "M0 0V430M0 260N148 430E280 290V0M280 260N428 430E560 290V0", .stem),
    "n": GlyphDrawing(.stem, "M0 0V430M0 250N175 430E335 265V0", .stem),
    "o": GlyphDrawing(.round, "M0 215N185 430E370 215N185 0E0 215", .round),
    "p": GlyphDrawing(.stem, "M0 -200V430M0 250N175 430E350 215N175 0E0 180", .round),
    "q": GlyphDrawing(.round, "M350 -200V430M350 250N175 430E0 215N175 0E350 180", .stem),
    "r": GlyphDrawing(.stem, "M0 0V430M0 240N155 430H205", .open),
    "s": GlyphDrawing(
      .round, "M280 352N150 430E10 325C10 190 295 245 295 110N150 0E0 82Y215", .round),
    "t": GlyphDrawing(.open, "M95 565V115N205 0H235M0 430H230", .open),
    "u": GlyphDrawing(.stem, "M0 430V165N160 0E335 180M335 430V0", .stem),
    "v": GlyphDrawing(.open, "M0 430L175 0L350 430", .open),
    "w": GlyphDrawing(.open, "M0 430L135 0L270 430L405 0L540 430", .open),
    "x": GlyphDrawing(.open, "M0 0L330 430M0 430L330 0", .open),
    "y": GlyphDrawing(.open, "M0 430L175 0M350 430L121 -132C102 -180 75 -200 20 -200", .open),
    "z": GlyphDrawing(.open, "M10 430H300L0 0H310", .open),
    "ß": GlyphDrawing(
      .stem, "M0 0V495N150 660E300 525C300 415 190 405 190 325C190 220 355 245 355 115N230 0H160",
      .round),
    "æ": GlyphDrawing(
      .round,
      "M18 345N155 430E300 280V215M300 247H148E0 122N142 0E300 135"
        + "M300 222H630N465 430E300 215N470 0E615 85", .round),
    "đ": GlyphDrawing(
      .round, "M350 660V0M350 250N175 430E0 215N175 0E350 180M215 555H420", .open),
    "ł": GlyphDrawing(.open, "M75 660V110N180 0H200M0 285L160 405", .open),
    "œ": GlyphDrawing(
      .round, "M325 215N165 430E0 215N165 0E325 215M325 222H655N490 430E325 215N490 0E640 85",
      .round),
    "ð": GlyphDrawing(
      .round, "M0 195N180 385E360 195N180 0E0 195M360 195C360 420 260 570 90 660M75 505L290 630",
      .round),
    "ø": GlyphDrawing(.round, "M0 215N185 430E370 215N185 0E0 215M5 -30L365 460", .round),
    "þ": GlyphDrawing(.stem, "M0 -200V660M0 250N175 430E350 215N175 0E0 180", .round),
    "µ": GlyphDrawing(.stem, "M0 430V-200M0 165N160 0E335 180M335 430V0", .stem),
  ]
}

extension GlyphDrawing {
  /// The letters from A to Z, and other European letters that are not one of these with a mark.
  static let capitals: [Character: GlyphDrawing] = [
    "A": GlyphDrawing(.open, "M0 0L250 620L500 0M80 200H420", .open),
    "B": GlyphDrawing(.stem, "M215 322H0V620H215E390 471N215 322E415 161N215 0H0V322", .round),
    "C": GlyphDrawing(.round, "M465 480N262 620E0 310N262 0E465 140", .open),
    "D": GlyphDrawing(.stem, "M0 0V620H185E450 310N185 0H0", .round),
    "E": GlyphDrawing(.stem, "M365 620H0V0H375M0 322H325", .open),
    "F": GlyphDrawing(.stem, "M360 620H0V0M0 305H315", .open),
    "G": GlyphDrawing(.round, "M470 485N265 620E0 310N265 0E485 195V285H295", .stem),
    "H": GlyphDrawing(.stem, "M0 0V620M450 0V620M0 322H450", .stem),
    "I": GlyphDrawing(.stem, "M0 0V620", .stem),
    "J": GlyphDrawing(.open, "M260 620V165N130 0E0 125", .stem),
    "K": GlyphDrawing(.stem, "M0 0V620M400 620L0 215M140 357L425 0", .open),
    "L": GlyphDrawing(.stem, "M0 620V0H345", .open),
    "M": GlyphDrawing(.stem, "M0 0V620L275 150L550 620V0", .stem),
    "N": GlyphDrawing(.stem, "M0 0V620L450 0V620", .stem),
    "O": GlyphDrawing(.round, "M0 310N270 620E540 310N270 0E0 310", .round),
    "P": GlyphDrawing(.stem, "M0 0V620H215E405 448N215 276H0", .round),
    "Q": GlyphDrawing(.round, "M0 310N270 620E540 310N270 0E0 310M345 165L540 -50", .round),
    "R": GlyphDrawing(.stem, "M0 0V620H215E400 450N215 280H0M205 280L425 0", .open),
    "S": GlyphDrawing(
      .round, "M388 500N205 620E15 462C15 265 415 360 415 165N205 0E0 130Y315", .round),
    "T": GlyphDrawing(.open, "M0 620H460M230 620V0", .open),
    "U": GlyphDrawing(.stem, "M0 620V225N220 0E440 225V620", .stem),
    "V": GlyphDrawing(.open, "M0 620L245 0L490 620", .open),
    "W": GlyphDrawing(.open, "M0 620L175 0L350 620L525 0L700 620", .open),
    "X": GlyphDrawing(.open, "M0 0L450 620M0 620L450 0", .open),
    "Y": GlyphDrawing(.open, "M0 620L230 285L460 620M230 285V0", .open),
    "Z": GlyphDrawing(.open, "M15 620H425L0 0H435", .open),
    "Æ": GlyphDrawing(.open, "M0 0L300 620H650M360 620V0H660M360 322H610M92 190H360", .open),
    "Ð": crossedD,
    "Đ": crossedD,
    "Ł": GlyphDrawing(.open, "M80 620V0H425M0 255L235 400", .open),
    "Œ": GlyphDrawing(.round, "M670 620H270E0 310N270 0H680M390 620V0M390 322H635", .open),
    "Ø": GlyphDrawing(.round, "M0 310N270 620E540 310N270 0E0 310M15 -35L525 655", .round),
    "Þ": GlyphDrawing(.stem, "M0 0V620M0 480H215E405 310N215 140H0", .round),
  ]

  /// The Icelandic eth and the Croatian d with stroke, which look alike as capitals.
  private static let crossedD = GlyphDrawing(
    .open, "M85 0V620H270E535 310N270 0H85M0 322H265", .round)
}

/// A diacritical mark, drawn for a small letter whose point of attachment is at x = 0.
struct GlyphMark: Sendable {
  /// Where a mark is attached.
  enum Attachment: Sendable {
    /// Over the middle of the letter; higher over capitals.
    case above
    /// Under the middle of the letter.
    case below
    /// At the right edge of the letter.
    case right
  }

  /// The mark as a combining character.
  let combining: Unicode.Scalar
  let attachment: Attachment
  /// The letters that take the mark.
  let letters: String
  /// The strokes of the mark.
  let path: String

  private init(
    _ combining: Unicode.Scalar, _ attachment: Attachment, _ letters: String, _ path: String
  ) {
    self.combining = combining
    self.attachment = attachment
    self.letters = letters
    self.path = path
  }

  /// The marks of European languages written in Latin script.
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
  /// In Latvian the character called cedilla is a comma.
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
  /// Precomposed and decomposed spellings are equal as `Character`s, so both are found.
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
