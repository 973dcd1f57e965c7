internal import SheetImaging
internal import SheetLayout
package import SheetPictures
package import SheetPlans
package import SheetText

/// A plan with its pictures and with what was noticed in making it.
package struct PlannedPictures: Sendable {
  /// The plan.
  package let plan: SheetPlan
  /// Its pictures.
  package let pictures: [SheetPicture]
  /// The pictures that were left out because their headers could not be read.
  package let skipped: [SheetPicture]
  /// What was noticed.
  package var notes: [Note] = []
  /// The cells of its grids.
  package var cells = GridCells()
  /// The groups of its pages; nil where nothing groups, or groups share pages.
  package var groups: PageGroups?
}

/// The groups of the pages of a plan.
package struct PageGroups: Sendable {
  /// A group: what it is called, and the index of its first picture, which tells it from others.
  package struct Group: Equatable, Sendable {
    package let name: String
    package let first: Int

    /// No group.
    package static let none = Group(name: "", first: -1)
  }

  /// What groups have in common.
  package let key: GroupKey
  /// The group of each page.
  package let ofPages: [Group]
}

/// Lays pictures out on pages; decodes none.
package struct SheetPlanner {
  let job: SheetJob
  /// What planning has to know of the job's layout.
  let traits: LayoutTraits
  let labels: Labels
  let pageTexts: PageTexts
  let furniture: CellFurniture
  let spacing: PageSpacing
  /// How the headings of rows and columns are set.
  let headingType: HeadingType
  /// The lines of the longest label in the table; 0 without one.
  let tableLines: Int
  /// Which pictures have more room than others.
  let spans: PictureSpans
  /// What their texts have decided.
  let chosen: ChosenTexts
  let scale: TypeScale

  /// Prepares what all pages of a job have in common.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - table: The table, if the job names one.
  /// - Throws: ``PlanningError/sourceDate(_:)`` if a text needs the date and it is not known, and
  ///   ``PlanningError/condition(_:_:)`` for that of a span.
  package init(_ job: SheetJob, table: PictureTable? = nil) throws(PlanningError) {
    try self.init(
      job, tableLines: table?.lineCount ?? 0, job.understoodSpans(table), ChosenTexts())
  }

  /// Prepares the same where the texts of a first plan have been measured.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - tableLines: The lines of the longest label in the table; 0 without one.
  ///   - spans: Which pictures have more room than others.
  ///   - chosen: What they decide.
  /// - Throws: ``PlanningError/sourceDate(_:)`` if a text needs the date and it is not known.
  init(
    _ job: SheetJob, tableLines: Int, _ spans: PictureSpans, _ chosen: ChosenTexts
  ) throws(PlanningError) {
    var job = job
    scale = TypeScale(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch,
      isPaper: job.texts.areOnPaper, width: chosen.width)
    job.layout = job.layout.suited(to: job.style)
    traits = job.layout.traits
    job.style.settle(isMatrix: traits.axes != nil, job.comparison, em: scale.label)
    self.job = job
    (self.tableLines, self.spans) = (tableLines, spans)
    self.chosen = chosen
    labels = Labels(
      job.texts, tableLines: tableLines, markCopies: job.duplicates == .mark, scale,
      chosen.labelType)
    pageTexts = try PageTexts(
      job.texts, scale, hasSections: job.paging.hasSections, moreLines: chosen.moreHeadingLines,
      comparedBy: job.comparison?.rule)
    furniture = job.style.furniture.room(label: labels.room)
    spacing = PageSpacing(job, furniture, pageTexts)
    headingType = HeadingType(job.texts.font, scale, gap: spacing.belowHeadings)
  }

  /// Plans groups of pictures, in order; every group starts a page or a section.
  ///
  /// There must be at least one group, and none may be empty.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - comparison: What is compared; nil for nothing.
  /// - Returns: The plan with its pictures.
  /// - Throws: ``PlanningError``, and ``PictureError`` where pictures that cannot be read prevent it.
  package func plan(
    _ groups: [PictureGroup], comparing comparison: PlannedComparison? = nil
  ) throws -> PlannedPictures {
    var notes: [Note] = []
    var known = candidates(in: groups, &notes)
    let skipped = try takeUnreadable(outOf: &known)
    let matrices = try takeIntoMatrices(&known, groups.map(\.matrix), &notes)
    var (readable, kept): ([Candidate], [KeptGroup]) = ([], [])
    let headingKeys = job.texts.heading?.keys ?? []
    for index in known.indices where !known[index].isEmpty {
      job.best?.mark(&known[index], rows: matrices?[index].places.map(\.row))
      let own = known[index]
      // A single list of a million is not copied.
      if readable.isEmpty { readable = own } else { readable += own }
      known[index] = []
      kept.append(
        KeptGroup(
          name: groups[index].name, items: readable.count - own.count..<readable.count,
          common: own.lazy.map(\.facts).common(headingKeys),
          hasTotal: headingKeys.contains(FactKey("total")) && own[0].facts.isNamed("total"),
          matrix: matrices?[index]))
    }
    notes += notesOnNumbers(readable)
    notes += [noteOnFaces(readable), noteOnRooms(readable)].compactMap(\.self)
    var planned = try fittedPages(of: &readable, in: kept, isOnlyGroup: groups.count == 1)
    if job.trims { try planned.trim(readable) }
    for page in planned.pages.indices {
      planned.pages[page].texts += badges(on: planned.pages[page].tiles, of: readable)
    }
    guard let first = planned.drafts.first else {
      throw PictureError.nothingReadable(skipped.compactMap(\.unreadable))
    }
    let pictures = readable.map(\.picture)
    let keys = job.askedFacts.keys
    let plan = SheetPlan(
      layout: job.layout.name,
      pictures: readable.map {
        PlannedPicture(
          $0.picture.name, counterpart: $0.picture.difference.map(PlannedCounterpart.init),
          stack: $0.picture.lookalikes?.others.map(\.source.name) ?? [], size: $0.picture.size,
          isPreview: $0.picture.readableHeader?.isPreview == true,
          facts: $0.facts.planned(keys).overridden(by: $0.lineFacts))
      }, pages: planned.pages,
      style: job.style, metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(
        font: scale.font, color: job.texts.color, labelColor: job.texts.labelColor,
        label: planned.planner.labels.room),
      encoding: job.encoding, isGray: pictures.areGray, tracks: first.layout.columns,
      comparison: comparison
    ).withLines(ofLabels: !labels.areFitted)
    let pageGroups = job.paging.groupKey.map { key in
      PageGroups(
        key: key,
        ofPages: planned.drafts.map {
          .init(name: $0.group().name, first: $0.group().items.lowerBound)
        })
    }
    return PlannedPictures(
      plan: plan, pictures: pictures, skipped: skipped, notes: notes + self.notes(on: planned),
      cells: GridCells(
        ofPages: planned.drafts.map(\.cell),
        takenCount: planned.drafts.reduce(0) { $0 + $1.takenCells(gap: spacing.gap) }),
      groups: job.paging.hasSections ? nil : pageGroups)
  }

  /// The notes on numbers that no picture has, though it has the facts.
  private func notesOnNumbers(_ candidates: [Candidate]) -> [Note] {
    var notes: [Note] = []
    let keys = job.texts.pageKeys + (job.texts.heading?.keys ?? [])
    for key in keys where [.min, .max, .mean].contains(key.aggregate) {
      let facts = candidates.lazy.compactMap { $0.facts.fact(key.ofEach) }
      if !facts.isEmpty, facts.flatMap(\.items).allSatisfy({ $0.number == nil }) {
        notes.append(
          Note(
            .missingNumbers,
            "{\("\(key)".shortPrintable)} needs numbers, and no picture has one there"))
      }
    }
    if let best = job.best, !candidates.contains(where: \.isBest) {
      notes.append(
        Note(.noneBest, "no label is set apart, as no picture has a number by '\(best.template)'"))
    }
    return notes
  }
}
