internal import SheetLayout

/// Lays pictures out on pages, by arithmetic alone: nothing is decoded.
struct SheetPlanner {
  let layout: PageLayout
  let style: TileStyle
  let output: SheetOutput
  let maximumPixels: PixelCount
  let policy: UnreadablePolicy

  /// The plan for groups of pictures, in the order of the sheet; every group starts a page.
  ///
  /// There is at least one picture, and no group is empty.
  func plan(_ groups: [[ProbedPicture]]) throws(SheetError) -> SheetPlan {
    var pictures: [ProbedPicture] = []
    var skipped: [UnreadablePicture] = []
    var laidOut: [(page: Page, first: Int, idealCellRatio: Double?)] = []
    for group in groups {
      let (readable, unreadable) = try sorted(out: group)
      skipped += unreadable
      guard !readable.isEmpty else { continue }
      let idealCellRatio = try layout.idealCellRatio(for: readable)
      for page in try layout.pages(of: readable) {
        laidOut.append((page, first: pictures.count, idealCellRatio))
      }
      pictures += readable
    }
    guard !laidOut.isEmpty else { throw .nothingReadable(skipped) }
    let alignments = try layout.statedAlignments()
    var pages: [SheetPage] = []
    for (index, (page, first, idealCellRatio)) in laidOut.enumerated() {
      var sheet = try sheetPage(
        page, output: output.page(index + 1, of: laidOut.count), number: index + 1,
        of: pictures[first...], alignments: alignments)
      sheet.grid = layout.gridFacts(of: page, idealCellRatio: idealCellRatio)
      pages.append(sheet)
    }
    return SheetPlan(
      pictures: pictures, skipped: skipped, pages: pages, isGray: pictures.areGray,
      grid: pages.first?.grid,
      tracks: try layout.tracks())
  }

  /// Takes out the pictures that are known to be unreadable, if that is the policy.
  private func sorted(
    out pictures: [ProbedPicture]
  ) throws(SheetError) -> (readable: [ProbedPicture], unreadable: [UnreadablePicture]) {
    switch policy {
    case .placeholder:
      return (pictures, [])
    case .skip:
      return (pictures.filter { $0.size != nil }, pictures.compactMap(\.unreadable))
    case .fail:
      for picture in pictures {
        if let unreadable = picture.unreadable { throw .unreadable(unreadable) }
      }
      return (pictures, [])
    }
  }

  /// A page with its tiles; its items are counted in `group`, from the first.
  ///
  /// `alignments` are those of ``PageLayout/statedAlignments()``.
  private func sheetPage(
    _ page: Page, output: SheetOutput, number: Int, of group: ArraySlice<ProbedPicture>,
    alignments: [Int: Alignment]
  ) throws(SheetError) -> SheetPage {
    let size = try sheetSize(around: page.arrangement.size)
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(page.items.count)
    let items = try layout.items(on: page)
    for (position, item) in items.enumerated() {
      let index = group.startIndex + page.items.lowerBound + item
      let frame = page.arrangement.frames[position]
      let alignment = alignments[frame.snapped.x] ?? style.alignment
      tiles.append(try tile(index, group[index], in: frame, alignment: alignment))
    }
    tiles.sort { $0.index < $1.index }
    return SheetPage(number: number, output: output, size: size, tiles: tiles)
  }

  /// The size of a sheet with its margins and texts, within the limit.
  private func sheetSize(around content: Size) throws(SheetError) -> PixelSize {
    let height = content.height + Double(layout.edges.vertical)
    let size = Size(
      width: content.width + Double(layout.edges.horizontal),
      height: max(height, Double(layout.paging.minimumHeight ?? 0)))
    guard size.width * size.height <= Double(maximumPixels.value),
      max(size.width, size.height) <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: maximumPixels) }
    return size.snapped
  }

  private func tile(
    _ index: Int, _ picture: ProbedPicture, in frame: Rect, alignment: Alignment
  ) throws(SheetError) -> PlannedTile {
    let origin = Point(x: Double(layout.edges.left), y: Double(layout.edges.top))
    let snapped = frame.moved(by: origin).snapped
    guard snapped.width > 0, snapped.height > 0 else { throw .cellsTooSmall(frame.size) }
    let cell = snapped.outset(by: layout.outset)
    guard let size = picture.size else {
      return PlannedTile(index: index, cell: cell, placement: nil)
    }
    let area = FurnishedCell(cell, layout.furniture).pictureArea
    let placement = try translating(SheetError.layout) { () throws(LayoutError) in
      try PicturePlacement(
        of: size, in: area, scaling: style.scaling, alignment: alignment,
        enlargement: style.enlargement)
    }
    return PlannedTile(index: index, cell: cell, placement: placement)
  }
}
