/// A lack of room on a page, in one direction, for cells of a given size.
package struct CellShortage: Hashable, Sendable {
  /// The number of cells.
  package let count: Int
  /// The direction in which the cells do not fit.
  package let side: Side
  /// The length of a cell in this direction.
  package let length: Double
  /// The distance between cells.
  package let gap: Double
  /// The length available for cells on the page.
  package let room: Double
  /// What takes up the rest of the page.
  package let edges: Edges

  /// The width or the height of a cell; the raw value is the adjective that follows it in messages.
  package enum Side: String, Sendable {
    /// The width.
    case wide
    /// The height.
    case high
  }

  /// What takes up part of the page.
  package enum Edges: Sendable {
    /// Nothing.
    case none
    /// Margins.
    case margins
    /// Margins, titles and other text.
    case marginsAndTexts
  }

  /// Creates a shortage for a number of cells.
  package init(
    _ count: Int, _ side: Side, _ length: Double, gap: Double, room: Double, edges: Edges
  ) {
    (self.count, self.side, self.length) = (count, side, length)
    (self.gap, self.room, self.edges) = (gap, room, edges)
  }

  /// A sentence fragment: `3 cells 70 mm wide need 210 mm, and the page has 200 mm between its
  /// margins`.
  package func message(in unit: LengthUnit) -> String {
    let cells =
      "\(count == 1 ? "a cell" : "\(count) cells") \(unit.counted(length)) \(side.rawValue)"
    let place =
      switch edges {
      case .none: ""
      case .margins: " between its margins"
      case .marginsAndTexts: " between its margins and text"
      }
    let has = "the page has \(unit.counted(room))\(place)"
    if count == 1 { return "\(cells) does not fit: \(has)" }
    let distance = gap > 0 ? ", \(unit.counted(gap)) apart," : ""
    let needed = Double(count) * length + Double(count - 1) * gap
    return "\(cells)\(distance) need \(unit.counted(needed)), and \(has)"
  }
}
