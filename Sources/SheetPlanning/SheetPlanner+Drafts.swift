internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans

extension SheetPlanner {
  /// A page with an arrangement, but without tiles.
  struct Draft {
    /// The page; its items are indices of pictures of the sheet.
    let page: FittedLayout.Page
    let layout: FittedLayout
    /// The item of the page at each position; positions are counted row by row, section by section.
    let items: [Int]
    /// The groups that the page was drawn up with; those of the page and of its headings count in it.
    let groups: [KeptGroup]
    /// The alignments that tracks state, by the first pixel column of their cells.
    let alignments: [Int: Alignment]

    /// The index of the picture at a position.
    func picture(at position: Int) -> Int { page.items.lowerBound + items[position] }

    /// The group of each section, or of the page.
    func group(of heading: SectionHeading? = nil) -> KeptGroup {
      groups[heading?.part.section ?? page.group]
    }

    /// The rows and columns of the page; nil if the layout has none.
    var grid: PageGrid? {
      guard let rows = page.arrangement.rows, let columns = page.arrangement.columns
      else { return nil }
      return PageGrid(rows: rows, columns: columns)
    }

    /// The cells of the grid; nil if the layout has no equal cells.
    var cell: GridCell? {
      guard let ratio = layout.idealCellRatio,
        let size = layout.cell ?? page.arrangement.frames.first?.size
      else { return nil }
      return GridCell(size: size, idealRatio: ratio)
    }

    /// The number of cells that have a picture, where cells are so far apart.
    func takenCells(gap: Size) -> Int {
      guard let cell = layout.cell else { return items.count }
      return page.arrangement.frames.reduce(0) { count, frame in
        let columns = (frame.width + gap.width) / (cell.width + gap.width)
        let rows = (frame.height + gap.height) / (cell.height + gap.height)
        return count + Int(columns.rounded()) * Int(rows.rounded())
      }
    }
  }

  /// The pages of groups of candidates, which are put into their order.
  ///
  /// Groups are fitted one by one, or all together where they share pages, or where pages would differ
  /// in their widths.
  func drafts(
    of candidates: inout [Candidate], in groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    if groups.isEmpty { return [] }
    let sharePages = spacing.sections != nil
    let parts =
      traits.widthFollowsFromPictures || sharePages ? [groups] : groups.map { [$0] }
    var drafts: [Draft] = []
    for part in parts {
      drafts += try self.drafts(
        of: &candidates, fitting: part, isOnlyGroup: isOnlyGroup || sharePages)
    }
    return drafts
  }

  /// The pages of groups that are fitted together, at least one.
  private func drafts(
    of candidates: inout [Candidate], fitting groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    let first = groups[0].items.lowerBound
    let part = candidates[first..<groups[groups.count - 1].items.upperBound]
    let ranges = groups.map { $0.items.moved(by: -first) }
    if let limit = job.paging.maximumHeight, limit <= spacing.edges.vertical {
      throw .pageTooLow(height: limit, taken: spacing.edges.vertical)
    }
    let hasRooms = traits.takesSpans && part.contains { $0.room != nil }
    let layout = try fitted { (limit) throws(PlanningError) in
      let pages = try pages(of: ranges, atMost: limit, hasRooms ? nil : traits.pageGrid)
      return LayoutSpace(
        pictures: part.map(\.shownSize), weights: part.map(\.weight),
        rooms: hasRooms ? part.map(\.room) : [], pages: pages,
        minimumSide: minimumSide, pageCount: job.paging.pageCount, sections: spacing.sections,
        isSinglePage: isOnlyGroup && pages.count == 1,
        gap: spacing.gap, outset: spacing.outset, edges: spacing.edges,
        pageHeight: job.paging.pageHeight,
        maximumHeight: job.paging.maximumHeight, maximumPixels: job.maximumPixels,
        style: job.style, labelPosition: labels.room?.position, labelWidth: labels.minimumWidth,
        widthForLabels: chosen.frameWidth,
        matrices: groups.compactMap(\.matrix), headingType: headingType)
    }
    if let order = layout.order {
      candidates.replaceSubrange(part.indices, with: order.map { part[first + $0] })
    }
    let alignments = layout.columns.statedAlignments
    return try layout.pages.map { page throws(PlanningError) in
      let items = try items(on: page, isInOrder: layout.order == nil)
      var page = page
      page.items = page.items.moved(by: first)
      return Draft(
        page: page, layout: layout, items: items, groups: groups, alignments: alignments)
    }
  }

  /// The pages of groups, ranges of a list, as far as the number of pictures or cells decides.
  ///
  /// Where there are no sections, every group starts one.
  private func pages(
    of groups: [Range<Int>], atMost given: Int?, _ grid: PageGrid?
  ) throws(PlanningError) -> [[SectionPart]] {
    do throws(LayoutError) {
      let all = groups.reduce(0) { $0 + $1.count }
      // Rows and columns are what pages of a matrix are filled with.
      var limit = traits.axes == nil ? given ?? job.paging.picturesPerPage ?? all : all
      if let count = job.paging.pageCount, spacing.sections != nil {
        limit = (all - 1) / count + 1
      }
      if spacing.sections != nil {
        guard let grid else { return try SectionPart.pages(of: groups, itemsPerPage: limit) }
        return try SectionPart.pages(
          of: groups, itemsPerPage: limit, columns: grid.columns, rows: grid.rows)
      }
      let most = min(limit, grid.map { $0.columns * $0.rows } ?? limit)
      return try groups.enumerated().map { index, group throws(LayoutError) in
        let whole = SectionPart(items: group, section: index)
        let pages =
          if let count = job.paging.pageCount {
            group.divided(into: min(count, group.count))
          } else {
            try SectionPart.pages(of: [group], itemsPerPage: most).map(\.items)
          }
        return pages.map { [whole.part($0)] }
      }.flatMap(\.self)
    } catch {
      throw .layout(error)
    }
  }

  /// The side that pictures keep, where nothing else says how many a page has.
  private var minimumSide: Int? {
    let paging = job.paging
    let isGiven = paging.picturesPerPage != nil || paging.pageCount != nil || traits.pageGrid != nil
    return isGiven ? nil : paging.minimumPictureSide
  }

  private func items(
    on page: FittedLayout.Page, isInOrder: Bool
  ) throws(PlanningError) -> [Int] {
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
