internal import SheetLayout
internal import SheetPlans

/// The labels of a page by rows of cells, which share the baseline of the picture that reaches furthest.
///
/// Pictures in the middle of their cells stand on it. Cells of a row have one bottom edge, or one top edge
/// if labels are above.
struct LabelRows {
  private let furniture: CellFurniture
  /// The distances by which the labels of rows move from the edges of their cells, by these edges.
  private let shifts: [Int: Int]

  /// The rows of the labels of tiles whose pictures have their places.
  init(of tiles: [PlannedTile], with furniture: CellFurniture) {
    self.furniture = furniture
    var shifts: [Int: Int] = [:]
    for tile in tiles {
      let cell = FurnishedCell(tile.cell, furniture)
      let shift = cell.labelShift(at: tile.placement?.image ?? cell.pictureArea)
      let edge = tile.edge(furniture.label?.position)
      shifts[edge] = min(shifts[edge] ?? shift, shift)
    }
    self.shifts = shifts
  }

  /// Moves a label to the baseline of its row, and a picture in the middle of its cell to its label.
  ///
  /// - Parameters:
  ///   - tile: A tile of the page.
  ///   - alignment: The alignment of its picture in its cell.
  /// - Returns: The tile with both in their places.
  func aligned(_ tile: PlannedTile, _ alignment: Alignment) -> PlannedTile {
    let cell = FurnishedCell(tile.cell, furniture)
    guard let shift = shift(of: tile), let room = cell.labelRoom,
      let position = furniture.label?.position, position != .over
    else { return tile }
    let direction = position == .below ? 1 : -1
    var aligned = tile
    if alignment.isCenteredVertically, let image = tile.placement?.image {
      aligned.placement?.image.y += direction * (cell.labelShift(at: image) - shift)
    }
    aligned.label?.area.y = room.y - direction * shift
    return aligned
  }

  private func shift(of tile: PlannedTile) -> Int? {
    shifts[tile.edge(furniture.label?.position)]
  }

  /// Lets the cells of tiles end under the labels of the last row.
  ///
  /// - Returns: The height that this leaves at the foot of the page.
  func end(_ tiles: inout [PlannedTile]) -> Int {
    let foot = tiles.reduce(0) { max($0, $1.cell.maxY) }
    let end = tiles.reduce(0) { max($0, $1.cell.maxY - (shift(of: $1) ?? 0)) }
    for index in tiles.indices {
      let cell = tiles[index].cell
      tiles[index].cell.height = min(cell.height, end - cell.y)
    }
    return foot - end
  }
}

extension PlannedTile {
  /// The edge of the cell that its label is at.
  fileprivate func edge(_ position: CellFurniture.Label.Position?) -> Int {
    position == .above ? cell.y : cell.maxY
  }
}

extension FurnishedCell {
  /// The distance of the label of a picture at `image` from the edge of the cell.
  fileprivate func labelShift(at image: PixelRect) -> Int {
    guard furniture.label?.position != .over, let room = labelRoom, let label = label(at: image)
    else { return 0 }
    return abs(room.y - label.y)
  }
}
