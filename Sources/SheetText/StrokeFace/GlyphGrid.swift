/// The dimensions of the design grid, in thousandths of an em.
///
/// Heights are those of the centre lines of strokes, relative to the centre line of a stroke on the
/// baseline.
enum GlyphGrid {
  /// The number of units in an em.
  static let em = 1000.0
  /// The width of every stroke.
  static let strokeWidth = 88.0

  /// The bottom of `p`.
  static let descender = -200.0
  /// The bottom of `H`.
  static let baseline = 0.0
  /// The height of `x`.
  static let smallHeight = 430.0
  /// The height of `H`.
  static let capitalHeight = 620.0
  /// The height of `d`.
  static let ascender = 660.0
  /// The height of marks over capitals, less the height of marks over small letters.
  static let capitalMarkRise = 190.0

  /// The highest point of any glyph: the ring over a capital A.
  static let highestMark = 710 + capitalMarkRise
  /// The lowest point of any glyph.
  static let lowestStroke = descender

  /// The heights shared by many glyphs; at small sizes each falls on the same row of pixels in all
  /// glyphs.
  static let zones = [descender, baseline, smallHeight, capitalHeight, ascender]

  /// How far the control points of a quarter of an ellipse are from its ends, relative to the sides
  /// of its box.
  ///
  /// 0.5523 approximates an ellipse; slightly more gives the fuller curves that keep letters
  /// open at small sizes.
  static let roundness = 0.59
}

/// The pen at one font size, in pixels.
struct PenSize: Equatable, Sendable {
  /// Pixels per unit of the design grid.
  let scale: Double
  /// The width of a stroke; at least one pixel, because thinner text turns grey and breaks up.
  let width: Double

  /// The pen for an em of `size` pixels.
  init(size: Double, isBold: Bool = false) {
    scale = size / GlyphGrid.em
    let regular = max(1, GlyphGrid.strokeWidth * scale)
    width = isBold ? max(regular + Self.minimumExcess, regular * Self.boldness) : regular
  }

  /// The width of a bold stroke, as a multiple of the width of a regular one.
  static let boldness = 1.6
  /// The minimum number of pixels by which a bold stroke is wider than a regular one, so that small
  /// text looks bold too.
  private static let minimumExcess = 0.7

  /// The diameter of a dot: wider than a stroke, because dots look smaller than they are.
  ///
  /// At small sizes it is as wide as a stroke, as a wider dot would blur into the surrounding
  /// pixels.
  var dotDiameter: Double { width + Self.dotExcess * (width - 1) }

  /// How much wider a dot is than a wide stroke, as a multiple of the stroke's width.
  static let dotExcess = 0.3

  /// The centre line of a stroke at `height` units, in pixels above the baseline.
  ///
  /// The outer edge of the stroke falls between two rows of pixels, so letters are sharp at the top
  /// and bottom. A larger `height` never gives a lower line.
  func row(_ height: Double) -> Double {
    let smallHeight = GlyphGrid.smallHeight
    let fromAbove = Double(nearest(max(height, smallHeight) * scale + width)) - width / 2
    guard height < smallHeight else { return fromAbove }
    return min(fromAbove, Double(nearest(height * scale)) + width / 2)
  }
}

// Rounding without functions of the C library.

/// The integer nearest to `value`; halves are rounded up.
func nearest(_ value: Double) -> Int { roundedDown(value + 0.5) }

/// The largest integer that is not above `value`.
func roundedDown(_ value: Double) -> Int {
  let truncated = Int(value)
  return Double(truncated) > value ? truncated - 1 : truncated
}

/// The smallest integer that is not below `value`.
func roundedUp(_ value: Double) -> Int { -roundedDown(-value) }
