/// The pen that draws the glyphs of one size, in pixels.
struct PenSize: Equatable, Sendable {
  /// Pixels to a unit of the design grid.
  let scale: Double
  /// How wide a stroke is; never below one pixel, where text would turn grey and fall apart.
  let width: Double

  /// The pen for an em of `size` pixels.
  init(size: Double) {
    scale = size / GlyphGrid.em
    width = max(1, GlyphGrid.strokeWidth * scale)
  }

  /// A dot is wider than a stroke, because a round spot looks smaller than it is; not in
  /// small sizes, where it would blur into the pixels around it.
  var dotDiameter: Double { width + 0.3 * (width - 1) }

  /// Where the middle of a stroke at `height` units is drawn, in pixels above the base line.
  ///
  /// The outer edge of the stroke falls between two rows of pixels, so that letters end
  /// sharply at the top and at the bottom. What is higher is never drawn lower.
  func row(_ height: Double) -> Double {
    let smallHeight = GlyphGrid.smallHeight
    let fromAbove = Double(nearest(max(height, smallHeight) * scale + width)) - width / 2
    guard height < smallHeight else { return fromAbove }
    return min(fromAbove, Double(nearest(height * scale)) + width / 2)
  }
}
