internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

// The size of labels follows from their texts and from the room that cells leave them, and cells from
// the room that labels take: so a sheet is planned with labels in the full size, and once more where
// another size is chosen.
extension SheetPlanner {
  /// Pages with all that is on them, and with labels that fit.
  struct PlannedPages {
    /// What made them.
    let planner: SheetPlanner
    var drafts: [Draft]
    var pages: [SheetPage]
    var shortened: ShortenedLabels?
  }

  /// The pages of groups of candidates, which are put into their order; with no groups, none.
  func fittedPages(
    of candidates: inout [Candidate], in groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> PlannedPages {
    let unordered = candidates
    if width == nil, let width = try grownWidth(of: candidates, in: groups, isOnlyGroup) {
      return try SheetPlanner(job, tableLines: tableLines, width: width, nil)
        .fittedPages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    }
    var planned = try pages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    guard labels.areFitted else { return planned }
    var rooms = self.rooms(on: planned.pages)
    if rooms.isEmpty { return planned }
    let others =
      groups.map(\.name)
      + [
        job.texts.title?.description, job.texts.header?.description, job.texts.footer?.description,
      ]
      .compactMap(\.self)
    var fitting = LabelFitting(rooms.map(\.text), beside: others, in: job.texts.font.withoutSize)
    var type = fitting.type(
      for: rooms, sizes: labels.sizes, lines: labels.lines, maximumLines: labels.maximumLines)
    if type != labels.type {
      let planner = try SheetPlanner(job, tableLines: tableLines, width: width, type)
      candidates = unordered
      planned = try planner.pages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
      rooms = planner.rooms(on: planned.pages)
      // Where higher labels have made cells narrower, type may still be smaller in the same room.
      type = fitting.type(
        for: rooms, sizes: labels.sizes.filter { $0 <= type.size }, lines: type.lines,
        maximumLines: type.lines)
    }
    let shown = fitting.shown(rooms, in: type)
    let shortened = zip(rooms, shown).filter { $1?.isShortened == true }.map(\.0)
    if !shortened.isEmpty {
      planned.shortened = ShortenedLabels(
        count: shortened.count, total: rooms.count,
        lines: fitting.neededLines(of: shortened, size: type.size))
    }
    if type.size != planned.planner.labels.type.size || shown.contains(where: { $0 != nil }) {
      var next = shown.makeIterator()
      planned.pages = planned.pages.map { page in
        page.with(
          tiles: page.tiles.map { tile in
            guard let label = tile.label else { return tile }
            return tile.with(
              label: label.fitted(
                size: type.size, shown: (next.next() ?? nil)?.text,
                // A label on its picture hides no more of it than it needs.
                isTrimmed: labels.room?.position == .over))
          })
      }
    }
    return planned
  }

  /// The width of the sheet, where nobody gave it one and headings or titles grow with it; nil for any
  /// other sheet.
  private func grownWidth(
    of candidates: [Candidate], in groups: [KeptGroup], _ isOnlyGroup: Bool
  ) throws(PlanningError) -> Int? {
    let texts = job.texts
    guard traits.isUnsized || traits.widthFollowsFromPictures,
      texts.title != nil || texts.heading != nil || job.paging.hasSections
    else { return nil }
    var candidates = candidates
    let drafts = try self.drafts(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    let width = drafts.reduce(0) { max($0, $1.page.arrangement.size.width) }
    let sheet = Int(width) + spacing.edges.horizontal
    let grown = TypeScale(
      texts.font, title: texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch,
      isPaper: texts.areOnPaper, width: sheet)
    return grown == scale ? nil : sheet
  }

  private func pages(
    of candidates: inout [Candidate], in groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> PlannedPages {
    let drafts = try self.drafts(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    var pages: [SheetPage] = []
    for (index, draft) in drafts.enumerated() {
      pages.append(try page(draft, index + 1, of: drafts.count, candidates))
    }
    return PlannedPages(planner: self, drafts: drafts, pages: pages)
  }

  /// The labels of pages in their order, with their rooms.
  private func rooms(on pages: [SheetPage]) -> [RoomedLabel] {
    pages.flatMap { page in
      page.tiles.compactMap { tile in
        tile.label.map { label in
          let width = label.area.width
          let inset =
            labels.room?.position == .over
            ? job.style.furniture.labelInset(width: width, size: label.size) : 0
          return RoomedLabel(label.text, width: width - 2 * inset)
        }
      }
    }
  }
}
