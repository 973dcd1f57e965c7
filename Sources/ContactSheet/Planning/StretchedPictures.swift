internal import SheetModel
internal import SheetPictures
internal import SheetPlanning

// Samples that hold data rather than colours, such as depths, and are stretched to be visible.

extension SheetJob {
  /// The groups, with the samples of their pictures stretched if that is requested.
  ///
  /// - Throws: ``ContactSheetError``, and `CancellationError` when the task is cancelled.
  func stretched(
    _ groups: [PictureGroup], workers: Int, _ times: inout StepTimes, _ notes: Notes
  ) async throws -> [PictureGroup] {
    guard let stretching else { return groups }
    defer { times.end(.pixelAnalysis) }
    let pictures = groups.flatMap { $0.members.map(\.picture) }
    let stretched: [SheetPicture]
    switch stretching {
    case .labels:
      let areGray = try await decoding(
        pictures, workers: workers, within: maximumMemory.value, held: \.takenBytes
      ) { try $0.hasGrayPixels() }
      stretched = zip(pictures, areGray).map { picture, isGray in
        isGray ? picture.stretched(by: .labels) : picture
      }
    case .samples(let range):
      let interval = SampleInterval(range.lowerBound, range.upperBound)
      stretched = pictures.map { $0.stretched(by: .interval(interval)) }
    case .auto, .all:
      var intervals = try await decoding(
        pictures, workers: workers, within: maximumMemory.value, held: \.takenBytes
      ) { try $0.sampleInterval() }
      if stretching == .all, let first = intervals.lazy.compactMap(\.self).first {
        let shared = intervals.lazy.compactMap(\.self).reduce(first) { $0.union($1) }
        intervals = pictures.map { _ in shared }
      }
      stretched = zip(pictures, intervals).map { picture, interval in
        interval.map { picture.stretched(by: .interval($0)) } ?? picture
      }
    }
    notes.add(stretching.noteWithoutEffect(on: stretched))
    return groups.with(stretched)
  }
}

extension Sheet.Stretch {
  /// The note that no picture is stretched; nil if a picture is stretched, or could be.
  fileprivate func noteWithoutEffect(on pictures: [SheetPicture]) -> Note? {
    let isVain = pictures.allSatisfy { self == .labels ? $0.stretch == nil : !$0.mayHoldData }
    guard isVain, !pictures.isEmpty else { return nil }
    let reason =
      self == .labels
      ? "masks of class indices are grey, and no image is"
      : "no image has more than 8 bits per sample"
    return Note(.vainStretch, "nothing is stretched, because \(reason)")
  }
}

extension [PictureGroup] {
  /// The groups with their pictures replaced by others, in the same order.
  func with(_ pictures: [SheetPicture]) -> [PictureGroup] {
    var rest = pictures[...]
    return map { group in
      var group = group
      group.members = group.members.map { $0.with(rest.removeFirst()) }
      return group
    }
  }
}
