internal import SheetFiles
package import SheetModel
package import SheetPictures
package import SheetPlanning
package import SheetPlans

/// The outcome of listing pictures.
package struct ListingReport: Sendable {
  /// The pictures that cannot be read, in the order of the list.
  package fileprivate(set) var unreadable: [UnreadablePicture] = []
  /// The number of pairs that differ, whether or not they are listed; nil if nothing is compared.
  package fileprivate(set) var comparison: ComparisonSummary?
}

extension SheetJob {
  /// Lists the facts of all pictures in the order of the sheet; makes no sheet.
  ///
  /// If pictures are compared, the lines are the pairs that the sheet would show. Each has the
  /// facts of the later picture, or else of the earlier one.
  ///
  /// - Parameters:
  ///   - form: The form of the lines.
  ///   - output: The destination of a sheet, whose pages are left out; nil to take all files.
  ///   - workers: The number of headers to read at once, at least 1.
  ///   - notes: Gets the notes, also if listing fails.
  ///   - write: Gets some lines, each with its end.
  /// - Returns: The pictures that cannot be read, and the number of pairs that differ.
  /// - Throws: ``ContactSheetError``, errors of `write`, and
  ///   `CancellationError` when the task is cancelled.
  package func list(
    as form: ListingForm, for output: SheetOutput? = nil, workers: Int = 2, notes: Notes = Notes(),
    to write: (String) throws -> Void
  ) async throws -> ListingReport {
    let template = form.template
    var report = ListingReport()
    let (listed, requested): ([PictureFacts], FactQuery)
    if let comparison {
      let compared = try await compared(
        comparison, for: output, listing: form, workers: workers, notes)
      listed = compared.chosen.flatMap(\.members).filter { $0.isShown }.map { $0.shown }
      requested = compared.reading.requested
      report.unreadable = compared.unreadable.compactMap(\.unreadable)
      report.comparison = ComparisonSummary(compared.results)
    } else {
      var reading = try reading(listing: template)
      requested = reading.requested
      var times = StepTimes()
      let found = try found(except: output, notes)
      let pictures = try await probed(found, requested, workers: workers, notes)
      let chosen = try await chosen(of: pictures, by: &reading, workers: workers, &times, notes)
      listed = groups(of: chosen.pictures).flatMap(\.members)
    }
    // All facts of some pictures may be large, so they are read again for a few pictures at a time.
    let batch = 64 * workers
    let everything = FactQuery.everything
    var (shortened, vague): ([FileName], [FileName]) = ([], [])
    for start in stride(from: 0, to: listed.count, by: batch) {
      let range = start..<min(start + batch, listed.count)
      var read = listed[range].map(\.picture)
      if template == nil {
        read = try await probing(read, workers: workers) {
          [metadata] in
          let picture = try $0.probed(everything, metadata, .standard)
          return $0.lookalikes.map(picture.with) ?? picture
        }
      }
      var lines = ""
      for (index, picture) in zip(range, read) {
        if comparison == nil, let unreadable = picture.damage {
          report.unreadable.append(unreadable)
        }
        if picture.factFaults.contains(.shortened) { shortened.append(picture.name) }
        if picture.factFaults.contains(.lackHemisphere) { vague.append(picture.name) }
        let line =
          template?.text {
            listed[index].fact($0, at: index + firstNumber - 1, of: listed.count)
          }
          ?? listed[index].all(of: picture).line([
            "error": (picture.unreadable ?? listed[index].picture.unreadable)?.reason,
            "sourceBytes": picture.name.bytes?.base64,
            "duplicate-ofBytes": picture.lookalikes?.original?.name.bytes?.base64,
          ])
        lines += line + "\n"
      }
      try write(lines)
    }
    notes.add(requested.note ?? everything.note)
    if template == nil { notes.add(Note(vaguePositionsOf: vague)) }
    if let first = shortened.first {
      let longest = (template == nil ? everything : requested).longest
      notes.add(
        Note(
          .shortenedFacts, about: first,
          "\(shortened.count.counted("picture")) \(shortened.count == 1 ? "has" : "have") texts of more "
            + "than \(longest / 1024) KiB together, which are cut; the first is "
            + first.path.quoted, [.count: shortened.count]))
    }
    notes.add(report.unreadable.map(\.note))
    return report
  }
}

extension [PlannedFact] {
  /// The facts as a JSON object in one line, with further facts, which override table columns of
  /// equal names.
  fileprivate func line(_ others: [String: String?]) -> String {
    let others = others.compactMapValues(\.self)
    let facts =
      filter { others[$0.key] == nil }
      + others.map { PlannedFact(key: $0, value: .text($1)) }
    return String(decoding: facts.lineJSON, as: UTF8.self)
  }
}
