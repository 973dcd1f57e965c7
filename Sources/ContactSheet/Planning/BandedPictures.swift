internal import SheetFiles
internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

extension SheetJob {
  /// The groups, with the requested bands of their pictures as colours.
  ///
  /// Pictures with fewer bands stay unchanged, with a note.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func showingBands(
    of groups: [PictureGroup], workers: Int, _ times: inout StepTimes, _ notes: Notes
  ) async throws -> [PictureGroup] {
    guard let bands else { return groups }
    defer { times.end(.headers) }
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    let shown = try await probing(pictures, workers: workers) { try $0.showing(bands) ?? $0 }
    let others = shown.filter { $0.bands == nil && $0.readableHeader != nil }.map(\.name)
    notes.add(.fewBands(others, bands))
    return groups.with(shown.map { $0.within(maximumMemory.value) })
  }
}

extension Note {
  /// The note on pictures without the requested bands; nil if there are none.
  fileprivate static func fewBands(_ names: [FileName], _ bands: Sheet.Bands) -> Note? {
    guard let first = names.first, let most = bands.numbers.max() else { return nil }
    return Note(
      .fewBands, about: first,
      "\(names.count.counted("image")) \(names.count == 1 ? "keeps its" : "keep their") own colours, "
        + "because \(names.count == 1 ? "it has" : "they have") no band \(most)"
        + first.path.asFirst(ofCount: names.count), [.count: names.count])
  }
}
