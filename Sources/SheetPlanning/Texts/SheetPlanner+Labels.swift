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
    let drafts: [Draft]
    var pages: [SheetPage]
    /// The number of shortened labels, that of all labels, and the lines in which all are whole.
    var shortened: (count: Int, total: Int, lines: Int)?
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
    var drafts = try drafts(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    var rooms = try labelRooms(in: drafts, candidates)
    let headings = try headingRooms(in: drafts, candidates)
    let areFitted = labels.areFitted && rooms.contains { !$0.isNone }
    guard areFitted || !headings.isEmpty else {
      return PlannedPages(
        planner: self, drafts: drafts,
        pages: try pages(drafts, candidates, rooms, size: labels.type.size))
    }
    let texts = [job.texts.title, job.texts.header, job.texts.footer].compactMap { $0?.description }
    var fitting = LabelFitting(
      [rooms, headings].lazy.joined().map(\.text), beside: groups.map(\.name) + texts,
      in: job.texts.font.withoutSize)
    let chosen = chosen(by: &fitting, areFitted ? rooms : [], headings, cell: drafts[0].cell)
    if chosen == self.chosen {
      return try fittedPages(drafts, candidates, &rooms, labels.type, &fitting)
    }
    candidates = unordered
    // A million labels are not kept twice.
    (drafts, rooms) = ([], [])
    let planner = try choosing(chosen)
    drafts = try planner.drafts(of: &candidates, in: groups, isOnlyGroup: isOnlyGroup)
    rooms = try planner.labelRooms(in: drafts, candidates)
    var type = planner.labels.type
    if areFitted {
      // Where higher labels have made cells narrower, type may still be smaller in the same room.
      type = fitting.type(
        for: rooms, sizes: labels.sizes.filter { $0 <= type.size }, lines: type.lines,
        maximumLines: type.lines)
    }
    return try planner.fittedPages(drafts, candidates, &rooms, type, &fitting)
  }

  private func choosing(_ chosen: ChosenTexts) throws(PlanningError) -> SheetPlanner {
    try SheetPlanner(job, tableLines: tableLines, spans, chosen)
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
        rooms = rooms.map { $0.widened(by: widening) }
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
    guard traits.isUnsized || traits.widthFollowsFromPictures, traits.pageHeight == nil,
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

  /// The labels of drafts with their rooms, one for each position; empty on sheets without labels.
  private func labelRooms(
    in drafts: [Draft], _ candidates: [Candidate]
  ) throws(PlanningError) -> [RoomedLabel] {
    if labels.room == nil { return [] }
    var rooms: [RoomedLabel] = []
    rooms.reserveCapacity(candidates.count)
    for (page, draft) in drafts.enumerated() {
      for position in draft.items.indices {
        let index = draft.picture(at: position)
        let candidate = candidates[index]
        let text = labels.text(
          for: candidate.facts, candidate.lineFacts, index: index, count: candidates.count,
          page: page + 1)
        var room = RoomedLabel.none
        if let text, let width = try labelWidth(at: position, in: draft, candidate, text) {
          room = RoomedLabel(text, width: width, isEmphasized: candidate.isBest)
        }
        rooms.append(room)
      }
    }
    return rooms
  }

  /// The width of the room for a label; nil where there is no room.
  private func labelWidth(
    at position: Int, in draft: Draft, _ candidate: Candidate, _ text: String
  ) throws(PlanningError) -> Int? {
    guard labels.room?.position == .over else {
      return try furnishedCell(of: draft.page.arrangement.frames[position]).cell.labelRoom?.width
    }
    // It is as wide as the picture.
    let size = labels.type.size
    let label = RoomedLabel(text, width: 0)
    guard let area = try tile(at: position, in: draft, candidate, label, size: size).label?.area
    else { return nil }
    if !labels.areFitted { return area.width }
    return area.width
      - 2 * job.style.furniture.labelInset(width: area.width, size: size)
  }

  /// What texts can say ahead of the first page.
  private func facts(of drafts: [Draft], _ candidates: [Candidate]) -> PageFacts {
    var facts = PageFacts(page: 0, pages: drafts.count, count: candidates.count)
    facts.common = candidates.lazy.map(\.facts).common(job.texts.pageKeys)
    return facts
  }

  /// The headings of sections that are fitted, in their order.
  private func headingRooms(
    in drafts: [Draft], _ candidates: [Candidate]
  ) throws(PlanningError) -> [RoomedLabel] {
    if spacing.sections == nil { return [] }
    var facts = facts(of: drafts, candidates)
    return try drafts.map { draft throws(PlanningError) -> [RoomedLabel] in
      facts.page += 1
      let size = try sheetSize(around: draft.page.arrangement.size)
      return headings(of: draft, facts, on: size).flatMap(\.texts).filter(\.isFittedHeading)
        .map { RoomedLabel($0.text, width: $0.area.width) }
    }.flatMap(\.self)
  }

  /// The pages of drafts with labels as they are set.
  private func pages(
    _ drafts: [Draft], _ candidates: [Candidate], _ labels: [RoomedLabel], size: Double
  ) throws(PlanningError) -> [SheetPage] {
    var facts = facts(of: drafts, candidates)
    var rest = labels[...]
    return try drafts.map { draft throws(PlanningError) in
      facts.page += 1
      let own = rest.prefix(draft.items.count)
      rest = rest.dropFirst(draft.items.count)
      return try page(draft, facts, candidates, own, size: size)
    }
  }

  /// The pages of drafts with labels and headings as they fit their rooms.
  private func fittedPages(
    _ drafts: [Draft], _ candidates: [Candidate], _ rooms: inout [RoomedLabel], _ type: LabelType,
    _ fitting: inout LabelFitting
  ) throws(PlanningError) -> PlannedPages {
    if labels.areFitted { fitting.fit(&rooms, in: type) }
    var planned = PlannedPages(
      planner: self, drafts: drafts,
      pages: try pages(drafts, candidates, rooms, size: type.size))
    let shortened = rooms.lazy.filter(\.isShortened)
    let count = rooms.count(where: \.isShortened)
    if count > 0 {
      planned.shortened = (
        count, rooms.count { !$0.isNone }, fitting.neededLines(of: shortened, size: type.size)
      )
    }
    planned.fitHeadings(&fitting)
    planned.closeRows()
    return planned
  }
}

extension SheetPlanner.PlannedPages {
  /// Breaks headings, or shortens them, to the width of their sections; they stand by their pictures.
  fileprivate mutating func fitHeadings(_ fitting: inout LabelFitting) {
    var rooms = pages.flatMap(\.texts).filter(\.isFittedHeading).map {
      RoomedLabel($0.text, width: $0.area.width)
    }
    if rooms.isEmpty { return }
    let type = LabelType(
      size: planner.scale.heading, lines: planner.pageTexts.sectionHeadingLines)
    fitting.fit(&rooms, in: type)
    var next = rooms.makeIterator()
    for page in pages.indices {
      var areas: [PixelRect: PixelRect] = [:]
      for index in pages[page].texts.indices where pages[page].texts[index].isFittedHeading {
        var text = pages[page].texts[index]
        text.shown = next.next()?.shown
        areas[text.area] = text.trimmed.area
        pages[page].texts[index] = text.trimmed
      }
      for index in pages[page].sections.indices {
        let area = pages[page].sections[index].headingArea
        pages[page].sections[index].headingArea = areas[area] ?? area
      }
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
    labels.areFitted && job.style.cellColor == nil && furniture.frameWidth == 0
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
