internal import SheetFiles
internal import SheetLayout
package import SheetPictures
package import SheetPlans
internal import SheetText
internal import SystemPackage

/// A plan with its pictures and with what was noticed in making it.
package struct PlannedPictures: Sendable {
  /// The plan.
  package let plan: SheetPlan
  /// Its pictures.
  package let pictures: [SheetPicture]
  /// The pictures that were left out because their headers could not be read.
  package let skipped: [SheetPicture]
  /// What was noticed.
  package let notes: PlanningNotes
}

/// Lays pictures out on pages; pure arithmetic that decodes nothing.
package struct SheetPlanner {
  let job: SheetJob
  let labels: Labels
  let pageTexts: PageTexts
  /// The furniture around pictures in their cells.
  let furniture: CellFurniture
  /// How far cells extend beyond the frames that the layout arranges.
  let outset: PixelInsets
  /// The part of ``outset`` that only shadows fall on.
  let overhang: PixelInsets
  /// The distance between frames: cells are larger, so it is more than that between cells.
  private let gap: Size
  /// The distance of frames from the edges of a page: margins, texts and outsets.
  ///
  /// Where there are sections, that of the heading at the top of the page.
  let edges: PixelInsets
  /// The heights of the headings of sections, and of the gaps around them; nil without sections.
  private let sections: SectionSpacing?
  /// How the headings of rows and columns are set.
  let headingType: HeadingType

  /// Prepares what all pages of a job have in common.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - table: The table, if the job names one.
  /// - Throws: ``PlanningError/sourceDate(_:)`` if a text needs the date and it is not known.
  package init(_ job: SheetJob, table: PictureTable? = nil) throws(PlanningError) {
    self.job = job
    let scale = TypeScale(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch)
    labels = Labels(job.texts, table: table, scale)
    pageTexts = try PageTexts(job.texts, scale, hasSections: job.paging.hasSections)
    furniture = job.style.furniture.room(label: labels.room)
    // Shadows fall into gaps and margins, but not onto texts.
    let overhang = job.style.overhang(of: furniture, into: job.gap)
    let outset = job.layout.outset(for: furniture.shadowReduced(by: overhang)) + overhang
    let (texts, margin) = (pageTexts.room, job.margin)
    let headingHeight = pageTexts.sectionHeadingHeight
    let hasHeadings = headingHeight != nil || job.layout.axes != nil
    let top =
      texts.top > 0 || hasHeadings
      ? margin.vertical : max(0, margin.vertical - overhang.top)
    edges = PixelInsets(
      top: texts.top + top + (hasHeadings ? 0 : outset.top),
      left: outset.left + max(0, margin.horizontal - overhang.left),
      bottom: texts.bottom + outset.bottom
        + (texts.bottom > 0 ? margin.vertical : max(0, margin.vertical - overhang.bottom)),
      right: outset.right + max(0, margin.horizontal - overhang.right))
    // Frames lie as far apart as their cells, which are larger, want it.
    gap = Size(
      width: Double(job.gap.horizontal + outset.horizontal - overhang.horizontal),
      height: Double(job.gap.vertical + outset.vertical - overhang.vertical))
    // What is drawn of cells keeps the gap from headings, as it does from other cells.
    let below = Double(job.gap.vertical + outset.top - overhang.top)
    headingType = HeadingType(job.texts.font, scale, gap: below)
    sections = headingHeight.map { height in
      SectionSpacing(
        heading: Double(height), below: below,
        above: Double(2 * job.gap.vertical + outset.bottom - overhang.bottom))
    }
    (self.outset, self.overhang) = (outset, overhang)
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
    var notes = PlanningNotes()
    var known: [[Candidate]] = []
    var skipped: [SheetPicture] = []
    for own in candidates(in: groups, &notes) {
      let (readable, left) = try partition(own)
      skipped += left.map(\.picture)
      known.append(readable)
    }
    let matrices = try takeIntoMatrices(&known, groups.map(\.matrix), &notes)
    var readable: [Candidate] = []
    var kept: [KeptGroup] = []
    for (index, own) in known.enumerated() where !own.isEmpty {
      readable += own
      kept.append(
        KeptGroup(
          name: groups[index].name, items: readable.count - own.count..<readable.count,
          common: own.map(\.facts).common(job.texts.heading?.keys ?? []),
          matrix: matrices?[index]))
    }
    let drafts = try self.drafts(of: &readable, in: kept, isOnlyGroup: groups.count == 1)
    guard let first = drafts.first else {
      throw PictureError.nothingReadable(skipped.compactMap(\.unreadable))
    }
    let pictures = readable.map(\.picture)
    let keys = job.askedFacts.keys
    var pages: [SheetPage] = []
    for (index, draft) in drafts.enumerated() {
      pages.append(try page(draft, index + 1, of: drafts.count, readable))
    }
    let plan = SheetPlan(
      layout: job.layout.name,
      pictures: readable.map {
        PlannedPicture(
          name: $0.picture.source.name, comparedWith: $0.picture.difference?.before.name,
          size: $0.picture.size,
          facts: $0.facts.planned(keys).overridden(by: $0.lineFacts))
      }, pages: pages,
      style: job.style, metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: labels.room),
      encoding: job.encoding, isGray: pictures.areGray, tracks: first.layout.columns,
      comparison: comparison)
    return PlannedPictures(
      plan: plan, pictures: pictures, skipped: skipped, notes: completed(notes, drafts, pages))
  }

  private func completed(
    _ notes: PlanningNotes, _ drafts: [Draft], _ pages: [SheetPage]
  ) -> PlanningNotes {
    var notes = notes
    notes.reducedCell = drafts.compactMap(\.layout.reducedCell).min {
      $0.width * $0.height < $1.width * $1.height
    }
    notes.maximumPixels = job.maximumPixels
    notes.cells = drafts.map(\.cell)
    if job.layout.isUnsized, job.paging.isUnlimited { notes.largePage = LargePage(among: pages) }
    return notes
  }

  /// A picture with its facts and its weight.
  struct Candidate {
    let facts: PictureFacts
    let weight: Double
    /// The headings of its row and its column in a matrix.
    var lineFacts: [FactKey: Fact] = [:]
    /// Its place in a matrix that is given; nil for any other.
    var place: Matrix.Place?

    var picture: SheetPicture { facts.picture }
  }

  private func candidates(
    in groups: [PictureGroup], _ notes: inout PlanningNotes
  ) -> [[Candidate]] {
    var clamped: [String] = []
    let candidates = groups.map { group in
      group.pictures.enumerated().map { index, picture in
        let stated = job.weights.reversed().lazy.compactMap { $0.value(of: picture) }.first
        let weight = stated ?? picture.row?.weight ?? 1
        let range = PictureWeight.range
        if !range.contains(weight) { clamped.append(picture.picture.source.name) }
        var candidate = Candidate(
          facts: picture, weight: min(max(weight, range.lowerBound), range.upperBound))
        if let matrix = group.matrix {
          candidate.place = matrix.places[index]
          candidate.lineFacts = matrix.facts(at: matrix.places[index])
        }
        return candidate
      }
    }
    if let first = clamped.first {
      notes.factWarnings.append(
        "\(clamped.count.counted("weight")) beyond 0.01 to 100 \(clamped.count == 1 ? "is" : "are") "
          + "taken as the nearest of these; the first is that of \(FilePath(first).quoted)")
    }
    return candidates
  }

  /// Separates the pictures to skip, if that is the policy for unreadable ones.
  private func partition(
    _ pictures: [Candidate]
  ) throws(PictureError) -> (readable: [Candidate], unreadable: [Candidate]) {
    switch job.unreadablePolicy {
    case .placeholder:
      return (pictures, [])
    case .skip:
      return (
        pictures.filter { $0.picture.size != nil }, pictures.filter { $0.picture.size == nil }
      )
    case .fail:
      for candidate in pictures {
        if let unreadable = candidate.picture.unreadable { throw .unreadable(unreadable) }
      }
      return (pictures, [])
    }
  }

  /// A group without the pictures that were left out.
  struct KeptGroup {
    let name: String
    /// The indices of its pictures, of which there is at least one.
    let items: Range<Int>
    /// The facts of the heading that all of them share.
    let common: [FactKey: Fact]
    /// Its rows and columns; nil for layouts without.
    let matrix: PictureMatrix?
  }

  /// A page with an arrangement, but without tiles.
  struct Draft {
    /// The page; its items are indices of pictures of the sheet.
    let page: Page
    let layout: FittedLayout
    /// The item of the page at each position; positions are counted row by row, section by section.
    let items: [Int]
    /// The groups that the page was drawn up with; the sections of headings count in it.
    let groups: [KeptGroup]

    /// The index of the picture at a position.
    func picture(at position: Int) -> Int { page.items.lowerBound + items[position] }

    /// The rows and columns of the page; nil if the layout has none.
    var grid: PageGrid? {
      guard let rows = page.arrangement.rows, let columns = page.arrangement.columns
      else { return nil }
      return PageGrid(rows: rows, columns: columns)
    }

    /// The cells of the grid; nil if the layout has no equal cells.
    var cell: GridCell? {
      guard let ratio = layout.idealCellRatio, let size = page.arrangement.frames.first?.size
      else { return nil }
      return GridCell(size: size, idealRatio: ratio)
    }
  }

  /// The pages of groups of candidates.
  ///
  /// Groups are fitted one by one, or all together where they share pages, or where pages would differ
  /// in their widths.
  private func drafts(
    of candidates: inout [Candidate], in groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    let isFittedTogether =
      !groups.isEmpty && (job.layout.widthFollowsFromPictures || sections != nil)
    var drafts: [Draft] = []
    for part in isFittedTogether ? [groups] : groups.map({ [$0] }) {
      drafts += try self.drafts(
        of: &candidates, fitting: part, isOnlyGroup: isOnlyGroup || sections != nil)
    }
    return drafts
  }

  /// The pages of groups that are fitted together, at least one; puts candidates into their order.
  private func drafts(
    of candidates: inout [Candidate], fitting groups: [KeptGroup], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    let first = groups[0].items.lowerBound
    let part = candidates[first..<groups[groups.count - 1].items.upperBound]
    let ranges = try pages(of: groups.map { $0.items.moved(by: -first) })
    let limit = job.paging.maximumHeight
    if let limit, limit <= edges.vertical {
      throw .pageTooLow(height: limit, taken: edges.vertical)
    }
    let layout = try job.layout.fitted(
      to: LayoutSpace(
        pictures: part.map(\.picture.size), weights: part.map(\.weight), pages: ranges,
        sections: sections, isSinglePage: isOnlyGroup && ranges.count == 1, gap: gap,
        edges: edges, pageHeight: job.paging.pageHeight, maximumHeight: limit,
        maximumPixels: job.maximumPixels, style: job.style,
        labelPosition: labels.room?.position, labelWidth: labels.minimumWidth,
        matrices: groups.compactMap(\.matrix), headingType: headingType))
    if let order = layout.order {
      candidates.replaceSubrange(part.indices, with: order.map { part[first + $0] })
    }
    var drafts: [Draft] = []
    for parts in ranges {
      let pages = try translating(PlanningError.layout) { () throws(LayoutError) in
        try layout.pages(
          of: parts, maximumHeight: limit.map { Double($0 - edges.vertical) })
      }
      for var page in pages {
        let items = try items(on: page)
        page.items = page.items.moved(by: first + parts[0].items.lowerBound)
        let shown =
          sections == nil
          ? groups.filter { $0.items.contains(first + parts[0].items.lowerBound) } : groups
        drafts.append(Draft(page: page, layout: layout, items: items, groups: shown))
      }
    }
    return drafts
  }

  /// The pages of groups, ranges of a list, as far as the number of pictures or cells decides.
  private func pages(of groups: [Range<Int>]) throws(PlanningError) -> [[SectionPart]] {
    try translating(PlanningError.layout) { () throws(LayoutError) in
      let all = groups.reduce(0) { $0 + $1.count }
      // Rows and columns are what pages of a matrix are filled with.
      let limit = job.layout.axes == nil ? job.paging.picturesPerPage : nil
      guard let cells = job.layout.cellsPerPage, let columns = job.layout.columnsPerPage else {
        return try pages(of: groups, limit ?? all)
      }
      guard sections != nil else { return try pages(of: groups, min(cells, limit ?? cells)) }
      return try SectionPart.pages(
        of: groups, itemsPerPage: limit ?? all, columns: columns, rows: cells / columns)
    }
  }

  /// Pages of so many pictures; where there are no sections, every group starts one.
  private func pages(
    of groups: [Range<Int>], _ picturesPerPage: Int
  ) throws(LayoutError) -> [[SectionPart]] {
    if sections != nil {
      return try SectionPart.pages(of: groups, itemsPerPage: picturesPerPage)
    }
    return try groups.map { group throws(LayoutError) in
      try SectionPart.pages(of: [group], itemsPerPage: picturesPerPage)
    }.flatMap(\.self)
  }

  private func items(on page: Page) throws(PlanningError) -> [Int] {
    let order = job.paging.readingOrder
    guard order == .columns else { return Array(0..<page.items.count) }
    guard job.layout.hasEqualCells, let columns = page.arrangement.columns else {
      throw .noColumnOrder
    }
    let headings = page.arrangement.headings
    let sections = headings.isEmpty ? [0..<page.items.count] : headings.map(\.part.items)
    return sections.flatMap { section in
      order.items(count: section.count, columns: columns).map { section.lowerBound + $0 }
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by distance: Int) -> Range {
    lowerBound + distance..<upperBound + distance
  }
}

extension TileStyle {
  /// The part of shadows that falls into gaps; none where cells have a background, on which the
  /// shadows of pictures fall.
  func overhang(of furniture: CellFurniture, into gap: Spacing) -> PixelInsets {
    if cellBackground != nil, furniture.shadow?.owner == .picture { return PixelInsets(0) }
    return furniture.overhang(into: PixelSize(width: gap.horizontal, height: gap.vertical))
  }
}
