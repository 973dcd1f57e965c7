internal import SheetLayout
internal import SheetPlans

/// The rows of tiles on a page whose labels are lined up.
///
/// In each row, the picture that comes closest to the labels sets their baseline, and in most
/// layouts vertically centred pictures are aligned to it. In a grid of such pictures without
/// sections, one picture sets the baselines of all rows, so that the baselines are equally far
/// apart. Cells of a row share their bottom edge, or their top edge if labels are above.
struct LabelRows {
  private struct Row {
    /// The top and bottom edges of the row's tiles.
    var top, end: Int
    /// How far the row's labels move from the edges of their cells.
    var shift: Int
    /// The part of the height for labels that no label in the row needs.
    var spare: Int
    /// The sum of `spare` over the rows above this one.
    var above = 0
  }

  /// The rows from top to bottom.
  private var rows: [Row] = []
  /// The indices of rows, by the edges of their cells.
  private var indices: [Int: Int] = [:]
  private let decoration: CellDecoration

  private var position: LabelPosition { decoration.label?.position ?? .over }

  /// Collects the rows of tiles, after their pictures have been placed and their labels fitted.
  ///
  /// - Parameters:
  ///   - tiles: The tiles of a page.
  ///   - decoration: The room around pictures.
  ///   - areEven: Whether the labels of all rows are equally far from the edges of their cells.
  init(of tiles: [PlannedTile], with decoration: CellDecoration, areEven: Bool = false) {
    self.decoration = decoration
    var found: [Int: Row] = [:]
    for tile in tiles {
      let cell = DecoratedCell(tile.cell, decoration)
      let shift = cell.labelShift(at: tile.placement?.image ?? cell.pictureArea)
      let room = !position.takesHeight ? 0 : cell.decoration.label?.height ?? 0
      let spare = max(0, room - (tile.label?.linesHeight ?? 0))
      let row =
        found[edge(of: tile)]
        ?? Row(top: tile.cell.y, end: tile.cell.maxY, shift: shift, spare: spare)
      found[edge(of: tile)] = Row(
        top: min(row.top, tile.cell.y), end: max(row.end, tile.cell.maxY),
        shift: min(row.shift, shift), spare: min(row.spare, spare))
    }
    let sorted = found.sorted { $0.value.top < $1.value.top }
    rows = sorted.map(\.value)
    if areEven, let least = rows.map(\.shift).min() {
      for index in rows.indices { rows[index].shift = least }
    }
    for (index, (edge, _)) in sorted.enumerated() { indices[edge] = index }
    // If rows overlap vertically, no height can be removed from them.
    let areApart = zip(rows, rows.dropFirst()).allSatisfy { $0.end <= $1.top }
    for index in rows.indices {
      if !areApart { rows[index].spare = 0 }
      if index > 0 { rows[index].above = rows[index - 1].above + rows[index - 1].spare }
    }
  }

  private func edge(of tile: PlannedTile) -> Int {
    position == .above ? tile.cell.y : tile.cell.maxY
  }

  private func shift(of tile: PlannedTile) -> Int? {
    indices[edge(of: tile)].map { rows[$0].shift }
  }
}

extension LabelRows {
  /// Moves a label to the baseline of its row.
  ///
  /// - Parameters:
  ///   - tile: A tile of the page.
  ///   - movesPicture: Whether its picture moves to the label.
  /// - Returns: The tile.
  func aligned(_ tile: PlannedTile, movesPicture: Bool) -> PlannedTile {
    guard position.takesHeight, let shift = shift(of: tile) else { return tile }
    let cell = DecoratedCell(tile.cell, decoration)
    guard let room = cell.labelRoom else { return tile }
    let direction = position == .below ? 1 : -1
    var aligned = tile
    if movesPicture, let image = tile.placement?.image {
      aligned.placement?.image.y += direction * (cell.labelShift(at: image) - shift)
    }
    aligned.label?.area.y = room.y - direction * shift
    return aligned
  }

  /// Shortens the lowest cells by the height below labels that moved up to their pictures.
  ///
  /// - Parameter tiles: The tiles of the page.
  /// - Returns: How much the page is shortened.
  func end(_ tiles: inout [PlannedTile]) -> Int {
    let bottom = tiles.reduce(0) { max($0, $1.cell.maxY) }
    let end = tiles.reduce(0) { max($0, $1.cell.maxY - (shift(of: $1) ?? 0)) }
    for index in tiles.indices {
      let cell = tiles[index].cell
      tiles[index].cell.height = min(cell.height, end - cell.y)
    }
    return bottom - end
  }

  /// The total height that can be removed from the rows.
  var totalSpare: Int { rows.last.map { $0.above + $0.spare } ?? 0 }

  /// The height that can be removed from the rows above an edge.
  private func spare(above y: Int) -> Int {
    rows.last { $0.end <= y }.map { $0.above + $0.spare } ?? 0
  }

  /// The tile after unneeded height has been removed from its row and from the rows above it.
  ///
  /// It is also moved down by `lowering`.
  fileprivate func closed(_ tile: PlannedTile, loweredBy lowering: Int) -> PlannedTile {
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

  /// An area after unneeded height has been removed from the rows above its top and bottom edges.
  fileprivate func closed(_ area: PixelRect) -> PixelRect {
    let top = area.y - spare(above: area.y)
    return PixelRect(
      x: area.x, y: top, width: area.width,
      height: area.maxY - spare(above: area.maxY) - top)
  }
}

extension PageMetrics {
  /// Removes the space for labels from pages whose rows of tiles do not need it.
  ///
  /// Blocks centred on their pages stay centred; below a title, they stay at the top.
  ///
  /// Cells that are visible, or that fill a sheet, keep the space.
  func closeRows(of pages: inout [SheetPage]) {
    guard labels.room != nil, job.style.cellColor == nil, decoration.frameWidth == 0,
      traits.axes == nil, traits.pageHeight == nil || traits.widthFollowsFromPictures
    else { return }
    let rows = pages.map { LabelRows(of: $0.tiles, with: decoration) }
    if rows.allSatisfy({ $0.totalSpare == 0 }) { return }
    var lowering = 0
    if traits.pageHeight != nil, spacing.sections == nil, pageTexts.room.top == 0 {
      let bottom = pages.map(\.bottom).reduce(0, max)
      lowering =
        zip(pages, rows).reduce(bottom) { least, page in
          min(least, bottom - page.0.bottom + page.1.totalSpare)
        } / 2
    }
    let least = job.paging.minimumHeight ?? 0
    for (index, rows) in rows.enumerated() {
      let height = traits.pageHeight ?? max(least, pages[index].size.height - rows.totalSpare)
      pages[index].close(rows, height: height, loweredBy: lowering)
    }
  }
}

extension SheetPage {
  /// The bottom edge of the lowest tile.
  fileprivate var bottom: Int { tiles.reduce(0) { max($0, $1.cell.maxY) } }

  /// Removes the height that no label needs from the rows of the page.
  ///
  /// - Parameters:
  ///   - rows: The rows of the page's tiles.
  ///   - height: The height of the page; footers stay at its bottom.
  ///   - lowering: How far tiles move down.
  fileprivate mutating func close(_ rows: LabelRows, height: Int, loweredBy lowering: Int) {
    for index in tiles.indices { tiles[index] = rows.closed(tiles[index], loweredBy: lowering) }
    for index in texts.indices {
      let area = texts[index].area
      texts[index].area.y =
        texts[index].role == .footer ? area.y - (size.height - height) : rows.closed(area).y
    }
    for index in sections.indices {
      sections[index].headingArea = rows.closed(sections[index].headingArea)
      sections[index].area = rows.closed(sections[index].area)
    }
    size.height = height
  }
}

extension DecoratedCell {
  /// How far the label of a picture at `image` is from the edge of its cell.
  fileprivate func labelShift(at image: PixelRect) -> Int {
    guard decoration.label?.position.takesHeight == true, let room = labelRoom,
      let label = label(at: image)
    else { return 0 }
    return abs(room.y - label.y)
  }
}
