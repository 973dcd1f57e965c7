internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

// Step 6 of planning: frames become pages with tiles and text in whole pixels.

extension PageMetrics {
  /// The pages of a sheet that has been laid out, with its text.
  ///
  /// - Throws: ``ContactSheetError`` if a page is too large, or its cells are too small.
  func placed(
    _ sheet: LaidOutSheet, _ texts: FittedTexts
  ) throws(ContactSheetError) -> [SheetPage] {
    var facts = texts.facts
    var labels = texts.labels[...]
    var pages = try sheet.pages.map { page throws(ContactSheetError) in
      let headings = texts.headings.isEmpty ? [] : texts.headings[facts.page]
      facts.page += 1
      let own = labels.prefix(page.items.count)
      labels = labels.dropFirst(page.items.count)
      return try placed(
        page, facts, sheet.pictures, own, size: texts.labelSize, under: headings)
    }
    closeRows(of: &pages)
    ruleOffSections(on: &pages)
    try checkScale(of: pages, sheet.pictures)
    addScaleBars(to: &pages, sheet.pictures)
    addInsets(to: &pages, sheet.pictures)
    addRings(to: &pages, sheet.pictures)
    let setter = watermarkSetter(for: sheet.pictures)
    for page in pages.indices {
      pages[page].texts += watermarks(
        on: pages[page].tiles, of: sheet.pictures, page: page + 1, by: setter)
      mark(&pages[page].tiles)
      pages[page].texts += badges(on: pages[page].tiles, sheet.pictures)
    }
    return try pages.map(bound)
  }

  /// The size of a page between its edges, without the binding.
  func contentSize(of page: SheetPage) -> Size {
    Size(
      width: Double(contentWidth(of: page)),
      height: Double(page.size.height - spacing.edges.vertical))
  }

  /// The width of a page between its edges, without the binding.
  ///
  /// Layouts and their sizes leave the binding out; pages and the option `--size` include it.
  func contentWidth(of page: SheetPage) -> Int {
    page.size.width - job.binding - spacing.edges.horizontal
  }

  /// A page with room for its binding, checked against the limit.
  func bound(_ page: SheetPage) throws(ContactSheetError) -> SheetPage {
    if job.binding == 0 { return page }
    // A book that is read from right to left is bound at the right of its first page.
    let isOdd = !page.number.isMultiple(of: 2)
    let bound = page.widened(
      by: job.binding, atLeft: isOdd != (job.paging.readingOrder == .rightToLeft))
    _ = try limited(Size(bound.size))
    return bound
  }

  /// A page with the tiles of its pictures and its text.
  private func placed(
    _ page: LaidOutPage, _ facts: PageFacts, _ pictures: [PictureFacts],
    _ labels: ArraySlice<LabelBox>, size labelSize: Double, under headings: [PlacedHeading]
  ) throws(ContactSheetError) -> SheetPage {
    var size = try sheetSize(around: page.arrangement.size)
    var tiles: [PlannedTile] = []
    tiles.reserveCapacity(page.items.count)
    for position in page.items.indices {
      tiles.append(
        try tile(
          at: position, on: page, pictures[page.picture(at: position)],
          labels.isEmpty ? nil : labels[labels.startIndex + position], size: labelSize))
    }
    let labelRows = LabelRows(
      of: tiles, with: decoration,
      areEven: traits.hasEqualCells && spacing.sections == nil
        && job.style.alignment.isCenteredVertically)
    for position in tiles.indices {
      tiles[position] = labelRows.aligned(
        tiles[position],
        movesPicture: !traits.keepsAlignmentAtLabels
          && alignment(at: position, on: page).isCenteredVertically)
    }
    // Sorting takes memory, and is unnecessary if the order is preserved, as in most layouts.
    if zip(tiles, tiles.dropFirst()).contains(where: { $0.index > $1.index }) {
      tiles.sort { $0.index < $1.index }
    }
    if facts.pages == 1, endsUnderLabels, page.arrangement.matrices.isEmpty {
      size.height -= labelRows.end(&tiles)
    }
    let (own, heading) = self.facts(of: page, facts)
    let matrices = page.matrices.map { lines(of: $0, $1, on: size) }
    let colors = pageTexts.colorScales(on: size)
    return SheetPage(
      number: facts.page, size: size, tiles: tiles,
      texts: pageTexts.texts(
        on: size, between: edges(of: page.layout), own, heading: heading)
        + headings.flatMap(\.texts) + position(of: page, on: size) + matrices.flatMap(\.texts)
        + colors.texts,
      grid: page.grid,
      sections: headings.enumerated().map { index, heading in
        let part = heading.part
        let areas =
          tiles[part.items].map(\.cell)
          + (matrices.isEmpty ? [] : matrices[index].rows.map(\.cells))
        return PlannedSection(
          heading: heading.text, headingArea: heading.drawnArea, isContinued: part.isContinued,
          area: areas.reduce(heading.area) { $0.union($1) }, tileCount: part.items.count)
      }, rows: matrices.flatMap(\.rows), columns: matrices.flatMap(\.columns),
      emptyCells: PlannedEmptyCells(matrices.map(\.cells)), block: page.block,
      bars: colors.bars,
      cutMarks: try cutMarks(on: page, of: size),
      logo: job.logo?.picture.flatMap { picture in
        pageTexts.logoArea(on: size, between: edges(of: page.layout)).map {
          PlannedLogo(picture.name, size: picture.size ?? $0.size, area: $0)
        }
      })
  }

  /// The columns of pixels that cells are drawn in; nil if rows have headings beside them.
  func edges(of layout: ArrangedPages) -> Range<Int>? {
    guard traits.axes == nil, layout.edges.left < layout.edges.right else { return nil }
    let (outset, overhang) = (spacing.outset, spacing.overhang)
    let left = spacing.edges.left + Int(layout.edges.left.rounded()) - outset.left + overhang.left
    let right = Double(spacing.edges.left) + layout.edges.right
    return left..<max(left, Int(right.rounded()) + outset.right - overhang.right)
  }

  /// The facts for the text of a page, and for its heading.
  func facts(of page: LaidOutPage, _ facts: PageFacts) -> (own: PageFacts, heading: PageFacts) {
    var own = facts
    let heading = page.onlyGroup.map { self.facts(of: $0, facts) } ?? facts
    (own.group, own.groupLines, own.folder) = (heading.group, heading.groupLines, heading.folder)
    return (own, heading)
  }

  /// The facts for the heading of a group on a page.
  private func facts(of group: GroupedPictures.Group, _ page: PageFacts) -> PageFacts {
    guard let key = job.paging.groupKey else { return page }
    var facts = page
    (facts.group, facts.groupLines) = (group.name, group.lines)
    facts.folder = key == .folder ? group.name : nil
    (facts.count, facts.wholeCount) = (group.items.count, group.wholeCount)
    facts.copyCount = group.copyCount
    if group.hasTotal { facts.total = nil }
    facts.common = group.common
    return facts
  }

  /// The headings of the sections of a page with this size.
  func headings(
    of page: LaidOutPage, _ facts: PageFacts, on size: PixelSize
  ) -> [PlacedHeading] {
    page.arrangement.headings.map { section in
      // The heading starts at its pictures; its area ends at the margin, and its last part ends
      // where the columns end.
      let margins = job.margins
      let origin = Point(x: Double(margins.left), y: Double(spacing.edges.top))
      var area = (section.heading ?? section.cells).moved(by: origin).snapped
      area.width = max(1, section.isBeside ? area.width : size.width - margins.right - area.x)
      let (text, texts) = pageTexts.sectionHeading(
        in: area, endingAt: section.isBeside ? nil : edges(of: page.layout)?.upperBound,
        self.facts(of: page.group(of: section), facts),
        isContinued: section.part.isContinued)
      return PlacedHeading(
        part: section.part, area: area, text: text,
        sharedWidth: section.isBeside ? Int(section.cells.width) : nil, texts: texts)
    }
  }

  /// Whether a single page ends below the labels of its last row, because its cells are invisible.
  private var endsUnderLabels: Bool {
    decoration.label?.position == .below && decoration.frameWidth == 0
      && job.style.cellColor == nil && traits.pageHeight == nil
      && job.paging.minimumHeight == nil
  }

  /// The size of a page with its margins and text, checked against the limit.
  func sheetSize(around content: Size) throws(ContactSheetError) -> PixelSize {
    let height = content.height + Double(spacing.edges.vertical)
    let size = Size(
      width: content.width + Double(spacing.edges.horizontal),
      height: max(height, Double(job.paging.minimumHeight ?? 0)))
    return try limited(size)
  }

  /// The size of a page in whole pixels, checked against the limit.
  func limited(_ size: Size) throws(ContactSheetError) -> PixelSize {
    guard size.width * size.height <= Double(job.maximumPixels.value),
      size.longerSide <= LayoutError.maximumLength
    else { throw .tooLarge(size, limit: job.maximumPixels) }
    return size.snapped
  }

  /// The cell of a frame, and the frame in whole pixels.
  func decoratedCell(
    of frame: Rect
  ) throws(ContactSheetError) -> (cell: DecoratedCell, frame: PixelRect) {
    let origin = Point(x: Double(spacing.edges.left), y: Double(spacing.edges.top))
    let snapped = frame.moved(by: origin).snapped
    guard snapped.width > 0, snapped.height > 0 else {
      throw .layout(.cellsTooSmall(frame.size), in: job.lengthUnit)
    }
    let cell = DecoratedCell(snapped.outset(by: spacing.outset), decoration)
    if cell.decoration.shadow == decoration.shadow { return (cell, snapped) }
    // Only shadows may lie in the gap.
    return (
      DecoratedCell(snapped.outset(by: spacing.outset - spacing.overhang), decoration), snapped
    )
  }

  private func alignment(at position: Int, on page: LaidOutPage) -> Alignment {
    page.alignments[page.arrangement.frames[position].snapped.x] ?? job.style.alignment
  }

  /// The tile of a picture at a position on a page.
  func tile(
    at position: Int, on page: LaidOutPage, _ picture: PictureFacts, _ label: LabelBox?,
    size labelSize: Double
  ) throws(ContactSheetError) -> PlannedTile {
    let index = page.picture(at: position)
    let box = page.layout.boxes?[index]
    let (scaling, alignment) = fitting(of: picture, at: position, on: page)
    let frame = page.arrangement.frames[position]
    let (cell, snapped) = try decoratedCell(of: frame)
    let nominal =
      traits.framesHavePictureRatios ? nil : cell.nominalPictureSize(of: frame, snapped)
    let focus = focus(of: picture, self.alignment(at: position, on: page))
    func placed(_ size: PixelSize, in nominal: PixelSize?) throws(ContactSheetError)
      -> PicturePlacement
    {
      let (area, strip) = (cell.pictureArea, cell.decoration.strip)
      let shown = strip?.size(with: size) ?? size
      let isCut = shown.width > area.width || shown.height > area.height
      let isReduced = isCut && job.style.scaling == .none && traits.showsWholePictures
      let covers = page.layout.coverFrames && shown.nearlyHasRatio(of: area.size)
      do {
        return try PicturePlacement(
          of: size, with: strip, in: area, nominal: nominal,
          scaling: isReduced ? .fit : covers ? .fill : scaling,
          alignment: alignment, focus: focus,
          enlargement: growth(inSpanOf: picture) ?? traits.enlargement(of: size, job),
          factor: traits.factor(of: picture, job))
      } catch {
        throw .layout(error, in: job.lengthUnit)
      }
    }
    var placement = try picture.shownSize.map { (size) throws(ContactSheetError) in
      // If there is no room for all decoration, a box may be larger than the picture's area.
      if let box, case let placement = try placed(size, in: box),
        placement.image.isInside(cell.pictureArea)
      {
        return placement
      }
      return try placed(size, in: nominal)
    }
    // Subjects and focal points are positions in the whole picture.
    var followsSubject = false
    if let part = picture.part, let crop = placement?.crop {
      placement?.crop = crop.moved(by: Point(x: Double(part.x), y: Double(part.y)))
    } else if let size = picture.shownSize, let placement {
      followsSubject = SlidingCrop.isWanted(
        for: placement, of: size, job.style.scaling, alignment, focus)
    }
    if followsSubject { placement?.centerCrop(in: picture.shownSize) }
    var tile = PlannedTile(
      index: index, cell: cell.cell, placement: placement,
      scale: placement.map { PictureScale(drawing: picture.picture, at: $0) } ?? .whole,
      followsSubject: followsSubject)
    tile = try trimmed(tile, of: picture, scaling, alignment, focus)
    tile.label = label.flatMap {
      labels.planned(
        $0, size: labelSize, in: cell, at: tile.placement?.image ?? cell.pictureArea)
    }
    tile.border = picture.ownOverrides?.border
    tile.cellBackground = picture.ownOverrides?.cellBackground
    return tile
  }

  /// How a picture with a span is enlarged on paper, unless a setting decides; nil for other
  /// pictures.
  ///
  /// It fills its span, like pictures in given cells: a small picture in a large hole looks like a
  /// mistake.
  private func growth(inSpanOf picture: PictureFacts) -> Enlargement? {
    guard picture.ownOverrides?.room?.isLargerThanCell == true,
      traits.hasEqualCells, traits.takesSpans, job.choosesEnlargement,
      job.pagePixelsPerInch != nil, job.comparison == nil, job.style.scaling == .fit
    else { return nil }
    var style = job.style
    style.enlargement = .allowed
    return style.growth
  }

  /// How a picture is scaled to its frame, and its alignment there.
  ///
  /// If the layout shows only a part of a picture, and the style does not say which, the picture is
  /// cropped at the bottom: a screenshot or a scanned page begins at the top.
  private func fitting(
    of picture: PictureFacts, at position: Int, on page: LaidOutPage
  ) -> (scaling: Scaling, alignment: Alignment) {
    let (scaling, alignment) = (job.style.scaling, alignment(at: position, on: page))
    guard scaling == .fit, page.layout.cropped.contains(page.picture(at: position)),
      // A cell may be wider than its picture so that the label has room.
      let width = picture.shownSize?.scaled(by: traits.factor(of: picture, job)).width,
      job.growth != .never || Double(width) >= page.arrangement.frames[position].width - 1e-6
    else { return (scaling, alignment) }
    return (.fill, alignment.movedFromMiddle(to: .top))
  }

  /// The focal point of a picture, in case it is cropped; nil if nothing specifies one.
  private func focus(of picture: PictureFacts, _ alignment: Alignment) -> Focus? {
    if picture.part != nil { return nil }
    let focus =
      picture.ownOverrides?.focus
      ?? (alignment == .subject ? picture.insetFocus ?? picture.picture.faces?.focus : nil)
    return focus?.turned(picture.picture.turn)
  }

  /// A tile that shows the part of its picture that lies inside the borders, if the picture is
  /// trimmed.
  private func trimmed(
    _ tile: PlannedTile, of picture: PictureFacts, _ scaling: Scaling, _ alignment: Alignment,
    _ focus: Focus?
  ) throws(ContactSheetError) -> PlannedTile {
    if picture.picture.kept == nil { return tile }
    let isReduced = job.style.scaling == .none && traits.showsWholePictures
    let rule = BorderTrimming(
      scaling: isReduced && scaling != .fill ? .fit : scaling, alignment: alignment,
      enlargement: growth(inSpanOf: picture) ?? job.growth, focus: focus,
      factor: traits.factor(of: picture, job))
    do { return try rule.trimmed(tile, of: picture.picture, decoration) } catch {
      throw .layout(error, in: job.lengthUnit)
    }
  }
}

extension DecoratedCell {
  /// The size of the picture's area in a cell whose frame has this size, at the position where
  /// rounding makes the area smallest.
  fileprivate func nominalPictureSize(of frame: Rect, _ snapped: PixelRect) -> PixelSize {
    // Sums of exact sizes may be just below a whole number.
    let width = Int((frame.width + 1e-6).rounded(.down))
    let height = Int((frame.height + 1e-6).rounded(.down))
    return PixelSize(
      width: max(1, pictureArea.width - max(0, snapped.width - width)),
      height: max(1, pictureArea.height - max(0, snapped.height - height)))
  }
}

extension LaidOutPage {
  /// The group of all pictures on the page; nil if the page shows several groups.
  fileprivate var onlyGroup: GroupedPictures.Group? {
    let headings = arrangement.headings
    guard headings.count < 2 else { return nil }
    return group(of: headings.first)
  }
}

extension PixelSize {
  /// Whether a picture of this size that covers an area loses at most
  /// ``CollageLayout/largestCrop``, besides what rounding the area to whole pixels adds.
  fileprivate func nearlyHasRatio(of area: PixelSize) -> Bool {
    let (across, down) = (Double(width * area.height), Double(height * area.width))
    let rounding = 1 / Double(max(1, area.width)) + 1 / Double(max(1, area.height))
    return abs(across - down) <= (CollageLayout.largestCrop + rounding) * max(across, down)
  }
}
