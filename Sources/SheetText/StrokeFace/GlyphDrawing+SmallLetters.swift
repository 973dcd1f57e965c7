extension GlyphDrawing {
  /// The letters from a to z, and those of Europe that are not made of one of them and a mark.
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
