/// The measures of the design grid, in thousandths of an em.
///
/// Heights are those of the middle of a stroke, counted from the middle of a stroke that lies
/// on the base line.
enum GlyphGrid {
  /// The units of an em.
  static let em = 1000.0
  /// The width of every stroke.
  static let strokeWidth = 88.0

  /// The lowest part of `p`.
  static let descender = -200.0
  /// Where letters stand.
  static let baseLine = 0.0
  /// The height of `x`.
  static let smallHeight = 430.0
  /// The height of `H`.
  static let capitalHeight = 620.0
  /// The height of `d`.
  static let ascender = 660.0
  /// How much higher marks stand over capitals than over small letters.
  static let capitalMarkRise = 190.0

  /// The highest that is drawn: the ring over a capital A.
  static let highestMark = 710 + capitalMarkRise
  /// The lowest that is drawn.
  static let lowestStroke = descender

  /// The heights that many glyphs share, and that small sizes put on the same rows in each.
  static let zones = [descender, baseLine, smallHeight, capitalHeight, ascender]

  /// How far the pen has to be away from the middle of a quarter's ends to draw it, as a
  /// part of its sides: 0.5523 gives a quarter of an ellipse; a little more gives the fuller
  /// curves that keep letters open at small sizes.
  static let roundness = 0.59
}
