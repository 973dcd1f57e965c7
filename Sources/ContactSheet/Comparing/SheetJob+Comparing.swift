internal import SheetFiles
internal import SheetImaging
internal import SheetLayout
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetText
internal import SystemPackage

/// Pairs that have been compared, and what was noticed on the way.
struct ComparedFolders {
  /// The job, with a layout of rows and columns.
  let job: SheetJob
  /// All pairs, in the order of the search.
  let pairs: [Pair<PictureFacts>]
  /// The results of all pairs, in the order of the sheet.
  let results: [ComparedPair]
  /// Pairs by conditions on results, in groups.
  let chosen: [Group<Pair<PictureFacts>>]
  /// The headings of columns.
  let sides: [String]
  /// The pictures that conditions have left out.
  let unchosen: [SheetPicture]
  let masks: [SheetPicture]
  let reading: SheetJob.JobReading
  let searchedFolders: [FilePath]
  var times: StepTimes

  /// The unreadable pictures whose pairs are not known to be equal.
  var unreadable: [SheetPicture] {
    pairs.lazy.filter { $0.result?.status != .equal }.flatMap { $0.sides }.map(\.picture)
      .filter { $0.unreadable != nil }
  }
}

extension SheetJob {
  /// Finds the pictures of two folders, compares them, and lays out what is to be shown.
  ///
  /// - Throws: Errors of ``plan(for:workers:)``.
  func plan(
    comparing comparison: FolderComparison, for output: SheetOutput?, workers: Int, _ notes: Notes
  ) async throws -> PlannedSheet {
    let compared = try await compared(comparison, for: output, workers: workers, notes)
    var times = compared.times

    let start = ContinuousClock.now
    let planned = try compared.planned()
    times.add(.planning, since: start)

    // Pictures that are not shown are inputs, too, and unreadable ones are reported.
    let shown = Set(planned.pictures.map(\.source.name) + planned.skipped.map(\.source.name))
    func others(_ pictures: [SheetPicture]) -> [SheetPicture] {
      pictures.filter { !shown.contains($0.source.name) }
    }
    let comparedOnly =
      others(compared.pairs.flatMap { $0.sides }.map(\.picture)) + compared.masks
    notes.add(planned.notes)
    return PlannedSheet(
      plan: planned.plan, notes: notes, cells: planned.cells, pictures: planned.pictures,
      skipped: planned.skipped + others(compared.unreadable),
      comparedOnly: comparedOnly, unchosen: compared.unchosen, groups: planned.groups,
      compared: compared.pairs,
      origins: compared.searchedFolders + filesRead + compared.reading.asked.filesRead
        + (comparedOnly + compared.unchosen).compactMap(\.path),
      times: times)
  }

  /// Finds the pictures of two folders and compares them.
  ///
  /// - Parameters:
  ///   - comparison: The folder, and the rules.
  ///   - output: The output, whose pages are left out; nil to take all files.
  ///   - template: The template of a listing; nil if there is none.
  ///   - workers: The number of pairs to compare at once, at least 1.
  ///   - notes: Gets what is noticed about files, facts, rules and links.
  /// - Returns: The pairs with their results.
  /// - Throws: Errors of ``plan(for:workers:)``.
  func compared(
    _ comparison: FolderComparison, for output: SheetOutput?,
    listing template: PictureTemplate? = nil, workers: Int, _ notes: Notes
  ) async throws -> ComparedFolders {
    var job = suited(to: comparison)
    var times = StepTimes()
    let reading = try job.reading(listing: template)
    let (table, asked) = (reading.table, reading.asked)

    let choice = reading.choice.divided

    var start = ContinuousClock.now
    let finder = ImageFinder(
      search: search, formats: formats, output: output?.names, takesUnread: true)
    let found: FolderPairs.Found
    do {
      found = try FolderPairs(finder, for: comparison).pairs(in: inputs)
    } catch {
      throw SheetError.notFound(error)
    }
    notes.add(found.besides.notes)
    notes.add([found.linkNote, found.wholeNote(comparison)].compactMap(\.self))
    times.add(.finding, since: start)

    start = .now
    var probed = try await found.pairs.flatMap { $0.sides }.probed(
      metadata, asked, formats, workers: workers)
    if looksAtPixels(asked.keys, table) {
      probed = try await looked(at: probed, workers: workers, &times)
    }
    let known = KnownPictures(probed, table: table, parsing: parsing)
    let chosen = try choice.ofPictures.chosen(of: found.pairs.with(sides: known.pictures)) {
      $0.shown
    }
    notes.add(known.notes)
    notes.add(asked.note)
    notes.add(chosen.note)
    notes.add(comparison.notes(onPairsAt: chosen.items.map { $0.path }))
    let ignored = try await IgnoredParts(
      of: chosen.items, comparison, search, formats, workers: workers, notes)
    times.add(.headers, since: start)

    start = .now
    var (pairs, lacks) = try await PairComparison(comparison: comparison, formats: formats)
      .compare(chosen.items, ignoring: ignored.parts, workers: workers)
    notes.add(lacks)
    if comparison.shownAs == .heat { job.comparison?.rule = pairs.showHeat(comparison.rule) }
    times.add(.comparing, since: start)

    start = .now
    let pictures = pairs.flatMap { $0.sides }
    notes.add(
      KnownPictures.missing(job.askedFacts(and: template?.keys ?? []).keys, among: pictures))
    let kept = Set(pictures.lazy.map(\.picture.source.name))
    func grouped(_ pairs: [Pair<PictureFacts>]) -> [Group<Pair<PictureFacts>>] {
      groups(of: pairs, by: { $0.shown }, at: { $0.row })
    }
    let results = grouped(pairs).flatMap(\.members).compactMap { $0.result }
    let shown = grouped(pairs.filter { choice.ofPairs.holds(for: $0.shown) })
    times.add(.planning, since: start)
    return ComparedFolders(
      job: job, pairs: pairs, results: results, chosen: shown, sides: found.sides(comparison),
      unchosen: probed.filter { !kept.contains($0.source.name) },
      masks: ignored.masks, reading: reading,
      searchedFolders: found.searchedFolders + ignored.searchedFolders, times: times)
  }
}

extension SheetJob {
  /// The job with a layout of rows and columns, which shows the pictures of a pair alike.
  fileprivate func suited(to comparison: FolderComparison) -> SheetJob {
    var job = self
    if job.layout.traits.axes == nil { job.layout = MatrixLayout() }
    if job.style.alignment == .subject { job.style.alignment = .center }
    if comparison.zooms {
      (job.style.scaling, job.style.enlargement, job.style.filter) = (.fit, .allowed, .nearest)
    }
    return job
  }
}

extension ComparedFolders {
  /// Plans a row for each pair that is shown: as it was, as it is, and the difference.
  ///
  /// A sheet without pairs has one line with their number, so that a build has its output.
  ///
  /// - Returns: The plan with its pictures, of which there may be none.
  /// - Throws: Errors of planning groups.
  fileprivate func planned() throws -> PlannedPictures {
    var job = job
    let rows = chosen.compactMap {
      $0.rows(
        sides, isTransposed: job.layout.traits.axes?.isTransposed == true,
        zooming: job.comparison?.zooms == true)
    }
    let pictures = rows.flatMap(\.members).map(\.picture)
    // Without a difference on the sheet, a bar of heat explains nothing.
    if !pictures.contains(where: { $0.difference != nil }) { job.comparison?.rule.hottest = nil }
    let comparison = PlannedComparison(
      rule: job.comparison?.rule ?? ComparisonRule(), pairs: results)
    let planner = try SheetPlanner(job, table: reading.table)
    let canShow = job.unreadablePolicy != .skip || pictures.contains { $0.size != nil }
    guard canShow, !pictures.isEmpty else {
      return try planner.plan(
        line: "\(ComparisonSummary(results))", skipping: pictures, comparing: comparison)
    }
    return try planner.plan(rows, comparing: comparison)
  }
}

extension FolderPairs.Found {
  /// The headings of columns: the folders if several are compared with one, or else two sides.
  fileprivate func sides(_ comparison: FolderComparison) -> [String] {
    guard let before = comparison.before, !comparedWithWhole.isEmpty else {
      return ["before", "after"]
    }
    return ([before] + comparedWithWhole).map(\.string.oneLine)
  }

  /// The note that several folders are each compared with one; nil if they are not.
  fileprivate func wholeNote(_ comparison: FolderComparison) -> Note? {
    guard !comparedWithWhole.isEmpty, let before = comparison.before else { return nil }
    return Note(
      .wholeFolder, about: before.string,
      "\(before.quoted) has none of the folders, so that each is compared with all of it")
  }

  /// The note on pairs that are one file, so that nothing can differ; nil if there are none.
  fileprivate var linkNote: Note? {
    guard let first = linked.first else { return nil }
    return Note(
      .linkedPairs, about: first.string,
      linked.count == 1
        ? "\(first.quoted) is one file in both folders, by a link, and counts as equal"
        : "\(linked.count) pairs are one file in both folders, by links, and count as equal; the first "
          + "is \(first.quoted)", [.count: linked.count])
  }
}
