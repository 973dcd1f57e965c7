internal import SheetModel
internal import SheetPictures
internal import SheetPlanning
internal import SheetPlans

extension SheetJob {
  /// Chooses pictures by their facts, and by their pixels if requested.
  ///
  /// Copies are found and stacks are made in the order of the inputs, not in the order of the
  /// sheet.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, whose headers have been read.
  ///   - requirements: The facts and pixels that the job needs. Rows that refer to no picture are
  ///     removed from the table.
  ///   - absent: How rows of the table are shown as pictures that do not exist; nil to show none.
  ///   - mayBeEmpty: Whether the result may be empty if no picture meets the conditions; otherwise,
  ///     that is an error.
  ///   - workers: The number of pictures to examine at once, at least 1.
  ///   - times: Receives the time spent on examining pixels.
  ///   - notes: Receives the notes on facts and on the choice.
  /// - Returns: The pictures with the requested facts, these pictures in the groups of the sheet,
  ///   and the pictures that are left out. The chosen pictures are in the order in which they were
  ///   found, or in the order of the inputs.
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled. Unless
  ///   `mayBeEmpty` is true, it is also an error if no picture meets the conditions, or if only
  ///   copies and their originals are wanted and there are none.
  func chosen(
    of pictures: [SheetPicture], by requirements: inout JobRequirements, absent: AbsentRows? = nil,
    mayBeEmpty: Bool = false, workers: Int, _ times: inout StepTimes, _ notes: Notes
  ) async throws -> (pictures: [PictureFacts], groups: [PictureGroup], left: [SheetPicture]) {
    var pictures = pictures
    let (choice, keys) = (requirements.choice, requirements.requested.keys)
    if asksPixels(choice.keys, requirements.table) {
      pictures = try await analyzed(pictures, workers: workers, &times)
    }
    let known = PictureFactsBuilder(
      pictures, table: requirements.table, parsing: parsing, clocks: requirements.rules.clocks,
      absent: absent)
    requirements.table = known.table
    notes.add(known.notes)
    notes.add(notesOnHiddenColumns(keys, known.table, among: known.pictures))
    notes.add(requirements.requested.note)
    try choice.checkNumbers(of: known.pictures)
    notes.add(choice.notesOnWords(of: known.pictures))
    var (chosen, note) = try choice.chosen(of: known.pictures, mayBeEmpty: mayBeEmpty)
    if absent == nil { notes.add(known.table?.noteOnMissingRows(of: chosen)) }
    if looksAtPixels(keys, requirements.table) {
      let seen = try await analyzed(chosen.map(\.picture), workers: workers, &times)
      chosen = zip(chosen, seen).map { $0.with($1) }
    }
    let examined = chosen
    let copies: Note?
    if duplicates != .show || stacking != nil { chosen = ImageOrder().sortedFilesFirst(chosen) }
    (chosen, copies) = try await chosen.treatingDuplicates(
      as: duplicates, workers: workers, within: maximumMemory.value)
    if duplicates != .show { times.end(.pixelAnalysis) }
    // Facts about originals exist only for copies that are marked.
    let complete = duplicates.marksCopies ? chosen : examined
    notes.add(PictureFactsBuilder.missing(keys, among: known.pictures + complete))
    if let stacking { chosen = chosen.stacked(by: stacking) }
    let groups = groups(of: chosen)
    let shown = groups.reduce(0) { $0 + $1.members.count }
    notes.add(shown < chosen.count ? note?.showing(shown) : note)
    notes.add(copies)
    if duplicates == .only, chosen.isEmpty, !examined.isEmpty, !mayBeEmpty {
      throw ContactSheetError.noCopies(count: examined.count)
    }
    return (chosen, groups, known.pictures.pictures(without: chosen))
  }

  /// The pictures, with the facts that come from their pixels.
  func analyzed(
    _ pictures: [SheetPicture], workers: Int, _ times: inout StepTimes
  ) async throws -> [SheetPicture] {
    defer { times.end(.pixelAnalysis) }
    return try await pictures.analyzed(workers: workers, within: maximumMemory.value)
  }
}

extension [PictureFacts] {
  /// These pictures, except for the given ones.
  func pictures(without some: some Collection<PictureFacts>) -> [SheetPicture] {
    if some.count == count { return [] }
    let names = Set(some.lazy.map(\.picture.source.name))
    return map(\.picture).filter { !names.contains($0.source.name) }
  }
}
