internal import SheetFiles
internal import SheetLayout
internal import SheetPictures
internal import SheetPlans
internal import SheetText

extension SheetPlanner {
  /// A page with the tiles of its pictures and its texts.
  ///
  /// - Parameters:
  ///   - draft: The page without them.
  ///   - facts: What its texts can say.
  ///   - candidates: The pictures of the sheet.
  ///   - labels: The labels of its positions; none on sheets without labels.
  ///   - labelSize: Their em in pixels.
  /// - Returns: The page.
  /// - Throws: ``PlanningError`` if it is too large, or its cells are too small.
  func page(
    _ draft: Draft, _ facts: PageFacts, _ candidates: [Candidate],
    _ labels: ArraySlice<RoomedLabel>,
    size labelSize: Double
  ) throws(PlanningError) -> SheetPage {
    let arrangement = draft.page.arrangement
    var size = try sheetSize(around: arrangement.size)
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(draft.items.count)
    for position in draft.items.indices {
      let candidate = candidates[draft.picture(at: position)]
      tiles.append(
        try tile(
          at: position, in: draft, candidate,
          labels.isEmpty ? nil : labels[labels.startIndex + position], size: labelSize))
    }
    let labelRows = LabelRows(of: tiles, with: furniture)
    for position in tiles.indices {
      tiles[position] = labelRows.aligned(tiles[position], alignment(at: position, in: draft))
    }
    // Sorting takes memory, and most layouts keep the order.
    if zip(tiles, tiles.dropFirst()).contains(where: { $0.index > $1.index }) {
      tiles.sort { $0.index < $1.index }
    }
    if facts.pages == 1, endsUnderLabels, arrangement.matrices.isEmpty {
      size.height -= labelRows.end(&tiles)
    }
    let headings = headings(of: draft, facts, on: size)
    let heading = draft.onlyGroup.map { self.facts(of: $0, facts) } ?? facts
    var page = facts
    (page.group, page.folder) = (heading.group, heading.folder)
    let matrices = draft.matrices.map { self.lines(of: $0, $1, on: size) }
    let bar = pageTexts.bar(on: size, margin: job.margin)
    return SheetPage(
      number: facts.page, size: size, tiles: tiles,
      texts: pageTexts.texts(
        on: size, margin: job.margin, between: edges(of: draft.layout), page, heading: heading)
        + headings.flatMap(\.texts) + position(of: draft, on: size) + matrices.flatMap(\.texts)
        + (bar?.texts ?? []),
      grid: draft.grid,
      sections: headings.enumerated().map { index, heading in
        let part = heading.part
        let areas =
          tiles[part.items].map(\.cell)
          + (matrices.isEmpty ? [] : matrices[index].rows.map(\.cells))
        return PlannedSection(
          heading: heading.text, headingArea: heading.area, isContinued: part.isContinued,
          area: areas.reduce(heading.area) { $0.union($1) }, tileCount: part.items.count)
      }, rows: matrices.flatMap(\.rows), columns: matrices.flatMap(\.columns),
      emptyCells: PlannedEmptyCells(matrices.map(\.cells)), block: draft.block,
      bar: bar?.area)
  }

  /// From the first column of pixels of what is drawn of cells to the last; nil where rows have headings
  /// beside them.
  private func edges(of layout: FittedLayout) -> Range<Int>? {
    guard traits.axes == nil, layout.edges.left < layout.edges.right else { return nil }
    let (outset, overhang) = (spacing.outset, spacing.overhang)
    let left = spacing.edges.left + Int(layout.edges.left.rounded()) - outset.left + overhang.left
    let right = Double(spacing.edges.left) + layout.edges.right
    return left..<max(left, Int(right.rounded()) + outset.right - overhang.right)
  }

  /// What a heading can say of a group on a page.
  private func facts(of group: KeptGroup, _ page: PageFacts) -> PageFacts {
    guard let key = job.paging.groupKey else { return page }
    var facts = page
    facts.group = group.name
    facts.folder = key == .folder ? group.name : nil
    facts.count = group.items.count
    if group.hasTotal { facts.total = nil }
    facts.common = group.common
    return facts
  }

  /// The heading of a section with its texts.
  struct Heading {
    let part: SectionPart
    let area: PixelRect
    let text: String
    let texts: [PlannedText]
  }

  /// The headings of the sections of a page of `size`.
  func headings(of draft: Draft, _ facts: PageFacts, on size: PixelSize) -> [Heading] {
    draft.page.arrangement.headings.map { heading in
      // It ends where the page's other texts do, and begins there if its pictures do.
      let margin = job.margin.horizontal
      let place = heading.area.moved(by: Point(x: Double(margin), y: Double(spacing.edges.top)))
        .snapped
      let width = heading.isBeside ? place.width : size.width - margin - place.x
      let area = PixelRect(x: place.x, y: place.y, width: max(1, width), height: place.height)
      let (text, texts) = pageTexts.sectionHeading(
        in: area, self.facts(of: draft.group(of: heading), facts),
        isContinued: heading.part.isContinued)
      return Heading(part: heading.part, area: area, text: text, texts: texts)
    }
  }

  /// Whether a single page ends below the labels of its last row, and not below invisible cells.
  private var endsUnderLabels: Bool {
    furniture.label?.position == .below && furniture.frameWidth == 0
      && job.style.cellColor == nil && traits.pageHeight == nil
      && job.paging.minimumHeight == nil
  }

  /// The size of a page with its margins and texts, checked against the limit.
  func sheetSize(around content: Size) throws(PlanningError) -> PixelSize {
    let height = content.height + Double(spacing.edges.vertical)
    let size = Size(
      width: content.width + Double(spacing.edges.horizontal),
      height: max(height, Double(job.paging.minimumHeight ?? 0)))
    return try limited(size)
  }

  /// A size of a page in whole pixels, checked against the limit.
  func limited(_ size: Size) throws(PlanningError) -> PixelSize {
    guard size.width * size.height <= Double(job.maximumPixels.value),
      max(size.width, size.height) <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: job.maximumPixels) }
    return size.snapped
  }

  /// The cell of a frame, and the frame in whole pixels.
  func furnishedCell(
    of frame: Rect
  ) throws(PlanningError) -> (cell: FurnishedCell, frame: PixelRect) {
    let origin = Point(x: Double(spacing.edges.left), y: Double(spacing.edges.top))
    let snapped = frame.moved(by: origin).snapped
    guard snapped.width > 0, snapped.height > 0 else { throw .layout(.cellsTooSmall(frame.size)) }
    let cell = FurnishedCell(snapped.outset(by: spacing.outset), furniture)
    if cell.furniture.shadow == furniture.shadow { return (cell, snapped) }
    // Nothing but a shadow may stand in the gap.
    return (
      FurnishedCell(snapped.outset(by: spacing.outset - spacing.overhang), furniture), snapped
    )
  }

  fileprivate func alignment(at position: Int, in draft: Draft) -> Alignment {
    draft.alignments[draft.page.arrangement.frames[position].snapped.x] ?? job.style.alignment
  }

  /// The tile of a picture at a position of a draft.
  func tile(
    at position: Int, in draft: Draft, _ candidate: Candidate, _ label: RoomedLabel?,
    size labelSize: Double
  ) throws(PlanningError) -> PlannedTile {
    let picture = candidate.picture
    let index = draft.picture(at: position)
    let (box, alignment) = (draft.layout.boxes?[index], alignment(at: position, in: draft))
    let frame = draft.page.arrangement.frames[position]
    let (cell, snapped) = try furnishedCell(of: frame)
    let nominal =
      traits.framesHavePictureRatios ? nil : cell.nominalPictureSize(of: frame, snapped)
    let focus = focus(of: candidate, alignment)
    func placed(_ size: PixelSize, in nominal: PixelSize?) throws(PlanningError) -> PicturePlacement
    {
      let area = cell.pictureArea
      let isCut = size.width > area.width || size.height > area.height
      let isReduced = isCut && job.style.scaling == .none && traits.showsWholePictures
      do {
        return try PicturePlacement(
          of: size, in: area, nominal: nominal, scaling: isReduced ? .fit : job.style.scaling,
          alignment: alignment, focus: focus,
          enlargement: traits.enlargesPictures ? .allowed : job.style.growth)
      } catch {
        throw .layout(error)
      }
    }
    var placement = try candidate.shownSize.map { (size) throws(PlanningError) in
      // Where there is no room for all furniture, a box may be larger than what is left.
      if let box, case let placement = try placed(size, in: box),
        placement.image.isInside(cell.pictureArea)
      {
        return placement
      }
      return try placed(size, in: nominal)
    }
    let followsSubject =
      candidate.shownSize.flatMap { size in
        placement.map {
          SlidingCrop.isWanted(for: $0, of: size, job.style.scaling, alignment, focus)
        }
      } ?? false
    if let part = candidate.part, let crop = placement?.crop {
      placement?.crop = crop.moved(by: Point(x: Double(part.x), y: Double(part.y)))
    }
    return PlannedTile(
      index: index, cell: cell.cell, placement: placement,
      scale: placement.map { PictureScale(drawing: picture, at: $0) } ?? .whole,
      label: label.flatMap {
        labels.planned(
          $0, size: labelSize, in: cell, at: placement?.image ?? cell.pictureArea)
      }, followsSubject: followsSubject)
  }

  /// The rule that places the part of a picture inside its borders.
  fileprivate func trimming(of candidate: Candidate, _ alignment: Alignment) -> BorderTrimming {
    let scaling = job.style.scaling == .none && traits.showsWholePictures ? .fit : job.style.scaling
    return BorderTrimming(
      tolerance: job.borderTolerance(of: candidate.picture), scaling: scaling,
      alignment: scaling.covers ? alignment : alignment.standing(atLabel: labels.room?.position),
      enlargement: job.style.growth, focus: focus(of: candidate, alignment))
  }
}

extension SheetPlanner.PlannedPages {
  /// Shows the parts of pictures inside their borders, in the cells that whole pictures have.
  mutating func trim(_ candidates: [SheetPlanner.Candidate]) throws(PlanningError) {
    for (page, draft) in drafts.enumerated() {
      for position in draft.items.indices {
        let index = draft.picture(at: position)
        let (candidate, place) = (candidates[index], index - draft.page.items.lowerBound)
        if candidate.picture.kept == nil { continue }
        let rule = planner.trimming(of: candidate, planner.alignment(at: position, in: draft))
        do {
          pages[page].tiles[place] = try rule.trimmed(
            pages[page].tiles[place], of: candidate.picture, planner.furniture)
        } catch { throw .layout(error) }
      }
    }
  }
}

extension [Column] {
  /// The alignments that tracks state, by the first pixel column of their cells, without margins.
  ///
  /// In whole pixels, because the edges of a cell and of its column may differ in the last bits.
  var statedAlignments: [Int: Alignment] {
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

extension SheetPlanner.Draft {
  /// The group of all pictures of the page; nil where it shows several.
  fileprivate var onlyGroup: SheetPlanner.KeptGroup? {
    let headings = page.arrangement.headings
    guard headings.count < 2 else { return nil }
    return group(of: headings.first)
  }
}
