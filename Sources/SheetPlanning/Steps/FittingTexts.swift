internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans
internal import SheetText

// Step 5 of planning: fits labels and headings into the room that pages leave for them. If they
// need other dimensions than the layout assumed, the sheet is laid out again.

/// The labels and headings of a sheet that has been laid out.
struct FittedTexts {
  /// The labels, one for each position of each page; empty on sheets without labels.
  fileprivate(set) var labels: [LabelBox]
  /// The size of labels in pixels.
  fileprivate(set) var labelSize: Double
  /// The headings of the sections of each page.
  fileprivate(set) var headings: [[PlacedHeading]]
  /// The facts available to text on all pages.
  let facts: PageFacts
  /// The shortened labels; nil if all are complete.
  fileprivate(set) var shortened: Shortened?

  /// The numbers of shortened labels and of all labels, and the number of lines, or the extra width
  /// of cells, at which all would be complete; the width is nil if none suffices.
  typealias Shortened = (count: Int, total: Int, lines: Int, widening: Int?)
}

extension PageMetrics {
  /// The maximum number of lines that section headings may have beyond their template.
  private static let mostHeadingLines = 2

  /// The width of the sheet if headings or titles grow with it; nil if they do not.
  func grownWidth(of sheet: LaidOutSheet) -> Int? {
    guard choice.width == nil, traits.isUnsized || traits.widthFollowsFromPictures,
      traits.pageHeight == nil,
      job.texts.title != nil || job.hasHeadings
    else { return nil }
    let content = sheet.pages.reduce(0) { max($0, $1.arrangement.size.width) }
    let width = Int(content) + spacing.edges.horizontal
    return TypeScale(of: job, width: width) == scale ? nil : width
  }

  /// The factor by which labels without a given size grow on paper larger than A4; nil if they do
  /// not.
  ///
  /// A poster is seen from farther away, in proportion to its shorter side, but labels stay small
  /// beside small pictures.
  func labelGrowth(on sheet: LaidOutSheet) -> Double? {
    guard labels.room != nil, job.texts.font.size == nil, let perInch = job.pagePixelsPerInch,
      let pageHeight = job.paging.minimumHeight
    else { return nil }
    let millimetre = Sheet.Length.millimetres(1).fractionalPixels(perInch: perInch)
    let width = sheet.pages[0].arrangement.size.width + Double(spacing.edges.horizontal)
    let ofPaper = min(width, Double(pageHeight)) / (Self.usualPaper * millimetre)
    if ofPaper < Self.leastGrowth { return nil }
    var sides: [Double] = []
    for page in sheet.pages {
      for frame in page.arrangement.frames { sides.append(frame.size.longerSide) }
    }
    sides.sort()
    let growth = min(ofPaper, sides[sides.count / 2] / (Self.usualPicture * millimetre))
    // The factor is rounded down so that labels of 8 points grow in steps of a quarter of a point.
    return growth < Self.leastGrowth ? nil : (growth * 32).rounded(.down) / 32
  }

  /// The shorter side of the paper, and the longer side of pictures, up to which labels keep their
  /// size, in millimetres.
  private static let (usualPaper, usualPicture) = (210.0, 60.0)
  /// The smallest growth that is applied, so that paper slightly larger than A4 counts as A4.
  private static let leastGrowth = 1.125

  /// The width of the widest label beside a picture, with the gaps around it, if it is narrower
  /// than the room for labels; otherwise nil.
  ///
  /// Besides the gap, there is as much room between the label and the next picture as between the
  /// label and its own picture. Labels in cells of a given size keep their room.
  func narrowWidthBeside(on sheet: LaidOutSheet) throws(ContactSheetError) -> Int? {
    guard let room = labels.room, room.position.isBeside, let grid = job.layout as? GridLayout
    else { return nil }
    switch grid.sizing {
    case .cell, .cellOnPage: return nil
    case .sheet, .width, .automatic, .largestPicture: break
    }
    let size = labels.type.size
    let texts = try labelRooms(on: sheet).filter { !$0.isNone }
    var letters = LabelFitting(
      texts.lazy.map(\.text), beside: otherTexts, in: job.texts.font.withoutSize)
    // A smaller difference is not worth another layout.
    let limit = room.width - room.gap - Int(size)
    guard !texts.isEmpty, let widest = letters.width(of: texts, size: size, upTo: limit)
    else { return nil }
    return widest + 1 + 2 * room.gap
  }

  /// The width for labels beside pictures, with the gap between them, if columns on pages of a
  /// given size are wider than pictures and labels need; otherwise nil.
  ///
  /// Pictures as tall as their rows are narrower than half of a wide column. The label gets the rest,
  /// and no picture becomes smaller.
  func widthBeside(on sheet: LaidOutSheet) throws(ContactSheetError) -> Int? {
    guard let room = labels.room, room.position.isBeside, let grid = job.layout as? GridLayout,
      case .sheet = grid.sizing, let columns = grid.shape?.columns, let cell = sheet.pages[0].cell
    else { return nil }
    let gaps = Double(columns - 1) * spacing.gap.width
    let column = (sheet.pages[0].arrangement.size.width - gaps) / Double(columns)
    var needed = cell.size.width
    if !grid.keepsRatio {
      // Cells are as wide as their columns, and pictures may be narrower.
      var empty = needed
      for page in sheet.pages {
        for position in page.items.indices {
          let picture = sheet.pictures[page.picture(at: position)]
          let tile = try tile(at: position, on: page, picture, nil, size: labels.type.size)
          let area = DecoratedCell(tile.cell, decoration).pictureArea
          empty = min(empty, Double(area.width - (tile.placement?.image.width ?? area.width)))
        }
      }
      // A cell may be a pixel wider than others.
      needed -= max(0, empty - 1)
    }
    let spare = Int((column - needed + 1e-6).rounded(.down))
    return spare > 0 ? room.width + room.gap + spare : nil
  }

  /// The number of rows of colour scales on the narrowest page if it has no room for them side by
  /// side; otherwise nil.
  func colorScaleRows(on sheet: LaidOutSheet) throws(ContactSheetError) -> Int? {
    if !pageTexts.haveSeveralColorScales { return nil }
    var rows = 1
    for page in sheet.pages {
      let size = try sheetSize(around: page.arrangement.size)
      rows = max(rows, pageTexts.colorScaleRows(inWidth: size.width))
    }
    return rows == 1 ? nil : rows
  }

  /// The extra heights that text on pages needs to be complete on every page.
  func textHeights(on sheet: LaidOutSheet) throws(ContactSheetError) -> [TextRole: Int] {
    if pageTexts.room.top == 0, pageTexts.room.bottom == 0 { return [:] }
    var facts = pageFacts(of: sheet)
    var heights: [TextRole: Int] = [:]
    for page in sheet.pages {
      facts.page += 1
      let size = try sheetSize(around: page.arrangement.size)
      let (own, heading) = self.facts(of: page, facts)
      heights.merge(
        pageTexts.neededHeights(on: size, between: edges(of: page.layout), own, heading: heading),
        uniquingKeysWith: max)
    }
    return heights
  }

  /// The facts that text on all pages can use.
  private func pageFacts(of sheet: LaidOutSheet) -> PageFacts {
    var facts = PageFacts(page: 0, pages: sheet.pages.count, count: sheet.pictures.count)
    facts.common = sheet.pictures.common(job.texts.pageKeys)
    return facts
  }

  /// The decisions about labels and headings, given the room in a first layout.
  func choice(
    of labels: [LabelBox], _ headings: [PlacedHeading], cell: GridCell?, frameHeight: Double,
    _ letters: inout LabelFitting
  ) -> TextChoice {
    var choice = choice
    // Labels may need another font, in which the headings of rows and columns are then drawn, too.
    if let font = headingType.font, font != letters.font { choice.font = letters.font }
    if !headings.isEmpty { widen(&choice, for: headings, &letters) }
    if labels.isEmpty { return choice }
    var labels = labels
    if let cell, traits.widensForLabels, self.labels.room?.position.takesHeight != false {
      let widening = letters.widening(
        of: labels, size: scale.labelSizes[scale.labelSizes.count - 1],
        maximumLines: self.labels.maximumLines,
        upTo: Int(cell.size.width * (CellSizeEstimate.largestWidening - 1)))
      if widening > 0 {
        choice.frameWidth = Int(cell.size.width) + widening
        labels = labels.map { $0.widened(by: widening) }
      }
    }
    if choice.labelRoom == .least { return choice }
    // Among tiny pictures, another line would take up more room than small letters do.
    var type = letters.type(
      for: labels, sizes: scale.labelSizes, lines: self.labels.lines,
      maximumLines: self.labels.maximumLines, breakingBelow: isTiny(cell) ? 1 : 1.2)
    // Names that have no good break, such as P1060001, fit whole in slightly smaller letters.
    if type.size == scale.labelSizes.last, type.lines > self.labels.lines,
      letters.size(among: [type.size], completing: labels, lines: type.lines) == nil,
      let size = letters.size(
        among: scale.smallerLabelSizes, completing: labels, lines: self.labels.lines)
    {
      type = LabelType(size: size, lines: self.labels.lines)
    }
    if let position = self.labels.room?.position, !position.takesHeight {
      // Beside or over its picture, a label is no taller than the picture's frame. If frames have
      // different heights, labels over them have at least as many lines as the template.
      let least = position.isOver && cell == nil ? self.labels.templateLines : 1
      type.lines = min(type.lines, max(least, Int(frameHeight) / TypeScale.lineHeight(type.size)))
    }
    if type != self.labels.type { choice.labelType = type }
    return choice
  }

  /// The minimum width of cells for their labels, if some cells are as narrow as labels allow, and
  /// all labels are narrower than that; otherwise nil.
  func labelWidth(
    for labels: [LabelBox], on sheet: LaidOutSheet, _ letters: inout LabelFitting
  ) -> Int? {
    let usual = self.labels.minimumWidth
    guard usual > 0, traits.pageHeight == nil, traits.axes == nil, !traits.statesCells,
      sheet.pictures.contains(where: { $0.sizeInCell.map { $0.width < usual } ?? false }),
      let frame = sheet.pages[0].arrangement.frames.first, let label = labels.first,
      !label.isNone,
      let widest = letters.width(of: labels, size: scale.label, upTo: usual)
    else { return nil }
    let inset = Int(frame.width.rounded(.up)) - label.width
    // Labels of neighbours do not touch.
    let distance = TypeScale.lineHeight(scale.label) / 2 - Int(spacing.gap.width)
    let width = widest + max(0, inset) + max(0, distance)
    return width < usual ? width : nil
  }

  /// Chooses the lines of headings, and the widths that they need in shared rows.
  private func widen(
    _ choice: inout TextChoice, for headings: [PlacedHeading], _ letters: inout LabelFitting
  ) {
    let lines = pageTexts.section?.lines ?? 0
    let count = headings.reduce(0) { max($0, $1.part.section + 1) }
    var widths = [HeadingWidths](repeating: HeadingWidths(), count: count)
    let whole = headings.reduce(0) { max($0, $1.area.maxX) } - spacing.edges.left
    var rooms: [LabelBox] = []
    for heading in headings {
      guard var room = heading.fitted else { continue }
      let own = letters.widths(of: room, size: scale.heading, lines: lines + 1)
      let section = heading.part.section
      widths[section].word = max(widths[section].word, Double(own.word))
      widths[section].wrapped = max(widths[section].wrapped, Double(own.wrapped))
      if let items = heading.sharedWidth, items < own.wrapped {
        let width = own.wrapped <= max(items, own.word) ? own.wrapped : whole
        room = room.widened(by: width - room.width)
      }
      rooms.append(room)
    }
    choice.moreHeadingLines =
      letters.lines(
        for: rooms, size: scale.heading, from: lines, upTo: lines + Self.mostHeadingLines) - lines
    if !choice.isTight { choice.headingWidths = widths }
  }

  /// The labels and headings of a sheet, with their room.
  func texts(on sheet: LaidOutSheet) throws(ContactSheetError) -> FittedTexts {
    let facts = pageFacts(of: sheet)
    return FittedTexts(
      labels: try labelRooms(on: sheet), labelSize: labels.type.size,
      headings: spacing.sections == nil ? [] : try headings(on: sheet, facts), facts: facts)
  }

  /// The labels of a sheet with their room, one for each position; empty on sheets without labels.
  private func labelRooms(on sheet: LaidOutSheet) throws(ContactSheetError) -> [LabelBox] {
    if labels.room == nil { return [] }
    var rooms: [LabelBox] = []
    rooms.reserveCapacity(sheet.pictures.count)
    for (number, page) in sheet.pages.enumerated() {
      for position in page.items.indices {
        let index = page.picture(at: position)
        let picture = sheet.pictures[index]
        let text = labels.text(
          for: picture, index: index, count: sheet.pictures.count, page: number + 1)
        var room = LabelBox.none
        if let text, let width = try labelWidth(at: position, on: page, picture, text.text) {
          room = text.box(width: width)
        }
        rooms.append(room)
      }
    }
    return rooms
  }

  /// The width available to a label; nil if there is no room.
  private func labelWidth(
    at position: Int, on page: LaidOutPage, _ picture: PictureFacts, _ text: String
  ) throws(ContactSheetError) -> Int? {
    guard labels.room?.position.isOver == true else {
      return try decoratedCell(of: page.arrangement.frames[position]).cell.labelRoom?.width
    }
    // The room is as wide as the picture.
    let (size, label) = (labels.type.size, LabelBox(text, width: 0))
    guard let area = try tile(at: position, on: page, picture, label, size: size).label?.area
    else { return nil }
    return area.width - 2 * job.style.decoration.labelInset(width: area.width, size: size)
  }

  /// The headings of the sections of each page.
  private func headings(
    on sheet: LaidOutSheet, _ facts: PageFacts
  ) throws(ContactSheetError) -> [[PlacedHeading]] {
    var facts = facts
    return try sheet.pages.map { page throws(ContactSheetError) in
      facts.page += 1
      return headings(of: page, facts, on: try sheetSize(around: page.arrangement.size))
    }
  }
}

extension LaidOutSheet {
  /// The smallest height of any frame.
  var lowestFrame: Double {
    var lowest = Double.infinity
    for page in pages {
      for frame in page.arrangement.frames { lowest = min(lowest, frame.height) }
    }
    return lowest
  }
}

extension FittedTexts {
  /// The maximum number of shortened labels that are measured to find the cell width at which they
  /// are complete.
  private static let mostMeasured = 10_000

  /// Breaks labels and headings into lines, and shortens text that is too long at any size.
  mutating func fit(
    in type: LabelType, _ metrics: PageMetrics, _ letters: inout LabelFitting
  ) {
    var type = type
    let haveNarrowPlates = metrics.labels.room?.position.isOver == true
    letters.fit(&labels, in: type, haveNarrowPlates: haveNarrowPlates)
    var count = labels.count(where: \.isShortened)
    if count > 0, type.size == metrics.scale.labelSizes.last,
      let size = letters.size(
        among: metrics.scale.smallerLabelSizes, completing: labels.filter { !$0.isNone },
        lines: type.lines)
    {
      type.size = size
      letters.fit(&labels, in: type, haveNarrowPlates: haveNarrowPlates)
      count = 0
    }
    labelSize = type.size
    if count > 0 {
      let long = labels.lazy.filter(\.isShortened)
      let sizes = metrics.scale.labelSizes
      shortened = (
        count, labels.count { !$0.isNone }, letters.neededLines(of: long, size: type.size),
        // Measuring takes as long as fitting, and nobody reads tens of thousands of labels.
        count > Self.mostMeasured
          ? nil
          : letters.widening(
            of: Array(long), size: sizes[sizes.count - 1],
            maximumLines: metrics.labels.maximumLines)
      )
    }
    var rooms = headings.joined().compactMap(\.fitted)
    if rooms.isEmpty { return }
    letters.fit(
      &rooms,
      in: LabelType(size: metrics.scale.heading, lines: metrics.pageTexts.section?.lines ?? 1)
    )
    var next = rooms.makeIterator()
    for page in headings.indices {
      for index in headings[page].indices where headings[page][index].fitted != nil {
        headings[page][index].texts[0].shown = next.next()?.shown
        headings[page][index].texts[0] = headings[page][index].texts[0].trimmed
      }
    }
  }
}

/// The heading of a section, at its place on a page.
struct PlacedHeading {
  let part: SectionPart
  /// The area that the layout gives the heading.
  let area: PixelRect
  let text: String
  /// The width of the items of the heading's section if another section shares the row; otherwise
  /// nil.
  let sharedWidth: Int?
  fileprivate(set) var texts: [PlannedText]

  /// The heading, with the width to which it is broken and shortened; nil if it is divided by tabs.
  var fitted: LabelBox? {
    guard let text = texts.first, text.overflow == .fit else { return nil }
    return LabelBox(text.text, width: text.area.width)
  }

  /// The area in which the heading is drawn, which may be a part of ``area``.
  var drawnArea: PixelRect { fitted == nil ? area : texts[0].area }
}
