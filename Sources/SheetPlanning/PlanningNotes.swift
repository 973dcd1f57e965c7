internal import SheetFiles
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlans

extension PageMetrics {
  /// The number of different column headings that are not drawn in full.
  private func cutColumnHeadings(on pages: [SheetPage]) -> Int {
    var (known, cut): (Set<String>, Set<String>) = ([], [])
    for page in pages {
      for column in page.columns {
        guard let area = column.headingArea, known.insert(column.heading).inserted,
          headingType.isCut(column.heading, width: area.width)
        else { continue }
        cut.insert(column.heading)
      }
    }
    return cut.count
  }

  /// The number of different row headings that are turned by 90° or contain line breaks, and are not
  /// drawn in full.
  private func cutRowHeadings(on pages: [SheetPage]) -> Int {
    let areTurned = (job.layout as? MatrixLayout)?.rowHeading == .up
    var cut: Set<String> = []
    for row in pages.lazy.flatMap(\.rows) {
      guard let area = row.headingArea else { continue }
      let isCut =
        areTurned
        ? headingType.upwardsLength(of: Fact(row.heading)) > area.height + 1
        : headingType.isCut(row.heading, in: area.size)
      if isCut { cut.insert(row.heading) }
    }
    return cut.count
  }

  /// The notes about the effects of limits on cells, pages, pictures and labels.
  func notes(
    on pages: [SheetPage], of sheet: LaidOutSheet, _ shortened: FittedTexts.Shortened?
  ) -> [Note] {
    let drafts = sheet.pages
    let limit = drafts.lazy.compactMap(\.layout.maximumPixels).first ?? job.maximumPixels
    let first: [Note?] = [
      noteOnReducedCells(drafts, limit),
      noteOnDivision(of: drafts, into: pages.count, limit),
      noteOnFewerPages(of: sheet),
      noteOnReducedPictures(on: pages),
    ]
    let rest: [Note?] = [
      noteOnNarrowTiers(on: pages) ?? noteOnSmallPictures(on: pages, of: sheet)
        ?? noteOnNarrowPictures(on: pages) ?? noteOnPicturesInGivenWidth(on: pages, of: sheet),
      noteOnCoarsePictures(on: pages, sheet.pictures),
      noteOnUnfilledCells(on: pages),
      noteOnHeavyCrops(on: pages, sheet.pictures),
      noteOnUncenteredRow(on: pages),
      noteOnUnevenRows(on: pages, of: sheet),
      noteOnReducedSpans(of: drafts),
      shortened.map { note(on: $0, of: sheet, on: pages) },
      noteOnCutColumnHeadings(on: pages),
      noteOnCutRowHeadings(on: pages),
      noteOnScaleBars(on: pages, sheet.pictures),
      noteOnInsets(on: pages, sheet.pictures),
      noteOnTinyPictures(on: pages, of: sheet),
      noteOnFewCells(on: sheet),
      noteOnVainWeights(on: pages, sheet.pictures),
      noteOnUncoveredEdges(of: pages),
      noteOnOmittedLabels,
      noteOnLargePage(among: pages),
    ]
    return first.compactMap(\.self) + notesOnLostPixels(of: pages, on: sheet)
      + rest.compactMap(\.self)
  }
}

extension PageMetrics {
  private func noteOnReducedCells(_ pages: [LaidOutPage], _ limit: PixelCount) -> Note? {
    let reduced = pages.compactMap(\.layout.reducedCell)
    guard let cell = reduced.min(by: { $0.width * $0.height < $1.width * $1.height }) else {
      return nil
    }
    return Note(
      .reducedCells,
      "cells are \(cell.width) x \(cell.height) pixels, so that the sheet stays within \(limit) "
        + "pixels")
  }

  private func noteOnDivision(
    of pages: [LaidOutPage], into count: Int, _ limit: PixelCount
  ) -> Note? {
    guard pages.contains(where: \.layout.isDivided) else { return nil }
    return Note(
      .dividedSheet, "the sheet is on \(count) pages of at most \(limit) pixels",
      [.count: count])
  }

  private func noteOnReducedPictures(on pages: [SheetPage]) -> Note? {
    guard job.style.scaling == .none, traits.showsWholePictures else { return nil }
    let reduced = pages.reduce(0) { $0 + $1.tiles.count(where: \.isReduced) }
    guard reduced > 0 else { return nil }
    return Note(
      .reducedPictures,
      "\(reduced.counted("image")) \(reduced == 1 ? "is" : "are") reduced, because rows have no "
        + "room for \(reduced == 1 ? "it" : "them") at full size", [.count: reduced])
  }

  private func noteOnReducedSpans(of pages: [LaidOutPage]) -> Note? {
    let reduced = pages.reduce(0) { count, page in
      let isFirst = page.page.items.lowerBound == page.groups[0].items.lowerBound
      return count + (isFirst ? page.layout.reducedSpans : 0)
    }
    guard reduced > 0 else { return nil }
    return Note(
      .reducedSpans,
      "\(reduced.counted("image")) \(reduced == 1 ? "takes" : "take") fewer cells than asked "
        + "for, because the grid has fewer columns or rows", [.count: reduced])
  }

  private func noteOnCutColumnHeadings(on pages: [SheetPage]) -> Note? {
    let areTurned = headingType.areColumnsTurned
    return Note(
      cutHeadings: cutColumnHeadings(on: pages), of: "column",
      because: "columns are too narrow\(areTurned ? " and the page is too short" : "")",
      .columnValues)
  }

  private func noteOnCutRowHeadings(on pages: [SheetPage]) -> Note? {
    Note(
      cutHeadings: cutRowHeadings(on: pages), of: "row", because: "rows are not tall enough",
      .rowValues)
  }

  private var noteOnOmittedLabels: Note? {
    guard choice.labelRoom == .none else { return nil }
    return Note(
      .omittedLabels,
      "labels are left out, because images would otherwise be smaller than their labels",
      remedy:
        "put fewer images on a page with \(.perPage) or \(.pageCount), or use larger paper")
  }

  private func noteOnLargePage(among pages: [SheetPage]) -> Note? {
    // If a tall sheet is wide as well, it was meant to be that large.
    let isTall =
      traits.pageHeight == nil && pages.allSatisfy { $0.size.width <= Note.widelySupportedSide }
    guard traits.isUnsized || isTall, job.paging.isUnlimited else { return nil }
    return .largePage(among: pages, of: job)
  }
}

extension PageMetrics {
  /// The note about a grid whose given columns lead to fewer pages than requested; nil if they do
  /// not.
  ///
  /// With sections, which may share rows, there may be fewer pages anyway.
  private func noteOnFewerPages(of sheet: LaidOutSheet) -> Note? {
    guard let wanted = job.paging.pageCount, !job.paging.hasSections,
      let columns = (job.layout as? GridLayout)?.shape?.columns
    else { return nil }
    var counts: [Range<Int>: Int] = [:]
    for page in sheet.pages { counts[page.group().items, default: 0] += 1 }
    let lacking = counts.filter { $0.value < min(wanted, $0.key.count) }
    guard let count = lacking.values.min() else { return nil }
    let subject =
      counts.count > 1
      ? "\(lacking.count == 1 ? "one group has" : "\(lacking.count) groups have") fewer than \(wanted) pages"
      : "\(count == 1 ? "there is 1 page" : "there are \(count) pages") instead of \(wanted)"
    return Note(
      .fewerPages,
      "\(subject), because each page has at least one row of \(columns.counted("image"))",
      remedy: "with fewer columns, there can be more pages", [.count: count])
  }
}

extension Note {
  /// The note on shortened headings of columns or rows; nil if there are none.
  fileprivate init?(
    cutHeadings count: Int, of line: String, because reason: String, _ values: Setting
  ) {
    guard count > 0 else { return nil }
    self.init(
      .shortenedTexts,
      "\(count.counted("\(line) heading")) \(count == 1 ? "is" : "are") shortened, because "
        + "\(reason) for \(count == 1 ? "it" : "them")",
      remedy: "make \(.font) smaller, or use shorter headings with \(values)", [.count: count])
  }
}

extension Note {
  /// The longest side of a page, in pixels, that most programs can show.
  package static let widelySupportedSide = 8000

  /// The note about the page with the longest side; nil if most programs can show it.
  static func largePage(among pages: [SheetPage], of job: SheetJob) -> Note? {
    // Of pages with equally long sides, the one with the most pictures is named, as it can be
    // divided.
    let page = pages.max {
      ($0.size.longerSide, $0.tiles.count) < ($1.size.longerSide, $1.tiles.count)
    }
    guard let page, page.size.longerSide > widelySupportedSide, let cell = page.tiles.first?.cell
    else { return nil }
    let remedies = smallerPages(than: page, cell: cell.size.longerSide, job)
    return Note(
      .largePage,
      "\(pages.count > 1 ? "page \(page.number)" : "the sheet") is \(page.size.width) x "
        + "\(page.size.height) pixels, larger than many programs can show",
      remedy: remedies.joined("or").map { "\($0) makes it smaller" },
      [.side: page.size.longerSide, .count: page.tiles.count])
  }

  /// What would make a page smaller, depending on its size, its number of pictures and its cells.
  private static func smallerPages(
    than page: SheetPage, cell: Int, _ job: SheetJob
  ) -> [Remedy] {
    let (longest, pictureCount) = (page.size.longerSide, page.tiles.count)
    // Breaking pages sooner does not make them narrower, unless blocks of rows are side by side.
    let isInBlocks = page.rows.contains { $0.cells.x != page.rows[0].cells.x }
    let isTooWide = page.size.width > widelySupportedSide && !isInBlocks
    // A grid grows in both directions; a layout with a given width grows in only one.
    let isGrid = job.layout is GridLayout && !job.hasGivenSize
    // Pictures that are shown at their original size, or at a multiple of it, need cells of that
    // size.
    let canShrinkCells = isGrid && job.exactScale == nil && job.style.scaling != .none
    func isWidelySupported(_ share: Double) -> Bool {
      Double(longest) * share <= Double(widelySupportedSide)
    }
    func isWidelySupported(ofPictures count: Int) -> Bool {
      let share = Double(count) / Double(pictureCount)
      return isWidelySupported(isGrid ? share.squareRoot() : share)
    }
    let counts = [200, 100, 50, 20, 10].filter { $0 < pictureCount }
    let isMatrix = job.layout is MatrixLayout
    let count = isMatrix ? nil : counts.first(where: isWidelySupported(ofPictures:))
    return [
      count.map { "\(.perPage, $0)" },
      isGrid || isTooWide ? nil : "\(.maxHeight, "4000")",
      // The columns of a matrix become narrower, and those for which there is no room move to
      // further pages.
      isMatrix && isTooWide ? "\(.size, "4000")" : nil,
      job.hasGivenSize ? nil : "\(.paper, "A4")",
      canShrinkCells && cell > 96 && isWidelySupported(96 / Double(cell)) ? "\(.cell, "96")" : nil,
    ].compactMap(\.self)
  }
}

extension PlannedTile {
  /// Whether the picture is drawn with fewer pixels than the shown part of it has.
  var isReduced: Bool {
    placement.map {
      $0.crop.width > Double($0.image.width) || $0.crop.height > Double($0.image.height)
    } ?? false
  }
}

extension SheetPlanner {
  /// The notes about numbers that pictures lack, and about face regions and cell spans without
  /// effect.
  func notes(on pictures: [PictureFacts]) -> [Note] {
    var notes: [Note] = []
    let keys = job.texts.pageKeys + (job.texts.heading?.keys ?? [])
    for key in keys
    where key.aggregate?.needsNumbers == true
      && pictures.first?.isOfHeading(key) != true
    {
      let facts = pictures.lazy.compactMap { $0.fact(key.ofEach) }
      if !facts.isEmpty, facts.flatMap(\.items).allSatisfy({ $0.number == nil }) {
        notes.append(
          Note(
            .missingNumbers,
            "{\("\(key)".shortPrintable)} needs numbers, and no image has one"))
      }
    }
    for (place, best) in job.best.enumerated()
    where !pictures.contains(where: { $0.overrides.isBestBy.contains(place) }) {
      let nothing = job.best.count == 1 ? "no label is emphasised" : "no best value is emphasised"
      notes.append(
        Note(.noneBest, "\(nothing), because no image has a number for '\(best.template)'"))
    }
    let others = pictures.filter { $0.picture.faces?.hasIgnoredRegions == true }
    if let first = others.first?.picture.name {
      notes.append(
        Note(
          .foreignFaces, about: first,
          "face regions in \(others.count.counted("image")) are ignored, because they lie outside the image "
            + "or were recorded for other proportions" + first.path.asFirst(ofCount: others.count),
          [.count: others.count]))
    }
    let traits = job.layout.traits
    let count = pictures.count { $0.overrides.room != nil && $0.overrides.room != .row }
    if count > 0, traits.takesSpans, !traits.hasEqualCells {
      notes.append(
        Note(
          .vainSpans,
          "cell spans have no effect on \(count.counted("image")), because rows have no cells",
          remedy: "the value 'row' gives an image its own row", [.count: count]))
    }
    return notes
  }
}

extension SheetPlanner {
  /// The note about pictures that come last because they lack the time by which all are sorted.
  ///
  /// Nil if all pictures or none have that time, or if nobody asked for this order.
  func noteOnUntimedPictures(among grouped: GroupedPictures) -> Note? {
    guard case .facts(let template) = job.order.key, template.keys.first == .taken,
      job.layout.traits.axes == nil
    else { return nil }
    let readable = grouped.pictures.filter { $0.picture.size != nil }
    let untimed = readable.filter { $0.fact(.taken) == nil }
    guard untimed.count < readable.count, let first = untimed.first?.picture.name else {
      return nil
    }
    let isOne = untimed.count == 1
    return Note(
      .untimed, about: first,
      (isOne
        ? "\(first.path.quoted) has no capture time, so it comes last"
        : "\(untimed.count) images have no capture time, so they come last")
        + (grouped.groups.count > 1 ? " in \(isOne ? "its group" : "their groups")" : "")
        + (isOne ? "" : "; the first is \(first.path.quoted)"),
      [.count: untimed.count])
  }
}

extension SheetPlanner {
  /// The note about pictures that are sorted or grouped by the dates in their names; nil if there
  /// are none.
  func noteOnDatesInNames(among pictures: [PictureFacts]) -> Note? {
    guard sortsOrGroupsByTime(pictures) else { return nil }
    let dated = pictures.filter(\.isDatedByName)
    guard let first = dated.first?.picture.name else { return nil }
    return Note(
      .datedByName, about: first,
      dated.count == 1
        ? "the capture time of \(first.path.quoted) comes from its name"
        : "the capture times of \(dated.count) images come from their names; the first is "
          + first.path.quoted,
      [.count: dated.count])
  }

  /// Whether pictures are sorted or grouped by capture time.
  private func sortsOrGroupsByTime(_ pictures: [PictureFacts]) -> Bool {
    switch job.order.key {
    case .takenIfKnown where pictures.allSatisfy({ $0.fact(.taken) != nil }): return true
    case .facts(let template) where template.keys.contains(.taken): return true
    default: break
    }
    switch job.paging.groupKey {
    case .gap: return true
    case .facts(let template, _): return template.keys.contains(.taken)
    case .folder, nil: return false
    }
  }
}
