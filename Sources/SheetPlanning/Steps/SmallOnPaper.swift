internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

// Pictures that look small on paper because they have few pixels, or coarse because they are
// enlarged nevertheless.

extension PageMetrics {
  /// A picture counts as small if enlarging it would multiply its area by more than this.
  private static let leastGrowth = 1.5

  /// The note on pictures on paper that would be much larger if they were enlarged; nil if fewer
  /// than half of all pictures would be.
  ///
  /// Anyone who chooses a scaling, or a resolution that makes pictures larger than the default does,
  /// has thought about sizes.
  func noteOnSmallPictures(on pages: [SheetPage], of sheet: LaidOutSheet) -> Note? {
    guard job.keepsSmallByDefault, let perInch = job.pagePixelsPerInch,
      !job.hasGivenDensity || perInch >= Sheet.Paper.pixelsPerInch, job.exactScale == nil
    else { return nil }
    let rows = sheet.pages.reduce(0) { max($0, $1.grid?.rows ?? 0) }
    var (small, total) = (0, 0)
    for (draft, page) in zip(sheet.pages, pages) {
      // A grid whose cells are no larger than its pictures may leave most of the page empty.
      let grown =
        traits.statesCells
        ? nil
        : draft.grid.map {
          contentSize(of: page).cell(
            columns: max(1, $0.columns), rows: max(1, rows), gap: spacing.gap)
        }
      let isNearlyEmpty = draft.cell == nil && pages.count == 1 && isNearlyEmpty(page)
      for tile in page.tiles {
        guard let image = tile.placement?.image.size else { continue }
        total += 1
        if tile.isReduced { continue }
        let room = decoratedArea(of: tile).size
        var (width, height) = (Double(room.width), Double(room.height))
        if let grown {
          width = max(width, grown.width - Double(tile.cell.width - room.width))
          height = max(height, grown.height - Double(tile.cell.height - room.height))
        }
        let growth = min(width / Double(image.width), height / Double(image.height))
        if growth * growth > Self.leastGrowth || isNearlyEmpty { small += 1 }
      }
    }
    return Note(
      onSmall: small, of: total,
      one: "less than two thirds of the space it could, because it has few pixels",
      several: "less than two thirds of the space they could, because they have few pixels")
  }

  /// Whether pictures cover less than a third of a page without its margins and text.
  ///
  /// In layouts that give each picture a cell of its own size, the cells do not show how empty the
  /// page is.
  private func isNearlyEmpty(_ page: SheetPage) -> Bool {
    let covered = page.tiles.reduce(0) { sum, tile in
      sum + (tile.placement.map { $0.image.width * $0.image.height } ?? 0)
    }
    let content = contentSize(of: page)
    return 3 * Double(covered) < content.width * content.height
  }

  /// The note on tiers so numerous that they cover less than a third of the width of their pages,
  /// whose height is given; nil if there are none.
  ///
  /// Blocks are equally large on all pages, so the tiles of all pages are measured together.
  func noteOnNarrowTiers(on pages: [SheetPage]) -> Note? {
    guard let height = traits.pageHeight, job.layout is TieredLayout, let first = pages.first else {
      return nil
    }
    let cells = pages.lazy.flatMap(\.tiles).map(\.cell)
    guard let start = cells.first else { return nil }
    let block = cells.reduce(start) { $0.union($1) }
    // A single small block is narrow, too, but not because of the height.
    let (content, contentHeight) = (contentWidth(of: first), contentSize(of: first).height)
    guard 3 * block.width < content, Double(block.height) > 0.8 * contentHeight else { return nil }
    return Note(
      .smallPictures,
      "images cover only \(max(1, 100 * block.width / content)) % of the width, because their tiers are "
        + "fitted into a height of \(height.counted("pixel"))",
      remedy: "\(.layout, "collage") fills the page",
      [.count: pages.reduce(0) { $0 + $1.tiles.count }])
  }

  /// The note on pictures that are enlarged so much that their pixels can be seen, although nobody
  /// asked for that; nil if there are none.
  ///
  /// Some layouts and scalings enlarge pictures in order to fill a page, whatever was asked for.
  func noteOnCoarsePictures(on pages: [SheetPage], _ pictures: [PictureFacts]) -> Note? {
    let (style, fillsPages) = (job.style, traits.enlargedPictures == .all)
    guard job.comparison == nil,
      job.choosesEnlargement || fillsPages && style.enlargement == .never,
      let density = job.pagePixelsPerInch, Double(density) >= TileStyle.leastPixelsPerInch
    else { return nil }
    var (count, artCount) = (0, 0)
    var lowest = (perInch: TileStyle.leastPixelsPerInch, index: 0)
    for page in pages {
      for tile in page.tiles {
        guard let placement = tile.placement else { continue }
        let perInch = Double(density) * placement.crop.width / Double(placement.image.width)
        guard perInch < TileStyle.leastPixelsPerInch else { continue }
        count += 1
        if pictures[tile.index].picture.size?.isOfPhotograph == false { artCount += 1 }
        if perInch < lowest.perInch { lowest = (perInch, tile.index) }
      }
    }
    guard count > 0 else { return nil }
    let (picture, perInch) = (pictures[lowest.index].picture, max(1, Int(lowest.perInch)))
    let text =
      count == 1
      ? "\(picture.name.path.quoted) is enlarged to \(perInch) pixels per inch"
      : "\(count) images are enlarged to less than \(Int(TileStyle.leastPixelsPerInch)) pixels per inch, "
        + "\(picture.name.path.quoted) to only \(perInch)"
    // In a grid, pictures with a span may be enlarged even if others are not.
    let mayStaySmall =
      (style.enlargement == .allowed || traits.hasEqualCells) && style.scaling.keepsSmall(.never)
      && !fillsPages
    let isArt = artCount * 2 > count && style.filter != .nearest
    let remedy: Remedy =
      switch (mayStaySmall, isArt) {
      case (true, true):
        "\(.filter, "nearest") keeps pixels sharp, and \(.upscale, "none") shows images at their own size"
      case (true, false): "\(.upscale, "none") shows images at their own size"
      case (false, true): "\(.filter, "nearest") keeps pixels sharp"
      case (false, false):
        pages.count > 1
          ? "put more images on a page with \(.perPage), or use smaller paper"
          : "use smaller paper"
      }
    return Note(.coarsePictures, about: picture.name, text, remedy: remedy, [.count: count])
  }
}
