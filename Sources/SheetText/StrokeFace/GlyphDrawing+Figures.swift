extension GlyphDrawing {
  /// The digits, and the raised ones and fractions of Latin-1.
  static let figures: [Character: GlyphDrawing] = [
    "0": GlyphDrawing(.round, "M0 310N185 620E370 310N185 0E0 310P185 310", .round),
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
