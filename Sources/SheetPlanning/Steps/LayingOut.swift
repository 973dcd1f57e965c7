internal import SheetLayout
internal import SheetModel
internal import SheetPlans

// Step 4 of planning: pictures become pages of frames.

extension ArraySlice<PictureFacts> {
  /// The values of the pictures, after a filler for each cell that stays empty.
  fileprivate func values<Value>(
    after empty: Int, _ filler: Value, _ value: (PictureFacts) -> Value
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(empty + count)
    for _ in 0..<empty { values.append(filler) }
    for picture in self { values.append(value(picture)) }
    return values
  }
}

extension PageMetrics {
  /// Lays pictures out on pages.
  ///
  /// Groups are laid out one by one, or all together if they share pages, or if their pages would
  /// differ in width.
  func laidOut(_ grouped: GroupedPictures) throws(ContactSheetError) -> LaidOutSheet {
    var sheet = LaidOutSheet(of: grouped.pictures)
    let sharePages = spacing.sections != nil
    let areTogether = traits.widthFollowsFromPictures || sharePages
    for groups in areTogether ? [grouped.groups] : grouped.groups.map({ [$0] }) {
      try layOut(groups, on: &sheet, isOnlyGroup: grouped.isOnlyGroup || sharePages)
    }
    sheet.alignTexts()
    // A picture with a row to itself is centred in the full width.
    if traits.cutsUnusedWidth, !sheet.pictures.contains(where: { $0.overrides.room == .row }) {
      sheet.cutUnusedWidth(toAtLeast: leastTextWidth)
    }
    return sheet
  }

  /// The width of a long word of a title; 0 on pages without text.
  private var leastTextWidth: Double {
    let hasTexts = pageTexts.room != PixelInsets(0) || spacing.sections != nil
    return hasTexts ? Self.emsOfWord * scale.title : 0
  }

  private static let emsOfWord = 6.0

  /// The minimum side of a picture that shares its cell, in pixels.
  private static let leastSideInStack = 16.0
  /// The largest ratio that the smallest frame in a shared cell may have, in either orientation.
  private static let mostSlenderInStack = 2.0

  /// The grid of pictures that share a cell of a matrix.
  ///
  /// The shorter side of a picture is at least as long as a line of text is high, or two lines if
  /// it has a label. This minimum is at most the longest side of all the pictures. A cell whose
  /// size is not given has room for pictures two lines high.
  func stack(of pictures: some Collection<PictureFacts>) -> CellStack {
    let line = Double(headingType.lineHeight)
    let scale = job.ownScale
    var ratios: [Double] = []
    var largest = Size.zero
    for picture in pictures {
      guard let size = sizeInCell(of: picture) else { continue }
      let (width, height) = (Double(size.width), Double(size.height))
      let factor = picture.factor ?? scale
      ratios.append(width / height)
      largest.width = max(largest.width, width * factor)
      largest.height = max(largest.height, height * factor)
    }
    let own = ratios.isEmpty ? .infinity : largest.longerSide
    // A label as large as its picture would be all that one sees.
    let least = labels.minimumWidth > 0 ? 2 * line : max(line, Self.leastSideInStack)
    let side = min(least, own)
    let most = Self.mostSlenderInStack
    let ratio = min(max(FairRatio(of: ratios)?.value ?? 1, 1 / most), most)
    let minimum = Size(
      width: min(side * max(1, ratio), own), height: min(side * max(1, 1 / ratio), own))
    return CellStack(
      line: line, gap: spacing.gapInCells,
      minimum: Size(
        width: max(minimum.width, Double(labels.minimumWidth)), height: minimum.height),
      usualSide: min(2 * line, own), shapes: shapes(ofRatios: ratios, largest: largest))
  }

  /// The shapes of pictures that share a cell; nil if pictures fill their frames.
  private func shapes(ofRatios ratios: [Double], largest: Size) -> ItemShapes? {
    guard job.style.scaling == .fit, !job.turnsToFit, let least = ratios.min(),
      let most = ratios.max()
    else { return nil }
    let isEnlarged = !job.style.keepsSmall
    return ItemShapes(
      ratios: least...most,
      largest: isEnlarged ? Size(width: Double.infinity, height: .infinity) : largest,
      inset: (decoration.insets - spacing.outset).size, areWide: labels.minimumWidth > 0)
  }

  /// Adds the pages of one or more groups that are laid out together.
  ///
  /// The pictures of the groups are put into the order of the pages.
  private func layOut(
    _ groups: [GroupedPictures.Group], on sheet: inout LaidOutSheet, isOnlyGroup: Bool
  ) throws(ContactSheetError) {
    let first = groups[0].items.lowerBound
    let part = sheet.pictures[first..<groups[groups.count - 1].items.upperBound]
    // Cells that stay empty are arranged as if they were pictures.
    let hasEmpty = sheet.pages.isEmpty && traits.fillsCellsInOrder && spacing.sections == nil
    let empty = hasEmpty ? job.paging.firstCell - 1 : 0
    var ranges = groups.map { $0.items.moved(by: empty - first) }
    ranges[0] = 0..<ranges[0].upperBound
    if let limit = job.paging.maximumHeight, limit <= spacing.edges.vertical {
      throw .pageTooLow(height: limit, taken: spacing.edges.vertical, in: job.lengthUnit)
    }
    let hasRooms = traits.takesSpans && part.contains { $0.overrides.room != nil }
    var layout = try arrangedWithinLimits { (limit) throws(ContactSheetError) in
      let pages = try pages(of: ranges, atMost: limit, hasRooms: hasRooms)
      return request(
        for: part, of: groups, on: pages, after: empty, hasRooms: hasRooms,
        isOnlyGroup: isOnlyGroup)
    }
    try adjust(&layout, hasRooms: hasRooms)
    if let order = layout.order?.filter({ $0 >= empty }).map({ $0 - empty }) {
      sheet.pictures.replaceSubrange(part.indices, with: order.map { part[first + $0] })
      sheet.order.replaceSubrange(part.indices, with: order.map { first + $0 })
    }
    layout.cropped = Set(layout.cropped.map { $0 + first - empty })
    for (picture, hidden) in layout.hidden {
      let hidden = sheet.pictures[hidden.moved(by: first)].map(\.picture)
      sheet.pictures[first + picture].hide(hidden)
    }
    let alignments = layout.columns.statedAlignments
    for var page in layout.pages {
      var items = try items(on: page, isInOrder: layout.order == nil)
      if empty > 0 { try leaveOut(empty, of: &page, &items, before: part) }
      page.items = page.items.moved(by: first)
      sheet.pages.append(
        LaidOutPage(
          page: page, layout: layout, items: items, groups: groups, alignments: alignments))
    }
  }

  /// The request for a layout of the pictures of `part`, which follow the cells that stay empty.
  private func request(
    for part: ArraySlice<PictureFacts>, of groups: [GroupedPictures.Group],
    on pages: [[SectionPart]], after empty: Int, hasRooms: Bool, isOnlyGroup: Bool
  ) -> LayoutRequest {
    let scale = job.ownScale
    var space = LayoutRequest(
      pictures: part.values(after: empty, nil) { picture in
        picture.sizeInCell.map { withStrip($0.scaled(by: picture.factor ?? scale)) }
      },
      weights: part.values(after: empty, 1, \.overrides.weight),
      rooms: hasRooms ? part.values(after: empty, nil, \.overrides.room) : [], pages: pages,
      minimumSide: minimumSide, pageCount: job.paging.pageCount, sections: spacing.sections,
      isSinglePage: isOnlyGroup && pages.count == 1,
      gap: spacing.gap, outset: spacing.outset, edges: spacing.edges,
      pageHeight: job.paging.pageHeight,
      maximumHeight: job.paging.maximumHeight, maximumPixels: job.maximumPixels,
      style: job.style, labelPosition: labels.room?.position, labelWidth: labels.minimumWidth,
      widthForLabels: choice.frameWidth,
      matrices: groups.compactMap(\.matrix), headingType: headingType)
    space.emptyCells = empty
    (space.takesFactor, space.growth) = (job.exactScale != nil, job.growth)
    space.isScaled = space.takesFactor || scale != 1
    space.choosesScaling = job.choosesScaling
    space.pagePixelsPerInch = job.pagePixelsPerInch
    (space.turnsToFit, space.takesFurtherRow) = (job.turnsToFit, job.takesFurtherRow)
    space.hasPageTexts = pageTexts.room != PixelInsets(0)
    space.strip = decoration.strip
    (space.pixelArt, space.inset) = (
      part.pixelArt.map(withStrip), decoration.insets - spacing.outset
    )
    if groups.contains(where: { ($0.matrix?.fullestCell ?? 1) > 1 }) {
      space.stack = stack(of: part)
    }
    return space
  }

  /// Moves pages to the top below text, and mirrors them if they are read from right to left.
  ///
  /// - Throws: ``ContactSheetError`` if a matrix has more pages than requested, or if pages cannot
  ///   be mirrored.
  private func adjust(
    _ layout: inout ArrangedPages, hasRooms: Bool
  ) throws(ContactSheetError) {
    if traits.axes == nil, pageTexts.room.top > 0 || spacing.sections != nil {
      layout.moveToTop()
      // The print modules of photo software also let cells fill the page.
      if traits.pageGrid != nil || fillsWidthOfPaper(layout), traits.pageHeight != nil,
        job.gapMayShrink, spacing.sections == nil, !hasRooms
      {
        layout.spreadRowsBelowTitle()
      }
    }
    if traits.axes != nil, let limit = job.paging.pageCount, layout.mostPagesOfGroup > limit {
      throw .tooManyPages(layout.fewestPages ?? layout.mostPagesOfGroup, limit: limit)
    }
    if job.paging.readingOrder == .rightToLeft {
      guard traits.axes == nil, spacing.sections == nil else { throw .noRightToLeft }
      layout.mirror()
    }
  }

  /// Removes from a page the cells that stay empty, which are the first items of the sheet.
  ///
  /// - Throws: ``ContactSheetError`` if that leaves no picture on the page, which can only be the
  ///   first page.
  private func leaveOut(
    _ empty: Int, of page: inout ArrangedPages.Page, _ items: inout [Int],
    before pictures: ArraySlice<PictureFacts>
  ) throws(ContactSheetError) {
    let own = min(max(0, empty - page.items.lowerBound), page.items.count)
    guard own < page.items.count else {
      let room = traits.takesSpans ? pictures.first?.overrides.room : nil
      throw own == empty && room?.isLargerThanCell == true
        ? .noRoomBehind(empty) : .noSuchCell(empty + 1, among: own)
    }
    page.items = page.items.lowerBound + own - empty..<page.items.upperBound - empty
    if own == 0 { return }
    page.arrangement = page.arrangement.removing { items[$0] < own }
    items = items.filter { $0 >= own }.map { $0 - own }
  }

  /// The minimum share of the paper's width that an automatic grid takes up if its rows may move
  /// apart.
  private static let leastWidthOfSpreadGrid = 0.9

  /// Whether the columns and rows of a grid on paper are automatic, and its columns fill the page.
  ///
  /// In a narrow block, rows that are far apart would look like columns.
  private func fillsWidthOfPaper(_ layout: ArrangedPages) -> Bool {
    guard job.pagePixelsPerInch != nil, job.layout is GridLayout, !traits.statesColumns,
      !traits.statesCells, let page = layout.pages.first?.arrangement
    else { return false }
    let width = layout.edges.right - layout.edges.left
    return width >= Self.leastWidthOfSpreadGrid * page.size.width
  }

  /// Divides groups, given as ranges of a list, into pages by the number of pictures, cells or
  /// pages that is given.
  ///
  /// Without sections, every group starts a new page.
  private func pages(
    of groups: [Range<Int>], atMost given: Int?, hasRooms: Bool
  ) throws(ContactSheetError) -> [[SectionPart]] {
    let grid = hasRooms ? nil : traits.pageGrid
    do throws(LayoutError) {
      let all = groups.reduce(0) { $0 + $1.count }
      // Pages of a matrix are filled with rows and columns.
      var limit = traits.axes == nil ? given ?? job.paging.picturesPerPage ?? all : all
      if let count = job.paging.pageCount, spacing.sections != nil {
        limit = (all - 1) / count + 1
      }
      if spacing.sections != nil {
        return try SectionPart.pages(
          of: groups, itemsPerPage: limit, columns: grid?.columns ?? 1, rows: grid?.rows ?? .max)
      }
      let most = min(limit, grid.map { $0.columns * $0.rows } ?? limit)
      return try groups.enumerated().map { index, group throws(LayoutError) in
        let whole = SectionPart(items: group, section: index)
        let pages =
          if let count = job.paging.pageCount {
            (hasRooms ? nil : wholeRows(of: group, onPages: count))
              ?? group.divided(into: min(count, group.count))
          } else {
            try SectionPart.pages(of: [group], itemsPerPage: most).map(\.items)
          }
        return pages.map { [whole.part($0)] }
      }.flatMap(\.self)
    } catch {
      throw .layout(error, in: job.lengthUnit)
    }
  }

  /// The pages of a group in a grid with given columns, each with whole rows; nil in other layouts.
  ///
  /// There are no more pages than rows.
  private func wholeRows(of group: Range<Int>, onPages count: Int) -> [Range<Int>]? {
    guard let columns = (job.layout as? GridLayout)?.shape?.columns else { return nil }
    let pages = EvenPages(
      of: [group.count], itemsPerPage: .max, pageCount: count, keepsColumns: true
    ) { _ in (columns, 1) }
    var start = group.lowerBound
    return pages?.counts[0].map { count in
      defer { start += count }
      return start..<start + count
    }
  }

  /// The minimum longer side of pictures; nil if the number of pictures on a page is given.
  var minimumSide: Int? {
    let paging = job.paging
    let isGiven = paging.picturesPerPage != nil || paging.pageCount != nil || traits.pageGrid != nil
    return isGiven ? nil : paging.minimumPictureSide
  }

  private func items(
    on page: ArrangedPages.Page, isInOrder: Bool
  ) throws(ContactSheetError) -> [Int] {
    let order = job.paging.readingOrder
    guard order == .columns else { return Array(0..<page.items.count) }
    guard traits.hasEqualCells, isInOrder, let columns = page.arrangement.columns else {
      throw .noColumnOrder
    }
    let headings = page.arrangement.headings
    let sections = headings.isEmpty ? [0..<page.items.count] : headings.map(\.part.items)
    return sections.flatMap { section in
      order.items(count: section.count, columns: columns).map { section.lowerBound + $0 }
    }
  }
}

// A sheet without a given size must be small enough for programs to open and for people to send.

extension PixelCount {
  /// The maximum number of pixels of a page without a given size; a PNG of photographs then takes
  /// about 190 MB.
  static let usual = PixelCount(100_000_000)
}

extension PageMetrics {
  /// The longer side that cells keep even on a large sheet, if pictures need that much.
  static let leastCellSide = 128

  /// Whether no option gives the size of cells, pages or the sheet.
  private var isUnsized: Bool {
    traits.isUnsized && job.paging.isUnlimited && job.maximumPixels == .standard
  }

  /// Arranges the pictures of a request, which `space` creates for a maximum number of pictures on
  /// a page.
  ///
  /// If no size is given, pages that would be too large get smaller cells, or are divided.
  private func arrangedWithinLimits(
    _ space: (_ picturesPerPage: Int?) throws(ContactSheetError) -> LayoutRequest
  ) throws(ContactSheetError) -> ArrangedPages {
    guard isUnsized else { return try arranged(try space(nil)) }
    var usual = try space(nil)
    let count = usual.pictures.count
    (usual.maximumPixels, usual.cellSides) = (.usual, Self.leastCellSide...Int.max)
    var layout = try arranged(usual)
    let reducedCell = layout.reducedCell
    while let page = layout.excessivePage(in: usual) {
      guard job.paging.isDividedIfLarge, traits.axes == nil, page.count > 1 else {
        var allowed = try space(nil)
        allowed.cellSides = 0...Self.leastCellSide
        layout = try arranged(allowed)
        layout.reducedCell = layout.reducedCell ?? reducedCell
        return layout
      }
      let most = max(1, min(page.count - 1, Int(Double(page.count) / page.excess)))
      let pages = (count + most - 1) / most
      usual = try space((count + pages - 1) / pages)
      (usual.maximumPixels, usual.cellSides) = (.usual, Self.leastCellSide...Self.leastCellSide)
      layout = try arranged(usual)
      (layout.reducedCell, layout.isDivided) = (reducedCell, true)
    }
    layout.maximumPixels = .usual
    return layout
  }

  /// Arranges the pictures of a request; errors about room refer to the whole sheet.
  private func arranged(_ space: LayoutRequest) throws(ContactSheetError) -> ArrangedPages {
    do throws(LayoutError) {
      return try job.layout.pages(for: space)
    } catch {
      throw .layout(error.counting(edges: space.edges.size), in: job.lengthUnit)
    }
  }
}

extension ArrangedPages {
  /// The pixels of the largest page as a multiple of the limit, and its number of pictures; nil if
  /// all pages are within the limit.
  fileprivate func excessivePage(in space: LayoutRequest) -> (excess: Double, count: Int)? {
    pages.map { page in
      let (size, edges) = (page.arrangement.size, space.edges.size)
      let pixels = (size.width + edges.width) * (size.height + edges.height)
      return (excess: pixels / Double(space.maximumPixels.value), count: page.items.count)
    }.filter { $0.excess > 1 }.max { $0.excess < $1.excess }
  }
}

extension [Column] {
  /// The alignments that tracks specify, keyed by the first pixel column of their cells, without
  /// margins.
  ///
  /// The keys are whole pixels, because the edges of a cell and of its column may differ in the
  /// last bits.
  fileprivate var statedAlignments: [Int: Alignment] {
    var alignments: [Int: Alignment] = [:]
    for column in self {
      guard let alignment = column.alignment else { continue }
      let area = Rect(x: column.x, y: 0, width: column.width, height: 0)
      alignments[area.snapped.x] = alignment
    }
    return alignments
  }
}
