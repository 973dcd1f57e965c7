internal import SheetImaging
internal import SheetLayout
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SystemPackage

/// Compared pairs, with the job and the findings from which their sheet is planned.
struct ComparedFolders {
  /// The job, with a layout of rows and columns.
  @Indirect private(set) var job: SheetJob
  /// When pixels count as different, and the colour scale for the amount of change.
  let rule: ComparisonRule
  /// All pairs, in the order of the search.
  let pairs: [Pair<PictureFacts>]
  /// The results of all pairs, in the order of the sheet.
  let results: [ComparedPair]
  /// Pairs chosen by conditions on results, in groups.
  let chosen: [Group<Pair<PictureFacts>>]
  /// The headings of columns.
  let sides: [String]
  /// The pictures left out by conditions.
  let rejected: [SheetPicture]
  let masks: [SheetPicture]
  let requirements: SheetJob.JobRequirements
  let searchedFolders: [FilePath]
  /// The files that were given by name but are excluded by patterns.
  let excluded: [FilePath]
  var times: StepTimes

  /// The unreadable pictures whose pairs are not known to be equal.
  var unreadable: [SheetPicture] {
    pairs.lazy.filter { $0.result?.status.isUnchanged != true }.flatMap { $0.sides }.map(\.picture)
      .filter { $0.unreadable != nil }
  }
}

extension SheetJob {
  /// Finds the pictures of two folders, compares them, and lays out the chosen pairs.
  ///
  /// - Throws: The same errors as ``plan(for:formats:workers:notes:)``.
  func plan(
    comparing comparison: ComparisonSettings, for output: SheetOutput?, workers: Int, _ notes: Notes
  ) async throws -> PlannedSheet {
    let compared = try await compared(comparison, for: output, workers: workers, notes)
    var (rule, times) = (compared.rule, compared.times)
    let axes = compared.job.layout.traits.axes ?? MatrixAxes()
    let namesOfPairs = Set(ComparedPair.factNames + (comparison.match?.factNames ?? []))
    let labelKeys = texts.label?.keys ?? []
    let isLabelOfPair =
      !labelKeys.isEmpty && labelKeys.allSatisfy { namesOfPairs.contains($0.name) }
    let columns = ListedLines(ofColumns: axes.columns.values, besides: compared.sides)
    var rows: [PictureGroup] = []
    var (unknownRows, idleRows): (Set<String>?, Set<String>?)
    for group in compared.chosen {
      let (own, lines) = group.rows(
        compared.sides, columns, axes, zooming: comparison.zooms, isLabelOfPair: isLabelOfPair)
      if let own { rows.append(own) }
      // A row of one group may be missing from another.
      let (unknown, idle) = (Set(lines.unknown), Set(lines.unknown + lines.repeated))
      unknownRows = unknownRows?.intersection(unknown) ?? unknown
      idleRows = idleRows?.intersection(idle) ?? idle
    }
    let sides = ListedLines.columns(besides: compared.sides)
    notes.add(Note(onUnknown: columns.unknown, "column", .columnValues, besides: sides))
    notes.add(Note(onRepeated: columns.repeated, "column", .columnValues))
    notes.add(
      Note(
        onOmittedDifferences: columns.omittedDifferences(
          axes.columns.values, besides: compared.sides)))
    let repeatedRows = (idleRows ?? []).subtracting(unknownRows ?? [])
    notes.add(
      Note(onUnknown: (unknownRows ?? []).sorted(), "row", .rowValues, besides: []))
    notes.add(Note(onRepeated: repeatedRows.sorted(), "row", .rowValues))
    let pictures = rows.flatMap(\.members).map(\.picture)
    // Without a difference on the sheet, there is nothing for a colour scale to explain.
    if !pictures.contains(where: { $0.difference != nil }) { rule.hottest = nil }
    let result = PlannedComparison(rule: rule, pairs: compared.results)
    let planner = try SheetPlanner(
      compared.job.withProbedLogos(), table: compared.requirements.table)
    let isShown = unreadablePolicy != .skip || pictures.contains { $0.size != nil }
    // A build expects its output even if there are no pairs.
    let planned =
      isShown && !pictures.isEmpty
      ? try planner.plan(rows, comparing: result)
      : try planner.plan(
        line: "\(ComparisonSummary(compared.results))", skipping: pictures, comparing: result)
    times.end(.planning)
    notes.add(planned.notes)

    // Pictures that are not shown are inputs too, and are reported if they cannot be read.
    let shown = Set(planned.pictures.map(\.source.name) + planned.skipped.map(\.source.name))
    func others(_ pictures: [SheetPicture]) -> [SheetPicture] {
      pictures.filter { !shown.contains($0.source.name) }
    }
    let comparedOnly = others(compared.pairs.flatMap { $0.sides }.map(\.picture)) + compared.masks
    return PlannedSheet(
      plan: planned.plan, notes: notes, cells: planned.cells, pictures: planned.pictures,
      skipped: planned.skipped + others(compared.unreadable),
      comparedOnly: comparedOnly, rejected: compared.rejected,
      searched: (compared.excluded, compared.searchedFolders), groups: planned.groups,
      compared: compared.pairs,
      origins: compared.searchedFolders + filesRead + compared.requirements.requested.filesRead
        + (comparedOnly + compared.rejected).compactMap(\.path),
      times: times, lengthUnit: lengthUnit)
  }

  /// Finds the pictures of two folders and compares them.
  ///
  /// - Parameters:
  ///   - comparison: The earlier folder, and the rules.
  ///   - output: The output, whose pages are left out; nil to include all files.
  ///   - form: The form of a listing; nil for none.
  ///   - workers: The number of pairs to compare at once, at least 1.
  ///   - notes: Receives the notes about files, facts, rules and links.
  /// - Returns: The pairs with their results.
  /// - Throws: The same errors as ``plan(for:formats:workers:notes:)``.
  func compared(
    _ comparison: ComparisonSettings, for output: SheetOutput?,
    listing form: ListingForm? = nil, workers: Int, _ notes: Notes
  ) async throws -> ComparedFolders {
    let job = forComparison(comparison)
    var times = StepTimes()
    let template = form?.template
    var requirements = try job.requirements(listing: template)
    let requested = requirements.requested
    let choice = requirements.choice.divided(by: ComparedPair.factNames)

    let finder = ImageFinder(search, for: output, includesUnreadableFormats: true)
    let found = try await FolderPairs(finder, for: comparison, workers: workers).pairs(in: inputs)
    notes.add(found.laterFindings.notes)
    notes.add(found.notes)
    times.end(.finding)

    var probed = try await found.pairs.flatMap { $0.sides }.probed(
      metadata, requested, .standard, workers: workers
    ).map { $0.within(maximumMemory.value) }
    if looksAtPixels(requested.keys, requirements.table) {
      probed = try await analyzed(probed, workers: workers, &times)
    }
    let known = PictureFactsBuilder(
      probed, table: requirements.table, parsing: parsing, clocks: requirements.rules.clocks)
    requirements.table = known.table
    let named = found.pairs.with(sides: known.pictures).map { pair in
      // Both sides of a pair have the same path below their folders.
      var facts: [String: Fact?] = ["path": Fact(pair.path.string)]
      if let match = comparison.match {
        facts.merge(match.facts(ofPairAt: pair.path)) { own, _ in own }
      }
      return pair.map { [facts] in $0.with(facts) }
    }
    try requirements.choice.checkNumbers(of: known.pictures)
    try requirements.rules.allowed.checkNumbers(of: known.pictures)
    try requirements.rules.ignored.checkNumbers(of: known.pictures)
    notes.add(requirements.choice.notesOnWords(of: known.pictures))
    let chosen = try choice.others.chosen(ofPairs: named, mayBeEmpty: comparison.allowsNothing) {
      $0.sides
    }
    notes.add(known.notes)
    notes.add(requested.note)
    notes.add(chosen.note)
    notes.add(requirements.rules.ignored.notes(onPairs: chosen.items.map { ($0.path, $0.sides) }))
    let ignored = try await ResolvedIgnoredAreas(
      of: chosen.items, by: requirements.rules.ignored, masks: comparison.masks,
      confinedTo: comparison.masksRoot, workers: workers, notes)
    times.end(.headers)

    var (pairs, lacks) = try await PairComparison(
      comparison: comparison, allowed: requirements.rules.allowed,
      measuresSimilarity: comparison.measuresSimilarity || form == .json
        || requested.keys.contains { $0.name == "ssim" },
      memory: maximumMemory.value
    ).compare(chosen.items, ignoring: ignored.byPair, workers: workers)
    notes.add(requirements.rules.allowed.notes(onPairs: pairs.map { ($0.path, $0.shown) }))
    notes.add(lacks)
    // A listing can show such differences itself, so only a sheet needs the note.
    if form == nil { notes.add(Note(onUnseenDifferencesOf: pairs)) }
    if !comparison.allowsNothing, let error = ContactSheetError.nothingCompared(pairs) {
      throw error
    }
    notes.add(Note(onCoveredPairs: pairs))
    let rule = comparison.shownAs == .heat ? pairs.showHeat(comparison.rule) : comparison.rule
    times.end(.comparing)

    let pictures = pairs.flatMap { $0.sides }
    notes.add(
      PictureFactsBuilder.missing(
        job.requestedFacts(and: template?.keys ?? []).keys, among: pictures))
    let kept = Set(pictures.lazy.map(\.picture.source.name))
    func grouped(_ pairs: [Pair<PictureFacts>]) -> [Group<Pair<PictureFacts>>] {
      groups(of: pairs, by: { $0.shown }, at: { $0.row })
    }
    let results = grouped(pairs).flatMap(\.members).compactMap { $0.result }
    let shown = grouped(pairs.filter { choice.needing.mayHold(forPair: $0.sides) })
    times.end(.planning)
    return ComparedFolders(
      job: job, rule: rule, pairs: pairs, results: results, chosen: shown,
      sides: found.sides,
      rejected: probed.filter { !kept.contains($0.source.name) },
      masks: ignored.masks, requirements: requirements,
      searchedFolders: found.laterFindings.searchedFolders + ignored.searchedFolders,
      excluded: found.laterFindings.excluded, times: times)
  }
}

extension SheetJob {
  /// The job with a layout of rows and columns that shows both pictures of a pair the same way.
  func forComparison(_ comparison: ComparisonSettings) -> SheetJob {
    var job = self
    if job.layout.traits.axes == nil { job.layout = MatrixLayout() }
    (job.trimming, job.missing) = (nil, nil)
    // Pixels are compared from the top, so pictures of different heights are aligned at the top.
    if job.style.alignment == .subject { job.style.alignment = .top }
    job.style.emptyCells = job.style.emptyCells ?? .frame
    if comparison.framesPictures, job.style.decoration.border == nil,
      job.style.decoration.frame == nil
    {
      job.style.decoration.border = .hairline(
        on: job.style.cellBackgroundColor, em: TypeScale(of: job).label)
    }
    if comparison.zooms {
      (job.style.scaling, job.style.enlargement, job.style.filter) = (.fit, .allowed, .nearest)
    }
    return job
  }
}

extension Note {
  /// The note on listed rows or columns that a comparison does not have; nil if it has all of them.
  fileprivate init?(
    onUnknown names: [String], _ noun: String, _ setting: Setting, besides known: [String]
  ) {
    guard let first = names.first else { return nil }
    self.init(
      .emptyLine,
      "no \(noun) of the sheet is called '\(first.shortPrintable)'"
        + (known.isEmpty ? "" : " (there are \(known.map(\.shortPrintable).listed("and")))"),
      remedy: "correct \(setting)", [.count: names.count])
  }

  /// The note on columns of differences that are left out because a list renames other columns
  /// without naming these; nil if there are none.
  fileprivate init?(onOmittedDifferences columns: [String]) {
    guard let first = columns.first else { return nil }
    self.init(
      .omittedDifferences,
      columns.count == 1
        ? "the column '\(first.shortPrintable)' is left out, because it is not listed"
        : "\(columns.count) columns of differences are left out, because they are not listed; the "
          + "first is '\(first.shortPrintable)'",
      remedy: "add \(columns.count == 1 ? "it" : "them") to \(.columnValues)",
      [.count: columns.count])
  }

  /// The note on listed values that name only rows or columns that are already listed; nil if there
  /// are none.
  fileprivate init?(onRepeated names: [String], _ noun: String, _ setting: Setting) {
    guard let first = names.first else { return nil }
    self.init(
      .repeatedLine,
      "'\(first.shortPrintable)' names a \(noun) that is already listed; each \(noun) is shown only "
        + "once",
      remedy: "correct \(setting)", [.count: names.count])
  }
}
