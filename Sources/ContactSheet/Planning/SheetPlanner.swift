internal import SheetLayout

/// Lays pictures out on pages, by arithmetic alone: nothing is decoded.
struct SheetPlanner: Sendable {
  let layout: LayoutChoice
  let style: TileStyle
  let gap: Gap
  /// The space around all cells, in pixels.
  let margin: Int
  let maximumPixels: PixelCount
  let policy: UnreadablePolicy

  /// The plan for pictures in the order of the sheet, of which there is at least one.
  func plan(_ pictures: [ProbedImage]) throws(SheetError) -> SheetPlan {
    precondition(margin >= 0, "a margin cannot be negative")
    let (sources, skipped) = try sorted(out: pictures)
    let arrangement = try layout.arrangement(of: sources, gap: gap, margin: margin)
    let size = try sheetSize(around: arrangement.size)
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(sources.count)
    for (index, source) in sources.enumerated() {
      tiles.append(try tile(index, source, in: arrangement.frames[index]))
    }
    return SheetPlan(
      sources: sources, skipped: skipped, pages: [SheetPage(size: size, tiles: tiles)],
      rows: arrangement.rows, columns: arrangement.columns)
  }

  /// Takes out the pictures that are known to be unreadable, if that is the policy.
  private func sorted(
    out pictures: [ProbedImage]
  ) throws(SheetError) -> (sources: [ProbedImage], skipped: [UnreadableImage]) {
    let unreadable = pictures.compactMap(\.unreadable)
    switch policy {
    case .placeholder:
      return (pictures, [])
    case .skip:
      let sources = pictures.filter { $0.unreadable == nil }
      guard !sources.isEmpty else { throw .nothingReadable(count: pictures.count) }
      return (sources, unreadable)
    case .fail:
      if let first = unreadable.first { throw .unreadable(first) }
      return (pictures, [])
    }
  }

  /// The size of a sheet with its margins, within the limit.
  private func sheetSize(around content: Size) throws(SheetError) -> PixelSize {
    let size = Size(
      width: content.width + 2 * Double(margin), height: content.height + 2 * Double(margin))
    guard size.width * size.height <= Double(maximumPixels.value),
      max(size.width, size.height) <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: maximumPixels) }
    return size.snapped
  }

  private func tile(
    _ index: Int, _ source: ProbedImage, in frame: Rect
  ) throws(SheetError) -> PlannedTile {
    let cell = frame.moved(by: Point(x: Double(margin), y: Double(margin))).snapped
    guard cell.width > 0, cell.height > 0 else { throw .cellsTooSmall(frame.size) }
    guard let size = source.size else {
      return PlannedTile(index: index, cell: cell, placement: nil)
    }
    let placement = try translating(SheetError.layout) { () throws(LayoutError) in
      try PicturePlacement(
        of: size, in: cell, scaling: style.scaling, alignment: style.alignment,
        enlargement: style.enlargement)
    }
    return PlannedTile(index: index, cell: cell, placement: placement)
  }
}
