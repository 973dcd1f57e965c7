/// The columns and rows of a glyph that a reader sees first, in ascending order without
/// repetition, in units of the design grid.
struct GlyphFeatures: Equatable {
  /// Where strokes run vertically, and the outermost points.
  private(set) var columns: [Double] = []
  /// Where strokes run horizontally, the zones, and the outermost points of each contour.
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
    columns = Self.ascending(columns)
    rows = Self.ascending(rows)
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

  private static func ascending(_ values: [Double]) -> [Double] {
    values.sorted().reduce(into: []) { kept, value in
      if kept.last != value { kept.append(value) }
    }
  }
}
