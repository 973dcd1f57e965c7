internal import SheetLayout
internal import SheetText

/// Lays pictures out on pages, by arithmetic alone: nothing is decoded.
struct SheetPlanner {
  private let job: SheetJob
  private let labels: Labels
  private let pageTexts: PageTexts
  /// What stands around pictures in their cells.
  private let furniture: CellFurniture
  /// What cells take beyond the frames that the layout gives them.
  private let outset: PixelInsets
  /// The distance of the layout's frames from the edges of a page.
  private let edges: PixelInsets

  /// Settles what all pages of a job have in common.
  ///
  /// - Throws: ``SheetError/sourceDate(_:)``.
  init(_ job: SheetJob) throws(SheetError) {
    self.job = job
    let scale = TypeScale(job.texts.font, pixelsPerInch: job.encoding.pixelsPerInch)
    labels = Labels(job.texts, scale)
    pageTexts = try PageTexts(job.texts, scale)
    furniture = job.style.furniture.room(label: labels.room)
    outset = job.layout.outset(for: furniture)
    let texts = pageTexts.room
    edges = PixelInsets(
      top: job.margin.vertical + texts.top + outset.top,
      left: job.margin.horizontal + outset.left,
      bottom: job.margin.vertical + texts.bottom + outset.bottom,
      right: job.margin.horizontal + outset.right)
  }

  /// The plan for groups of pictures, in the order of the sheet; every group starts a page.
  ///
  /// There is at least one picture, and no group is empty.
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
      drafts += try self.drafts(of: readable, first: pictures.count)
      pictures += readable
    }
    guard let first = drafts.first else { throw .nothingReadable(skipped.compactMap(\.unreadable)) }

    let (texts, warning) = labels.texts(for: pictures, onPages: pageNumbers(drafts))
    var findings = findings
    if let warning { findings.textWarnings.append(warning) }
    let outputs = job.output.pages(drafts.count)
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
      tracks: first.layout.columns, maximumPixels: job.maximumPixels, manifest: job.manifest,
      replacesForeignFiles: job.replacesForeignFiles, pageNames: job.output.names,
      findings: findings)
  }

  /// Separates the pictures that are known to be unreadable, if they are to be left out.
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

  /// A page whose pictures are arranged, but which has no tiles yet.
  private struct Draft {
    /// The page; its items are counted in its group.
    let page: Page
    /// The index of the group's first picture.
    let first: Int
    let layout: FittedLayout
    /// Which item of the page stands at each position, positions being counted row by row.
    let items: [Int]

    /// The index of the picture at a position.
    func picture(at position: Int) -> Int { first + page.items.lowerBound + items[position] }

    /// What a plan says of the rows and columns of the page.
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
    of pictures: [SheetPicture], first: Int
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
        pictures: pictures.map(\.size), picturesPerPage: ranges.first?.count ?? 0,
        // Frames lie as far apart as their cells, which are larger, want it.
        gap: Size(
          width: Double(job.gap.horizontal + outset.horizontal),
          height: Double(job.gap.vertical + outset.vertical)),
        edges: edges, pageHeight: job.paging.pageHeight))
    var drafts: [Draft] = []
    for range in ranges {
      let pages = try translating(SheetError.layout) { () throws(LayoutError) in
        let arrangement = try layout.arrangement(range)
        guard let limit else { return [Page(items: 0..<range.count, arrangement: arrangement)] }
        return try arrangement.pages(maximumHeight: Double(limit - edges.vertical))
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

  /// The number of the page of each picture.
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
    let size = try sheetSize(around: arrangement.size)
    let alignments = draft.layout.columns.statedAlignments
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(draft.items.count)
    for position in draft.items.indices {
      let index = draft.picture(at: position)
      let frame = arrangement.frames[position]
      tiles.append(
        try tile(
          index, pictures[index], in: frame,
          alignment: alignments[frame.snapped.x] ?? job.style.alignment, label: texts[index]))
    }
    tiles.sort { $0.index < $1.index }
    let facts = PageFacts(
      page: number, pages: count, count: pictures.count,
      folder: job.paging.groupsByFolder
        ? tiles.first.flatMap { pictures[$0.index].folder(onPage: number) } : nil)
    return SheetPage(
      number: number, output: output, size: size, tiles: tiles,
      texts: pageTexts.texts(on: size, margin: job.margin, facts), grid: draft.gridFacts)
  }

  /// The size of a sheet with its margins and texts, within the limit.
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
    let cell = FurnishedCell(snapped.outset(by: outset), furniture)
    let placement = try picture.size.map { (size) throws(SheetError) in
      try translating(SheetError.layout) { () throws(LayoutError) in
        try PicturePlacement(
          of: size, in: cell.pictureArea, scaling: job.style.scaling, alignment: alignment,
          enlargement: job.style.enlargement)
      }
    }
    return PlannedTile(
      index: index, cell: cell.cell, placement: placement,
      label: label.flatMap { labels.planned($0, in: cell, on: placement?.image) })
  }
}

extension [Column] {
  /// The alignments that tracks state, by the first column of pixels, margins aside, of the cells
  /// that they hold for.
  ///
  /// Pixels, because the edges of a cell and of its column may differ in the last bits.
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

extension SheetPicture {
  /// The name of the folder that the picture is in.
  fileprivate func folder(onPage page: Int) -> String? {
    let facts = PictureFacts(path: source.name, index: 1, count: 1, page: page)
    return PictureToken.folder.value(in: facts, keyword: "")
  }
}
