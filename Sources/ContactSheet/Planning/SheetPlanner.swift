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
    var laidOut: [(page: Page, first: Int)] = []
    for group in groups {
      let (readable, unreadable) = try sorted(out: group)
      skipped += unreadable
      guard !readable.isEmpty else { continue }
      for page in try layout.pages(of: readable) {
        laidOut.append((page, first: pictures.count))
      }
      pictures += readable
    }
    guard let firstPage = laidOut.first?.page else {
      throw .nothingReadable(skipped)
    }
    var pages: [SheetPage] = []
    for (index, (page, first)) in laidOut.enumerated() {
      pages.append(
        try sheetPage(
          page, output: output.page(index + 1, of: laidOut.count), number: index + 1,
          of: pictures[first...]))
    }
    return SheetPlan(
      pictures: pictures, skipped: skipped, pages: pages, isGray: pictures.areGray,
      grid: try layout.gridFacts(of: firstPage, pictures),
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
  private func sheetPage(
    _ page: Page, output: SheetOutput, number: Int, of group: ArraySlice<ProbedPicture>
  ) throws(SheetError) -> SheetPage {
    let size = try sheetSize(around: page.arrangement.size)
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(page.items.count)
    let items = try layout.items(on: page)
    for (position, item) in items.enumerated() {
      let index = group.startIndex + page.items.lowerBound + item
      tiles.append(try tile(index, group[index], in: page.arrangement.frames[position]))
    }
    tiles.sort { $0.index < $1.index }
    return SheetPage(number: number, output: output, size: size, tiles: tiles)
  }

  /// The size of a sheet with its margins, within the limit.
  private func sheetSize(around content: Size) throws(SheetError) -> PixelSize {
    let size = Size(
      width: content.width + 2 * Double(layout.margin.horizontal),
      height: content.height + 2 * Double(layout.margin.vertical))
    guard size.width * size.height <= Double(maximumPixels.value),
      max(size.width, size.height) <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: maximumPixels) }
    return size.snapped
  }

  private func tile(
    _ index: Int, _ picture: ProbedPicture, in frame: Rect
  ) throws(SheetError) -> PlannedTile {
    let origin = Point(
      x: Double(layout.margin.horizontal), y: Double(layout.margin.vertical))
    let cell = frame.moved(by: origin).snapped
    guard cell.width > 0, cell.height > 0 else { throw .cellsTooSmall(frame.size) }
    guard let size = picture.size else {
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
