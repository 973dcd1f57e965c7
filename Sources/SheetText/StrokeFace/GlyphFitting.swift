/// Moves the strokes of a glyph so that its stems and bars fall on whole pixels (hinting).
///
/// The features that readers notice first are upright stems, horizontal bars and the outermost
/// points of bowls. Each of these features moves to the nearest position where one of its edges is
/// between two pixels. Points in between move in proportion. No point moves by more than two
/// pixels.
struct GlyphFitting {
  /// Maps units to pixels to the right of the leftmost ink.
  private let columns: AxisFitting
  /// Maps units to pixels above the baseline.
  private let rows: AxisFitting

  init(_ path: StrokePath, _ pen: PenSize) {
    let features = GlyphFeatures(path)
    rows = AxisFitting(features.rows.map { ($0, pen.row($0)) }, scale: pen.scale)
    columns = AxisFitting(Self.fittedColumns(features.columns, pen), scale: pen.scale)
  }

  func callAsFunction(_ point: StrokePoint) -> StrokePoint {
    StrokePoint(x: columns(point.x), y: rows(point.y))
  }

  /// Fits stems in the left half from the left edge, and stems in the right half from the right
  /// edge.
  ///
  /// This keeps symmetrical glyphs symmetrical.
  private static func fittedColumns(
    _ features: [Double], _ pen: PenSize
  ) -> [(units: Double, pixels: Double)] {
    guard let first = features.first, let last = features.last, first < last else {
      return features.map { ($0, pen.width / 2) }
    }
    let middle = (first + last) / 2
    let extent = (last - first) * pen.scale + pen.width
    var width = nearest(extent)
    // A stem in the middle, as in T, can fall on whole pixels only if there are equally many
    // columns on both sides.
    if features.contains(middle), (width - nearest(pen.width)) % 2 != 0 {
      width += extent < Double(width) ? -1 : 1
    }
    return features.map { feature in
      if feature == middle { return (feature, Double(width) / 2) }
      let distance = min(feature - first, last - feature)
      var outerEdge = nearest(distance * pen.scale)
      // Keeps mirrored features on either side of the middle apart, such as the dots of a
      // diaeresis.
      if distance > 0, features.contains(first + last - feature) {
        outerEdge = min(outerEdge, max(0, (width - nearest(pen.width)) / 2 - 1))
      }
      let fitted = Double(outerEdge) + pen.width / 2
      return (feature, feature < middle ? fitted : Double(width) - fitted)
    }
  }
}

/// A piecewise linear map from units to pixels along one axis.
private struct AxisFitting {
  /// Positions known both in units and in pixels, in ascending order.
  private let knots: [(units: Double, pixels: Double)]
  private let scale: Double

  init(_ places: [(units: Double, pixels: Double)], scale: Double) {
    // Fitting may have swapped two features less than a pixel apart.
    var highest = -Double.infinity
    knots = places.map { place in
      highest = max(highest, place.pixels)
      return (place.units, highest)
    }
    self.scale = scale
  }

  /// Linear between two knots, and at the plain scale beyond the outermost ones.
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

/// The columns and rows of a glyph that readers notice first.
///
/// Each column and each row occurs once, in ascending order, in units of the design grid.
struct GlyphFeatures: Equatable {
  /// The columns of vertical strokes and of outermost points.
  private(set) var columns: [Double] = []
  /// The rows of horizontal strokes and of each contour's outermost points, and the zones.
  private(set) var rows = GlyphGrid.zones

  init(_ path: StrokePath) {
    rows += path.guides
    for contour in path.contours {
      for stroke in contour { add(stroke) }
      let heights = contour.flatMap(\.ends).map(\.y)
      rows += [heights.min(), heights.max()].compactMap(\.self)
    }
    let places = path.contours.joined().flatMap(\.ends).map(\.x)
    columns += [places.min(), places.max()].compactMap(\.self)
    columns = Set(columns).sorted()
    rows = Set(rows).sorted()
  }

  private mutating func add(_ stroke: Stroke) {
    switch stroke {
    case .line(let start, let end):
      add(start, towards: end)
    case .quarter(let start, let end, let leavesHorizontally):
      rows.append(leavesHorizontally ? start.y : end.y)
      columns.append(leavesHorizontally ? end.x : start.x)
    case .curve(let start, let first, let second, let end):
      add(start, towards: first)
      add(end, towards: second)
    case .dot(let center):
      columns.append(center.x)
    }
  }

  private mutating func add(_ point: StrokePoint, towards next: StrokePoint) {
    if point.x == next.x { columns.append(point.x) }
    if point.y == next.y { rows.append(point.y) }
  }
}
