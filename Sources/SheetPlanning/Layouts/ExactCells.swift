package import SheetLayout

/// The exact size of cells, and how much rounding to whole pixels changes the other lengths of
/// their page.
///
/// Sheets of labels often fill their paper exactly: three labels of 70 mm are as wide as A4. In
/// whole pixels, three labels of 827 would be too wide for a page of 2480.
package struct ExactCells: Equatable, Sendable {
  /// The size of a cell.
  package var cell: Size
  /// How much longer the sides of the page are than in whole pixels; negative if they are shorter.
  package var page = Size.zero
  /// How much wider the sum of opposite margins and the binding is than in whole pixels.
  package var edges = Size.zero
  /// How much wider gaps are than in whole pixels.
  package var gap = Size.zero
  /// How far the total length of cells may exceed the room, so that lengths rounded by the makers
  /// of labels fit.
  package var tolerance = 0.0
  /// Whether the edges of cells are at their exact positions, rounded to the nearest pixels.
  ///
  /// Edges are at their exact positions if gaps and margins are both given. Otherwise cells have
  /// equal numbers of pixels.
  package var keepsPlaces = false

  /// The tolerance in millimetres.
  package static let toleranceOnPaper = 0.05

  /// Creates cells of a size, on a page whose other lengths are whole pixels.
  package init(_ cell: Size) { self.cell = cell }

  /// The cells on the page turned by 90°.
  var onTurnedPage: ExactCells {
    var turned = self
    turned.page = Size(width: page.height, height: page.width)
    return turned
  }

  /// The cells without gaps and margins.
  var touching: ExactCells {
    var touching = self
    (touching.gap, touching.edges) = (.zero, .zero)
    return touching
  }

  /// The numbers of columns and rows that fit into a room with gaps; the room and the gaps are in
  /// whole pixels.
  func fitting(in room: Size, gap: Size) -> (columns: Int, rows: Int) {
    func number(_ cell: Double, _ room: Double, _ further: Double, _ gap: Double) -> Int {
      let longest = max(room, room + further + tolerance)
      return Int(max(0, count(ofLength: cell, in: longest, gap: gap)))
    }
    return (
      number(cell.width, room.width, page.width - edges.width, gap.width + self.gap.width),
      number(cell.height, room.height, page.height - edges.height, gap.height + self.gap.height)
    )
  }

  /// The size of cells and of the gaps between them, if this many columns and rows must fit into a
  /// room whose sides are whole pixels.
  ///
  /// Cells are smaller, by a fraction of a pixel, if they would otherwise reach beyond the room.
  func spaced(
    columns: Int, rows: Int, in room: Size, gap: Size
  ) -> (cell: Size, gap: Size) {
    let gap = Size(width: gap.width + self.gap.width, height: gap.height + self.gap.height)
    // Rounding errors in sums must not move the last row to the next page.
    func length(_ cell: Double, _ number: Int, _ room: Double, _ gap: Double) -> Double {
      min(cell, (room + gap) / Double(max(1, number)) - gap - 1e-6)
    }
    return (
      Size(
        width: length(cell.width, columns, room.width, gap.width),
        height: length(cell.height, rows, room.height, gap.height)), gap
    )
  }
}
