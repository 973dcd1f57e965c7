internal import SheetFiles
package import SheetModel
package import SheetPictures
package import SheetPlanning
package import SheetPlans

/// The outcome of listing pictures.
package struct ListingReport: Sendable {
  /// The pictures that cannot be read, in the order of the list.
  package fileprivate(set) var unreadable: [UnreadablePicture] = []
  /// The counts of all pairs, whether or not they are listed; nil if nothing is compared.
  package fileprivate(set) var comparison: ComparisonSummary?
}

extension SheetJob {
  /// Lists the facts of all pictures in the order of the sheet, without making a sheet.
  ///
  /// If pictures are compared, the lines are the pairs that the sheet would show, each with the
  /// facts of the later picture or, if there is none, of the earlier one.
  ///
  /// - Parameters:
  ///   - form: The form of the lines.
  ///   - output: The destination of a sheet, whose pages are left out; nil to take all files.
  ///   - workers: The number of headers to read at once, at least 1.
  ///   - notes: Receives the notes, even if listing fails.
  ///   - write: Receives several lines at a time, each with its line ending.
  /// - Returns: The pictures that cannot be read, and the result of a comparison.
  /// - Throws: ``ContactSheetError``, errors of `write`, and `CancellationError` when the task is
  ///   cancelled.
  package func list(
    as form: ListingForm, for output: SheetOutput? = nil, workers: Int = 2, notes: Notes = Notes(),
    to write: (String) throws -> Void
  ) async throws -> ListingReport {
    try await list(form.template, for: output, workers: workers, notes: notes) { pictures in
      try write(pictures.map { $0.line(as: form) + "\n" }.joined())
    }
  }

  /// Reads the facts of all pictures in the order of the sheet, without making a sheet.
  ///
  /// - Parameters:
  ///   - template: The facts to read; nil for all.
  ///   - output: The destination of a sheet, whose pages are left out; nil to take all files.
  ///   - workers: The number of headers to read at once, at least 1.
  ///   - notes: Receives the notes, even if listing fails.
  ///   - take: Receives several pictures at a time.
  /// - Returns: The pictures that cannot be read, and the result of a comparison.
  /// - Throws: The same errors as ``list(as:for:workers:notes:to:)``.
  func list(
    _ template: PictureTemplate?, for output: SheetOutput? = nil, workers: Int,
    notes: Notes = Notes(), to take: ([ListedPicture]) throws -> Void
  ) async throws -> ListingReport {
    var report = ListingReport()
    let (listed, requested): ([PictureFacts], FactQuery)
    if let comparison {
      let compared = try await compared(
        comparison, for: output, listing: template.map { .template($0) } ?? .json, workers: workers,
        notes)
      listed = compared.chosen.flatMap(\.members).filter { $0.isShown }.map { $0.shown }
      requested = compared.requirements.requested
      report.unreadable = compared.unreadable.compactMap(\.unreadable)
      report.comparison = ComparisonSummary(compared.results)
    } else {
      var requirements = try requirements(listing: template)
      requested = requirements.requested
      var times = StepTimes()
      let found = try found(except: output, notes)
      let pictures = try await probed(found, requested, workers: workers, notes)
      var job = self
      job.parsing = dividingNames(of: pictures).parsing
      let chosen = try await job.chosen(
        of: pictures, by: &requirements, mayBeEmpty: true, workers: workers, &times, notes)
      listed = try requirements.rules.copied(chosen.groups).flatMap(\.members)
    }
    // The facts of many pictures can take a lot of memory, so they are read again for a few
    // pictures at a time.
    let batchSize = 64 * workers
    let everything = FactQuery.everything
    var (shortened, vague): ([FileName], [FileName]) = ([], [])
    for start in stride(from: 0, to: listed.count, by: batchSize) {
      let range = start..<min(start + batchSize, listed.count)
      var read = listed[range].map(\.picture)
      if template == nil {
        read = try await probing(read, workers: workers) {
          [metadata] in
          let picture = try $0.probed(everything, metadata, .standard)
          return $0.lookalikes.map(picture.with) ?? picture
        }
      }
      var batch: [ListedPicture] = []
      for (index, picture) in zip(range, read) {
        if comparison == nil, let unreadable = picture.damage {
          report.unreadable.append(unreadable)
        }
        if picture.factFaults.contains(.shortened) { shortened.append(picture.name) }
        if picture.factFaults.contains(.lackHemisphere) { vague.append(picture.name) }
        batch.append(
          ListedPicture(
            facts: listed[index], picture: picture, index: index + firstNumber - 1,
            count: listed.count))
      }
      try take(batch)
    }
    notes.add(requested.note ?? everything.note)
    if template == nil { notes.add(Note(vaguePositionsOf: vague)) }
    if let first = shortened.first {
      let longest = (template == nil ? everything : requested).longest
      notes.add(
        Note(
          .shortenedFacts, about: first,
          "\(shortened.count.counted("image")) \(shortened.count == 1 ? "has" : "each have") more "
            + "than \(longest / 1024) KiB of text, which is truncated"
            + first.path.asFirst(ofCount: shortened.count), [.count: shortened.count]))
    }
    notes.add(report.unreadable.map(\.note))
    return report
  }
}

/// A picture of a listing.
struct ListedPicture {
  /// The picture's facts when it was chosen.
  let facts: PictureFacts
  /// The picture, read once more if all facts are requested.
  let picture: SheetPicture
  /// The picture's index, counted from 0, plus the offset of the first number; `{index}` is one
  /// more.
  let index: Int
  /// The number of pictures in the listing.
  let count: Int

  /// The fact for a key; nil if it is missing.
  func fact(_ key: FactKey) -> Fact? { facts.fact(key, at: index, of: count) }

  fileprivate func line(as form: ListingForm) -> String {
    form.template?.text(from: fact)
      ?? facts.all(of: picture).line([
        "error": (picture.unreadable ?? facts.picture.unreadable)?.reason,
        "sourceBytes": picture.name.bytes?.base64,
        "duplicate-ofBytes": picture.lookalikes?.original?.name.bytes?.base64,
      ])
  }
}

extension [PlannedFact] {
  /// The facts as a JSON object on one line, with other facts that override table columns of the
  /// same name.
  fileprivate func line(_ others: [String: String?]) -> String {
    let others = others.compactMapValues(\.self)
    let facts =
      filter { others[$0.key] == nil }
      + others.map { PlannedFact(key: $0, value: .text($1)) }
    return String(decoding: facts.lineJSON, as: UTF8.self)
  }
}
