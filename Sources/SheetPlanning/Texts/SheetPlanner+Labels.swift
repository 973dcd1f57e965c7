internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

// The size of labels follows from their texts and from the room that cells leave them, and cells from
// the room that labels take; likewise the lines of headings. So a sheet is planned with labels in the
// full size and headings in one line, and once more where their texts decide otherwise.

/// What the texts of a sheet decide, on which its layout depends.
struct ChosenTexts: Equatable {
  /// The width in pixels of a sheet that nobody gave one, with which headings and titles grow.
  var width: Int?
  /// The type of labels; nil for the full size.
  var labelType: LabelType?
  /// The width of cells in which all labels are read; 0 where they are wide enough.
  var frameWidth = 0
  /// How many lines the headings of sections have beyond those of their template.
  var moreHeadingLines = 0
}

extension SheetPlanner {
  /// How many lines the headings of sections have at most beyond those of their template.
  private static let mostHeadingLines = 2

  /// Pages with all that is on them, and with texts that fit.
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
    if chosen.width == nil, let width = try grownWidth(of: candidates, in: groups, isOnlyGroup) {
      return try choosing(ChosenTexts(width: width))
        .fittedPages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    }
    var planned = try pages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    var rooms = planned.labelRooms
    var headings = planned.headingRooms
    if rooms.isEmpty, headings.isEmpty { return planned }
    let texts = [job.texts.title, job.texts.header, job.texts.footer].compactMap { $0?.description }
    var fitting = LabelFitting(
      [rooms, headings].lazy.joined().map(\.text), beside: groups.map(\.name) + texts,
      in: job.texts.font.withoutSize)
    let chosen = chosen(by: &fitting, rooms, headings, cell: planned.drafts[0].cell)
    if chosen != self.chosen {
      candidates = unordered
      // A million tiles are not kept twice.
      (planned.drafts, planned.pages) = ([], [])
      planned = try choosing(chosen).pages(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
      (rooms, headings) = (planned.labelRooms, planned.headingRooms)
    }
    planned.fitLabels(rooms, &fitting, isChosen: chosen != self.chosen)
    planned.fitHeadings(headings, &fitting)
    planned.closeRows()
    return planned
  }

  private func choosing(_ chosen: ChosenTexts) throws(PlanningError) -> SheetPlanner {
    try SheetPlanner(job, tableLines: tableLines, chosen)
  }

  /// What texts decide that have been measured in a first plan.
  private func chosen(
    by fitting: inout LabelFitting, _ rooms: [RoomedLabel], _ headings: [RoomedLabel],
    cell: GridCell?
  ) -> ChosenTexts {
    var chosen = chosen
    if !headings.isEmpty {
      let lines = pageTexts.sectionHeadingLines
      chosen.moreHeadingLines =
        fitting.lines(
          for: headings, size: scale.heading, from: lines, upTo: lines + Self.mostHeadingLines)
        - lines
    }
    if rooms.isEmpty { return chosen }
    var rooms = rooms
    if let cell, traits.widensForLabels, labels.room?.position != .over {
      let widening = fitting.widening(
        of: rooms, size: scale.labelSizes[scale.labelSizes.count - 1],
        maximumLines: labels.maximumLines,
        upTo: Int(cell.size.width * (NeededCell.largestWidening - 1)))
      if widening > 0 {
        chosen.frameWidth = Int(cell.size.width) + widening
        rooms = rooms.map { RoomedLabel($0.text, width: $0.width + widening) }
      }
    }
    let type = fitting.type(
      for: rooms, sizes: labels.sizes, lines: labels.lines, maximumLines: labels.maximumLines)
    if type != labels.type { chosen.labelType = type }
    return chosen
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
    var facts = PageFacts(page: 0, pages: drafts.count, count: candidates.count)
    facts.common = candidates.lazy.map(\.facts).common(job.texts.pageKeys)
    for draft in drafts {
      facts.page += 1
      pages.append(try page(draft, facts, candidates))
    }
    return PlannedPages(planner: self, drafts: drafts, pages: pages)
  }
}

extension SheetPlanner.PlannedPages {
  /// The labels of pages in their order, with their rooms; none where they are not fitted.
  fileprivate var labelRooms: [RoomedLabel] {
    guard planner.labels.areFitted else { return [] }
    let isOver = planner.labels.room?.position == .over
    let furniture = planner.job.style.furniture
    return pages.flatMap { page in
      page.tiles.compactMap { tile in
        tile.label.map { label in
          let width = label.area.width
          let inset = isOver ? furniture.labelInset(width: width, size: label.size) : 0
          return RoomedLabel(
            label.text, width: width - 2 * inset, isEmphasized: label.isEmphasized)
        }
      }
    }
  }

  /// The headings of sections that are fitted, in their order.
  fileprivate var headingRooms: [RoomedLabel] {
    pages.flatMap(\.texts).filter(\.isFittedHeading).map {
      RoomedLabel($0.text, width: $0.area.width)
    }
  }

  /// Shows labels as they fit their rooms.
  ///
  /// - Parameters:
  ///   - rooms: The labels with their rooms.
  ///   - fitting: What measures them.
  ///   - isChosen: Whether their type has been chosen by the rooms of other pages.
  fileprivate mutating func fitLabels(
    _ rooms: [RoomedLabel], _ fitting: inout LabelFitting, isChosen: Bool
  ) {
    if rooms.isEmpty { return }
    let labels = planner.labels
    var type = labels.type
    if isChosen {
      // Where higher labels have made cells narrower, type may still be smaller in the same room.
      type = fitting.type(
        for: rooms, sizes: labels.sizes.filter { $0 <= type.size }, lines: type.lines,
        maximumLines: type.lines)
    }
    let shown = fitting.shown(rooms, in: type)
    let shortened = shown.indices.lazy.filter { shown[$0]?.isShortened == true }.map { rooms[$0] }
    let count = shortened.reduce(0) { count, _ in count + 1 }
    if count > 0 {
      self.shortened = ShortenedLabels(
        count: count, total: rooms.count,
        lines: fitting.neededLines(of: shortened, size: type.size))
    }
    guard type.size != labels.type.size || shown.contains(where: { $0 != nil }) else { return }
    var next = shown.makeIterator()
    // A label on its picture hides no more of it than it needs.
    let isTrimmed = labels.room?.position == .over
    for page in pages.indices {
      pages[page].changeTiles { tile in
        tile.label = tile.label.map {
          $0.fitted(size: type.size, shown: (next.next() ?? nil)?.text, isTrimmed: isTrimmed)
        }
      }
    }
  }

  /// Breaks headings, or shortens them, to the width of their sections; they stand by their pictures.
  fileprivate mutating func fitHeadings(_ rooms: [RoomedLabel], _ fitting: inout LabelFitting) {
    if rooms.isEmpty { return }
    let type = LabelType(
      size: planner.scale.heading, lines: planner.pageTexts.sectionHeadingLines)
    var next = fitting.shown(rooms, in: type).makeIterator()
    pages = pages.map { page in
      var areas: [PixelRect: PixelRect] = [:]
      let texts = page.texts.map { text in
        guard text.isFittedHeading else { return text }
        let fitted = text.fitted(
          size: text.size, shown: (next.next() ?? nil)?.text, isTrimmed: true)
        areas[text.area] = fitted.area
        return fitted
      }
      return page.with(
        texts: texts,
        sections: page.sections.map {
          $0.at(heading: areas[$0.headingArea] ?? $0.headingArea, area: $0.area)
        })
    }
  }

  /// Takes out of pages what rows of tiles do not need of the room for labels; blocks in the middle of
  /// their pages stay there.
  fileprivate mutating func closeRows() {
    guard planner.closesRows else { return }
    let spare = pages.map { SpareLines(of: $0.tiles, with: planner.furniture) }
    if spare.allSatisfy({ $0.total == 0 }) { return }
    var lowering = 0
    if planner.traits.pageHeight != nil, planner.spacing.sections == nil {
      let foot = pages.map(\.foot).reduce(0, max)
      lowering = zip(pages, spare).reduce(foot) { min($0, foot - $1.0.foot + $1.1.total) } / 2
    }
    let least = planner.job.paging.minimumHeight ?? 0
    for (index, spare) in spare.enumerated() {
      let height = planner.traits.pageHeight ?? max(least, pages[index].size.height - spare.total)
      pages[index].close(spare, height: height, loweredBy: lowering)
    }
  }
}

extension SheetPlanner {
  /// Whether rows have the lines of their own labels: not where cells are seen, or fill a sheet.
  fileprivate var closesRows: Bool {
    labels.areFitted && job.style.cellBackground == nil && furniture.frameWidth == 0
      && traits.axes == nil && (traits.pageHeight == nil || traits.widthFollowsFromPictures)
  }
}

extension SheetPage {
  /// How far down its tiles reach.
  fileprivate var foot: Int { tiles.reduce(0) { max($0, $1.cell.maxY) } }
}

extension PlannedText {
  /// Whether it is the heading of a section that is fitted to it.
  fileprivate var isFittedHeading: Bool { role == .heading && overflow == .fit }
}
