internal import SheetFiles
internal import SheetLayout
package import SheetPictures
package import SheetPlans
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
  private let table: LabelTable?
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
  let edges: PixelInsets

  /// Prepares what all pages of a job have in common.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - table: The table of labels, if the job names one.
  /// - Throws: ``PlanningError/sourceDate(_:)`` if a text needs the date and it is not known.
  package init(_ job: SheetJob, labels table: LabelTable? = nil) throws(PlanningError) {
    self.job = job
    self.table = table
    let scale = TypeScale(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch)
    labels = Labels(job.texts, table: table, scale)
    pageTexts = try PageTexts(job.texts, scale)
    furniture = job.style.furniture.room(label: labels.room)
    // Shadows fall into gaps and margins, but not onto texts.
    let overhang = job.style.overhang(of: furniture, into: job.gap)
    let outset = job.layout.outset(for: furniture.shadowReduced(by: overhang)) + overhang
    let (texts, margin) = (pageTexts.room, job.margin)
    edges = PixelInsets(
      top: texts.top + outset.top
        + (texts.top > 0 ? margin.vertical : max(0, margin.vertical - overhang.top)),
      left: outset.left + max(0, margin.horizontal - overhang.left),
      bottom: texts.bottom + outset.bottom
        + (texts.bottom > 0 ? margin.vertical : max(0, margin.vertical - overhang.bottom)),
      right: outset.right + max(0, margin.horizontal - overhang.right))
    // Frames lie as far apart as their cells, which are larger, want it.
    gap = Size(
      width: Double(job.gap.horizontal + outset.horizontal - overhang.horizontal),
      height: Double(job.gap.vertical + outset.vertical - overhang.vertical))
    (self.outset, self.overhang) = (outset, overhang)
  }

  /// Plans groups of pictures, in order; every group starts a page.
  ///
  /// There must be at least one group, and none may be empty.
  ///
  /// - Throws: ``PlanningError``, and ``PictureError`` where pictures that cannot be read prevent it.
  package func plan(_ groups: [[SheetPicture]]) throws -> PlannedPictures {
    let matched = table?.labels(for: groups.joined().map { FilePath($0.source.name) })
    let candidates = candidates(in: groups, matched)
    var readable: [Candidate] = []
    var skipped: [SheetPicture] = []
    var kept: [Range<Int>] = []
    for group in candidates {
      let (known, left) = try partition(group)
      skipped += left.map(\.picture)
      readable += known
      if !known.isEmpty { kept.append(readable.count - known.count..<readable.count) }
    }
    let drafts = try self.drafts(of: readable, in: kept, isOnlyGroup: groups.count == 1)
    guard let first = drafts.first else {
      throw PictureError.nothingReadable(skipped.compactMap(\.unreadable))
    }
    let pictures = readable.map(\.picture)
    var pages: [SheetPage] = []
    for (index, draft) in drafts.enumerated() {
      pages.append(try page(draft, index + 1, of: drafts.count, readable))
    }
    let plan = SheetPlan(
      layout: job.layout.name,
      pictures: pictures.map { PlannedPicture(name: $0.source.name, size: $0.size) }, pages: pages,
      style: job.style, metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: labels.room),
      encoding: job.encoding, isGray: pictures.areGray, tracks: first.layout.columns)
    return PlannedPictures(
      plan: plan, pictures: pictures, skipped: skipped, notes: notes(on: drafts, pages, matched))
  }

  private func notes(
    on drafts: [Draft], _ pages: [SheetPage], _ matched: MatchedLabels?
  ) -> PlanningNotes {
    var notes = PlanningNotes()
    notes.labelWarning = matched?.warning
    notes.reducedCell = drafts.compactMap(\.layout.reducedCell).min {
      $0.width * $0.height < $1.width * $1.height
    }
    notes.maximumPixels = job.maximumPixels
    notes.cells = drafts.map(\.cell)
    if job.layout.isUnsized, job.paging.isUnlimited { notes.largePage = LargePage(among: pages) }
    return notes
  }

  /// A picture with what the table of labels and the job's weights say of it.
  struct Candidate {
    let picture: SheetPicture
    /// Its label in the table: empty for none, nil where the table does not know the picture.
    let label: String?
    let weight: Double
  }

  private func candidates(
    in groups: [[SheetPicture]], _ matched: MatchedLabels?
  ) -> [[Candidate]] {
    var index = 0
    return groups.map { group in
      group.map { picture in
        defer { index += 1 }
        let stated =
          job.weights.isEmpty
          ? nil
          : job.weights.last { $0.pattern.matches(FilePath(picture.source.name)) }
        return Candidate(
          picture: picture, label: matched?.labels[index],
          weight: stated?.value ?? matched?.weights[index] ?? 1)
      }
    }
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

  /// A page with an arrangement, but without tiles.
  struct Draft {
    /// The page; its items are indices of pictures of the sheet.
    let page: Page
    let layout: FittedLayout
    /// The item of the page at each position; positions are counted row by row.
    let items: [Int]

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

  /// The pages of groups of candidates, each at least one; groups follow each other in the list.
  ///
  /// Groups are fitted one by one, or all together where pages would differ in their widths.
  private func drafts(
    of candidates: [Candidate], in groups: [Range<Int>], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    let isFittedTogether = job.layout.widthFollowsFromPictures && !groups.isEmpty
    var drafts: [Draft] = []
    for part in isFittedTogether ? [groups] : groups.map({ [$0] }) {
      drafts += try self.drafts(of: candidates, fitting: part, isOnlyGroup: isOnlyGroup)
    }
    return drafts
  }

  /// The pages of groups that are fitted together, at least one.
  private func drafts(
    of candidates: [Candidate], fitting groups: [Range<Int>], isOnlyGroup: Bool
  ) throws(PlanningError) -> [Draft] {
    let first = groups[0].lowerBound
    let part = candidates[first..<groups[groups.count - 1].upperBound]
    let ranges = try translating(PlanningError.layout) { () throws(LayoutError) in
      try groups.map { group throws(LayoutError) in
        try Page.ranges(itemCount: group.count, itemsPerPage: picturesPerPage ?? group.count)
          .map { $0.moved(by: group.lowerBound - first) }
      }
    }.flatMap(\.self)
    let limit = job.paging.maximumHeight
    if let limit, limit <= edges.vertical {
      throw .pageTooLow(height: limit, taken: edges.vertical)
    }
    let layout = try job.layout.fitted(
      to: LayoutSpace(
        pictures: part.map(\.picture.size), weights: part.map(\.weight),
        picturesPerPage: ranges.map(\.count).max() ?? 0,
        isSinglePage: isOnlyGroup && ranges.count == 1, gap: gap, edges: edges,
        pageHeight: job.paging.pageHeight, maximumHeight: limit, maximumPixels: job.maximumPixels,
        style: job.style, labelPosition: labels.room?.position, labelWidth: labels.minimumWidth))
    var drafts: [Draft] = []
    for range in ranges {
      let pages = try translating(PlanningError.layout) { () throws(LayoutError) in
        if let limit {
          return try layout.pages(of: range, maximumHeight: Double(limit - edges.vertical))
        }
        return [Page(items: 0..<range.count, arrangement: try layout.arrangement(range))]
      }
      for var page in pages {
        let items = try items(on: page)
        page.items = page.items.moved(by: first + range.lowerBound)
        drafts.append(Draft(page: page, layout: layout, items: items))
      }
    }
    return drafts
  }

  private var picturesPerPage: Int? {
    guard let cells = job.layout.cellsPerPage else { return job.paging.picturesPerPage }
    return min(cells, job.paging.picturesPerPage ?? cells)
  }

  private func items(on page: Page) throws(PlanningError) -> [Int] {
    let order = job.paging.readingOrder
    guard order == .columns else { return Array(0..<page.items.count) }
    guard job.layout.hasEqualCells, let columns = page.arrangement.columns else {
      throw .noColumnOrder
    }
    return order.items(count: page.items.count, columns: columns)
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
