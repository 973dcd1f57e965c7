internal import SheetFiles
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans
internal import SheetText
internal import SystemPackage

/// Pairs that have been compared, and what was noticed on the way.
struct ComparedFolders {
  /// The job, with a layout of rows and columns.
  let job: SheetJob
  /// All pairs that are counted, in the order of the sheet.
  let findings: [ComparedPair]
  /// Those among which conditions leave some to be shown, in groups.
  let chosen: [Group<PicturePair>]
  /// What the columns of pictures are called.
  let sides: [String]
  /// What was found of all pairs, in the order in which they were found.
  let results: [PairComparison.Result]
  /// The pictures that conditions have left out.
  let unchosen: [SheetPicture]
  let masks: [SheetPicture]
  let reading: SheetJob.JobReading
  let besides: FoundImages
  let searchedFolders: [FilePath]
  /// What someone should know of facts, rules and links; complete messages.
  let warnings: [String]
  var times: StepTimes

  /// The pictures that cannot be read and whose pairs differ for all that is known.
  var unreadable: [SheetPicture] {
    results.lazy.filter { $0.finding.status != .equal }.flatMap(\.pictures.sides)
      .filter { $0.unreadable != nil }
  }
}

extension SheetJob {
  /// Finds the pictures of two folders, compares them, and lays out what is to be shown.
  ///
  /// - Throws: What ``plan(for:workers:)`` throws.
  func plan(
    comparing comparison: FolderComparison, for output: SheetOutput?, workers: Int
  ) async throws -> PlannedSheet {
    let compared = try await compared(comparison, for: output, workers: workers)
    var times = compared.times

    let start = ContinuousClock.now
    let planned = try SheetPlanner(compared.job, table: compared.reading.table).plan(
      compared.chosen,
      comparing: PlannedComparison(
        rule: compared.job.comparison?.rule ?? comparison.rule, pairs: compared.findings),
      showing: comparison.shown, sides: compared.sides)
    times.add(.planning, since: start)

    // What is not shown is an input all the same, and what cannot be read is told of.
    let shown = Set(planned.pictures.map(\.source.name) + planned.skipped.map(\.source.name))
    func others(_ pictures: [SheetPicture]) -> [SheetPicture] {
      pictures.filter { !shown.contains($0.source.name) }
    }
    let comparedOnly = others(compared.results.flatMap(\.pictures.sides)) + compared.masks
    var sheet = PlannedSheet(
      plan: planned.plan, notes: planned.notes, findings: .init(compared.besides),
      pictures: planned.pictures, skipped: planned.skipped + others(compared.unreadable),
      comparedOnly: comparedOnly, unchosen: compared.unchosen, groups: planned.groups,
      compared: compared.results,
      origins: compared.searchedFolders + filesRead + compared.reading.asked.filesRead
        + (comparedOnly + compared.unchosen).compactMap(\.path),
      times: times, lacks: compared.results.compactMap(\.lack))
    sheet.notes.factWarnings.insert(contentsOf: compared.warnings, at: 0)
    return sheet
  }

  /// Finds the pictures of two folders and compares them.
  ///
  /// - Parameters:
  ///   - comparison: What is compared.
  ///   - output: Where a sheet goes, whose pages are left out; nil to take all files.
  ///   - template: What pairs are listed by; nil for a sheet, and for a listing of all facts.
  ///   - workers: The number of pairs to compare at once, at least 1.
  /// - Returns: What was found.
  /// - Throws: What ``plan(for:workers:)`` throws.
  func compared(
    _ comparison: FolderComparison, for output: SheetOutput?,
    listing template: PictureTemplate? = nil, workers: Int
  ) async throws -> ComparedFolders {
    var job = self
    if job.layout.traits.axes == nil { job.layout = MatrixLayout() }
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
    var results = try await PairComparison(comparison: comparison)
      .compare(pairs, ignoring: ignored.parts, workers: workers)
    if comparison.shownAs == .heat {
      // One scale for all, also for those that are not shown.
      let largest = results.lazy.compactMap(\.finding.counts?.largest).max()
      let rule = comparison.rule.showingHeat(upTo: largest ?? 0)
      job.comparison?.rule = rule
      for index in results.indices {
        results[index].difference = results[index].difference?.showing(rule)
      }
    }
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
    let kept = Set(pairs.lazy.flatMap(\.sides).map(\.source.name))
    let findings = groups(of: compared).flatMap(\.members).map(\.finding)
    let shown = groups(of: choice.ofPairs.chosen(of: compared))
    times.add(.planning, since: start)
    return ComparedFolders(
      job: job,
      findings: findings, chosen: shown, sides: found.sides(comparison), results: results,
      unchosen: all.flatMap(\.sides).filter { !kept.contains($0.source.name) },
      masks: ignored.masks, reading: reading, besides: found.besides,
      searchedFolders: found.searchedFolders + ignored.searchedFolders,
      warnings: [found.linkNote, found.wholeNote(comparison)].compactMap(\.self) + known.warnings
        + asked.warnings
        + KnownPictures.missing(
          job.askedFacts(and: template?.keys ?? []).keys,
          among: compared.flatMap(\.pictures.sides))
        + [chosen.note].compactMap(\.self) + comparison.notes(onPairsAt: pairs.map(\.path))
        + ignored.notes, times: times)
  }
}

extension FolderPairs.Found {
  /// What columns are called where several folders are each compared with one, or two sides.
  fileprivate func sides(_ comparison: FolderComparison) -> [String] {
    guard let before = comparison.before, !comparedWithWhole.isEmpty else {
      return ["before", "after"]
    }
    return ([before] + comparedWithWhole).map(\.string.oneLine)
  }

  /// That several folders are each compared with one; nil where they are not.
  fileprivate func wholeNote(_ comparison: FolderComparison) -> String? {
    guard !comparedWithWhole.isEmpty, let before = comparison.before else { return nil }
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
