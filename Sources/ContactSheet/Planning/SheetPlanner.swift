internal import SheetLayout
internal import SheetText

/// Lays pictures out on pages; pure arithmetic that decodes nothing.
struct SheetPlanner {
  private let job: SheetJob
  private let labels: Labels
  private let pageTexts: PageTexts
  /// The furniture around pictures in their cells.
  private let furniture: CellFurniture
  /// How far cells extend beyond the frames that the layout arranges.
  private let outset: PixelInsets
  /// The part of ``outset`` that only shadows fall on.
  private let overhang: PixelInsets
  /// The distance between frames: cells are larger, so it is more than that between cells.
  private let gap: Size
  /// The distance of frames from the edges of a page: margins, texts and outsets.
  private let edges: PixelInsets

  /// Prepares what all pages of a job have in common.
  ///
  /// - Throws: ``SheetError/sourceDate(_:)`` if a text needs the date and it is not known.
  init(_ job: SheetJob) throws(SheetError) {
    self.job = job
    let scale = TypeScale(
      job.texts.font, title: job.texts.titleFont, pixelsPerInch: job.encoding.pixelsPerInch)
    labels = Labels(job.texts, scale)
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
  func plan(
    _ groups: [[SheetPicture]], findings: SheetPlan.Findings = .init()
  ) throws(SheetError) -> SheetPlan {
    var pictures: [SheetPicture] = []
    var skipped: [SheetPicture] = []
    var drafts: [Draft] = []
    for group in groups {
      let (readable, unreadable) = try partition(group)
      skipped += unreadable
      guard !readable.isEmpty else { continue }
      drafts += try self.drafts(
        of: readable, first: pictures.count, isOnlyGroup: groups.count == 1)
      pictures += readable
    }
    guard let first = drafts.first else { throw .nothingReadable(skipped.compactMap(\.unreadable)) }

    let (texts, warning) = labels.texts(for: pictures, onPages: pageNumbers(drafts))
    var findings = findings
    if let warning { findings.textWarnings.append(warning) }
    findings.reducedCell = drafts.compactMap(\.layout.reducedCell).min {
      $0.width * $0.height < $1.width * $1.height
    }
    let outputs = job.output.pages(1...drafts.count)
    var pages: [SheetPage] = []
    for (index, draft) in drafts.enumerated() {
      pages.append(
        try page(draft, index + 1, of: drafts.count, to: outputs[index], pictures, labels: texts))
    }
    return SheetPlan(
      layout: job.layout.name, pictures: pictures, skipped: skipped, pages: pages,
      selection: job.paging.pages, style: job.style, metadata: job.metadata,
      unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: labels.room),
      encoding: job.encoding, isGray: pictures.areGray, grid: pages.first?.grid,
      tracks: first.layout.columns, maximumPixels: job.maximumPixels,
      documents: job.documents, replacesForeignFiles: job.replacesForeignFiles,
      keepsUnchangedFiles: job.keepsUnchangedFiles, pageNames: job.output.names,
      findings: findings)
  }

  /// Separates the pictures to skip, if that is the policy for unreadable ones.
  private func partition(
    _ pictures: [SheetPicture]
  ) throws(SheetError) -> (readable: [SheetPicture], unreadable: [SheetPicture]) {
    switch job.unreadablePolicy {
    case .placeholder:
      return (pictures, [])
    case .skip:
      return (pictures.filter { $0.size != nil }, pictures.filter { $0.size == nil })
    case .fail:
      for picture in pictures {
        if let unreadable = picture.unreadable { throw .unreadable(unreadable) }
      }
      return (pictures, [])
    }
  }

  /// A page with an arrangement, but without tiles.
  private struct Draft {
    /// The page; its items are indices in its group.
    let page: Page
    /// The index of the group's first picture on the sheet.
    let first: Int
    let layout: FittedLayout
    /// The item of the page at each position; positions are counted row by row.
    let items: [Int]

    /// The index of the picture at a position.
    func picture(at position: Int) -> Int { first + page.items.lowerBound + items[position] }

    /// The rows and columns of the page; nil if the layout has none.
    var gridFacts: GridFacts? {
      guard let rows = page.arrangement.rows, let columns = page.arrangement.columns
      else { return nil }
      let cell = layout.idealCellRatio == nil ? nil : page.arrangement.frames.first?.size
      return GridFacts(
        rows: rows, columns: columns, cell: cell, idealCellRatio: layout.idealCellRatio)
    }
  }

  /// The pages of a group of pictures, at least one.
  private func drafts(
    of pictures: [SheetPicture], first: Int, isOnlyGroup: Bool
  ) throws(SheetError) -> [Draft] {
    let ranges = try translating(SheetError.layout) { () throws(LayoutError) in
      try Page.ranges(
        itemCount: pictures.count, itemsPerPage: picturesPerPage ?? max(1, pictures.count))
    }
    let limit = job.paging.maximumHeight
    if let limit, limit <= edges.vertical {
      throw .pageTooLow(height: limit, taken: edges.vertical)
    }
    let layout = try job.layout.fitted(
      to: LayoutSpace(
        pictures: pictures.map(\.size), weights: pictures.map(\.weight),
        picturesPerPage: ranges.first?.count ?? 0,
        isSinglePage: isOnlyGroup && ranges.count == 1, gap: gap, edges: edges,
        pageHeight: job.paging.pageHeight, maximumHeight: limit, maximumPixels: job.maximumPixels,
        style: job.style, labelPosition: labels.room?.position, labelWidth: labels.minimumWidth))
    var drafts: [Draft] = []
    for range in ranges {
      let pages = try translating(SheetError.layout) { () throws(LayoutError) in
        if let limit {
          return try layout.pages(of: range, maximumHeight: Double(limit - edges.vertical))
        }
        return [Page(items: 0..<range.count, arrangement: try layout.arrangement(range))]
      }
      for var page in pages {
        let items = try items(on: page)
        let start = range.lowerBound + page.items.lowerBound
        page.items = start..<start + page.items.count
        drafts.append(Draft(page: page, first: first, layout: layout, items: items))
      }
    }
    return drafts
  }

  private var picturesPerPage: Int? {
    guard let cells = job.layout.cellsPerPage else { return job.paging.picturesPerPage }
    return min(cells, job.paging.picturesPerPage ?? cells)
  }

  private func items(on page: Page) throws(SheetError) -> [Int] {
    let order = job.paging.readingOrder
    guard order == .columns else { return Array(0..<page.items.count) }
    guard job.layout.hasEqualCells, let columns = page.arrangement.columns else {
      throw .noColumnOrder
    }
    return order.items(count: page.items.count, columns: columns)
  }

  /// The page number of each picture.
  private func pageNumbers(_ drafts: [Draft]) -> [Int] {
    drafts.enumerated().flatMap { index, draft in
      Array(repeating: index + 1, count: draft.page.items.count)
    }
  }

  private func page(
    _ draft: Draft, _ number: Int, of count: Int, to output: SheetOutput,
    _ pictures: [SheetPicture], labels texts: [String?]
  ) throws(SheetError) -> SheetPage {
    let arrangement = draft.page.arrangement
    var size = try sheetSize(around: arrangement.size)
    let alignments = draft.layout.columns.statedAlignments
    func alignment(at position: Int) -> Alignment {
      alignments[arrangement.frames[position].snapped.x] ?? job.style.alignment
    }
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(draft.items.count)
    for position in draft.items.indices {
      let index = draft.picture(at: position)
      tiles.append(
        try tile(
          index, pictures[index], in: arrangement.frames[position],
          alignment: alignment(at: position), label: texts[index]))
    }
    let labelRows = LabelRows(of: tiles, with: furniture)
    for position in tiles.indices {
      tiles[position] = labelRows.aligned(tiles[position], alignment(at: position))
    }
    tiles.sort { $0.index < $1.index }
    if count == 1, endsUnderLabels { size.height -= labelRows.endTiles(&tiles) }
    let facts = PageFacts(
      page: number, pages: count, count: pictures.count,
      folder: job.paging.groupsByFolder
        ? tiles.first.flatMap { pictures[$0.index].folder(onPage: number) } : nil)
    return SheetPage(
      number: number, output: output, size: size, tiles: tiles,
      texts: pageTexts.texts(on: size, margin: job.margin, facts), grid: draft.gridFacts)
  }

  /// Whether a single page ends below the labels of its last row, and not below invisible cells.
  private var endsUnderLabels: Bool {
    furniture.label?.position == .below && furniture.frameWidth == 0
      && job.style.cellBackground == nil && job.layout.pageHeight == nil
      && job.paging.minimumHeight == nil
  }

  /// The size of a page with its margins and texts, checked against the limit.
  private func sheetSize(around content: Size) throws(SheetError) -> PixelSize {
    let height = content.height + Double(edges.vertical)
    let size = Size(
      width: content.width + Double(edges.horizontal),
      height: max(height, Double(job.paging.minimumHeight ?? 0)))
    guard size.width * size.height <= Double(job.maximumPixels.value),
      max(size.width, size.height) <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: job.maximumPixels) }
    return size.snapped
  }

  private func tile(
    _ index: Int, _ picture: SheetPicture, in frame: Rect, alignment: Alignment, label: String?
  ) throws(SheetError) -> PlannedTile {
    let origin = Point(x: Double(edges.left), y: Double(edges.top))
    let snapped = frame.moved(by: origin).snapped
    guard snapped.width > 0, snapped.height > 0 else { throw .cellsTooSmall(frame.size) }
    var cell = FurnishedCell(snapped.outset(by: outset), furniture)
    if cell.furniture.shadow != furniture.shadow {
      // Nothing but a shadow may stand in the gap.
      cell = FurnishedCell(snapped.outset(by: outset - overhang), furniture)
    }
    let nominal =
      job.layout.framesHavePictureRatios ? nil : cell.nominalPictureSize(of: frame, snapped)
    let placement = try picture.size.map { (size) throws(SheetError) in
      try translating(SheetError.layout) { () throws(LayoutError) in
        try PicturePlacement(
          of: size, in: cell.pictureArea, nominal: nominal, scaling: job.style.scaling,
          alignment: alignment,
          enlargement: job.style.enlargement)
      }
    }
    return PlannedTile(
      index: index, cell: cell.cell, placement: placement,
      label: label.flatMap {
        labels.planned($0, in: cell, at: placement?.image ?? cell.pictureArea)
      })
  }
}

extension [Column] {
  /// The alignments that tracks state, by the first pixel column of their cells, without margins.
  ///
  /// In whole pixels, because the edges of a cell and of its column may differ in the last bits.
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

extension FurnishedCell {
  /// The size that the picture's area has at least in cells of a frame's size, wherever these stand.
  fileprivate func nominalPictureSize(of frame: Rect, _ snapped: PixelRect) -> PixelSize {
    // Sums of exact sizes may miss a whole number by their last bits.
    let width = Int((frame.width + 1e-6).rounded(.down))
    let height = Int((frame.height + 1e-6).rounded(.down))
    return PixelSize(
      width: max(1, pictureArea.width - max(0, snapped.width - width)),
      height: max(1, pictureArea.height - max(0, snapped.height - height)))
  }
}

extension SheetPicture {
  /// The name of the folder that the picture is in.
  fileprivate func folder(onPage page: Int) -> String? {
    let facts = PictureFacts(path: source.name, index: 1, count: 1, page: page)
    return PictureToken.folder.value(in: facts, keyword: "")
  }
}
