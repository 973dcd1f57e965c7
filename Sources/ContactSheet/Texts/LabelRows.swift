internal import SheetLayout

/// The labels of a page by rows of cells: in a row they share a baseline, that of the picture that
/// reaches furthest.
///
/// Cells are a row where they have one top and one bottom edge. Elsewhere, as in masonry, each
/// label stands at its own picture.
struct LabelRows {
  private let furniture: CellFurniture
  /// How far the labels of a row move from the edges of their cells, by the rows of pixels that
  /// the cells cover.
  private let shifts: [Range<Int>: Int]

  /// The rows of the labels of tiles whose pictures have their places.
  init(of tiles: [PlannedTile], with furniture: CellFurniture) {
    self.furniture = furniture
    let pairs = tiles.map { tile in
      let cell = FurnishedCell(tile.cell, furniture)
      return (tile.rows, cell.labelShift(at: tile.placement?.image ?? cell.pictureArea))
    }
    shifts = Dictionary(pairs, uniquingKeysWith: min)
  }

  /// The tile with its label on the baseline of its row.
  func aligned(_ tile: PlannedTile) -> PlannedTile {
    var tile = tile
    guard let shift = shifts[tile.rows],
      let room = FurnishedCell(tile.cell, furniture).labelRoom
    else { return tile }
    switch furniture.label?.position {
    case .below: tile.label?.area.y = room.y - shift
    case .above: tile.label?.area.y = room.y + shift
    case .over, nil: break
    }
    return tile
  }

  /// Ends cells under the labels of the last row.
  ///
  /// - Returns: How many rows of pixels that leaves at the foot of the page.
  func endTiles(_ tiles: inout [PlannedTile]) -> Int {
    let foot = tiles.reduce(0) { max($0, $1.cell.maxY) }
    let end = tiles.reduce(0) { max($0, $1.cell.maxY - (shifts[$1.rows] ?? 0)) }
    for index in tiles.indices {
      let cell = tiles[index].cell
      tiles[index].cell.height = min(cell.height, end - cell.y)
    }
    return foot - end
  }
}

extension PlannedTile {
  /// The rows of the sheet that the cell covers.
  fileprivate var rows: Range<Int> { cell.y..<cell.maxY }
}

extension FurnishedCell {
  /// How far the label of a picture at `image` stands from the edge of the cell.
  fileprivate func labelShift(at image: PixelRect) -> Int {
    guard furniture.label?.position != .over, let room = labelRoom, let label = label(at: image)
    else { return 0 }
    return abs(room.y - label.y)
  }
}
