extension GlyphDrawing {
  /// The letters a to z, and the other European letters, except those that consist of one of these
  /// letters and a mark.
  static let smallLetters = table(
    #"""
    a rs M310 0V280N160 430E18 345M310 247H148E0 122N142 0E310 135
    b sr M0 660V0M0 250N175 430E350 215N175 0E0 180
    c ro M325 340N180 430E0 215N180 0E325 90
    d rs M350 660V0M350 250N175 430E0 215N175 0E350 180
    e rr M0 222H355N178 430E0 215N185 0E338 85
    f oo M255 660H215E95 545V0M0 430H235
    g rs M350 430V-35N175 -200E22 -125M350 250N175 430E0 215N175 0E350 180
    h ss M0 660V0M0 250N175 430E335 265V0
    i ss M0 0V430P0 610
    ı ss M0 0V430
    j os M110 430V-90N0 -200P110 610
    k so M0 0V660M300 430L0 150M110 253L315 0
    l so M0 660V110N105 0H125
    m ss M0 0V430M0 260N148 430E280 290V0M280 260N428 430E560 290V0
    n ss M0 0V430M0 250N175 430E335 265V0
    o rr M0 215N185 430E370 215N185 0E0 215
    p sr M0 -200V430M0 250N175 430E350 215N175 0E0 180
    q rs M350 -200V430M350 250N175 430E0 215N175 0E350 180
    r so M0 0V430M0 240N155 430H205
    s rr M280 352N150 430E10 325C10 190 295 245 295 110N150 0E0 82Y215
    t oo M95 565V115N205 0H235M0 430H230
    u ss M0 430V165N160 0E335 180M335 430V0
    v oo M0 430L175 0L350 430
    w oo M0 430L135 0L270 430L405 0L540 430
    x oo M0 0L330 430M0 430L330 0
    y oo M0 430L175 0M350 430L121 -132C102 -180 75 -200 20 -200
    z oo M10 430H300L0 0H310
    ß sr M0 0V495N150 660E300 525C300 415 190 405 190 325C190 220 355 245 355 115N230 0H160
    æ rr M18 345N155 430E300 280V215M300 247H148E0 122N142 0E300 135M300 222H630N465 430E300 215
      N470 0E615 85
    đ ro M350 660V0M350 250N175 430E0 215N175 0E350 180M215 555H420
    ł oo M75 660V110N180 0H200M0 285L160 405
    œ rr M325 215N165 430E0 215N165 0E325 215M325 222H655N490 430E325 215N490 0E640 85
    ð rr M0 195N180 385E360 195N180 0E0 195M360 195C360 420 260 570 90 660M75 505L290 630
    ø rr M0 215N185 430E370 215N185 0E0 215M5 -30L365 460
    þ sr M0 -200V660M0 250N175 430E350 215N175 0E0 180
    µ ss M0 430V-200M0 165N160 0E335 180M335 430V0
    μ ss M0 430V-200M0 165N160 0E335 180M335 430V0
    """#)

  /// The letters A to Z, and the other European letters, except those that consist of one of these
  /// letters and a mark.
  static let capitals = table(
    #"""
    A oo M0 0L250 620L500 0M80 200H420
    B sr M215 322H0V620H215E390 471N215 322E415 161N215 0H0V322
    C ro M465 480N262 620E0 310N262 0E465 140
    D sr M0 0V620H185E450 310N185 0H0
    E so M365 620H0V0H375M0 322H325
    F so M360 620H0V0M0 305H315
    G rs M470 485N265 620E0 310N265 0E485 195V285H295
    H ss M0 0V620M450 0V620M0 322H450
    I ss M0 0V620
    J os M260 620V165N130 0E0 125
    K so M0 0V620M400 620L0 215M140 357L425 0
    L so M0 620V0H345
    M ss M0 0V620L275 150L550 620V0
    N ss M0 0V620L450 0V620
    O rr M0 310N270 620E540 310N270 0E0 310
    P sr M0 0V620H215E405 448N215 276H0
    Q rr M0 310N270 620E540 310N270 0E0 310M345 165L540 -50
    R so M0 0V620H215E400 450N215 280H0M205 280L425 0
    S rr M388 500N205 620E15 462C15 265 415 360 415 165N205 0E0 130Y315
    T oo M0 620H460M230 620V0
    U ss M0 620V225N220 0E440 225V620
    V oo M0 620L245 0L490 620
    W oo M0 620L175 0L350 620L525 0L700 620
    X oo M0 0L450 620M0 620L450 0
    Y oo M0 620L230 285L460 620M230 285V0
    Z oo M15 620H425L0 0H435
    Æ oo M0 0L300 620H650M360 620V0H660M360 322H610M92 190H360
    Ð or M85 0V620H270E535 310N270 0H85M0 322H265
    Đ or M85 0V620H270E535 310N270 0H85M0 322H265
    Ł oo M80 620V0H425M0 255L235 400
    Œ ro M670 620H270E0 310N270 0H680M390 620V0M390 322H635
    Ø rr M0 310N270 620E540 310N270 0E0 310M15 -35L525 655
    Þ sr M0 0V620M0 480H215E405 310N215 140H0
    """#)
}

extension GlyphDrawing {
  /// Where on the letter a mark is attached.
  private enum Attachment {
    /// Over the middle of the letter; higher over capitals.
    case above
    /// Under the middle of the letter.
    case below
    /// At the right edge of the letter.
    case right
  }

  /// The marks of European languages written in Latin script.
  ///
  /// Each entry consists of a combining character, where the mark is attached, the letters that
  /// take it, and its strokes, which are designed for a small letter whose point of attachment is
  /// at x = 0.
  private static let marks:
    [(combining: Unicode.Scalar, attachment: Attachment, letters: String, path: String)] = [
      ("\u{300}", .above, "AEIOUaeiou", "M-70 665L35 565"),
      ("\u{301}", .above, "ACEILNORSUWYZaceinorsuwyz", "M70 665L-35 565"),
      ("\u{302}", .above, "ACEGHIJOSUWYacegiosuwy", "M-105 565L0 665L105 565"),
      ("\u{303}", .above, "AINOUainou", "M-125 575C-90 690 -30 650 0 615C30 580 90 540 125 655"),
      ("\u{304}", .above, "AEIOUaeiou", "M-100 605H100"),
      ("\u{306}", .above, "AEGIOUaegiou", "M-100 665N0 565E100 665"),
      ("\u{307}", .above, "CEGIZcegz", "P0 610"),
      ("\u{308}", .above, "AEIOUWYaeiouwy", "P-95 610P95 610"),
      ("\u{30A}", .above, "AUau", "M-75 640N0 710E75 640N0 570E-75 640"),
      ("\u{30B}", .above, "OUou", "M-35 665L-100 565M115 665L50 565"),
      ("\u{30C}", .above, "CDENRSTZcenrsz", "M-105 665L0 565L105 665"),
      ("\u{30C}", .right, "Ldlt", "M125 680L105 560"),
      ("\u{326}", .below, "STst", "M20 -115L-10 -200"),
      // In Latvian, the character called cedilla is a comma.
      ("\u{327}", .below, "GKLNRklnr", "M20 -115L-10 -200"),
      ("\u{327}", .below, "CSTcst", "M0 0V-80H10E75 -140N5 -200H-70"),
      ("\u{328}", .right, "AEIaiu", "M0 0E-75 -115N0 -200H10"),
      ("\u{328}", .below, "Ue", "M40 0E-35 -115N40 -200H50"),
    ]

  /// The letters with marks.
  ///
  /// Precomposed and decomposed spellings are equal as `Character`s, so both are found.
  static let accented: [Character: GlyphDrawing] = {
    var drawings: [Character: GlyphDrawing] = [:]
    for mark in marks {
      let strokes = StrokePath(mark.path)
      for letter in mark.letters {
        let base: Character = letter == "i" && mark.attachment == .above ? "ı" : letter
        guard var drawing = capitals[base] ?? smallLetters[base] else { continue }
        let (left, right) = drawing.path.columns
        let rise = mark.attachment == .above && letter.isUppercase ? GlyphGrid.capitalMarkRise : 0
        drawing.path.append(
          strokes,
          movedBy: StrokePoint(
            x: mark.attachment == .right ? right : (left + right) / 2, y: rise))
        drawings[Character("\(letter)\(mark.combining)")] = drawing
      }
    }
    return drawings
  }()
}
