internal import SheetImaging
internal import SheetLayout
package import SheetModel
package import SheetPictures
package import SheetPlans
internal import SheetText

/// Lays pictures out on pages, without decoding any.
///
/// Planning has six steps, each in a file of `Steps`: choose, group, measure text, lay out, fit
/// text, place.
package struct SheetPlanner {
  /// The job, with settings fixed by its layout.
  @Indirect private(set) var job: SheetJob
  /// The number of lines of the longest label in the table; 0 if labels do not come from a table.
  private var tableLines: Int
  /// Whether fields of the table have line breaks.
  let tableHasLines: Bool
  /// The rules for individual pictures.
  let rules: JobRules
  /// The notes on what is valid but probably not intended.
  private let warnings: [Note]

  /// Prepares to plan a job.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - table: The table, if the job names one.
  /// - Throws: ``ContactSheetError/condition(_:_:)`` if the condition of a rule cannot be used.
  package init(_ job: SheetJob, table: PictureTable? = nil) throws(ContactSheetError) {
    self.job = job.normalized
    tableLines = table.map { job.texts.showsLabels(of: $0) ? $0.lineCount : 0 } ?? 0
    tableHasLines = table?.hasLines ?? false
    rules = try JobRules(job, table)
    warnings = job.warnings(about: table)
  }

  /// Plans groups of pictures, in order; every group starts a new page or a section.
  ///
  /// There must be at least one group, and none may be empty.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - comparison: The pairs and the comparison rule; nil if nothing is compared.
  /// - Returns: The plan with its pictures.
  /// - Throws: ``ContactSheetError``, also if planning fails because pictures cannot be read.
  package func plan(
    _ groups: [PictureGroup], comparing comparison: PlannedComparison? = nil
  ) throws -> PlannedPictures {
    var notes = warnings
    let (chosen, skipped) = try chosen(of: groups, &notes)
    var planner = self
    planner.job.style.decoration.borderRoom = chosen.widestBorder
    // If any cell has a colour of its own, all cells count as visible, even those in the colour of
    // the sheet.
    if planner.job.style.cellBackground == nil, chosen.haveColoredCells {
      planner.job.style.cellBackground = .clear
      planner.job.layout = job.layout.adapted(to: planner.job.style)
    }
    if !job.insets.isEmpty {
      planner.job.addStrips(beside: chosen)
    }
    do {
      return try planner.plan(chosen, skipping: skipped, comparing: comparison, &notes)
    } catch let error as ContactSheetError where job.binding > 0 && error.cause is LayoutError {
      throw error.besideBinding
    }
  }

  private func plan(
    _ chosen: [PictureGroup], skipping skipped: [SheetPicture],
    comparing comparison: PlannedComparison?, _ notes: inout [Note]
  ) throws -> PlannedPictures {
    let grouped = try grouped(chosen, &notes)
    if grouped.groups.isEmpty {
      throw ContactSheetError.nothingReadable(skipped.compactMap(\.unreadable))
    }
    var planner = self
    if let note = noteOnLabels(ofStacksIn: grouped) {
      notes.append(note)
      planner.job.texts.label = nil
      planner.tableLines = 0
    }
    planner.job.texts.linesWithFacts = planner.linesOfLabels(of: grouped.pictures)
    return try planner.plan(grouped, skipping: skipped, comparing: comparison, &notes)
  }

  /// The maximum number of lines of labels that show fields with line breaks, unless a number is
  /// given; labels that wrap may have one more.
  private static let mostLinesWithFacts = 11

  /// The number of lines of the longest label, up to ``mostLinesWithFacts``, if fields of the table
  /// have line breaks; otherwise 0.
  private func linesOfLabels(of pictures: [PictureFacts]) -> Int {
    guard tableHasLines, let label = job.texts.label else { return 0 }
    var most = 0
    for (index, picture) in pictures.enumerated() {
      let text = label.statedLines {
        picture.fact($0, at: index, of: pictures.count, page: 1)
      }
      most = max(most, text.utf8.count { $0 == UInt8(ascii: "\n") } + 1)
    }
    return min(most, job.texts.labelLines ?? Self.mostLinesWithFacts)
  }

  /// The note on labels that are left out because pictures share the cells of a matrix; nil if
  /// there are none.
  ///
  /// Cells of automatic size have room only for the thumbnails; cells of a given size keep their
  /// labels.
  private func noteOnLabels(ofStacksIn grouped: GroupedPictures) -> Note? {
    guard (job.layout as? MatrixLayout)?.sizing == .automatic,
      job.texts.label != nil || tableLines > 0,
      grouped.groups.contains(where: { ($0.matrix?.fullestCell ?? 0) > 1 })
    else { return nil }
    return Note(
      .omittedLabels, "images that share cells have no labels, because the images are too small",
      remedy: "a large \(.cell), such as 600, makes room for them")
  }

  private func plan(
    _ grouped: GroupedPictures, skipping skipped: [SheetPicture],
    comparing comparison: PlannedComparison?, _ notes: inout [Note]
  ) throws -> PlannedPictures {
    notes += self.notes(on: grouped.pictures)
    if comparison == nil, let note = noteOnUntimedPictures(among: grouped) { notes.append(note) }
    notes += [noteOnDatesInNames(among: grouped.pictures)].compactMap(\.self)
    if comparison == nil { notes += notesOnMissingScales(of: grouped.pictures) }
    notes += [noteOnLimitedGroups(grouped.groups)].compactMap(\.self)
    if job.looksForMixedCameras {
      let mixed = grouped.groups.lazy.compactMap { MixedCameras(grouped.pictures[$0.items]) }
      notes += [mixed.first?.note].compactMap(\.self)
    }
    var (metrics, sheet, texts) = try laidOutOnPaper(grouped, comparing: comparison, &notes)
    let narrower =
      metrics.isDividedFigure(sheet)
      ? onePageWidth(of: grouped, sheet, comparing: comparison) : nil
    if job.widthMayShrink, let narrower, narrower.isWideEnough {
      notes.append(noteOnNarrowedFigure(narrower, insteadOf: sheet.pages.count))
      (metrics, sheet, texts) = try laidOut(grouped, as: narrower.layout, comparing: comparison)
    }
    if let note = noteOnLargerPictures(than: sheet, metrics, of: grouped, comparing: comparison) {
      notes.append(note)
    }
    let pages = try metrics.placed(sheet, texts)
    notes += metrics.notes(on: pages, of: sheet, texts.shortened)
    if metrics.isDividedFigure(sheet) {
      notes.append(noteOnDividedFigure(sheet, narrower))
    }
    let plan = plan(pages, of: sheet, metrics, comparing: comparison)
    notes += [plan.noteOnShortenedTexts].compactMap(\.self)
    return PlannedPictures(
      plan: plan,
      pictures: sheet.shown.map(\.picture), copies: copies(on: sheet), skipped: skipped,
      notes: notes,
      cells: GridCells(
        ofPages: sheet.pages.map(\.cell),
        takenCount: sheet.pages.reduce(0) { $0 + $1.takenCells(gap: metrics.spacing.gap) }),
      groups: pageGroups(of: sheet))
  }

  /// Pictures laid out on pages, with their text.
  typealias LaidOut = (metrics: PageMetrics, sheet: LaidOutSheet, texts: FittedTexts)

  /// The pictures laid out on pages, with their text.
  func laidOut(
    _ grouped: GroupedPictures, comparing comparison: PlannedComparison? = nil
  ) throws -> LaidOut {
    // Titles grow with their sheet, and the sizes of labels and cells depend on each other.
    var fitting = TextLayoutLoop()
    let scales = colorScales(of: grouped.pictures, comparing: comparison)
    while true {
      let metrics = try PageMetrics(
        job, tableLines: tableLines, headings: grouped.headings, columns: grouped.columnHeadings,
        names: grouped.groups.map(\.name),
        fitting.choice, colors: scales)
      let sheet: LaidOutSheet
      do { sheet = try metrics.laidOutToFit(grouped) } catch {
        guard
          fitting.giveUpSecondLine() || fitting.shortenTitles() || fitting.giveUpColorScaleRows()
            || fitting.narrowSections(metrics) || fitting.narrowGaps(metrics)
            || fitting.giveWay(metrics)
        else { throw error }
        continue
      }
      if let texts = try fitting.fitted(on: sheet, metrics) { return (metrics, sheet, texts) }
    }
  }

  /// The planner of another job for the same pictures.
  func with(_ job: SheetJob) -> SheetPlanner {
    var planner = self
    planner.job = job
    return planner
  }

  /// The pictures laid out on pages in another layout, with their text.
  func laidOut(
    _ grouped: GroupedPictures, as layout: any Layout, comparing comparison: PlannedComparison?
  ) throws -> LaidOut {
    var planner = self
    planner.job.layout = layout
    return try planner.laidOut(grouped, comparing: comparison)
  }

  private func plan(
    _ pages: [SheetPage], of sheet: LaidOutSheet, _ metrics: PageMetrics,
    comparing comparison: PlannedComparison?
  ) -> SheetPlan {
    let keys = job.requestedFacts.keys
    return SheetPlan(
      layout: job.layout.name,
      pictures: sheet.shown.map { facts in
        let picture = facts.picture
        return PlannedPicture(
          picture.fileName, suppliedID: picture.source.suppliedID, absence: picture.absence,
          page: picture.page,
          counterpart: picture.difference.map(PlannedCounterpart.init),
          // Names that are not paths are left out: they would be taken for paths when the plan is
          // read.
          stack: picture.lookalikes?.hidden.filter { $0.source.suppliedID == nil }.map(\.fileName)
            ?? [], bands: picture.bands, stretch: picture.stretch, colormap: picture.colormap,
          overlays: picture.overlays.map(PlannedOverlay.init),
          size: picture.size,
          isPreview: picture.readableHeader?.isPreview == true, turn: picture.turn,
          facts: facts.planned(keys))
      }, pages: pages, style: job.style, metadata: job.metadata,
      unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(
        font: metrics.scale.font, color: job.texts.color, labelColor: job.texts.labelColor,
        labelDetailColor: job.texts.labelDetailColor,
        label: metrics.labels.room),
      encoding: job.encoding,
      isGray: sheet.shown.lazy.map(\.picture).areGray(
        asGrayscale: job.style.leavesNoColors(in: comparison),
        and: [job.logo?.picture, job.watermark?.picture].compactMap(\.self))
        && pages.bordersAreGray && pages.cellsAreGray && (job.insets.isEmpty || !pages.haveInsets),
      tracks: sheet.pages[0].layout.columns, comparison: comparison,
      watermark: job.watermark?.picture.flatMap(PlannedWatermark.init)
    ).withLines(ofLabels: false)
  }

  /// The indices of the pictures on a sheet that are copies of others.
  private func copies(on sheet: LaidOutSheet) -> Set<Int> {
    var copies: Set<Int> = []
    guard rules.makesCopies else { return copies }
    for (index, picture) in sheet.shown.enumerated() where picture.isCopy { copies.insert(index) }
    return copies
  }

  private func pageGroups(of sheet: LaidOutSheet) -> PageGroups? {
    guard let key = job.paging.groupKey, !job.paging.hasSections else { return nil }
    return PageGroups(
      key: key,
      ofPages: sheet.pages.map { page in
        let (name, first) = (page.group().name, page.group().items.lowerBound)
        let ofFile = sheet.shown.indices.contains(first) ? key.fileName(sheet.shown[first]) : nil
        return .init(name: name, fileName: ofFile ?? name, first: first)
      })
  }
}

extension SheetJob {
  /// The job, with all settings that its layout fixes.
  fileprivate var normalized: SheetJob {
    var job = self
    job.layout = job.layout.adapted(to: job.style)
    job.style.emptyCells =
      job.layout.traits.axes == nil ? nil : job.style.emptyCells ?? .nothing
    if !job.hasRoomForHairlines { job.style.edge = .none }
    // The pictures of a stack are beside and below each other, so they do not form an even row.
    job.style.marksWholeRows =
      job.style.edge == .auto
      && job.layout.traits.axes.map { $0.clashPolicy != .stack } ?? false
    return job
  }

  /// Whether the hairlines of adjacent pictures fit between them without touching.
  ///
  /// Pairs have borders instead of hairlines, unless borders are turned off.
  private var hasRoomForHairlines: Bool {
    comparison == nil
      && min(gap.horizontal, gap.vertical) + 2 * style.decoration.padding >= roomForHairlines
  }

  /// The space between two pictures that their hairlines need.
  private var roomForHairlines: Int {
    3 * Sheet.Edge.hairlineWidth(pixelsPerInch: encoding.pixelsPerInch)
  }

  /// Whether this kind of hairline is chosen, but does not fit between pictures.
  private func omitsHairlines(of edge: Sheet.Edge) -> Bool {
    style.edge == edge && style.marksEdges && comparison == nil && !hasRoomForHairlines
  }

  /// How far apart pictures must be for hairlines around those that blend into the background; nil
  /// if no such hairlines are left out.
  package var roomForOmittedHairlines: Int? {
    omitsHairlines(of: .auto) ? roomForHairlines : nil
  }

  /// The note on hairlines that are asked for but do not fit between pictures; nil if there is
  /// none.
  package var noteOnOmittedHairlines: Note? {
    omitsHairlines(of: .hairline) ? Note(omittedHairlines: "", room: roomForHairlines) : nil
  }
}

extension Note {
  /// Creates the note on hairlines that need more pixels between pictures.
  ///
  /// The note is a detail if nobody asked for hairlines, because such a narrow gap is then a choice.
  ///
  /// - Parameters:
  ///   - subject: The words for the pictures that lack hairlines, preceded by a space; empty if
  ///     hairlines around all pictures were asked for.
  ///   - room: The number of pixels that hairlines need between pictures.
  package init(omittedHairlines subject: String, room: Int) {
    self.init(
      .omittedHairlines, as: subject.isEmpty ? .note : .detail,
      "hairlines\(subject) are left out, because they need at least \(room.counted("pixel")) between images",
      remedy: "\(.border, "1 #cccccc") draws a line inside each cell, without a gap")
  }
}

/// A plan with its pictures and notes.
package struct PlannedPictures: Sendable {
  package let plan: SheetPlan
  package let pictures: [SheetPicture]
  /// The indices of pictures that are copies of others.
  package var copies: Set<Int> = []
  /// The pictures left out because their headers could not be read.
  package let skipped: [SheetPicture]
  package var notes: [Note] = []
  package var cells = GridCells()
  /// The groups of the plan's pages; nil if there are none, or if groups share pages.
  package var groups: PageGroups?
}

/// The groups shown by the pages of a plan.
package struct PageGroups: Sendable {
  /// A group: its name, and the index of its first picture, which identifies the group.
  package struct Group: Equatable, Sendable {
    package let name: String
    /// The name of the group in file names; it may differ from ``name``, so that the files sort by
    /// time.
    package let fileName: String
    package let first: Int

    /// No group.
    package static let none = Group(name: "", fileName: "", first: -1)
  }

  /// The key by which pictures are grouped.
  package let key: GroupKey
  /// The group of each page.
  package let ofPages: [Group]
}

extension SheetPlanner {
  /// Plans a page with one line of text instead of pictures; the page is as wide as the job states,
  /// or else as wide as the line.
  ///
  /// - Parameters:
  ///   - line: The text.
  ///   - skipped: The pictures left out.
  ///   - comparison: The results of the comparison.
  /// - Returns: The plan.
  /// - Throws: ``ContactSheetError`` if the page has no room for the line.
  package func plan(
    line: String, skipping skipped: [SheetPicture], comparing comparison: PlannedComparison
  ) throws(ContactSheetError) -> PlannedPictures {
    let metrics = try PageMetrics(job, tableLines: 0, headings: [line])
    let (pageTexts, headingType) = (metrics.pageTexts, metrics.headingType)
    let fact = Fact(line)
    let extent = (job.layout as? MatrixLayout)?.givenExtent
    let edges = pageTexts.room + job.margins
    let natural = max(headingType.width(of: [fact]) + headingType.lineHeight, Self.minimumTextWidth)
    let width = extent?.width ?? natural + edges.horizontal
    let room = width - edges.horizontal
    guard room > 0 else {
      throw .layout(.edgesTooWide(edges.horizontal, side: width), in: job.lengthUnit)
    }
    let textHeight = headingType.lineHeight * headingType.lines(of: fact, width: room)
    let height = extent?.height ?? job.paging.minimumHeight ?? textHeight + edges.vertical
    guard height >= textHeight + edges.vertical else {
      throw .pageTooLow(height: height, taken: edges.vertical, in: job.lengthUnit)
    }
    let size = try metrics.limited(Size(PixelSize(width: width, height: height)))
    let text = PlannedText(
      .note, text: line,
      area: PixelRect(x: edges.left, y: edges.top, width: room, height: textHeight),
      size: headingType.size, alignment: .left, overflow: .wrap)
    let facts = PageFacts(page: 1, pages: 1, count: 0)
    let page = try metrics.bound(
      SheetPage(
        number: 1, size: size, tiles: [],
        texts: pageTexts.texts(on: size, facts) + [text]))
    let plan = SheetPlan(
      layout: job.layout.name, pictures: [], pages: [page], style: job.style,
      metadata: job.metadata, unreadablePolicy: job.unreadablePolicy,
      type: TypeStyle(font: job.texts.font, color: job.texts.color, label: nil),
      encoding: job.encoding, isGray: true, tracks: [], comparison: comparison
    ).withLines(ofLabels: false)
    return PlannedPictures(plan: plan, pictures: [], skipped: skipped)
  }

  /// The minimum width of the area for the line on a page whose width is not given, in pixels; it
  /// leaves room for a title.
  private static let minimumTextWidth = 320
}
