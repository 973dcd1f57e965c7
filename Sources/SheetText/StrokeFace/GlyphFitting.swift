/// Where the strokes of one glyph are drawn, so that its stems and bars fall onto whole pixels.
///
/// The parts of a glyph that a reader sees first, its upright stems, its horizontal bars and
/// the outermost points of its bows, are moved to the nearest place where one of their edges
/// lies between two pixels. All else moves with them, in proportion. No point moves by more
/// than two pixels, which matters in small sizes and is not seen in large ones.
struct GlyphFitting {
  /// From units to pixels to the right of the leftmost ink.
  private let columns: AxisFitting
  /// From units to pixels above the base line.
  private let rows: AxisFitting

  init(_ path: StrokePath, _ pen: PenSize) {
    let features = GlyphFeatures(path)
    rows = AxisFitting(features.rows.map { ($0, pen.row($0)) }, scale: pen.scale)
    columns = AxisFitting(Self.fittedColumns(features.columns, pen), scale: pen.scale)
  }

  func callAsFunction(_ point: StrokePoint) -> StrokePoint {
    StrokePoint(x: columns(point.x), y: rows(point.y))
  }

  /// Stems of the left half are fitted from the left edge, those of the right half from the
  /// right edge, so that what is symmetrical stays so.
  private static func fittedColumns(
    _ features: [Double], _ pen: PenSize
  ) -> [(units: Double, pixels: Double)] {
    guard let first = features.first, let last = features.last, first < last else {
      return features.map { ($0, pen.width / 2) }
    }
    let middle = (first + last) / 2
    let extent = (last - first) * pen.scale + pen.width
    var width = nearest(extent)
    // A stem in the middle, as in T, has its own column of pixels only if as many are left
    // of it as right of it.
    if features.contains(middle), (width - nearest(pen.width)) % 2 != 0 {
      width += extent < Double(width) ? -1 : 1
    }
    return features.map { feature in
      if feature == middle { return (feature, Double(width) / 2) }
      let distance = min(feature - first, last - feature)
      var outerEdge = nearest(distance * pen.scale)
      // Two alike on either side of the middle, as the dots of a diaeresis, stay apart.
      if distance > 0, features.contains(first + last - feature) {
        outerEdge = min(outerEdge, max(0, (width - nearest(pen.width)) / 2 - 1))
      }
      let fitted = Double(outerEdge) + pen.width / 2
      return (feature, feature < middle ? fitted : Double(width) - fitted)
    }
  }
}

/// A scale whose units are not all of the same length.
private struct AxisFitting {
  /// Places that are known in both measures, in ascending order, at least one.
  private let knots: [(units: Double, pixels: Double)]
  private let scale: Double

  init(_ places: [(units: Double, pixels: Double)], scale: Double) {
    // Two features that are nearer than a pixel may have changed their order.
    var highest = -Double.infinity
    knots = places.map { place in
      highest = max(highest, place.pixels)
      return (place.units, highest)
    }
    self.scale = scale
  }

  /// Between two knots in proportion, beyond the last ones without distortion.
  func callAsFunction(_ units: Double) -> Double {
    guard let first = knots.first, let last = knots.last else { return units * scale }
    if units <= first.units { return first.pixels + (units - first.units) * scale }
    if units >= last.units { return last.pixels + (units - last.units) * scale }
    let next = knots.firstIndex { $0.units >= units } ?? 0
    let (low, high) = (knots[next - 1], knots[next])
    let part = (units - low.units) / (high.units - low.units)
    return low.pixels + part * (high.pixels - low.pixels)
  }
}
