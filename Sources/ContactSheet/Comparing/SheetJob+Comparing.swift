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

    let choice = reading.choice.divided

    var start = ContinuousClock.now
    let found = try translating(SheetError.notFound) { () throws(FindError) in
      try FolderPairs(
        ImageFinder(search, formats: formats, output: output?.names, takesUnread: true),
        for: comparison
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
    let chosen = try choice.ofPictures.chosen(of: all.with(sides: sides)) { $0.after ?? $0.before }
    let pairs = chosen.items.map { $0.map(\.picture) }
    let ignored = try await IgnoredParts(of: pairs, comparison, search, formats, workers: workers)
    times.add(.headers, since: start)

    start = .now
    let results = try await PairComparison(comparison: comparison)
      .compare(pairs, ignoring: ignored.parts, workers: workers)
    times.add(.comparing, since: start)

    start = .now
    let known = KnownPictures(
      results.flatMap(\.pictures.sides), table: table, parsing: parsing)
    let facts = results.map(\.pictures).with(sides: known.pictures)
    let compared = zip(facts, results).compactMap {
      PicturePair(
        $0, difference: $1.difference, finding: $1.finding,
        isRead: formats.named($0.path.nameBytes)?.isRead ?? true)
    }
    let (groups, shownGroups) = (
      groups(of: compared), groups(of: choice.ofPairs.chosen(of: compared))
    )
    let planned = try SheetPlanner(job, table: table).plan(
      shownGroups,
      comparing: PlannedComparison(
        rule: comparison.rule, pairs: groups.flatMap(\.members).map(\.finding)),
      showing: comparison.shown)
    times.add(.planning, since: start)

    // What is not shown is an input all the same, and what cannot be read is told of.
    let shown = Set(planned.pictures.map(\.source.name) + planned.skipped.map(\.source.name))
    func others(_ results: [PairComparison.Result]) -> [SheetPicture] {
      results.flatMap(\.pictures.sides).filter { !shown.contains($0.source.name) }
    }
    let comparedOnly = others(results) + ignored.masks
    let kept = Set(pairs.lazy.flatMap(\.sides).map(\.source.name))
    let unchosen = all.flatMap(\.sides).filter { !kept.contains($0.source.name) }
    let unread = others(results.filter { $0.finding.status != .equal }).filter {
      $0.unreadable != nil
    }
    var sheet = PlannedSheet(
      plan: planned.plan, notes: planned.notes, findings: .init(found.besides),
      pictures: planned.pictures, skipped: planned.skipped + unread, comparedOnly: comparedOnly,
      unchosen: unchosen, groups: planned.groups, compared: results,
      origins: found.searchedFolders + ignored.searchedFolders + filesRead + asked.filesRead
        + (comparedOnly + unchosen).compactMap(\.path),
      times: times, lacks: results.compactMap(\.lack))
    sheet.notes.factWarnings.insert(
      contentsOf: [found.linkNote, found.wholeNote(comparison)].compactMap(\.self) + known.warnings
        + asked.warnings
        + KnownPictures.missing(askedFacts.keys, among: compared.flatMap(\.pictures.sides))
        + [chosen.note].compactMap(\.self) + comparison.notes(onPairsAt: pairs.map(\.path))
        + ignored.notes, at: 0)
    return sheet
  }
}

extension FolderPairs.Found {
  /// That several folders are each compared with one; nil where they are not.
  fileprivate func wholeNote(_ comparison: FolderComparison) -> String? {
    guard areAllWithWhole, let before = comparison.before else { return nil }
    return "\(before.quoted) has none of the folders, so that each is compared with all of it"
  }

  /// That some pairs are one file, so that nothing can differ; nil for none.
  fileprivate var linkNote: String? {
    guard let first = linked.first else { return nil }
    return linked.count == 1
      ? "\(first.quoted) is one file in both folders, by a link, and counts as equal"
      : "\(linked.count) pairs are one file in both folders, by links, and count as equal; the first is "
        + first.quoted
  }
}
