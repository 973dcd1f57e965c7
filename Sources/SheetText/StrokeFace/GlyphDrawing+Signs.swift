extension GlyphDrawing {
  /// The punctuation of ASCII and Latin-1, and typographical dashes and quotation marks.
  static let punctuation: [Character: GlyphDrawing] = [
    "!": GlyphDrawing(.stem, "M0 620V205P0 5", .stem),
    "\"": GlyphDrawing(.stem, "M0 620V450M145 620V450", .stem),
    "'": GlyphDrawing(.stem, "M0 620V450", .stem),
    "(": GlyphDrawing(.round, "M130 720C45 600 0 450 0 300C0 150 45 0 130 -120", .open),
    ")": GlyphDrawing(.open, "M0 720C85 600 130 450 130 300C130 150 85 0 0 -120", .round),
    ",": GlyphDrawing(.round, "M50 20L0 -115", .round),
    "-": GlyphDrawing(.round, "M0 225H200", .round),
    ".": GlyphDrawing(.round, "P0 5", .round),
    "/": GlyphDrawing(.open, "M0 -90L260 700", .open),
    ":": GlyphDrawing(.stem, "P0 5P0 390", .stem),
    ";": GlyphDrawing(.stem, "P50 390M50 20L0 -115", .stem),
    "?": GlyphDrawing(.round, "M0 505N160 620E320 470C320 340 150 350 150 205P150 5", .round),
    "[": GlyphDrawing(.stem, "M135 720H0V-120H135", .open),
    "\\": GlyphDrawing(.open, "M0 700L260 -90", .open),
    "]": GlyphDrawing(.open, "M0 720H135V-120H0", .stem),
    "_": GlyphDrawing(.open, "M0 -90H420", .open),
    "{": GlyphDrawing(
      .open, "M170 720H155E80 640V400C80 330 55 300 0 300C55 300 80 270 80 200V-40N155 -120H170",
      .open),
    "|": GlyphDrawing(.stem, "M0 720V-120", .stem),
    "}": GlyphDrawing(
      .open, "M0 720H15E90 640V400C90 330 115 300 170 300C115 300 90 270 90 200V-40N15 -120H0",
      .open),
    "¡": GlyphDrawing(.stem, "P0 425M0 225V-190", .stem),
    "¦": GlyphDrawing(.stem, "M0 720V400M0 200V-120", .stem),
    "«": GlyphDrawing(.round, "M150 380L0 215L150 50M325 380L175 215L325 50", .round),
    "»": GlyphDrawing(.round, "M0 380L150 215L0 50M175 380L325 215L175 50", .round),
    "\u{AD}": GlyphDrawing(.round, "M0 225H200", .round),
    "·": GlyphDrawing(.stem, "P0 240", .stem),
    "¿": GlyphDrawing(.round, "M320 -75N160 -190E0 -40C0 90 170 80 170 225P170 425", .round),
    "–": GlyphDrawing(.open, "M0 225H420", .open),
    "—": GlyphDrawing(.open, "M0 225H820", .open),
    "‘": GlyphDrawing(.stem, "M0 640L50 505", .stem),
    "’": GlyphDrawing(.stem, "M50 640L0 505", .stem),
    "‚": GlyphDrawing(.stem, "M50 20L0 -115", .stem),
    "“": GlyphDrawing(.stem, "M0 640L50 505M170 640L220 505", .stem),
    "”": GlyphDrawing(.stem, "M50 640L0 505M220 640L170 505", .stem),
    "„": GlyphDrawing(.stem, "M50 20L0 -115M220 20L170 -115", .stem),
    "‹": GlyphDrawing(.round, "M150 380L0 215L150 50", .round),
    "›": GlyphDrawing(.round, "M0 380L150 215L0 50", .round),
    "•": GlyphDrawing(.stem, "M0 240N60 300E120 240N60 180E0 240H120", .stem),
    "…": GlyphDrawing(.stem, "P0 5P250 5P500 5", .stem),
    // Filled by outlines in each other, a stroke apart.
    "★": GlyphDrawing(
      .open, "M310 615L230 400L1 390L180 248L119 27L310 154L501 27L440 248L619 390L390 400L310 615",
      .open
    )
    .adding("M310 545L247 377L67 369L208 257L160 84L310 183L460 84L412 257L553 369L373 377L310 545")
    .adding(
      "M310 475L264 353L134 347L236 266L201 140L310 212L419 140L384 266L486 347L356 353L310 475"
    )
    .adding(
      "M310 405L282 329L201 326L264 275L242 197L310 242L378 197L356 275L419 326L338 329L310 405"
    )
    .adding(
      "M310 340L298 307L262 305L290 284L281 250L310 269L339 250L330 284L358 305L322 307L310 340"),
    "☆": GlyphDrawing(
      .open, "M310 615L230 400L1 390L180 248L119 27L310 154L501 27L440 248L619 390L390 400L310 615",
      .open),
  ]

  /// The signs of ASCII and Latin-1 that stand for words or operations.
  static let signs: [Character: GlyphDrawing] = [
    "#": GlyphDrawing(.round, "M140 620L70 0M340 620L270 0M25 415H410M0 205H385", .round),
    "$": GlyphDrawing(
      .round,
      "M388 500N205 620E15 462C15 265 415 360 415 165N205 0E0 130Y315M208 725V620M208 0V-105",
      .round),
    "%": GlyphDrawing(
      .round,
      "M0 480N110 620E220 480N110 340E0 480M345 140N455 280E565 140N455 0E345 140M440 620L125 0",
      .round),
    "&": GlyphDrawing(
      .round,
      "M450 0L110 430C60 500 85 620 205 620C320 620 335 500 260 430C190 370 0 330 0 165N170 0C300 0 420 110 440 300",
      .open),
    "*": GlyphDrawing(.round, "M145 640V320M0 560L290 400M0 400L290 560", .round),
    "+": GlyphDrawing(.round, "M180 485V125M0 305H360", .round),
    "<": GlyphDrawing(.round, "M345 510L0 305L345 100", .round),
    "=": GlyphDrawing(.round, "M0 405H360M0 205H360", .round),
    ">": GlyphDrawing(.round, "M0 510L345 305L0 100", .round),
    "@": GlyphDrawing(
      .round,
      "M460 250N330 390E195 250N325 110E460 250M460 390V205N535 110E660 290N335 605E0 240"
        + "N335 -130H480", .round),
    "^": GlyphDrawing(.round, "M0 370L160 620L320 370", .round),
    "`": GlyphDrawing(.round, "M0 665L110 565", .round),
    "~": GlyphDrawing(.round, "M0 250C40 380 120 380 185 305C250 230 330 230 370 360", .round),
    "¢": GlyphDrawing(
      .round, "M325 340N180 430E0 215N180 0E325 90M180 545V430M180 0V-115", .open),
    "£": GlyphDrawing(
      .round, "M365 510N230 620E90 470V140C90 70 60 25 0 0H375M0 310H285", .round),
    "¤": GlyphDrawing(
      .round,
      "M55 305N200 450E345 305N200 160E55 305M0 505L97 408M400 505L303 408M0 105L97 202"
        + "M400 105L303 202", .round),
    "¥": GlyphDrawing(.open, "M0 620L230 300L460 620M230 300V0M50 270H410M50 130H410", .open),
    "§": GlyphDrawing(
      .round,
      "M290 550N155 660E20 545C20 410 310 430 310 275N205 165"
        + "M20 -10N155 -120E290 -5C290 130 0 110 0 265N105 375", .round),
    "¨": GlyphDrawing(.stem, "P0 610P180 610", .stem),
    "©": GlyphDrawing(
      .round, "M0 310N310 620E620 310N310 0E0 310M415 395N320 460E195 310N320 160E415 225", .round),
    "ª": GlyphDrawing(
      .round, "M185 400V540N95 620E10 575M185 520H90E0 460N85 400E185 460M0 280H185", .round),
    "¬": GlyphDrawing(.round, "M0 355H360V185", .round),
    "®": GlyphDrawing(
      .round,
      "M0 310N310 620E620 310N310 0E0 310M230 160V460H315E405 380N315 300H230M320 300L415 160",
      .round),
    "¯": GlyphDrawing(.round, "M0 610H210", .round),
    "°": GlyphDrawing(.round, "M0 510N110 620E220 510N110 400E0 510", .round),
    "±": GlyphDrawing(.round, "M180 570V230M0 400H360M0 60H360", .round),
    "´": GlyphDrawing(.round, "M0 565L110 665", .round),
    "¶": GlyphDrawing(.round, "M290 -120V620H150E0 465N150 310H290M430 -120V620H290", .stem),
    "¸": GlyphDrawing(.round, "M70 0V-80H80E145 -140N75 -200H0", .round),
    "º": GlyphDrawing(.round, "M0 510N105 620E210 510N105 400E0 510M0 280H210", .round),
    "×": GlyphDrawing(.round, "M0 465L320 145M0 145L320 465", .round),
    "÷": GlyphDrawing(.round, "M0 305H360P180 495P180 115", .round),
    "€": GlyphDrawing(.open, "M465 505N285 620E65 310N285 0E465 115M0 375H335M0 245H315", .open),
  ]
}

extension GlyphDrawing {
  /// The digits, and the superscripts and fractions of Latin-1.
  static let figures: [Character: GlyphDrawing] = [
    "0": GlyphDrawing(.round, "M0 310N185 620E370 310N185 0E0 310", .round),
    "1": GlyphDrawing(.round, "M5 500L150 620V0M0 0H300", .round),
    "2": GlyphDrawing(.round, "M12 475N180 620E350 455C350 330 210 205 0 0H365", .round),
    "3": GlyphDrawing(
      .round, "M15 512N175 620E340 475N175 325H125M175 325E360 162N175 0E0 115", .round),
    "4": GlyphDrawing(.open, "M285 0V620L0 170H380", .open),
    "5": GlyphDrawing(
      .round, "M325 620H50L28 310C65 360 115 390 180 390E365 195N175 0E0 112", .round),
    "6": GlyphDrawing(.round, "M305 620C120 550 0 400 0 200N185 0E370 200N190 390E0 200", .round),
    "7": GlyphDrawing(.open, "M0 620H360L115 0", .open),
    "8": GlyphDrawing(
      .round, "M185 327E18 475N185 620E352 475N185 327E0 162N185 0E370 162N185 327", .round),
    "9": GlyphDrawing(.round, "M65 0C250 70 370 220 370 420N185 620E0 420N180 230E370 420", .round),
    "¹": GlyphDrawing(.round, raisedOne, .round),
    "²": GlyphDrawing(.round, raisedTwo, .round),
    "³": GlyphDrawing(.round, raisedThree, .round),
    "¼": fraction(raisedOne, loweredFour),
    "½": fraction(raisedOne, "M5 245N100 320E195 240C195 170 110 120 0 0H205"),
    "¾": fraction(raisedThree, loweredFour),
  ]

  private static let raisedOne = "M0 560L95 620V300"
  private static let raisedTwo = "M5 545N100 620E195 540C195 470 110 420 0 300H205"
  private static let raisedThree = "M5 570N95 620E185 545N95 468H80M95 468E200 384N95 300E0 350"
  private static let loweredFour = "M160 0V320L0 95H215"

  private static func fraction(_ upper: String, _ lower: String) -> GlyphDrawing {
    GlyphDrawing(.round, upper, .round)
      .adding("M480 620L160 0")
      .adding(lower, at: StrokePoint(x: 420, y: 0))
  }
}
