internal import SheetFiles
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

extension SheetJob {
  /// Finds the pictures of two folders, compares them, and lays out what is to be shown.
  ///
  /// - Throws: What ``plan(for:workers:)`` throws.
  func plan(
    comparing comparison: FolderComparison, for output: SheetOutput?, workers: Int
  ) async throws -> PlannedSheet {
    var job = self
    if job.layout.traits.axes == nil { job.layout = MatrixLayout() }
    var times = StepTimes()
    let reading = try job.reading()
    let (table, asked) = (reading.table, reading.asked)

    var start = ContinuousClock.now
    let found = try translating(SheetError.notFound) { () throws(FindError) in
      try FolderPairs(
        ImageFinder(search, formats: formats, output: output?.names, takesUnread: true),
        before: comparison.before
      ).pairs(in: inputs)
    }
    times.add(.finding, since: start)

    start = .now
    var probed = try await found.pairs.flatMap(\.sides).probed(
      metadata, asked, formats, workers: workers)
    if looksAtPixels(asked.keys, table) {
      probed = try await looked(at: probed, workers: workers, &times)
    }
    let all = found.pairs.with(sides: probed)
    let sides = KnownPictures(all.flatMap(\.sides), table: table, parsing: parsing).pictures
    let chosen = try reading.choice.chosen(of: all.with(sides: sides)) { $0.after ?? $0.before }
    let pairs = chosen.items.map { $0.map(\.picture) }
    times.add(.headers, since: start)

    start = .now
    let results = try await PairComparison(comparison: comparison)
      .compare(pairs, workers: workers)
    times.add(.comparing, since: start)

    start = .now
    let known = KnownPictures(
      results.flatMap(\.pictures.sides), table: table, parsing: parsing)
    let facts = results.map(\.pictures).with(sides: known.pictures)
    let groups = groups(
      of: zip(facts, results).compactMap {
        PicturePair(
          $0, difference: $1.difference, finding: $1.finding,
          isRead: formats.named($0.path.nameBytes)?.isRead ?? true)
      })
    let planned = try SheetPlanner(job, table: table).plan(
      groups,
      comparing: PlannedComparison(
        rule: comparison.rule, pairs: groups.flatMap(\.members).map(\.finding)),
      showing: comparison.shown)
    times.add(.planning, since: start)

    // What is not shown is an input all the same, and what cannot be read is told of.
    let shown = Set(planned.pictures.map(\.source.name) + planned.skipped.map(\.source.name))
    func others(_ results: [PairComparison.Result]) -> [SheetPicture] {
      results.flatMap(\.pictures.sides).filter { !shown.contains($0.source.name) }
    }
    let comparedOnly = others(results)
    let kept = Set(pairs.lazy.flatMap(\.sides).map(\.source.name))
    let unchosen = all.flatMap(\.sides).filter { !kept.contains($0.source.name) }
    let unread = others(results.filter { $0.finding.status != .equal }).filter {
      $0.unreadable != nil
    }
    var sheet = PlannedSheet(
      plan: planned.plan, notes: planned.notes, findings: .init(found.besides),
      pictures: planned.pictures, skipped: planned.skipped + unread, comparedOnly: comparedOnly,
      unchosen: unchosen, groups: planned.groups, compared: results,
      origins: found.searchedFolders + filesRead + asked.filesRead
        + (comparedOnly + unchosen).compactMap(\.path),
      times: times, lacks: results.compactMap(\.lack))
    sheet.notes.factWarnings.insert(
      contentsOf: [found.linkNote].compactMap(\.self) + known.warnings + asked.warnings
        + known.missing(askedFacts.keys)
        + [chosen.note].compactMap(\.self) + comparison.notes(onPairsAt: pairs.map(\.path)), at: 0)
    return sheet
  }
}

extension FolderPairs.Found {
  /// That some pairs are one file, so that nothing can differ; nil for none.
  fileprivate var linkNote: String? {
    guard let first = linked.first else { return nil }
    return linked.count == 1
      ? "\(first.quoted) is one file in both folders, by a link, and counts as equal"
      : "\(linked.count) pairs are one file in both folders, by links, and count as equal; the first is "
        + first.quoted
  }
}
