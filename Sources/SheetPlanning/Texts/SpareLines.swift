internal import SheetLayout
internal import SheetPlans

/// The room for labels that rows of tiles can spare, so that each has the lines of its own labels.
struct SpareLines {
  private struct Row {
    /// The edges of its tiles.
    var top, end: Int
    var spare: Int
    /// The height that the rows above it can spare.
    var above = 0
  }

  /// From top to bottom; empty if labels are in no rows.
  private var rows: [Row] = []
  private let position: CellFurniture.Label.Position

  /// The rows of tiles whose labels are fitted.
  ///
  /// Tiles of a row have one bottom edge, or one top edge if labels are above. No other tile stands beside
  /// them.
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

  /// The height that all rows can spare.
  var total: Int { rows.last.map { $0.above + $0.spare } ?? 0 }

  /// The height that the rows above an edge can spare.
  func spare(above y: Int) -> Int { rows.last { $0.end <= y }.map { $0.above + $0.spare } ?? 0 }

  /// A tile at its place without the height that the rows above it and its own can spare.
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

extension PageDesign {
  /// Takes out of pages the room for labels that rows of tiles do not need; blocks in the middle of their
  /// pages stay there.
  ///
  /// Cells that are seen, or fill a sheet, keep that room.
  func closeRows(of pages: inout [SheetPage]) {
    guard labels.areFitted, job.style.cellColor == nil, furniture.frameWidth == 0,
      traits.axes == nil, traits.pageHeight == nil || traits.widthFollowsFromPictures
    else { return }
    let spare = pages.map { SpareLines(of: $0.tiles, with: furniture) }
    if spare.allSatisfy({ $0.total == 0 }) { return }
    var lowering = 0
    if traits.pageHeight != nil, spacing.sections == nil {
      let foot = pages.map(\.foot).reduce(0, max)
      lowering = zip(pages, spare).reduce(foot) { min($0, foot - $1.0.foot + $1.1.total) } / 2
    }
    let least = job.paging.minimumHeight ?? 0
    for (index, spare) in spare.enumerated() {
      let height = traits.pageHeight ?? max(least, pages[index].size.height - spare.total)
      pages[index].close(spare, height: height, loweredBy: lowering)
    }
  }
}

extension SheetPage {
  /// The lowest edge of its tiles.
  fileprivate var foot: Int { tiles.reduce(0) { max($0, $1.cell.maxY) } }

  /// Takes the spare height of rows out of the page.
  ///
  /// - Parameters:
  ///   - lines: The spare height.
  ///   - height: The height of the page; footers stay at its foot.
  ///   - lowering: The distance by which tiles move down.
  fileprivate mutating func close(_ lines: SpareLines, height: Int, loweredBy lowering: Int) {
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
