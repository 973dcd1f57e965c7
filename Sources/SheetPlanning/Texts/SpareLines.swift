internal import SheetLayout
internal import SheetPlans

/// What rows of tiles can spare of the room for labels, so that each has the lines of its own labels.
struct SpareLines {
  private struct Row {
    /// The edges of its tiles.
    var top, end: Int
    var spare: Int
    /// What the rows above it can spare.
    var above = 0
  }

  /// From top to bottom; empty where labels are in no rows.
  private var rows: [Row] = []
  private let position: CellFurniture.Label.Position

  /// The rows of tiles whose labels are fitted.
  ///
  /// Tiles are a row where they have one bottom edge, or one top edge if labels are above, and where no
  /// other tile stands beside them.
  init(of tiles: [PlannedTile], with furniture: CellFurniture) {
    position = furniture.label?.position ?? .over
    guard let room = furniture.label, position != .over else { return }
    var found: [Int: Row] = [:]
    for tile in tiles {
      let hasRoom = FurnishedCell(tile.cell, furniture).furniture.label != nil
      let spare = hasRoom ? max(0, room.height - (tile.label?.linesHeight ?? 0)) : 0
      let edge = position == .above ? tile.cell.y : tile.cell.maxY
      let row = found[edge] ?? Row(top: tile.cell.y, end: tile.cell.maxY, spare: spare)
      found[edge] = Row(
        top: min(row.top, tile.cell.y), end: max(row.end, tile.cell.maxY),
        spare: min(row.spare, spare))
    }
    rows = found.values.sorted { $0.top < $1.top }
    guard zip(rows, rows.dropFirst()).allSatisfy({ $0.end <= $1.top }) else {
      rows = []
      return
    }
    for index in rows.indices.dropFirst() {
      rows[index].above = rows[index - 1].above + rows[index - 1].spare
    }
  }

  /// What all rows can spare.
  var total: Int { rows.last.map { $0.above + $0.spare } ?? 0 }

  /// What the rows that end above a height can spare.
  func spare(above y: Int) -> Int { rows.last { $0.end <= y }.map { $0.above + $0.spare } ?? 0 }

  /// A tile where it stands without what the rows above it and its own can spare.
  func closed(_ tile: PlannedTile, loweredBy lowering: Int) -> PlannedTile {
    guard let row = rows.last(where: { $0.top <= tile.cell.y }) else { return tile }
    let rise = row.above - lowering
    var closed = tile
    closed.cell.y -= rise
    closed.cell.height -= row.spare
    closed.placement?.image.y -= rise + (position == .above ? row.spare : 0)
    closed.label?.area.y -= rise
    if let label = tile.label {
      closed.label?.area.height = max(1, label.area.height - row.spare)
    }
    return closed
  }
}

extension SheetPage {
  /// Takes out of the page what its rows can spare.
  ///
  /// - Parameters:
  ///   - lines: What they can spare.
  ///   - height: The height of the page; footers stay at its foot.
  ///   - lowering: How far tiles move down from where they would be.
  mutating func close(_ lines: SpareLines, height: Int, loweredBy lowering: Int) {
    func closed(_ area: PixelRect) -> PixelRect {
      let (top, end) = (
        area.y - lines.spare(above: area.y), area.maxY - lines.spare(above: area.maxY)
      )
      return PixelRect(x: area.x, y: top, width: area.width, height: end - top)
    }
    for index in tiles.indices { tiles[index] = lines.closed(tiles[index], loweredBy: lowering) }
    for index in texts.indices {
      let area = texts[index].area
      texts[index].area.y =
        texts[index].role == .footer ? area.y - (size.height - height) : closed(area).y
    }
    for index in sections.indices {
      sections[index].headingArea = closed(sections[index].headingArea)
      sections[index].area = closed(sections[index].area)
    }
    size.height = height
  }
}
