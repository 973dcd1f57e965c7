extension GlyphDrawing {
  /// The letters from A to Z, and those of Europe that are not made of one of them and a mark.
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

  /// Two letters of Unicode, of Icelandic and of Croatian, that look alike.
  private static let crossedD = GlyphDrawing(
    .open, "M85 0V620H270E535 310N270 0H85M0 322H265", .round)
}
